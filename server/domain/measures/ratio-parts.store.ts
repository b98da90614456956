import { sql } from 'kysely';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { valuesIn } from '../catalogue';
import { valueColumns } from '../events/reference-fields.rules';
import type { Element } from './measure.contract';
import type { RatioDays, RatioPart } from './volume-ratios.contract';
import { countedDay, ratioDays } from './volume-ratios.store';

/** The waste of a ratio by the values of an element, the heaviest first; on the days that count they add up to its waste. */
export async function listRatioParts(
  db: Db,
  scope: Scope,
  { element, locale, ...days }: RatioDays & { element: Element; locale: Locale },
): Promise<RatioPart[]> {
  const column = sql.ref(`c.${valueColumns[element]}`);
  const { rows } = await sql<RatioPart>`
    with ${ratioDays(scope, { days, grain: 'span' })},
    value as (
      select ${column} as ref_id, sum(c.txn)::int as txn, sum(c.g) as g, coalesce(sum(c.g) filter (where ${countedDay}), 0) as counted_g
      from day d join rollup_day_cube c on c.organisation_id = ${scope.organisationId} and c.location_id = d.location_id and c.local_date = d.local_date
        and c.stage_id = any(${[...days.stageIds]}::int[])
        ${days.sourceId === undefined ? sql`` : sql`and c.source_id = ${days.sourceId}`}
      group by 1)
    select nullif(u.ref_id, 0) as "refId", v.name as "refName", u.txn, u.g, u.counted_g as "countedG"
    from value u left join ${valuesIn(locale)} v on v.organisation_id = ${scope.organisationId} and v.id = u.ref_id
    order by u.counted_g desc, u.g desc, u.ref_id`.execute(db);
  return rows;
}
