import { createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  type Configuration,
  type IDToken,
  type UserInfoResponse,
} from 'openid-client';
import type { InstallationSecrets } from '../../core/secrets/installation-secrets';
import type { IdentityParts } from '../../parts';
import { OidcRefused, oidcRefusal } from './oidc-fault';
import type { OidcConfig } from './oidc-providers';
import { skewMs } from './saml-response.rules';
import { oidcCallback } from './sso.presentation';
import type { SsoConfig } from './sso.store';
import { asksUserInfo } from './vouched-oidc.rules';

type Dependencies = Pick<IdentityParts, 'config' | 'tokens' | 'oidcProviders'>;

/** Made of what the provider brings back, of which the hash alone is kept: they lie nowhere, and nobody else can make them. */
const proofOf = (secrets: InstallationSecrets, state: string) => ({
  nonce: secrets.code('nonce of a sign-in at an OpenID provider', state).toString('base64url'),
  codeVerifier: secrets.code('code verifier of a sign-in at an OpenID provider', state).toString('base64url'),
});

interface Asking {
  provider: OidcConfig;
  /** What the answer must bring, and nobody can guess. */
  state: string;
  /** Whom the provider may take for the one who comes. */
  loginHint?: string;
  /** It is to ask them, whatever session of its own they have, and to say when it did. */
  afresh?: boolean;
  now: Date;
}

/** The address at which an OpenID provider is asked who sits there. @throws OidcRefused as `OidcProviders.at` */
export async function oidcAskingUrl(
  { provider, state, loginHint, afresh = false, now }: Asking,
  { config, tokens, oidcProviders }: Dependencies,
): Promise<string> {
  const { nonce, codeVerifier } = proofOf(tokens.secrets, state);
  return buildAuthorizationUrl(await oidcProviders.at(provider, now), {
    redirect_uri: oidcCallback(config.publicUrl),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    ...(afresh ? { prompt: 'login', max_age: '0' } : {}),
  }).href;
}

/** What a provider sent by somebody's browser (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207). */
export interface OidcAnswer {
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** Somebody whom an OpenID provider vouches for. */
export interface OidcSubject {
  issuer: string;
  subject: string;
  /** Of the ID token, and those of the user info that are not in it. */
  claims: Record<string, unknown>;
  /** The user info was asked for the rest and did not answer. */
  unanswered: boolean;
  /** Of the provider's session, as the ID token says it. */
  sid: unknown;
  idToken: string;
}

/**
 * Who the answer to a request vouches for. That the request is answered once, and in the browser that made it, is its keeper's to see.
 * @param asked the provider that the request went to, with the state that it was made with
 * @throws OidcRefused
 */
export async function readOidcAnswer(
  answer: OidcAnswer,
  { provider, state, now }: Pick<Asking, 'state' | 'now'> & { provider: OidcConfig & Pick<SsoConfig, 'groups'> },
  { config, tokens, oidcProviders }: Dependencies,
): Promise<OidcSubject> {
  const configuration = await oidcProviders.at(provider, now);
  const { nonce, codeVerifier } = proofOf(tokens.secrets, state);
  const brought = Object.entries({ ...answer, state }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  try {
    const given = await authorizationCodeGrant(
      configuration,
      new URL(`${oidcCallback(config.publicUrl)}?${new URLSearchParams(brought)}`),
      {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      },
    );
    const claims = given.claims();
    if (!claims || given.id_token === undefined) throw new OidcRefused('badAnswer');
    checkClaims(claims, { clientId: provider.oidcClientId, now });
    const { alg = '' } = decodeProtectedHeader(given.id_token);
    checkHash(claims.at_hash, { alg, of: given.access_token });
    checkHash(claims.c_hash, { alg, of: answer.code ?? '' });
    const more = asksUserInfo(claims, { mapped: provider.groups.length > 0 })
      ? await userInfo(configuration, { accessToken: given.access_token, claims })
      : {};
    const stated = Object.fromEntries(Object.entries(claims).filter(([, claim]) => claim !== null));
    return {
      issuer: claims.iss,
      subject: claims.sub,
      claims: { ...more, ...stated },
      unanswered: more === null,
      sid: claims['sid'],
      idToken: given.id_token,
    };
  } catch (error) {
    throw oidcRefusal(error);
  }
}

/** What OpenID Connect Core 1.0 (section 3.1.3.7) asks beside what the library looks at. */
function checkClaims({ azp, iat, sub }: IDToken, { clientId, now }: { clientId: string; now: Date }): void {
  if (azp !== undefined && azp !== clientId) throw new OidcRefused('wrongParty');
  if (iat * 1000 > now.getTime() + skewMs) throw new OidcRefused('notYet');
  // Section 2: no more than 255 signs of ASCII.
  if (!/^[\x20-\x7e]{1,255}$/.test(sub)) throw new OidcRefused('noSubject');
}

/** OpenID Connect Core 1.0, sections 3.1.3.6 and 3.3.2.11: the left half of a hash as large as that of the signature; of Ed25519, SHA-512. */
function checkHash(claimed: unknown, { alg, of }: { alg: string; of: string }): void {
  if (claimed === undefined) return;
  const hash = createHash(`sha${/\d{3}$/.exec(alg)?.[0] ?? '512'}`)
    .update(of)
    .digest();
  if (claimed !== hash.subarray(0, hash.length / 2).toString('base64url')) throw new OidcRefused('wrongHash');
}

/**
 * What the user info says of the same subject; nothing where there is none.
 * @returns null where it did not answer, and the ID token says enough to go on without it
 * @throws where it says another subject, and where somebody's address was to be had from it alone
 */
async function userInfo(
  configuration: Configuration,
  { accessToken, claims }: { accessToken: string; claims: IDToken },
): Promise<UserInfoResponse | Record<string, never> | null> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await fetchUserInfo(configuration, accessToken, claims.sub);
  } catch (error) {
    if (claims['email'] === undefined || oidcRefusal(error).fault === 'otherSubject') throw error;
    return null;
  }
}
