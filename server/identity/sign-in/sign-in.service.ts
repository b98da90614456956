import { sql } from 'kysely';
import { internalOrganisation, type Locale } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import { fail, Failure } from '../../platform/errors';
import type { Limit } from '../../platform/http/rate-limits';
import type { Visitor } from '../../platform/visitor';
import { sessionActions, userActions } from '../identity.audit';
import { verifyPassword } from '../passwords/password-hash';
import type { IdentityPorts } from '../ports';
import { endSession, openSession } from '../sessions/session.store';
import { lockedUntil } from './sign-in.rules';

const perAddress: Limit = { name: 'sign-in-ip', points: 100, seconds: 600 };
const perAddressAndAccount: Limit = { name: 'sign-in-ip-account', points: 30, seconds: 600 };

interface Account {
  id: number;
  login: string;
  password_hash: string | null;
  status: string;
  failed_sign_ins: number;
  open: boolean;
  tenant_number: number | null;
  /** Set by this very try. */
  lockedUntil?: Date | null;
}

interface Given {
  username: string;
  password: string;
  /** Chosen on the way to this sign-in; the person's own from now on. */
  locale?: Locale | undefined;
}

/**
 * Signs somebody in with a password. The answer and the time it takes do not tell an unknown name, a wrong password and a
 * locked account apart.
 * @returns the id of the new session.
 * @throws Failure 401 `login.invalidUsernameOrPassword`, 429 after too many tries.
 */
export async function signIn(visitor: Visitor, given: Given, { rateLimits, metrics }: Pick<IdentityPorts, 'rateLimits' | 'metrics'>): Promise<string> {
  try {
    const sessionId = await tryToSignIn(visitor, given, rateLimits);
    metrics.signIn('accepted');
    return sessionId;
  } catch (error) {
    const status = error instanceof Failure ? error.status : 500;
    metrics.signIn(status === 401 ? 'refused' : status === 429 ? 'limited' : 'failed');
    throw error;
  }
}

async function tryToSignIn(visitor: Visitor, given: Given, rateLimits: IdentityPorts['rateLimits']): Promise<string> {
  const { db, ip } = visitor;
  const username = given.username.trim().toLowerCase();
  await rateLimits.take(perAddress, ip);
  await rateLimits.take(perAddressAndAccount, `${ip} ${username}`);

  const account = await countTry(visitor, username);
  const right = await verifyPassword(account?.open ? account.password_hash : null, given.password);
  if (!right || !account || account.status !== 'A' || account.tenant_number === null) {
    await noteFailure(visitor, account);
    throw fail.signedOut('login.invalidUsernameOrPassword');
  }

  const entering = { id: account.id, login: account.login, tenantNumber: account.tenant_number, locale: given.locale };
  return db.transaction().execute((trx) => enter(trx, visitor, entering));
}

interface Entering {
  id: number;
  login: string;
  tenantNumber: number;
  /** What the person chose on the way; absent where their own stays. */
  locale?: Locale | undefined;
}

async function enter(trx: Trx, visitor: Visitor, { id, login, tenantNumber, locale }: Entering): Promise<string> {
  const { now, ip, userAgent } = visitor;
  await trx
    .updateTable('identity.user')
    .set({ failed_sign_ins: 0, locked_until: null, last_sign_in_at: now, ...(locale ? { locale } : {}) })
    .where('id', '=', id)
    .execute();
  const sessionId = await openSession(trx, { userId: id, tenantNumber, ip, userAgent, now });
  await visitor.audit(trx, { action: sessionActions.signIn, entity: 'session', entityId: sessionId, organisationId: tenantNumber, after: { login, ...(locale ? { locale } : {}) } });
  return sessionId;
}

/**
 * Signs in whoever has just set their password by a link, in the transaction that set it and lifted any lock.
 * @returns the id of the new session; null where the account is switched off, signs in elsewhere or belongs to no active tenant.
 */
export async function enterByLink(trx: Trx, visitor: Visitor, userId: number): Promise<string | null> {
  const { rows } = await sql<Pick<Entering, 'id' | 'login'> & { tenantNumber: number | null }>`
    select u.id, u.login, ${firstTenant} as "tenantNumber" from identity."user" u
    where u.id = ${userId} and u.status = 'A' and not u.sso_user`.execute(trx);
  const account = rows[0];
  return account && account.tenantNumber !== null ? enter(trx, visitor, { ...account, tenantNumber: account.tenantNumber }) : null;
}

/** Where somebody comes in: of their active memberships the one of the smallest number. */
const firstTenant = sql<number | null>`(
  select m.tenant_number from identity.membership m join identity.tenant t on t.number = m.tenant_number
  where m.user_id = u.id and m.status = 'A' and t.status = 'ACTIVE' order by m.tenant_number limit 1)`;

/** Counts the try, and locks the account when it is one too many, before the password is looked at: parallel guesses all count. */
function countTry({ db, now }: Visitor, username: string): Promise<Account | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Account>`
      select u.id, u.login, u.password_hash, u.status, u.failed_sign_ins, (u.locked_until is null or u.locked_until <= ${now}) as open, ${firstTenant} as tenant_number
      from identity."user" u where lower(u.login) = ${username} or lower(u.email) = ${username}
      order by lower(u.login) = ${username} desc limit 1 for update of u`.execute(trx);
    const account = rows[0];
    if (!account) return undefined;
    const failures = account.failed_sign_ins + 1;
    const until = account.open ? lockedUntil(failures, now) : null;
    await trx.updateTable('identity.user').set({ failed_sign_ins: failures, ...(until ? { locked_until: until } : {}) }).where('id', '=', account.id).execute();
    return { ...account, failed_sign_ins: failures, lockedUntil: until };
  });
}

/** One audit row for known and unknown names alike, so that both take as long. */
async function noteFailure(visitor: Visitor, account: Account | undefined): Promise<void> {
  visitor.log.warn({ userId: account?.id ?? null, ip: visitor.ip }, 'sign-in refused');
  await visitor.db.transaction().execute((trx) =>
    visitor.audit(trx, {
      action: account?.lockedUntil ? userActions.lock : sessionActions.refuse,
      entity: 'user',
      entityId: account?.id,
      organisationId: account?.tenant_number ?? internalOrganisation,
      after: { failures: account?.failed_sign_ins ?? null },
    }),
  );
}

export function signOut(visitor: Visitor, sessionId: string): Promise<void> {
  return visitor.db.transaction().execute(async (trx) => {
    await endSession(trx, sessionId, { now: visitor.now, reason: 'signed out' });
    if (visitor.userId !== null) await visitor.audit(trx, { action: sessionActions.signOut, entity: 'session', entityId: sessionId });
  });
}
