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
