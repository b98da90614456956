import { sql, type RawBuilder } from 'kysely';
import { isActiveMember } from '../../policies/entry/active-member';

/** Whether the limits of a tenant let a session go on; what it has no limits for, the session's own row says. */
export function isWithinLimits(
  now: Date,
  { session = 's', tenant }: { session?: string; tenant: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${session}.${column}`);
  return sql<boolean>`not exists (
    select 1 from identity.session_policy limits where limits.tenant_number = ${tenant} and (
      (limits.idle_active and ${of('last_used_at')} <= ${now}::timestamptz - make_interval(secs => limits.idle_seconds))
      or (limits.life_active and ${of('created_at')} <= ${now}::timestamptz - make_interval(secs => limits.life_seconds))))`;
}

/** What makes a session one that somebody is signed in by, for a query that calls the session `s` unless told otherwise: neither ended, nor too old, nor left alone for too long. */
export function isLive(now: Date, session = 's'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${session}.${column}`);
  return sql<boolean>`(${of('ended_at')} is null and ${of('expires_at')} > ${now} and ${of('last_used_at')} > ${now}::timestamptz - make_interval(secs => ${of('idle_seconds')})
    and ${isWithinLimits(now, { session, tenant: of('tenant_number') })})`;
}

/** The person, tenant and membership that a session needs to be of any use, as `u`, `t` and `m`. */
export const liveOwner = (now: Date) => sql`
  join identity."user" u on u.id = s.user_id and u.status = 'A'
  join identity.tenant t on t.number = s.tenant_number and t.status = 'ACTIVE'
  join identity.membership m on m.tenant_number = s.tenant_number and m.user_id = s.user_id and ${isActiveMember(now)}`;
