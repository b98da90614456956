import { z } from 'zod';
import { localeCodes } from '../../../platform/i18n/messages';
import { lineOfText } from '../../../platform/text-input';
import { captchaToken } from '../../policies/captcha/captcha.contract';

export const signInForm = z.strictObject({
  username: lineOfText(254).min(1),
  password: z.string().min(1).max(1000),
  rememberMe: z.literal('on').optional(),
  /** The language that was chosen on the way to this sign-in. */
  lang: z.enum(localeCodes).optional(),
  recaptchaToken: captchaToken,
});

export const signInCall = z.strictObject({
  username: lineOfText(254).min(1),
  password: z.string().min(1).max(1000),
  recaptchaToken: captchaToken,
});

/** The signed-in person as front ends read it. */
export const account = z.strictObject({
  userId: z.int(),
  name: z.string(),
  loginName: z.string(),
  emailAddress: z.string(),
  ssoUser: z.boolean(),
  isPasswordResetRequired: z.boolean(),
  privacyPolicyAccepted: z.boolean(),
  organizationId: z.int(),
  organizationName: z.string(),
  locale: z.string(),
  currencyCode: z.string(),
  weightUnitId: z.int(),
  permissions: z.array(z.string()),
});
