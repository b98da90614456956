import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import { keptRefreshes, type RefreshState } from './refresh.rules';

export async function lockRefreshes(
  trx: Trx,
  sessionId: string,
): Promise<(RefreshState & { userId: number; tenantNumber: number; ended: boolean }) | null> {
  const row = await trx
    .selectFrom('identity.session')
    .select(['refreshes', 'refreshed_at', 'user_id', 'tenant_number', 'ended_at'])
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  return row
    ? {
        refreshes: row.refreshes,
        refreshedAt: row.refreshed_at,
        userId: row.user_id,
        tenantNumber: row.tenant_number,
        ended: row.ended_at !== null,
      }
    : null;
}

export async function noteRefresh(trx: Trx, sessionId: string, now: Date): Promise<void> {
  await sql`
    update identity.session set refreshes = refreshes + 1, refreshed_at = (array_append(refreshed_at, ${now}::timestamptz))[greatest(1, cardinality(refreshed_at) + 2 - ${keptRefreshes}::int):]
    where id = ${sessionId}`.execute(trx);
}
