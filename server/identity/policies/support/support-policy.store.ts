import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';

/** Whether a tenant lets staff take a client view of its people. */
export const letsStaffIn = (tenant: RawBuilder<unknown>) => sql<boolean>`not exists (
  select 1 from identity.support_policy sp where sp.tenant_number = ${tenant} and not sp.client_views)`;

export async function selectClientViewsAllowed(db: Db | Trx, tenantNumber: number): Promise<boolean> {
  const row = await db
    .selectFrom('identity.support_policy')
    .select('client_views')
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirst();
  return row?.client_views ?? true;
}

export async function keepClientViewsAllowed(
  trx: Trx,
  tenantNumber: number,
  { allowed, now }: { allowed: boolean; now: Date },
): Promise<void> {
  const columns = { client_views: allowed, updated_at: now };
  await trx
    .insertInto('identity.support_policy')
    .values({ tenant_number: tenantNumber, ...columns })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet(columns))
    .execute();
}
