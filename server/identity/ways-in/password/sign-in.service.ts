import { sql } from 'kysely';
import { internalOrganisation, type Locale } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';
import { spelledAddress } from '../../../platform/email-address.rules';
import { spellingsOf } from '../../../platform/email-spellings';
import { fail, Failure } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { clearFailures } from '../../core/accounts/account-lock';
import { invitationOf } from '../../core/invitations/invite.service';
import { selectInvited } from '../../core/invitations/joining.service';
import { firstTenant } from '../../core/memberships/open-tenants';
import { verifyPassword } from '../../core/secrets/password-hash';
import { endSessions } from '../../core/sessions/session.store';
import { sessionActions, userActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { isStopped } from '../../policies/breaches/breach.rules';
import { isActiveMember } from '../../policies/entry/active-member';
import type { Admission, Arrival } from '../../policies/entry/arrival';
import { lockedUntil } from '../../policies/lockout/sign-in.rules';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import type { IdentityPorts } from '../../ports';
import { admit } from '../admission/admission';
import { checkBreachAtSignIn } from './breached-password.service';

const perAddress: Limit = { name: 'sign-in-ip', points: 100, seconds: 600 };
const perAddressAndAccount: Limit = { name: 'sign-in-ip-account', points: 30, seconds: 600 };

interface Account {
  id: number;
  login: string;
  email: string;
  password_hash: string | null;
  breachedAt: Date | null;
  checkedAt: Date | null;
  status: string;
  failed_sign_ins: number;
  open: boolean;
  tenant_number: number | null;
  /** The fewest failures that a tenant of theirs allows; null where none says so. */
  allowed: number | null;
}

interface Given {
  username: string;
  password: string;
  /** Chosen on the way to this sign-in; the person's own from now on. */
  locale?: Locale | undefined;
  /** Of the captcha provider. */
  recaptchaToken?: string | undefined;
  /** Of a link by which they join a tenant on the way in. */
  invitationToken?: string | undefined;
}

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits' | 'metrics' | 'breaches' | 'captcha'>;

/**
 * Signs somebody in with a password. The answer and the time it takes do not tell an unknown name, a wrong password and a
 * locked account apart.
 * @throws Failure 401 `login.invalidUsernameOrPassword`, 403 where passwords are switched off, 422 for an invite link that is not good, 422 and 503 of the captcha, 429 after too many tries.
 */
export async function signIn(visitor: Visitor, given: Given, needs: Dependencies): Promise<Admission> {
  if (!isWayOpen(needs.config.identity.authStrategy, 'password')) throw fail.forbidden('identity.wayClosed');
  return counted(needs.metrics, () => tryToSignIn(visitor, given, needs));
}

/** A try to sign in by whatever way, counted by how it ended. */
export async function counted<Entry extends Admission>(
  metrics: IdentityPorts['metrics'],
  attempt: () => Promise<Entry>,
): Promise<Entry> {
  try {
    const admission = await attempt();
    metrics.signIn(admission.kind === 'breached' ? 'refused' : 'accepted');
    return admission;
  } catch (error) {
    const status = error instanceof Failure ? error.status : 500;
    metrics.signIn(
      status === 401 || status === 403 || status === 422 ? 'refused' : status === 429 ? 'limited' : 'failed',
    );
    throw error;
  }
}

async function tryToSignIn(visitor: Visitor, given: Given, needs: Dependencies): Promise<Admission> {
  const { db, ip } = visitor;
  const { rateLimits, captcha } = needs;
  const username = spelledAddress(given.username.trim().toLowerCase());
  await rateLimits.take(perAddress, ip);
  await rateLimits.take(perAddressAndAccount, `${ip} ${username}`);

  await captcha.check(visitor, given.recaptchaToken);

  const invitation = invitationOf(given.invitationToken);
  if (invitation) await selectInvited(db, { tokenHash: invitation, now: visitor.now });
  const account = await findAccount(db, { username }, visitor.now);
  const right = await verifyPassword(account?.open ? account.password_hash : null, given.password);
  const known =
    right && account?.status === 'A' && account.tenant_number !== null
      ? await checkBreachAtSignIn(
          visitor,
          {
            ...account,
            userId: account.id,
            tenantNumber: account.tenant_number,
            hash: account.password_hash ?? '',
            password: given.password,
          },
          needs,
        )
      : false;
  const stopped = isStopped({ known, flags: needs.config.identity.flags });
  const admission = await db
    .transaction()
    .execute((trx) => settle(trx, visitor, { account, right, stopped, invitation, locale: given.locale }));
  if (!admission) throw fail.signedOut('login.invalidUsernameOrPassword');
  return admission;
}

type Looked = {
  /** As it was when the password was looked at. */
  account: Account | undefined;
  right: boolean;
  /** The password was right, and is one that is known to others: it opens nothing. */
  stopped: boolean;
} & Pick<Arrival, 'invitation' | 'locale'>;

/**
 * Judges a try by the account as it is by now, one of an account after the other: parallel guesses all count, and after the one that locks
 * the account none is good any more; right passwords, however many at once, count for nothing.
 * @returns null where nobody is let in
 */
async function settle(
  trx: Trx,
  visitor: Visitor,
  { account: before, right, stopped, ...wishes }: Looked,
): Promise<Admission | null> {
  const account = await findAccount(trx, { id: before?.id ?? noAccount, lock: true }, visitor.now);
  const stillRight = right && account !== undefined && account.open && account.password_hash === before?.password_hash;
  if (stillRight && account.status === 'A' && account.tenant_number !== null) {
    if (stopped) return stop(trx, visitor, account);
    return admit(trx, visitor, {
      userId: account.id,
      login: account.login,
      tenantNumber: account.tenant_number,
      ...wishes,
      way: 'password',
      amr: ['pwd'],
    });
  }
  await noteFailure(trx, visitor, account);
  return null;
}

/** Their password was right, so that it is not counted as a failure; it opens nothing all the same. */
async function stop(trx: Trx, visitor: Visitor, { id: userId, email, tenant_number }: Account): Promise<Admission> {
  await clearFailures(trx, userId);
  await visitor.audit(trx, {
    action: sessionActions.refuse,
    entity: 'user',
    entityId: userId,
    organisationId: tenant_number ?? internalOrganisation,
    after: { breachedPassword: true },
  });
  return { kind: 'breached', person: { userId, email } };
}

/**
 * Signs in whoever has just activated their account by a link, in the transaction that used it; `amr` says whether they set a password on the way.
 * @returns null where the account is switched off, signs in elsewhere or belongs to no active tenant.
 */
export async function enterByLink(
  trx: Trx,
  visitor: Visitor,
  { userId, amr }: Pick<Arrival, 'userId' | 'amr'>,
): Promise<Admission | null> {
  const { rows } = await sql<{ login: string; tenantNumber: number | null }>`
    select u.login, ${firstTenant(visitor.now)} as "tenantNumber" from identity."user" u
    where u.id = ${userId} and u.status = 'A' and not u.sso_user`.execute(trx);
  const account = rows[0];
  return account && account.tenantNumber !== null
    ? admit(trx, visitor, { userId, login: account.login, tenantNumber: account.tenantNumber, way: 'activation', amr })
    : null;
}

/** An account is one for all tenants, so the strictest of them counts. */
const fewestAllowed = (now: Date) => sql<number | null>`(
  select min(p.max_attempts) from identity.lockout_policy p join identity.membership m on m.tenant_number = p.tenant_number
  join identity.tenant t on t.number = m.tenant_number and t.status = 'ACTIVE'
  where m.user_id = u.id and ${isActiveMember(now)} and p.enabled)`;

/** No account has it: what is done for one is done for none as well, so that both take as long. */
const noAccount = 0;

/** Whose name it is, or who has the id; with the account locked against other tries where it is settled. */
async function findAccount(
  db: Db | Trx,
  { username, id, lock }: { username?: string; id?: number; lock?: true },
  now: Date,
): Promise<Account | undefined> {
  const wanted =
    username === undefined
      ? sql`u.id = ${id}`
      : sql`lower(u.login) = any(${spellingsOf(username)}::text[]) or lower(u.email) = any(${spellingsOf(username)}::text[])`;
  const { rows } = await sql<Account>`
    select u.id, u.login, u.email, u.password_breached_at as "breachedAt", u.breach_checked_at as "checkedAt", u.password_hash, u.status, u.failed_sign_ins, (u.locked_until is null or u.locked_until <= ${now}) as open, ${firstTenant(now)} as tenant_number, ${fewestAllowed(now)} as allowed
    from identity."user" u where ${wanted}
    order by lower(u.login) = any(${spellingsOf(username ?? '')}::text[]) desc limit 1 ${lock ? sql`for no key update of u` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Counts the try, locks the account when it is one too many, and leaves one audit row: for known and unknown names alike, so that both take as long. */
async function noteFailure(trx: Trx, visitor: Visitor, account: Account | undefined): Promise<void> {
  const failures = account && account.failed_sign_ins + 1;
  const until = account?.open
    ? lockedUntil(account.failed_sign_ins + 1, visitor.now, account.allowed ?? undefined)
    : null;
  await trx
    .updateTable('identity.user')
    .set({ failed_sign_ins: failures ?? 0, ...(until ? { locked_until: until } : {}) })
    .where('id', '=', account?.id ?? noAccount)
    .execute();
  visitor.log.warn({ userId: account?.id ?? null, ip: visitor.ip }, 'sign-in refused');
  await visitor.audit(trx, {
    action: until ? userActions.lock : sessionActions.refuse,
    entity: 'user',
    entityId: account?.id,
    organisationId: account?.tenant_number ?? internalOrganisation,
    after: { failures: failures ?? null },
  });
}

export function signOut(visitor: Visitor, sessionId: string): Promise<void> {
  return visitor.db.transaction().execute(async (trx) => {
    const ended = await endSessions(trx, sessionId, { now: visitor.now, reason: 'signed out' });
    if (visitor.userId !== null)
      return visitor.audit(trx, { action: sessionActions.signOut, entity: 'session', entityId: sessionId });
    // A client view that was over before: what ends is the session that it was begun in.
    for (const { sessionId: id, userId, tenantNumber } of ended) {
      await visitor.audit(trx, {
        action: sessionActions.signOut,
        entity: 'session',
        entityId: id,
        organisationId: tenantNumber,
        after: { userId },
      });
    }
  });
}
