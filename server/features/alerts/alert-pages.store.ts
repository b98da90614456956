import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';

/** With which a new alert begins. */
export async function selectCurrency(db: Db, { organisationId }: Scope): Promise<string> {
  const row = await db
    .selectFrom('organisation')
    .select('currency_code')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return row.currency_code;
}
