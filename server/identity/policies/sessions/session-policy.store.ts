import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { isLive } from '../../core/sessions/live-session';
import { sessionCeiling, usualSessionPolicy, type SessionPolicy } from './session-policy.rules';

export async function selectSessionPolicy(db: Db | Trx, tenantNumber: number): Promise<SessionPolicy> {
  const row = await db
    .selectFrom('identity.session_policy')
    .selectAll()
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirst();
  if (!row) return usualSessionPolicy;
  return {
    concurrentActive: row.concurrent_active,
    maxSessions: row.max_sessions,
    idleActive: row.idle_active,
    idleSeconds: row.idle_seconds,
    lifeActive: row.life_active,
    lifeSeconds: row.life_seconds,
  };
}

export async function keepSessionPolicy(
  trx: Trx,
  tenantNumber: number,
  { policy, now }: { policy: SessionPolicy; now: Date },
): Promise<void> {
  const columns = {
    concurrent_active: policy.concurrentActive,
    max_sessions: policy.maxSessions,
    idle_active: policy.idleActive,
    idle_seconds: policy.idleSeconds,
    life_active: policy.lifeActive,
    life_seconds: policy.lifeSeconds,
    updated_at: now,
  };
  await trx
    .insertInto('identity.session_policy')
    .values({ tenant_number: tenantNumber, ...columns })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet(columns))
    .execute();
}

interface Surplus {
  /** In one tenant; across all, without. */
  tenantNumber?: number;
  /** Of one person; of each, without. */
  userId?: number;
  /** How many each person keeps. */
  most: number;
  /** A session that goes on, however old. */
  keep?: string;
  now: Date;
}

/** Client views do not count. */
const isCounted = sql<boolean>`s.ended_at is null and s.viewed_user_id is null`;
/** Live sessions before those that have lapsed. */
const newestFirst = (now: Date) => sql`${isLive(now)} desc, s.created_at desc, s.id`;

/** Ends what people have too many of: first what has lapsed, then the oldest. */
export async function endSurplus(trx: Trx, { tenantNumber, userId, most, keep, now }: Surplus): Promise<void> {
  const among: RawBuilder<boolean>[] = [isCounted];
  if (tenantNumber !== undefined) among.push(sql`s.tenant_number = ${tenantNumber}`);
  if (userId !== undefined) among.push(sql`s.user_id = ${userId}`);
  const kept = keep === undefined ? sql`false` : sql`s.id = ${keep}`;
  await sql`
    update identity.session set ended_at = ${now}, end_reason = 'too many sessions'
    where id in (
      select ranked.id from (
        select s.id, row_number() over (partition by s.user_id order by ${kept} desc, ${newestFirst(now)}) as place
        from identity.session s where ${sql.join(among, sql` and `)}) ranked
      where ranked.place > ${most})`.execute(trx);
}

/** Makes room for one more session of somebody: in the tenant by its policy, and in all by the installation's limit. */
export async function makeRoom(
  trx: Trx,
  { userId, tenantNumber, most, now }: { userId: number; tenantNumber: number; most: number; now: Date },
): Promise<void> {
  await sql`
    update identity.session set ended_at = ${now}, end_reason = 'too many sessions'
    where id in (
      select counted.id from (
        select ranked.id, ranked.surplus, row_number() over (order by ranked.surplus, ranked.place) as place
        from (
          select s.id, row_number() over (order by ${newestFirst(now)}) as place,
            s.tenant_number = ${tenantNumber} and row_number() over (partition by s.tenant_number order by ${newestFirst(now)}) > ${most - 1} as surplus
          from identity.session s where ${isCounted} and s.user_id = ${userId}) ranked) counted
      where counted.surplus or counted.place > ${sessionCeiling.maxSessions - 1})`.execute(trx);
}
