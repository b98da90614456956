import { z } from 'zod';

export const signInForm = z.strictObject({
  username: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1000),
  rememberMe: z.literal('on').optional(),
});

export const signInCall = z.strictObject({ username: z.string().trim().min(1).max(254), password: z.string().min(1).max(1000) });

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
