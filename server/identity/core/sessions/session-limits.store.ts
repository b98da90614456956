import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import { sessionCeiling } from '../../policies/sessions/session-policy.rules';
import { mostSessions } from '../../policies/sessions/session-policy.store';
import { isLive } from './live-session';

interface Surplus {
  /** In one tenant; across all, without. */
  tenantNumber?: number;
  /** Of one person; of each, without. */
  userId?: number;
  /** How many each person keeps. */
  most: RawBuilder<number>;
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

/** Makes room for one more session of somebody, as a statement: in the tenant by its policy, and in all by the installation's limit. */
export const roomForOne = ({ userId, tenantNumber, now }: { userId: number; tenantNumber: number; now: Date }) => sql`
    update identity.session set ended_at = ${now}, end_reason = 'too many sessions'
    where id in (
      select counted.id from (
        select ranked.id, ranked.surplus, row_number() over (order by ranked.surplus, ranked.place) as place
        from (
          select s.id, row_number() over (order by ${newestFirst(now)}) as place,
            s.tenant_number = ${tenantNumber} and row_number() over (partition by s.tenant_number order by ${newestFirst(now)}) > ${mostSessions(tenantNumber)} - 1 as surplus
          from identity.session s where ${isCounted} and s.user_id = ${userId}) ranked) counted
      where counted.surplus or counted.place > ${sessionCeiling.maxSessions - 1})`;
