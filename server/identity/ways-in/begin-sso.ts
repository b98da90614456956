import { findProviderOf, type BegunSso, type SsoWish } from './sso/sso-sign-in.service';
import { isOidc } from './sso/sso.rules';
import type { ArrivalParts, Coming } from './ways-in';

/** By which a route that calls this lets somebody in. */
export const ssoWays = ['saml', 'oidc'] as const;

/** Begins a sign-in at the provider of somebody's organization, in its protocol. @returns null where nobody is sent anywhere by this address @throws as `findProviderOf` and `beginAt` */
export async function beginSso(context: Coming, wish: SsoWish, parts: ArrivalParts): Promise<BegunSso | null> {
  const provider = await findProviderOf(context.visitor, wish, parts);
  return provider && parts.waysIn[isOidc(provider) ? 'oidc' : 'saml'].begin(context, { ...wish, provider });
}
