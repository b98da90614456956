import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { sessionCeiling, usualSessionPolicy, type SessionPolicy } from './session-policy.rules';

/** How many sessions somebody may have in a tenant, as part of a query: what is off, or wider than the installation allows, falls back to its limit. */
export const mostSessions = (tenantNumber: number): RawBuilder<number> => sql<number>`coalesce(
  (select least(p.max_sessions, ${sessionCeiling.maxSessions}::int) from identity.session_policy p where p.tenant_number = ${tenantNumber} and p.concurrent_active),
  ${sessionCeiling.maxSessions}::int)`;

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
