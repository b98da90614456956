import { sql } from 'kysely';
import type { Locale } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { SignedIn } from '../ports';

/** The session policy: 10 sessions, an hour idle, 90 days in all. */
export const sessionPolicy = { maxSessions: 10, idleSeconds: 3600, lifeSeconds: 7_776_000 };

const touchEverySeconds = 60;

interface NewSession {
  userId: number;
  tenantNumber: number;
  ip: string;
  userAgent: string;
  now: Date;
}

/** Opens a session; the oldest of the user's others end when there are too many. */
export async function openSession(trx: Trx, { userId, tenantNumber, ip, userAgent, now }: NewSession): Promise<string> {
  await sql`select 1 from identity."user" where id = ${userId} for update`.execute(trx);
  await sql`
    update identity.session set ended_at = ${now}, end_reason = 'too many sessions'
    where id in (
      select id from identity.session where user_id = ${userId} and ended_at is null
      order by created_at desc, id offset ${sessionPolicy.maxSessions - 1})`.execute(trx);
  const row = await trx
    .insertInto('identity.session')
    .values({
      user_id: userId,
      tenant_number: tenantNumber,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + sessionPolicy.lifeSeconds * 1000),
      idle_seconds: sessionPolicy.idleSeconds,
      ip,
      user_agent: userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

interface Ending {
  now: Date;
  reason: string;
}

const ending = (trx: Trx, { now, reason }: Ending) => trx.updateTable('identity.session').set({ ended_at: now, end_reason: reason }).where('ended_at', 'is', null);

export async function endSession(trx: Trx, sessionId: string, how: Ending): Promise<void> {
  await ending(trx, how).where('id', '=', sessionId).execute();
}

export async function endSessionsOfUser(trx: Trx, userId: number, how: Ending): Promise<void> {
  await ending(trx, how).where('user_id', '=', userId).execute();
}

interface SessionRow {
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
  tenant_name: string;
  permissions: string[];
}

/** Who stands behind a session that is alive at `now`; rights are read afresh each time, so that a change acts at once. */
export async function findSignedIn(db: Db, sessionId: string, now: Date): Promise<SignedIn | null> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.last_used_at, u.id as user_id, u.uuid, u.login, u.email, u.full_name, u.locale, u.sso_user,
      u.privacy_accepted_at, u.password_reset_required, t.number as tenant_number, t.name as tenant_name,
      coalesce((
        select array_agg(distinct rp.permission_key order by rp.permission_key)
        from identity.membership_role mr join identity.role_permission rp on rp.role_id = mr.role_id
        where mr.tenant_number = s.tenant_number and mr.user_id = s.user_id), '{}') as permissions
    from identity.session s
    join identity."user" u on u.id = s.user_id and u.status = 'A'
    join identity.tenant t on t.number = s.tenant_number and t.status = 'ACTIVE'
    join identity.membership m on m.tenant_number = s.tenant_number and m.user_id = s.user_id and m.status = 'A'
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > ${now}
      and s.last_used_at > ${now}::timestamptz - make_interval(secs => s.idle_seconds)`.execute(db);
  const row = rows[0];
  if (!row) return null;
  if (now.getTime() - row.last_used_at.getTime() > touchEverySeconds * 1000) {
    // A use that cannot be noted (the disk is full) ends the session sooner, never later; reading goes on.
    await db.updateTable('identity.session').set({ last_used_at: now }).where('id', '=', sessionId).execute().catch(() => undefined);
  }
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    userUuid: row.uuid,
    login: row.login,
    email: row.email,
    fullName: row.full_name,
    locale: row.locale as Locale,
    ssoUser: row.sso_user,
    privacyAccepted: row.privacy_accepted_at !== null,
    passwordResetRequired: row.password_reset_required,
    tenantNumber: row.tenant_number,
    tenantName: row.tenant_name,
    permissions: row.permissions,
  };
}
