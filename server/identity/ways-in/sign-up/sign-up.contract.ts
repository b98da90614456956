import { z } from 'zod';
import { emailAddress, lineOfText } from '../../../platform/text-input';
import { inviteLinkToken } from '../../core/invitations/invite.contract';
import { captchaToken } from '../../policies/captcha/captcha.contract';

/** The address of the page; a value that makes no sense is as none. */
export const signUpQuery = z.object({
  invitationToken: inviteLinkToken.optional().catch(undefined),
  email: z.string().max(200).optional().catch(undefined),
});

/** What is left empty follows the country. */
const orElse = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** For a tenant of one's own, or else for that of an invite link. */
export const signUpForm = z
  .strictObject({
    email: emailAddress(200),
    name: lineOfText(200).min(1, 'errors.required'),
    invitationToken: inviteLinkToken.optional(),
    recaptchaToken: captchaToken,
    organization: orElse(lineOfText(200)),
    country: orElse(z.string().length(2)),
    currency: orElse(z.string().length(3)),
    timeZone: orElse(z.string().max(64)),
  })
  .refine(({ organization, invitationToken }) => organization !== undefined || invitationToken !== undefined, {
    path: ['organization'],
    message: 'errors.required',
  });
