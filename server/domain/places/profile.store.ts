import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { WeightUnitCode } from '../../platform/weight-units.rules';

/** Keeps the unit that a person wants to see weights in, in this organisation. */
export async function keepUnit(
  trx: Trx,
  { userId, tenantNumber }: { userId: number; tenantNumber: number },
  unit: WeightUnitCode,
): Promise<void> {
  await sql`
    insert into user_profile (organisation_id, user_id, unit_id) select ${tenantNumber}, ${userId}, id from unit where abbr = ${unit}
    on conflict (organisation_id, user_id) do update set unit_id = excluded.unit_id`.execute(trx);
}
