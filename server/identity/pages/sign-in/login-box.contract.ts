import { z } from 'zod';
import { inviteLinkToken } from '../../core/invitations/invite.contract';
import { captchaToken } from '../../policies/captcha/captcha.contract';
import { noticeQuery } from './notices';

/** `registerQuickLogin`: somebody wants this browser to know them from the next sign-in on. */
const flow = z.enum(['login', 'registerQuickLogin']).optional().catch(undefined);

/** Where somebody wants to go on to; a value that makes no sense is as none. */
export const wantedQuery = z.object({ redirectUrl: z.string().max(2000).optional().catch(undefined) });

/** What may stand in the address of the login box. */
export const loginBoxQuery = noticeQuery.extend(wantedQuery.shape).extend({
  invitationToken: inviteLinkToken.optional().catch(undefined),
  flow,
  /** Who is to sign in, as a client of the OAuth server says. */
  loginHint: z.string().max(254).optional().catch(undefined),
  /** Somebody else than this browser knows. */
  other: z.literal('1').optional().catch(undefined),
});

export const emailForm = z.object({ email: z.string().trim().min(1).max(254), flow, recaptchaToken: captchaToken });

export const passwordForm = emailForm.omit({ flow: true }).extend({ password: z.string().min(1).max(1000) });

/** Blanks in a code are for the eye. */
const code = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().min(1));

export const codeForm = emailForm
  .omit({ flow: true, recaptchaToken: true })
  .extend({ code, rememberMe: z.literal('on').optional() });

export const resetCodeForm = z.object({
  email: z.string().max(254),
  resetPhoneNumberToken: z.string().min(1).max(200),
  code,
});

/** The parameters of links in mails, handed on as they are. */
export const linkQuery = z.object({
  token: z.string().max(200).optional().catch(undefined),
  userId: z.string().max(100).optional().catch(undefined),
});
