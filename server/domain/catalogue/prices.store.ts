import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { CostRule } from './cost.rules';

/** The ids of a value and of those above it, nearest first. */
export const categoriesOf = (organisationId: number, valueId: RawBuilder<unknown>): RawBuilder<number[]> => sql<
  number[]
>`(
  with recursive above (id, parent_id, far) as (
    select c.id, c.parent_id, 1 from ref_value c where c.organisation_id = ${organisationId} and c.id = ${valueId}
    union all
    select c.id, c.parent_id, above.far + 1 from above join ref_value c on c.organisation_id = ${organisationId} and c.id = above.parent_id where above.far < 50)
  select coalesce(jsonb_agg(id order by far), '[]') from above)`;

/** The prices that hold; of a rule that was changed, its newest version. */
export async function listCostRules(db: Db | Trx, organisationId: number): Promise<CostRule[]> {
  const { rows } = await sql<CostRule>`
    select id, site_id as "siteId", ref_item_id as "itemId", amount_per_kg as "amountPerKg", currency_code as currency,
      valid_from as "validFrom", valid_to as "validTo", priority
    from cost_rule where organisation_id = ${organisationId} and superseded_at is null`.execute(db);
  return rows;
}
