import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { LoginBox } from './login-box.contract';

/** Nothing where the tenant has said nothing. */
export async function findLoginBox(db: Db | Trx, tenantNumber: number): Promise<LoginBox> {
  const row = await db
    .selectFrom('identity.tenant_login_box')
    .select(sql<LoginBox>`said`.as('said'))
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirst();
  return row?.said ?? {};
}

export async function saveLoginBox(
  trx: Trx,
  tenantNumber: number,
  { said, now }: { said: LoginBox; now: Date },
): Promise<void> {
  const row = { said: JSON.stringify(said), updated_at: now };
  await trx
    .insertInto('identity.tenant_login_box')
    .values({ tenant_number: tenantNumber, ...row })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet(row))
    .execute();
}
