import { z } from 'zod';
import { spelledAddress } from '../../../platform/email-address.rules';
import { emailAddress, lineOfText } from '../../../platform/text-input';
import { inviteLinkToken } from '../../core/invitations/invite.contract';
import { captchaToken } from '../../policies/captcha/captcha.contract';
import { newPassword } from '../../policies/passwords/password-policy.contract';
import { maybe, publicId } from '../../wire.contract';
import { linkToken } from '../password/password.contract';

export const linkBody = z.object({ userId: publicId, token: linkToken });
export const activateBody = linkBody.extend({ password: maybe(newPassword) });
export const addressBody = z.object({ email: z.string().trim().min(1).max(254).overwrite(spelledAddress) });

/** A link from a mail, posted by its page. */
export const invitationForm = z.strictObject({ token: linkToken, userId: publicId });

/** A password that comes along is judged and not kept: it is chosen by who reads the mail. */
export const signUpBody = z
  .object({
    email: emailAddress(200),
    /** Of the tenant that is opened; without meaning to whoever joins one. */
    companyName: maybe(lineOfText(200)),
    name: maybe(lineOfText(200)),
    password: maybe(newPassword),
    invitationToken: maybe(inviteLinkToken),
    country: maybe(z.string().length(2).toUpperCase()),
    currency: maybe(z.string().length(3).toUpperCase()),
    timeZone: maybe(z.string().max(64)),
    recaptchaToken: captchaToken,
  })
  .refine(({ companyName, invitationToken }) => companyName !== undefined || invitationToken !== undefined, {
    path: ['companyName'],
    message: 'errors.required',
  });
