import { z } from 'zod';
import type { IdentityParts } from '../../parts';
import type { OidcSubject } from './oidc-answer';
import type { LeftSession } from './provider-session.store';
import { oidcLeftUrl } from './sso.presentation';
import type { SsoConfig } from './sso.store';
import type { ProviderName } from './vouched.rules';

const purpose = 'ID token of an OpenID provider';
/** A longer one would not pass in the header by which a browser is led on: nginx reads no more than 4 KB of headers unless it is told to. */
const longestHint = 2_000;

const sidOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= 255 ? claim : null;

/** By what an OpenID provider knows somebody whose session it may end, and by what it is told that they leave. */
export const oidcNameOf = (
  { subject, sid, idToken }: Pick<OidcSubject, 'subject' | 'sid' | 'idToken'>,
  { secrets }: Pick<IdentityParts['tokens'], 'secrets'>,
): ProviderName => ({
  nameId: subject,
  nameIdFormat: '',
  nameQualifier: null,
  spNameQualifier: null,
  sessionIndex: sidOf(sid),
  ...(idToken.length > longestHint ? {} : { hint: secrets.seal(purpose, idToken).toString('base64url') }),
});

/** The address at which an OpenID provider is told that somebody leaves (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export function oidcLeavingAddress(
  {
    provider,
    left: { sealedHint },
  }: { provider: Pick<SsoConfig, 'sloEndpoint' | 'oidcClientId'>; left: Pick<LeftSession, 'sealedHint'> },
  { config, tokens }: Pick<IdentityParts, 'config' | 'tokens'>,
): string {
  const url = new URL(provider.sloEndpoint);
  if (sealedHint) url.searchParams.set('id_token_hint', tokens.secrets.open(purpose, sealedHint));
  url.searchParams.set('client_id', provider.oidcClientId);
  url.searchParams.set('post_logout_redirect_uri', oidcLeftUrl(config.publicUrl));
  return url.href;
}

/** Who a logout token says that it is of and for; nothing of it is believed yet. */
export const addressedBy = (claims: unknown): { issuer: string; clientIds: string[] } | null => {
  const said = z
    .object({
      iss: z.string().max(2_000),
      aud: z.union([
        z
          .string()
          .max(500)
          .transform((one) => [one]),
        z.array(z.string().max(500)).max(10),
      ]),
    })
    .safeParse(claims);
  return said.success ? { issuer: said.data.iss, clientIds: said.data.aud } : null;
};

const event = 'http://schemas.openid.net/event/backchannel-logout';

/** What the claims of a logout token must be beside those of any token of the provider (OpenID Connect Back-Channel Logout 1.0, section 2.4 and 2.6). */
const logoutClaims = z
  .object({
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(255).optional(),
    jti: z.string().min(1).max(255),
    events: z.looseObject({ [event]: z.record(z.string(), z.unknown()) }),
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** Who leaves; null for claims that say no such thing. */
export function leavingOf(claims: unknown): { subject: string | null; sid: string | null; tokenId: string } | null {
  const said = logoutClaims.safeParse(claims);
  return said.success ? { subject: said.data.sub ?? null, sid: said.data.sid ?? null, tokenId: said.data.jti } : null;
}
