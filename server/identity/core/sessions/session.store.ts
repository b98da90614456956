import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '../../../platform/actor';
import type { ClientView } from '../../../platform/client-view';
import { dateFormsOf } from '../../../platform/date-forms.rules';
import type { Db, Trx } from '../../../platform/db/database';
import { planKept } from '../../../platform/db/kept-plans';
import { fail } from '../../../platform/errors';
import { isActiveMember } from '../../policies/entry/active-member';
import { lacksForcedFactor } from '../../policies/mfa/forced-factor';
import { checkProviderOfSession } from '../../policies/providers/provider-entry';
import { sessionCeiling, touchEverySeconds } from '../../policies/sessions/session-policy.rules';
import { mostSessions } from '../../policies/sessions/session-policy.store';
import type { SignedIn } from '../../ports';
import { lockAccount, noteSignIn } from '../accounts/account-lock';
import { sparedTenants } from '../factors/spared-tenants';
import { heldPermissions } from '../roles/held';
import { viewStands } from './client-view.conditions';
import { isLive, isWithinLimits } from './live-session';
import { endSurplus, roomForOne } from './session-limits.store';

interface NewSession {
  userId: number;
  tenantNumber: number;
  ip: string;
  userAgent: string;
  /** How the person proved themselves (RFC 8176). */
  amr?: readonly string[];
  /** The tenant whose provider vouches for them. */
  ssoTenant?: number | null;
  /** When that provider last asked them; null where it did not say. */
  providerProofAt?: Date | null;
  /** What they chose on the way in is theirs from now on. */
  locale?: Locale | undefined;
  now: Date;
}

