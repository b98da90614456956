import { z } from 'zod';
import { inviteLinkToken } from '../../core/invitations/invite.contract';
import { captchaToken } from '../../policies/captcha/captcha.contract';
import { maybe } from '../../wire.contract';

const name = maybe(z.string().trim().toLowerCase().max(254));

/** Who asks: by e-mail address, user name or public id. @returns the one that was given */
export const entryRequest = z
  .object({ email: name, username: name, userId: name, recaptchaToken: captchaToken })
  .refine(({ email, username, userId }) => (email ?? username ?? userId) !== undefined, {
    path: ['email'],
    message: 'errors.required',
  })
  .transform(({ email, username, userId, recaptchaToken }) => ({
    askedFor: email ?? username ?? userId ?? '',
    recaptchaToken,
  }));

export const entryBody = z.object({
  token: z.string().trim().min(1).max(200),
  invitationToken: maybe(inviteLinkToken),
});

export const entryQuery = z.object({ token: z.string().max(200).default('') });
