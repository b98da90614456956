import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { seesAll } from '../../../platform/restriction.rules';
import { apiTokenActions } from '../../identity.audit';
import type { IdentityConfig } from '../../ports';
import { lockAccount } from '../accounts/account-lock';
import { changingRights, checkGrant } from '../roles/grants';
import { rolesOf } from '../roles/role.service';
import { accessTokenText, newSecret, secretHash } from '../secrets/token-secret';
import type { TokenKind } from './api-token.contract';
import { mostTokens } from './api-token.rules';
import {
  countTokens,
  deleteToken,
  insertToken,
  lacksFactorForToken,
  listTokens,
  type KeptToken,
  type TokenOwner,
} from './api-token.store';
import { tellOfTokenJob } from './token-mail.job';

export interface MadeToken {
  token: KeptToken;
  /** Shown once: we keep its hash. */
  secret: string;
}

interface Wish {
  kind: TokenKind;
  description: string;
  /** undefined: for ever. */
  expiresInMinutes?: number | undefined;
  /** Of whoever makes it. */
  sessionId: string;
}

interface Making extends Wish, TokenOwner {
  roles: readonly number[];
}

const ownTokens = ({ scope, actor }: ActingPersonally): TokenOwner => ({
  tenantNumber: scope.organisationId,
  userId: actor.userId,
});
const tenantTokens = ({ scope }: ActingPersonally): TokenOwner => ({
  tenantNumber: scope.organisationId,
  userId: null,
});

function checkEnabled({ identity }: Pick<IdentityConfig, 'identity'>): void {
  if (!identity.apiTokens) throw fail.forbidden('apiTokens.switchedOff');
}

async function make(
  trx: Trx,
  { actor: { userId: madeBy }, now, audit, jobs }: ActingPersonally,
  { expiresInMinutes, ...wish }: Making,
): Promise<MadeToken> {
  const { tenantNumber, userId, kind, description, roles } = wish;
  // A session may have been spared the factor: that of whoever forces it, or of a remembered browser. What outlives it is not.
  if (await lacksFactorForToken(trx, wish)) throw fail.unprocessable('apiTokens.needsFactor');
  const most = userId === null ? mostTokens.tenant : mostTokens.user;
  if ((await countTokens(trx, wish, now)) >= most) throw fail.unprocessable('apiTokens.tooMany', { params: { most } });
  const secret = newSecret();
  const expiresAt = expiresInMinutes === undefined ? null : new Date(now.getTime() + expiresInMinutes * 60_000);
  const id = await insertToken(trx, { ...wish, madeBy, secretHash: secretHash(secret), expiresAt, now });
  const [token] = await listTokens(trx, { tenantNumber, userId }, { id, limit: 1 });
  if (!token) throw new Error('the token that was made is gone');
  await audit(trx, {
    action: apiTokenActions.create,
    entity: 'apiToken',
    entityId: id,
    after: { kind, description, expiresAt, ofUser: userId, roles },
  });
  await jobs.send(trx, tellOfTokenJob, {
    tokenId: id,
    description,
    tenantNumber,
    madeBy,
    ofTenant: userId === null,
    at: now.toISOString(),
  });
  return { token, secret: kind === 'ACCESS' ? accessTokenText(id, secret) : secret };
}

/** A token that may what its person may, from use to use. @throws Failure 403 switchedOff, 422 tooMany */
export function makeUserToken(acting: ActingPersonally, wish: Wish, config: IdentityConfig): Promise<MadeToken> {
  checkEnabled(config);
  const owner = ownTokens(acting);
  return acting.db.transaction().execute(async (trx) => {
    await lockAccount(trx, acting.actor.userId);
    return make(trx, acting, { ...wish, ...owner, roles: [] });
  });
}

/** A token that may what its roles may. @throws Failure 403 switchedOff, beyondYours, limitedToSites, 404 unknownRole, 422 tooMany */
export function makeTenantToken(
  acting: ActingPersonally,
  { roleIds, ...wish }: Wish & { roleIds: readonly string[] },
  config: IdentityConfig,
): Promise<MadeToken> {
  checkEnabled(config);
  const owner = tenantTokens(acting);
  return changingRights(acting, async (trx) => {
    const roles = await rolesOf(trx, owner.tenantNumber, roleIds);
    for (const role of roles) checkGrant(acting, role.permissions);
    return make(trx, acting, { ...wish, ...owner, roles: roles.map(({ number }) => number) });
  });
}

async function remove(
  { db, audit }: ActingPersonally,
  owner: TokenOwner,
  which: { id: string; kind?: TokenKind | undefined },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await deleteToken(trx, owner, which);
    if (!before) throw fail.notFound('apiTokens.unknown');
    await audit(trx, {
      action: apiTokenActions.remove,
      entity: 'apiToken',
      entityId: which.id,
      before: { ...before, ofUser: owner.userId },
    });
  });
}

/** Whatever came by it is out with its next request. @throws Failure 404 for one that is not theirs */
export const removeUserToken = (acting: ActingPersonally, which: { id: string; kind?: TokenKind }): Promise<void> =>
  remove(acting, ownTokens(acting), which);

/** Whoever may delete tokens may delete each: one that is lost must not wait for its maker. @throws Failure 404, 403 limitedToSites */
export async function removeTenantToken(
  acting: ActingPersonally,
  which: { id: string; kind?: TokenKind },
): Promise<void> {
  if (!seesAll(acting.scope)) throw fail.forbidden('identity.limitedToSites');
  await remove(acting, tenantTokens(acting), which);
}
