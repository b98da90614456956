import { createHmac } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import type { Outbound } from '../../../platform/outbound/outbound';
import type { SocialProvider } from '../../../platform/social-providers';
import { exchangeCode, ExchangeRefused, type Exchange } from '../relying-party/code-exchange';
import { guardedFetch } from '../relying-party/guarded-fetch';
import { profileOfToken, profileOfUserInfo, type SocialProfile } from './social-profile';

/** How long Apple may take our secret; it allows six months. */
const secretSeconds = 300;

/** What the provider knows us by: its secret, or a token in its place that a key of ours signs with ES256. */
async function secretOf({ credential, clientId, issuer = '' }: SocialProvider, now: Date): Promise<string> {
  if ('secret' in credential) return credential.secret;
  const { teamId, keyId, privateKey } = credential;
  const at = Math.floor(now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(at)
    .setExpirationTime(at + secretSeconds)
    .sign(await importPKCS8(privateKey, 'ES256'));
}

/** Facebook takes an access token from nobody who does not prove to have the secret, where the app says so (`appsecret_proof`). */
function userInfoUrlOf({ kind, userInfoUrl = '', credential }: SocialProvider, accessToken: string): string {
  if (kind !== 'facebook' || !('secret' in credential)) return userInfoUrl;
  const proof = createHmac('sha256', credential.secret).update(accessToken).digest('hex');
  return `${userInfoUrl}?${new URLSearchParams({ fields: 'id,name,email', appsecret_proof: proof })}`;
}

/** @throws ExchangeRefused */
export async function profileByCode(
  provider: SocialProvider,
  given: Pick<Exchange, 'code' | 'redirectUri' | 'verifier' | 'nonce' | 'now'>,
  outbound: Outbound,
): Promise<SocialProfile> {
  const client = { id: provider.clientId, secret: await secretOf(provider, given.now) };
  const { claims, accessToken, ask } = await exchangeCode({
    ...given,
    provider,
    client,
    fetch: guardedFetch(outbound),
  });
  if (claims) return profileOfToken(provider, claims);
  const answer = await ask(userInfoUrlOf(provider, accessToken));
  const profile = profileOfUserInfo(
    provider,
    answer,
    provider.emailsUrl === undefined ? undefined : await ask(provider.emailsUrl),
  );
  if (!profile) throw new ExchangeRefused('badToken', new Error('a user info of nobody'));
  return profile;
}
