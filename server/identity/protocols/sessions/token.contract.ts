import { z } from 'zod';
import { inviteLinkToken } from '../../core/invitations/invite.contract';
import { captchaToken } from '../../policies/captcha/captcha.contract';
import { maybe, publicId } from '../../wire.contract';

export const signInBody = z
  .object({
    email: maybe(z.string().max(320)),
    username: maybe(z.string().max(320)),
    password: z.string().min(1).max(1000),
    recaptchaToken: captchaToken,
    invitationToken: maybe(inviteLinkToken),
  })
  .refine(({ email, username }) => email !== undefined || username !== undefined, {
    path: ['email'],
    message: 'errors.required',
  })
  .transform(({ email, username, ...given }) => ({ ...given, username: email ?? username ?? '' }));

export const refreshBody = z.object({ tenantId: maybe(publicId) });