/** Opens a session, which forgets the failures before it and, like `lockAccount`, lets changes of the account wait; the oldest of the user's others end when there are too many for the tenant, or for the installation. */
export async function openSession(
  trx: Trx,
  {
    userId,
    tenantNumber,
    ip,
    userAgent,
    amr = ['pwd'],
    ssoTenant = null,
    providerProofAt = null,
    locale,
    now,
  }: NewSession,
): Promise<string> {
  await noteSignIn(trx, userId, { now, locale });
  const row = await trx
    .with('ended', () => sql`(${roomForOne({ userId, tenantNumber, now })})`)
    .insertInto('identity.session')
    .values({
      user_id: userId,
      tenant_number: tenantNumber,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + sessionCeiling.lifeSeconds * 1000),
      idle_seconds: sessionCeiling.idleSeconds,
      ip,
      user_agent: userAgent,
      authenticated_at: now,
      amr: [...amr],
      sso_tenant_number: ssoTenant,
      provider_proof_at: providerProofAt,
      factor_spared_in: sparedTenants({ userId, amr, now }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

interface Ending {
  now: Date;
  reason: string;
}

const ending = (trx: Trx, { now, reason }: Ending) =>
  trx.updateTable('identity.session').set({ ended_at: now, end_reason: reason }).where('ended_at', 'is', null);

export async function endSession(trx: Trx, sessionId: string, how: Ending): Promise<void> {
  await ending(trx, how).where('id', '=', sessionId).execute();
}

export async function endSessionsOfUser(trx: Trx, userId: number, how: Ending): Promise<void> {
  await ending(trx, how).where('user_id', '=', userId).execute();
}

/** All of somebody's but the one that they sit in. */
export async function endOtherSessions(
  trx: Trx,
  { userId, sessionId }: { userId: number; sessionId: string },
  how: Ending,
): Promise<void> {
  await ending(trx, how).where('user_id', '=', userId).where('id', '<>', sessionId).execute();
}

/** Somebody has proved themselves again in a session. @returns false where it has ended */
export async function renewProof(
  trx: Trx,
  sessionId: string,
  { amr, now }: { amr: readonly string[]; now: Date },
): Promise<boolean> {
  const renewed = await trx
    .updateTable('identity.session')
    .set({ amr: [...amr], authenticated_at: now, last_used_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** When and how somebody last proved themselves in a session. */
export async function selectProof(db: Db | Trx, sessionId: string): Promise<{ authenticatedAt: Date; amr: string[] }> {
  const row = await db
    .selectFrom('identity.session')
    .select(['authenticated_at', 'created_at', 'amr'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return { authenticatedAt: row.authenticated_at ?? row.created_at, amr: row.amr };
}

/** Whether the person came into a session by their organization, or signs in by it alone. A client view is of whoever looks. */
export async function isOfSso(db: Db, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ bySso: boolean }>`
    select bool_or(u.sso_user or 'sso' = any(s.amr)) as "bySso" from identity.session s join identity."user" u on u.id = s.user_id
    where s.id = ${sessionId} or s.id = (select view.begun_in from identity.session view where view.id = ${sessionId})`.execute(
    db,
  );
  return rows[0]?.bySso === true;
}

/** Of everybody in the tenant, or of one of them; sessions in other tenants go on. */
export async function endSessionsInTenant(
  trx: Trx,
  { tenantNumber, userId }: { tenantNumber: number; userId?: number },
  how: Ending,
): Promise<void> {
  const ended = ending(trx, how).where('tenant_number', '=', tenantNumber);
  await (userId === undefined ? ended : ended.where('user_id', '=', userId)).execute();
}

export interface EndedSession {
  sessionId: string;
  userId: number;
  tenantNumber: number;
}

/**
 * Goes on with a session in another tenant, where the oldest of the person's others end when there are too many.
 * @returns the tenant before
 * @throws Failure 403 where the provider of that tenant has to vouch for them and did not
 */
export async function moveSession(
  trx: Trx,
  { sessionId, userId, tenantNumber, now }: { sessionId: string; userId: number; tenantNumber: number; now: Date },
): Promise<number> {
  await lockAccount(trx, userId);
  const session = trx
    .selectFrom('identity.session')
    .select(['tenant_number', 'sso_tenant_number'])
    .where('id', '=', sessionId)
    .forUpdate();
  const { tenant_number: before, sso_tenant_number: ssoTenant } = await session.executeTakeFirstOrThrow();
  if (before !== tenantNumber)
    await checkProviderOfSession(trx, { userId, tenantNumber, ssoTenant, mayBreakGlass: true });
  await trx.updateTable('identity.session').set({ tenant_number: tenantNumber }).where('id', '=', sessionId).execute();
  await endSurplus(trx, {
    tenantNumber,
    userId,
    most: mostSessions(tenantNumber),
    keep: sessionId,
    now,
  });
  return before;
}

/** Ends a session and, where it is a client view, the one that it was begun in: nobody is signed in here any more. @returns those that had not ended before */
export async function endSessions(trx: Trx, sessionId: string, how: Ending): Promise<EndedSession[]> {
  const rows = await ending(trx, how)
    .where((where) =>
      where.or([
        where('id', '=', sessionId),
        where(
          'id',
          '=',
          where.selectFrom('identity.session as view').select('view.begun_in').where('view.id', '=', sessionId),
        ),
      ]),
    )
    .returning(['id', 'user_id', 'tenant_number'])
    .execute();
  return rows.map((row) => ({ sessionId: row.id, userId: row.user_id, tenantNumber: row.tenant_number }));
}

export interface SessionRow {
  session_id: string;
  last_used_at: Date;
  user_id: number;
  uuid: string;
  login: string;
  email: string;
  full_name: string;
  locale: string;
  sso_user: boolean;
  privacy_accepted_at: Date | null;
  password_reset_required: boolean;
  tenant_number: number;
  tenant_id: string;
  tenant_name: string;
  date_format: string | null;
  time_format: string | null;
  authenticated_at: Date | null;
  created_at: Date;
  amr: string[];
  permissions: string[];
  begun_in: string | null;
  /** How often its refresh token was replaced: the number of the one that works now. */
  refreshes: number;
  expires_at: Date;
  /** It has neither ended, nor been left alone for too long, nor lived too long. */
  within_limits: boolean;
  /** The shortest idle time that holds. */
  idle_limit: number;
  /** Tenants that look at the address of who comes. */
  address_limits: number[];
  /** Of the session itself, whatever tenant was asked for. */
  opened_in: number;
  sso_tenant: number | null;
  lacks_factor: boolean;
  acting_user_id: number;
  acting_uuid: string;
  acting_login: string;
  acting_full_name: string;
  acting_locale: string;
}

interface AskedSession {
  sessionId: string;
  now: Date;
  /** The tenant's public id, where somebody asks for another of theirs than the session's. */
  tenantId?: string | undefined;
  /** They move there, which asks for more than to act there. */
  moves?: true;
}

/** Which session, and the public id of the tenant where it is not the session's own that is asked for. */
interface Sought {
  session: RawBuilder<unknown>;
  tenant: RawBuilder<unknown> | null;
  now: Date;
}

/** Whoever a session stands for, as a query of one row at the most, which says whether the session policies let it go on; `readSignedIn` makes somebody of it. */
export function signedInQuery({ session, tenant, now }: Sought): RawBuilder<SessionRow> {
  const inTenant =
    tenant === null
      ? sql<boolean>`t.number = coalesce(s.viewed_tenant_number, s.tenant_number)`
      : sql<boolean>`t.id = ${tenant} and coalesce(s.viewed_tenant_number, t.number) = t.number`;
  return sql<SessionRow>`
    select s.id as session_id, s.last_used_at, u.id as user_id, u.uuid, u.login, u.email, u.full_name, u.locale, u.sso_user,
      u.privacy_accepted_at, u.password_reset_required, t.number as tenant_number, t.id as tenant_id, t.name as tenant_name, said.date_format, said.time_format,
      s.authenticated_at, s.created_at, s.amr,
      ${heldPermissions(sql`u.id`, sql`t.number`)} as permissions,
      (${isLive(now)} and ${isWithinLimits(now, { tenant: sql`t.number` })}) as within_limits,
      least(s.idle_seconds, (select min(limits.idle_seconds) from identity.session_policy limits where limits.idle_active and limits.tenant_number in (s.tenant_number, t.number))) as idle_limit,
      array(select ap.tenant_number from identity.address_policy ap where ap.is_active and (ap.tenant_number in (t.number, m.through_number) or (s.viewed_user_id is not null and ap.tenant_number = s.tenant_number))) as address_limits,
      s.tenant_number as opened_in, s.sso_tenant_number as sso_tenant, (${lacksForcedFactor(sql`t.number`)} or coalesce(${lacksForcedFactor(sql`m.through_number`)}, false)) as lacks_factor, s.begun_in, s.refreshes, s.expires_at, a.id as acting_user_id, a.uuid as acting_uuid, a.login as acting_login, a.full_name as acting_full_name, a.locale as acting_locale
    from identity.session s
    join identity."user" a on a.id = s.user_id
    join identity."user" u on u.id = coalesce(s.viewed_user_id, s.user_id) and u.status = 'A'
    join identity.tenant t on ${inTenant} and t.status = 'ACTIVE'
    left join identity.tenant_settings said on said.tenant_number = t.number
    join identity.membership m on m.tenant_number = t.number and m.user_id = u.id and ${isActiveMember(now)}
    where s.id = ${session} and s.ended_at is null and (s.viewed_user_id is null or ${viewStands(now)})`;
}

/** Of a row of `signedInQuery`, by the name that it goes by: `readSignedIn` makes somebody of it, and no tenant looks at the address that they come from. */
export const isAdmitted = (row: string): RawBuilder<boolean> => {
  const of = (column: keyof SessionRow) => sql.ref(`${row}.${column}`);
  return sql<boolean>`(${of('within_limits')} and not ${of('lacks_factor')} and ${of('tenant_number')} = ${of('opened_in')} and cardinality(${of('address_limits')}) = 0)`;
};

/**
 * Who stands behind a session that is alive at `now`; rights are read afresh each time, so that a change acts at once.
 * @returns null too where they are no member of the tenant that is asked for, and where the session's own forces a second factor that it lacks
 * @throws Failure 403 where it lacks one for another tenant, or the provider of that tenant has to vouch for them and did not
 */
export async function findSignedIn(db: Db, { moves, ...asked }: AskedSession): Promise<SignedIn | null> {
  const row = await findSessionRow(db, asked);
  return row ? readSignedIn(db, row, { now: asked.now, moves }) : null;
}

/** What is written of a session that has not ended, for `readSignedIn`. */
export async function findSessionRow(
  db: Db,
  { sessionId, now, tenantId }: Omit<AskedSession, 'moves'>,
): Promise<SessionRow | null> {
  const tenant = tenantId === undefined ? null : sql`${tenantId}`;
  const {
    rows: [row],
  } = await sql<SessionRow>`${planKept}${signedInQuery({ session: sql`${sessionId}`, tenant, now })}`.execute(db);
  return row ?? null;
}

/** What a row of `signedInQuery` comes to. @returns and @throws as `findSignedIn` */
export async function readSignedIn(
  db: Db,
  row: SessionRow,
  { now, moves }: Pick<AskedSession, 'now' | 'moves'>,
): Promise<SignedIn | null> {
  const person = row.within_limits ? await personOf(db, row, { moves }) : null;
  if (person) await noteUse(db, row, now);
  return person;
}

/** Who it is, once the session policies let them go on. @returns null where the session lacks a factor that its tenant forces @throws as `findSignedIn` */
export async function personOf(
  db: Db,
  row: SessionRow,
  { moves }: Pick<AskedSession, 'moves'> = {},
): Promise<SignedIn | null> {
  if (row.lacks_factor && row.tenant_number !== row.opened_in)
    throw fail.forbidden('identityNotices.factorForced', { params: { tenant: row.tenant_name } });
  if (row.lacks_factor) return null;
  if (row.tenant_number !== row.opened_in && row.begun_in === null && !moves)
    await checkProviderOfSession(db, {
      userId: row.user_id,
      tenantNumber: row.tenant_number,
      ssoTenant: row.sso_tenant,
      mayBreakGlass: false,
    });
  const clientView = clientViewOf(row);
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    userUuid: row.uuid,
    login: row.login,
    email: row.email,
    fullName: row.full_name,
    locale: row.locale as Locale,
    ssoUser: row.sso_user,
    clientView,
    // What waits for a person is for themselves to do.
    privacyAccepted: clientView !== null || row.privacy_accepted_at !== null,
    passwordResetRequired: clientView === null && row.password_reset_required,
    authenticatedAt: row.authenticated_at ?? row.created_at,
    amr: row.amr,
    tenantNumber: row.tenant_number,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    forms: dateFormsOf({ date: row.date_format, time: row.time_format }),
    permissions: row.permissions,
    addressLimits: row.address_limits.map(Number),
  };
}

/** Starts the time anew after which a session that nobody uses ends; a use is not written down each time. */
export async function noteUse(
  db: Db,
  { session_id: id, begun_in: begunIn, last_used_at: usedAt, idle_limit: idleSeconds }: SessionRow,
  now: Date,
): Promise<void> {
  if (now.getTime() - usedAt.getTime() <= touchEverySeconds(idleSeconds) * 1000) return;
  // A use that cannot be noted (the disk is full) ends the session sooner, never later; reading goes on.
  await db
    .updateTable('identity.session')
    .set({ last_used_at: now })
    .where('id', 'in', [id, ...(begunIn ? [begunIn] : [])])
    .execute()
    .catch(() => undefined);
}

function clientViewOf({
  session_id: id,
  begun_in: begunIn,
  expires_at: endsAt,
  ...row
}: SessionRow): ClientView | null {
  if (begunIn === null) return null;
  return {
    id,
    begunIn,
    endsAt,
    by: {
      userId: row.acting_user_id,
      userUuid: row.acting_uuid,
      login: row.acting_login,
      fullName: row.acting_full_name,
      locale: row.acting_locale as Locale,
    },
  };
}

/** The session that a client view was begun in, where the view has ended and that session lives on. */
export async function findWayBack(db: Db, sessionId: string, now: Date): Promise<string | null> {
  const view = await db
    .selectFrom('identity.session')
    .select('begun_in')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!view?.begun_in) return null;
  return (await findSignedIn(db, { sessionId: view.begun_in, now })) ? view.begun_in : null;
}
