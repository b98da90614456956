import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { isLive } from '../sessions/live-session';

export interface OwnSession {
  id: string;
  tenantNumber: number;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
  /** Somebody else looks with this person's eyes. */
  impersonated: boolean;
}

/** The live sessions of a person in whatever tenant, the newest first, and the one that asks, whatever it is. */
export async function listOwnSessions(
  db: Db,
  { userId, sessionId, now }: { userId: number; sessionId: string; now: Date },
): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select s.id, s.tenant_number as "tenantNumber", s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt", s.ip, s.user_agent as "userAgent", s.viewed_user_id is not null as impersonated
    from identity.session s where ${isLive(now)} and (s.id = ${sessionId} or (s.user_id = ${userId} and s.viewed_user_id is null))
    order by s.created_at desc, s.id`.execute(db);
  return rows;
}

/** Ends one live session of a person, or all but one. @returns those that had not ended before */
export async function endOwnSessions(
  trx: Trx,
  { userId, only, except, now }: { userId: number; only?: string; except?: string; now: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable('identity.session')
    .set({ ended_at: now, end_reason: 'ended by the person' })
    .where('user_id', '=', userId)
    .where('viewed_user_id', 'is', null)
    .where('ended_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('id', '=', only as string))
    .$if(except !== undefined, (query) => query.where('id', '<>', except as string))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The number of somebody in the tenant, by their public id. */
export async function findMemberNumber(
  trx: Trx,
  { tenantNumber, userUuid }: { tenantNumber: number; userUuid: string },
): Promise<number | null> {
  const row = await trx
    .selectFrom('identity.user as u')
    .innerJoin('identity.membership as m', 'm.user_id', 'u.id')
    .select('u.id')
    .where('u.uuid', '=', userUuid)
    .where('m.tenant_number', '=', tenantNumber)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** When somebody else looked with this person's eyes, and why. */
export interface OwnView {
  by: string;
  organization: string;
  reason: string;
  startedAt: Date;
  /** As it was left, or as its time ran out. */
  endedAt: Date;
}

/** The client views that staff took of a person, the newest first; those under way end in the future. */
export async function listViewsOf(db: Db, { userId, limit }: { userId: number; limit: number }): Promise<OwnView[]> {
  const { rows } = await sql<OwnView>`
    select a.full_name as by, t.name as organization, s.view_reason as reason, s.created_at as "startedAt", least(s.ended_at, s.expires_at) as "endedAt"
    from identity.session s join identity."user" a on a.id = s.user_id join identity.tenant t on t.number = s.viewed_tenant_number
    where s.viewed_user_id = ${userId} order by s.created_at desc, s.id limit ${limit}`.execute(db);
  return rows;
}
