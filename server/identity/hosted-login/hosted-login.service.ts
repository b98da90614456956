import { createHash } from 'node:crypto';
import { Failure } from '../../platform/errors';
import type { OwnGrant } from '../../platform/http/web-session';
import type { Visitor } from '../../platform/visitor';
import { isSecret, newSecret, secretHash } from '../api-tokens/token-secret';
import { exchangeCode } from '../oauth/code-grant.service';
import { ownClient } from '../oauth/oauth-client';
import { refused } from '../oauth/oauth-refusal';
import type { OAuthAnswer } from '../oauth/oauth-tokens';
import { refreshGrant, refreshSilently } from '../oauth/refresh-grant.service';
import type { IdentityParts } from '../parts';
import { signOut } from '../sign-in/sign-in.service';
import { readAccessToken } from '../tokens/access-token';
import { grantOf, proofsOf, type Asked, type Begun } from './hosted-login.rules';

type Needs = Pick<IdentityParts, 'config' | 'rateLimits' | 'tokens'>;

/** Below our own address, as it is registered for the installation's own front end. */
export const hostedCallback = '/oauth/callback';
const redirectUri = ({ publicUrl }: Needs['config']) => `${new URL(publicUrl).origin}${hostedCallback}`;

/** Where our own pages send somebody to sign in, and what their browser keeps meanwhile. */
export function beginHostedLogin(asked: Asked, { config, tokens }: Pick<Needs, 'config' | 'tokens'>): { url: string; state: string } {
  const state = newSecret();
  const { nonce, verifier } = proofsOf(tokens.secrets, state);
  const wanted = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams({
    response_type: 'code', client_id: ownClient(config).id, redirect_uri: redirectUri(config), scope: 'openid email profile', state, nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256', ...Object.fromEntries(wanted),
  });
  return { url: `/oauth/authorize?${query}`, state };
}

/** A session that the provider vouches for, and what renews it. */
export interface Entered {
  sessionId: string;
  grant: OwnGrant;
}

/** Whose an ID token is. @throws Failure 400 for one that is not of this provider, for our own pages and, where something was asked, the answer to that */
async function judge(visitor: Visitor, { answer, nonce }: { answer: OAuthAnswer; nonce?: string }, parts: Needs): Promise<Entered> {
  const { now } = visitor;
  const clientId = ownClient(parts.config).id;
  const claims = await parts.tokens.keys.verify(answer.id_token, now);
  const named = claims && readAccessToken(claims);
  if (!named) throw await refused(visitor, { error: 'invalid_token', reason: 'idToken', clientId }, parts);
  if (nonce !== undefined && claims['nonce'] !== nonce) throw await refused(visitor, { error: 'invalid_token', reason: 'nonce', clientId }, parts);
  return { sessionId: named.sessionId, grant: grantOf(named.sessionId, answer, now) };
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
export async function finishHostedLogin(visitor: Visitor, { answer, begun }: { answer: HostedAnswer; begun: Begun }, parts: Needs): Promise<Entered> {
  const { config, tokens } = parts;
  const client = ownClient(config);
  const refuse = (reason: string, error = 'invalid_request') => refused(visitor, { error, reason, clientId: client.id }, parts);
  if (!isSecret(secretHash(begun.state), answer.state ?? '')) throw await refuse('state');
  if (answer.iss !== config.publicUrl) throw await refuse('issuer');
  // What it says stands in its own row of audit.
  if (answer.error !== undefined) throw await refuse('provider', answer.error === 'access_denied' ? 'access_denied' : 'invalid_request');
  const { nonce, verifier } = proofsOf(tokens.secrets, begun.state);
  return judge(visitor, { answer: await exchangeCode(visitor, { client, ask: { code: answer.code, redirect_uri: redirectUri(config), code_verifier: verifier } }, parts), nonce }, parts);
}

/** A no of the provider, as opposed to one that could not be asked. */
const isNo = (error: unknown): error is Failure => error instanceof Failure && error.status < 500;

/** Asks the provider by the refresh cookie of this browser, without a page. @returns null where it says no; else what somebody enters by, and the cookie's new value */
export async function enterSilently(visitor: Visitor, refreshToken: string, parts: Needs): Promise<(Entered & { cookie: string }) | null> {
  try {
    const { answer, cookie } = await refreshSilently(visitor, { refreshToken, tenantId: undefined }, parts);
    return { ...(await judge(visitor, { answer }, parts)), cookie };
  } catch (error) {
    if (isNo(error)) return null;
    throw error;
  }
}

/** Another grant for one whose time is over. Where the provider says no, nobody is signed in any more: @returns null */
export async function renewOwnGrant(visitor: Visitor, grant: OwnGrant, parts: Needs): Promise<OwnGrant | null> {
  try {
    const answer = await refreshGrant(visitor, { client: ownClient(parts.config), ask: { refresh_token: grant.refreshToken } }, parts);
    return grantOf(grant.sessionId, answer, visitor.now);
  } catch (error) {
    if (!isNo(error)) throw error;
    await signOut(visitor, grant.sessionId);
    return null;
  }
}
