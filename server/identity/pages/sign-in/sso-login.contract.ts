import { z } from 'zod';
import { ssoEnvironments } from '../../../platform/sso-environments.rules';

/** As somebody types it; whether it is served is another question. */
const address = z.string().trim().min(1).max(254);

const idpTypes = ['saml', 'oidc'] as const;
export type IdpType = (typeof idpTypes)[number];

export const ssoLoginForm = z.strictObject({ email: address });

export const ssoLoginQuery = z.object({
  /** What the field begins with. */
  email: address.optional().catch(undefined),
  zendeskRedirect: z.string().max(2000).optional().catch(undefined),
});

export const ssoLoginCall = z.strictObject({ email: address });
export const ssoPreflightQuery = z.strictObject({ loginName: address });
export const mobileAttempt = z.strictObject({ userEmail: address });

/** Where a browser goes on. */
export const ssoAnswer = z.strictObject({ address: z.url(), idpType: z.enum(idpTypes) });
export const preflightAnswer = z.strictObject({
  available: z.literal(true),
  idpType: z.enum(idpTypes),
  environment: z.enum(ssoEnvironments),
});
