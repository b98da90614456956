import type { Visitor } from '../../../platform/visitor';
import {
  endGrant,
  findForRefresh,
  lockGrant,
  openSilentGrant,
  replaceNewest,
  type Grant,
} from '../../core/tokens/grant.store';
import { identityScopes, isWithin, scopeOf } from '../../core/tokens/oauth-scopes.rules';
import { readRefreshToken, refreshTokenOf } from '../../core/tokens/refresh-token';
import { judgeRefresh } from '../../core/tokens/refresh.rules';
import { oauthActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { entitledBy } from './entitled';
import { findClient, ownClient, type OAuthClient } from './oauth-client';
import { oauthError, refused } from './oauth-refusal';
import { oauthAnswer, refreshPurpose, type OAuthAnswer } from './oauth-tokens';
import type { TokenAsk } from './oauth.contract';

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits' | 'tokens'>;
type Ask = Pick<TokenAsk, 'refresh_token' | 'scope' | 'tenantId'>;

/** Why a client gets nothing for a refresh token that is ours. */
function faultOf(
  grant: Grant,
  { client, by, ask }: { client: OAuthClient | null; by: OAuthClient | null; ask: Ask },
): { error: string; reason: string } | null {
  if (client && client.id !== grant.clientId) return { error: 'invalid_grant', reason: 'otherClient' };
  if (!by || (client === null && by.authMethod !== 'none')) return { error: 'invalid_grant', reason: 'clientMissing' };
  if (grant.ended) return { error: 'invalid_grant', reason: 'ended' };
  // What a client was given in one tenant becomes nothing in another.
  if (!by.own && ask.tenantId !== undefined && ask.tenantId !== grant.tenantId)
    return { error: 'invalid_grant', reason: 'otherTenant' };
  // Nobody gets more by a refresh than was given first (RFC 6749, 6).
  return ask.scope !== undefined && !isWithin(ask.scope, grant.scope)
    ? { error: 'invalid_scope', reason: 'scope' }
    : null;
}

/**
 * New tokens for a refresh token, which is replaced (RFC 9700, 4.14.2): parallel tabs get the same successor, and one that was
 * replaced before that ends what the client holds.
 * @param client null where it did not say who it is
 * @throws Failure 400 for whatever is not good, 403, 429
 */
export async function refreshGrant(
  visitor: Visitor,
  { client, ask }: { client: OAuthClient | null; ask: Ask },
  parts: Dependencies,
): Promise<OAuthAnswer> {
  const { db, now } = visitor;
  if (ask.refresh_token === undefined) throw oauthError({ error: 'invalid_request', reason: 'refreshTokenMissing' });
  const named = readRefreshToken(parts.tokens.secrets, ask.refresh_token, refreshPurpose);
  // A client that asks for nothing of its own gets what it had: no more is to be judged than stands in its rows.
  const plain = ask.scope === undefined && ask.tenantId === undefined;
  const found =
    named &&
    (await findForRefresh(db, named.sessionId, {
      tenantId: ask.tenantId ?? null,
      replacing: plain ? { number: named.number, clientId: (client ?? ownClient(parts.config)).id } : null,
      now,
    }));
  if (!found || !named)
    throw await refused(visitor, { error: 'invalid_grant', reason: 'refreshToken', clientId: client?.id }, parts);
  const { grant } = found;
  const by = client ?? (await findClient(db, parts.config, grant.clientId));
  const fault = faultOf(grant, { client, by, ask });
  if (fault || !by)
    throw await refused(
      visitor,
      { ...(fault ?? { error: 'invalid_grant', reason: 'clientMissing' }), clientId: client?.id ?? grant.clientId },
      parts,
    );
  // Who may not come in must not use up the token.
  const person = await entitledBy(
    visitor,
    { clientId: grant.clientId, find: async () => parts.tokens.admit(await found.person(), visitor.ip) },
    parts,
  );
  const facts = found.facts ?? (await replaceNewest(db, { id: grant.id, number: named.number, person, now }));
  if (!facts) await repeatOrEnd(visitor, { grant, number: named.number }, parts);
  const scope = scopeOf(ask.scope ?? grant.scope, by.scopes);
  return oauthAnswer(
    { ...parts, db },
    { client: by, grant, scope, person, number: named.number + 1, nonce: null, now, facts },
  );
}

/** Of a token that is not the newest: a slow tab gets the successor again, anybody else ends the grant, in a transaction that is kept. @throws Failure 400 */
async function repeatOrEnd(
  visitor: Visitor,
  { grant, number }: { grant: Grant; number: number },
  parts: Dependencies,
): Promise<void> {
  const { now, audit } = visitor;
  const fault = await visitor.db.transaction().execute(async (trx) => {
    const state = await lockGrant(trx, grant.id);
    if (!state || state.ended) return 'ended';
    if (judgeRefresh(state, number, now) !== 'reused') return null;
    await endGrant(trx, grant.id, { now, reason: 'refresh token reused' });
    await audit(trx, {
      action: oauthActions.reuse,
      entity: 'oauthGrant',
      entityId: grant.id,
      after: { clientId: grant.clientId },
    });
    return 'reused';
  });
  if (fault !== null)
    throw await refused(visitor, { error: 'invalid_grant', reason: fault, clientId: grant.clientId }, parts);
}

/**
 * Tokens for the installation's own front end by the refresh cookie of this browser, which is replaced. What it gets beside them to go on by
 * is a chain of its own: the cookie is never handed to a script.
 * @returns the answer, and the cookie's new value
 * @throws Failure as `tokens.refresh`
 */
export async function refreshSilently(
  visitor: Visitor,
  asked: { refreshToken: string; tenantId: string | undefined },
  { config, tokens }: Dependencies,
): Promise<{ answer: OAuthAnswer; cookie: string }> {
  const { accessToken, expiresIn, refreshToken: cookie, person } = await tokens.refresh(visitor, asked);
  const scope = identityScopes.filter((known) => known !== 'offline_access').join(' ');
  const grant = await openSilentGrant(
    visitor.db,
    { clientId: ownClient(config).id, sessionId: person.sessionId, tenantId: person.tenantId, scope },
    visitor.now,
  );
  const refreshToken = refreshTokenOf(tokens.secrets, { sessionId: grant.id, number: grant.refreshes }, refreshPurpose);
  return {
    cookie,
    answer: {
      access_token: accessToken,
      id_token: accessToken,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: expiresIn,
      scope,
    },
  };
}
