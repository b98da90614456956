import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { usualShare } from './implausible.rules';
import type { WeighedBefore } from './questions.rules';

/** So many of the newest weighings of a location say what is usual there. */
const mostOfOne = 1_000;
/** A batch of many locations reads fewer of each, so many together; of each at least this many, which still say what is usual. */
const mostOfBatch = 5_000;
const leastOfOne = 50;

interface Asking {
  locationIds: readonly number[];
  /** An event that is changed does not speak for itself. */
  exceptEventId?: number | undefined;
}

/** What was weighed at the locations until now, from their newest weighings. A location without any has no entry. */
export async function readWeighedBefore(
  db: Db | Trx,
  organisationId: number,
  { locationIds, exceptEventId = 0 }: Asking,
): Promise<Map<number, WeighedBefore>> {
  const ids = [...new Set(locationIds)];
  if (ids.length === 0) return new Map();
  const most = Math.max(leastOfOne, Math.min(mostOfOne, Math.floor(mostOfBatch / ids.length)));
  const usual = (column: string) =>
    sql`coalesce((array_agg(${sql.ref(column)} order by ${sql.ref(column)}) filter (where ${sql.ref(column)} > 0))[
      floor(${usualShare}::numeric * greatest(count(*) filter (where ${sql.ref(column)} > 0) - 1, 0))::int + 1], 0)`;
  const { rows } = await sql<WeighedBefore & { locationId: number }>`
    select l.id as "locationId", w.*
    from unnest(${ids}::bigint[]) k (id)
    join location l on l.organisation_id = ${organisationId} and l.id = k.id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    cross join lateral (
      select ${usual('grams')} as "usualGrams", coalesce(max(grams), 0) as "largestGrams", ${usual('cost')} as "usualCost", coalesce(max(cost), 0) as "largestCost"
      from (
        select case when not n.estimated then n.net_g end as grams, case when n.cost_currency = s.currency_code then n.cost_amount end as cost
        from (
          select * from waste_event e where e.organisation_id = l.organisation_id and e.location_id = l.id
          order by e.local_date desc limit ${most}) n
        where n.voided_at is null and n.id <> ${exceptEventId}) weighing
      having count(*) > 0) w`.execute(db);
  return new Map(rows.map(({ locationId, ...before }) => [locationId, before]));
}
