import { sql } from 'kysely';
import { internalOrganisation } from '../../platform/actor';
import { fail, Failure } from '../../platform/errors';
import type { Context } from '../../platform/http/define-route';
import type { Limit, RateLimits } from '../../platform/http/rate-limits';
import { sessionActions, userActions } from '../identity.audit';
import { verifyPassword } from '../passwords/password-hash';
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
}

/**
 * Signs somebody in with a password. The answer and the time it takes do not tell an unknown name, a wrong password and a
 * locked account apart.
 * @returns the id of the new session.
 * @throws Failure 401 `login.invalidUsernameOrPassword`, 429 after too many tries.
 */
export async function signIn(given: Given, context: Context<'public'>, rateLimits: RateLimits): Promise<string> {
  const { metrics } = context.resources;
  try {
    const sessionId = await tryToSignIn(given, context, rateLimits);
    metrics.signIn('accepted');
    return sessionId;
  } catch (error) {
    const status = error instanceof Failure ? error.status : 500;
    metrics.signIn(status === 401 ? 'refused' : status === 429 ? 'limited' : 'failed');
    throw error;
  }
}

async function tryToSignIn(given: Given, context: Context<'public'>, rateLimits: RateLimits): Promise<string> {
  const { db, now, ip, userAgent } = context;
  const username = given.username.trim().toLowerCase();
  await rateLimits.take(perAddress, ip);
  await rateLimits.take(perAddressAndAccount, `${ip} ${username}`);

  const account = await countTry(context, username);
  const right = await verifyPassword(account?.open ? account.password_hash : null, given.password);
  if (!right || !account || account.status !== 'A' || account.tenant_number === null) {
    await noteFailure(context, account);
    throw fail.signedOut('login.invalidUsernameOrPassword');
  }

  const tenantNumber = account.tenant_number;
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('identity.user')
      .set({ failed_sign_ins: 0, locked_until: null, last_sign_in_at: now })
      .where('id', '=', account.id)
      .execute();
    const sessionId = await openSession(trx, { userId: account.id, tenantNumber, ip, userAgent, now });
    await context.audit(trx, { action: sessionActions.signIn, entity: 'session', entityId: sessionId, organisationId: tenantNumber, after: { login: account.login } });
    return sessionId;
  });
}

/** Counts the try, and locks the account when it is one too many, before the password is looked at: parallel guesses all count. */
function countTry({ db, now }: Context<'public'>, username: string): Promise<Account | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Account>`
      select u.id, u.login, u.password_hash, u.status, u.failed_sign_ins, (u.locked_until is null or u.locked_until <= ${now}) as open, (
        select m.tenant_number from identity.membership m join identity.tenant t on t.number = m.tenant_number
        where m.user_id = u.id and m.status = 'A' and t.status = 'ACTIVE' order by m.tenant_number limit 1) as tenant_number
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
async function noteFailure(context: Context<'public'>, account: Account | undefined): Promise<void> {
  context.log.warn({ userId: account?.id ?? null, ip: context.ip }, 'sign-in refused');
  await context.db.transaction().execute((trx) =>
    context.audit(trx, {
      action: account?.lockedUntil ? userActions.lock : sessionActions.refuse,
      entity: 'user',
      entityId: account?.id,
      organisationId: account?.tenant_number ?? internalOrganisation,
      after: { failures: account?.failed_sign_ins ?? null },
    }),
  );
}

export async function signOut(context: Context<'public'>): Promise<void> {
  const { door, db, now, actor } = context;
  const { sessionId } = door;
  if (sessionId) {
    await db.transaction().execute(async (trx) => {
      await endSession(trx, sessionId, { now, reason: 'signed out' });
      if (actor) await context.audit(trx, { action: sessionActions.signOut, entity: 'session', entityId: sessionId });
    });
  }
  await door.leave();
}
