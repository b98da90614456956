import type { Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { isVerifier } from '../../core/secrets/pkce';
import { secretHash } from '../../core/secrets/token-secret';
import { endGrant, insertGrant, type Grant } from '../../core/tokens/grant.store';
import { scopeOf } from '../../core/tokens/oauth-scopes.rules';
import { oauthActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { lockCode, useCode, type KeptCode } from './authorization.store';
import { entitledBy } from './entitled';
import { findClient, type OAuthClient } from './oauth-client';
import { oauthError, refused } from './oauth-refusal';
import { oauthAnswer, type OAuthAnswer } from './oauth-tokens';
import type { TokenAsk } from './oauth.contract';

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits' | 'tokens'>;
type Ask = Pick<TokenAsk, 'code' | 'redirect_uri' | 'code_verifier'>;

/** Why a code gives nothing; null where it does. Whoever brings one is told no more than that it is not good. */
function faultOf(
  code: KeptCode,
  { client, ask, now }: { client: OAuthClient | null; ask: Ask; now: Date },
): string | null {
  if (client && client.id !== code.clientId) return 'otherClient';
  if (code.expiresAt <= now) return 'codeExpired';
  if (ask.redirect_uri !== code.redirectUri) return 'redirectUri';
  if (!isVerifier(ask.code_verifier, code.codeChallenge))
    return ask.code_verifier === undefined ? 'pkceMissing' : 'pkceVerifier';
  return null;
}

type Taken = { grant: Grant; client: OAuthClient; code: KeptCode } | { fault: string; clientId?: string };

/** Uses up a code, whether it gives something or not: one that was tried wrongly may be known to somebody else. */
async function takeCode(
  trx: Trx,
  visitor: Visitor,
  { client, ask, config }: { client: OAuthClient | null; ask: Ask & { code: string }; config: Dependencies['config'] },
): Promise<Taken> {
  const { now, audit } = visitor;
  const hash = secretHash(ask.code);
  const code = await lockCode(trx, hash);
  if (!code) return { fault: 'code' };
  if (code.used) {
    if (code.grantId !== null) {
      await endGrant(trx, code.grantId, { now, reason: 'code used again' });
      await audit(trx, {
        action: oauthActions.replay,
        entity: 'oauthGrant',
        entityId: code.grantId,
        after: { clientId: code.clientId, by: client?.id ?? null },
      });
    }
    return { fault: 'codeUsed', clientId: code.clientId };
  }
  const by = client ?? (await findClient(trx, config, code.clientId));
  // Who does not say who they are may not stand for a client that has a secret.
  const fault =
    !by || (client === null && by.authMethod !== 'none') ? 'clientMissing' : faultOf(code, { client, ask, now });
  const grant = fault === null ? await insertGrant(trx, code, now) : null;
  await useCode(trx, hash, { now, grantId: grant?.id ?? null });
  if (!grant || !by) return { fault: fault ?? 'clientMissing', clientId: code.clientId };
  await audit(trx, {
    action: oauthActions.grant,
    entity: 'oauthGrant',
    entityId: grant.id,
    after: { clientId: by.id, scope: grant.scope },
  });
  return { grant, client: by, code };
}

/**
 * Exchanges a code for tokens of the session in which it was given (RFC 6749, 4.1.3).
 * @param client null where it did not say who it is
 * @throws Failure 400 for whatever is not good, 429; a code that comes a second time ends what it gave
 */
export async function exchangeCode(
  visitor: Visitor,
  { client, ask }: { client: OAuthClient | null; ask: Ask },
  parts: Dependencies,
): Promise<OAuthAnswer> {
  const { code } = ask;
  if (code === undefined || ask.redirect_uri === undefined)
    throw oauthError({ error: 'invalid_request', reason: code === undefined ? 'codeMissing' : 'redirectUriMissing' });
  const taken = await visitor.db
    .transaction()
    .execute((trx) => takeCode(trx, visitor, { client, ask: { ...ask, code }, config: parts.config }));
  if ('fault' in taken)
    throw await refused(
      visitor,
      { error: 'invalid_grant', reason: taken.fault, clientId: taken.clientId ?? client?.id },
      parts,
    );
  const {
    grant,
    code: { nonce },
  } = taken;
  const { ip, now } = visitor;
  const person = await entitledBy(
    visitor,
    { clientId: grant.clientId, find: () => parts.tokens.entitled({ ...grant, ip, now }) },
    parts,
  );
  return oauthAnswer(
    { ...parts, db: visitor.db },
    {
      client: taken.client,
      grant,
      scope: scopeOf(grant.scope, taken.client.scopes),
      person,
      number: 0,
      nonce,
      now: visitor.now,
    },
  );
}
