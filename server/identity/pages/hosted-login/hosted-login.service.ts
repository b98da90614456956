import { Failure } from '../../../platform/errors';
import type { OwnGrant } from '../../../platform/http/web-session';
import type { Visitor } from '../../../platform/visitor';
import { challengeOf } from '../../core/secrets/pkce';
import { isSecret, newSecret, secretHash } from '../../core/secrets/token-secret';
import { readAccessToken } from '../../core/tokens/access-token';
import { insertGrant, isGrantOpen } from '../../core/tokens/grant.store';
import { accessTokenSeconds } from '../../core/tokens/key-schedule.rules';
import { readRefreshToken } from '../../core/tokens/refresh-token';
import type { IdentityParts } from '../../parts';
import { exchangeCode } from '../../protocols/oauth/code-grant.service';
import { ownClient, ownRedirectUri } from '../../protocols/oauth/oauth-client';
import { refused } from '../../protocols/oauth/oauth-refusal';
import { refreshPurpose, type OAuthAnswer } from '../../protocols/oauth/oauth-tokens';
import { signOut } from '../../ways-in/password/sign-in.service';
import { grantOf, proofsOf, type Asked, type Begun } from './hosted-login-state';

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits' | 'tokens'>;

const scope = 'openid email profile';

/** Where our own pages send somebody to sign in, and what their browser keeps meanwhile. */
export function beginHostedLogin(
  asked: Asked,
  { config, tokens }: Pick<Dependencies, 'config' | 'tokens'>,
): { url: string; state: string } {
  const state = newSecret();
  const { nonce, verifier } = proofsOf(tokens.secrets, state);
  const wanted = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: ownClient(config).id,
    redirect_uri: ownRedirectUri(config),
    scope,
    state,
    nonce,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...Object.fromEntries(wanted),
  });
  return { url: `/oauth/authorize?${query}`, state };
}

/** A session that the provider vouches for, and what renews it. */
export interface Entered {
  sessionId: string;
  grant: OwnGrant;
}

/** Whose an answer of the token endpoint is. @throws Failure 401 for an ID token that is not of this provider, for our own pages, and the answer to what was asked */
async function judge(
  visitor: Visitor,
  { answer, nonce }: { answer: OAuthAnswer; nonce: string },
  parts: Dependencies,
): Promise<Entered> {
  const { now } = visitor;
  const { keys, secrets } = parts.tokens;
  const claims = await keys.verify(answer.id_token, now);
  const [named, grant] = [
    claims && readAccessToken(claims),
    readRefreshToken(secrets, answer.refresh_token, refreshPurpose),
  ];
  if (!named || !grant || claims?.['nonce'] !== nonce)
    throw await refused(
      visitor,
      { error: 'invalid_token', reason: 'idToken', clientId: ownClient(parts.config).id },
      parts,
    );
  const { sessionId } = named;
  return { sessionId, grant: grantOf({ sessionId, id: grant.sessionId, seconds: answer.expires_in }, now) };
}

/** What the provider brings back to `/oauth/callback` (RFC 6749, 4.1.2; RFC 9207). */
export interface HostedAnswer {
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/**
 * Takes the provider's answer to what this browser was sent away with.
 * @throws Failure 400, 401 or 403 for whatever is not good, 429
 */
export async function finishHostedLogin(
  visitor: Visitor,
  { answer, begun }: { answer: HostedAnswer; begun: Begun },
  parts: Dependencies,
): Promise<Entered> {
  const { config, tokens } = parts;
  const client = ownClient(config);
  const refuse = (reason: string, error = 'invalid_request') =>
    refused(visitor, { error, reason, clientId: client.id }, parts);
  if (!isSecret(secretHash(begun.state), answer.state ?? '')) throw await refuse('state');
  if (answer.iss !== config.publicUrl) throw await refuse('issuer');
  // What it says stands in its own row of audit.
  if (answer.error !== undefined)
    throw await refuse('provider', answer.error === 'access_denied' ? 'access_denied' : 'invalid_request');
  const { nonce, verifier } = proofsOf(tokens.secrets, begun.state);
  return judge(
    visitor,
    {
      answer: await exchangeCode(
        visitor,
        { client, ask: { code: answer.code, redirect_uri: ownRedirectUri(config), code_verifier: verifier } },
        parts,
      ),
      nonce,
    },
    parts,
  );
}

/** A no of the provider, as opposed to one that could not be asked. */
const isNo = (error: unknown): error is Failure => error instanceof Failure && error.status < 500;

/** Asks the provider by the refresh cookie of this browser, without a page. @returns null where it says no; else what somebody enters by, and the cookie's new value */
export async function enterSilently(
  visitor: Visitor,
  refreshToken: string,
  { config, tokens }: Dependencies,
): Promise<(Entered & { cookie: string }) | null> {
  const { db, now } = visitor;
  try {
    const {
      person: { sessionId, tenantId },
      expiresIn,
      refreshToken: cookie,
    } = await tokens.refresh(visitor, { refreshToken });
    const { id } = await db
      .transaction()
      .execute((trx) => insertGrant(trx, { clientId: ownClient(config).id, sessionId, tenantId, scope }, now));
    return { sessionId, grant: grantOf({ sessionId, id, seconds: expiresIn }, now), cookie };
  } catch (error) {
    if (isNo(error)) return null;
    throw error;
  }
}

/**
 * The same grant for longer, where its time is over. Its session is alive, as whoever asks has seen: what somebody may in a tenant is asked
 * with each request. @returns null where the provider has ended it; nobody is signed in any more then
 */
export async function renewOwnGrant(visitor: Visitor, { sessionId, id }: OwnGrant): Promise<OwnGrant | null> {
  const { db, now } = visitor;
  if (await isGrantOpen(db, id)) return grantOf({ sessionId, id, seconds: accessTokenSeconds }, now);
  await signOut(visitor, sessionId);
  return null;
}
