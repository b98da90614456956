import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { valuesIn } from '../catalogue';
import { atPlace, visibleLocations } from '../places';
import type { PlaceFilter } from '../places/place.contract';
import type { DonatedDay, DonatedItem, DonatedQuery, DonatedSpan, LocationDays } from './donated.contract';

/** The visible locations of a place, as the table `place` (id, currency), and the destinations that are donations. */
const placesAndSinks = (scope: Scope, place: PlaceFilter): RawBuilder<unknown> => sql`
  with place as materialized (
    select l.id, s.currency_code as currency from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where ${sql.join([visibleLocations(scope), ...atPlace(scope, place)], sql` and `)}),
  sink as materialized (select id from ref_value where organisation_id = ${scope.organisationId} and is_donation)`;

/** What counts as waste stands in the cube, the rest in a table of its own; a weighing is in one of them. */
const donated = (
  { organisationId }: Scope,
  {
    columns,
    days,
    from = sql`place p`,
  }: { columns: RawBuilder<unknown>; days: RawBuilder<unknown>; from?: RawBuilder<unknown> },
): RawBuilder<unknown> =>
  sql.join(
    [
      { table: sql`rollup_day_cube`, counted: sql`r.g` },
      { table: sql`rollup_day_not_waste`, counted: sql`0::numeric` },
    ].map(
      ({ table, counted }) => sql`
    select ${columns}, p.currency, r.txn, r.g, r.cost, r.estimated_g, ${counted} as counted_g
    from ${from} join ${table} r on r.organisation_id = ${organisationId} and r.location_id = p.id and ${days}
    where r.sink_id in (select id from sink)`,
    ),
    sql` union all `,
  );

const between = ({ start, end }: DonatedQuery) => sql`r.local_date >= ${start}::date and r.local_date <= ${end}::date`;

/** What was weighed with a donation as its destination, by day, stage and currency. */
export async function listDonatedDays(db: Db, scope: Scope, query: DonatedQuery): Promise<DonatedDay[]> {
  const { start: _start, end: _end, ...place } = query;
  const { rows } = await sql<DonatedDay>`
    ${placesAndSinks(scope, place)},
    part as (${donated(scope, { columns: sql`r.local_date as day, r.stage_id`, days: between(query) })})
    select day, stage_id as "stageId", currency, sum(txn)::int as txn, sum(g) as g, sum(counted_g) as "countedG", sum(estimated_g) as "estimatedG", sum(cost) as cost
    from part group by day, stage_id, currency order by day, stage_id, currency`.execute(db);
  return rows;
}

/** The same by item and currency, the heaviest first. */
export async function listDonatedItems(
  db: Db,
  scope: Scope,
  { locale, ...query }: DonatedQuery & { locale: Parameters<typeof valuesIn>[0] },
): Promise<DonatedItem[]> {
  const { start: _start, end: _end, ...place } = query;
  const { rows } = await sql<DonatedItem>`
    ${placesAndSinks(scope, place)},
    part as (${donated(scope, { columns: sql`r.item_id`, days: between(query) })}),
    total as (select item_id, currency, sum(g) as g, sum(cost) as cost from part group by item_id, currency)
    select nullif(u.item_id, 0) as "itemId", v.name as "itemName", u.currency, u.g, u.cost
    from total u left join ${valuesIn(locale)} v on v.organisation_id = ${scope.organisationId} and v.id = u.item_id
    order by u.g desc, u.item_id, u.currency`.execute(db);
  return rows;
}

/** What it came to on some days of some locations, in the order of these; nothing weighed is 0. */
export async function sumDonatedSpans(db: Db, scope: Scope, spans: readonly LocationDays[]): Promise<DonatedSpan[]> {
  if (spans.length === 0) return [];
  const { rows } = await sql<DonatedSpan>`
    ${placesAndSinks(scope, {})},
    span as (
      select * from unnest(${spans.map((one) => one.locationId)}::bigint[], ${spans.map((one) => one.from)}::date[], ${spans.map((one) => one.to)}::date[])
        with ordinality as k (location_id, first_day, last_day, place_no)),
    part as (${donated(scope, {
      columns: sql`k.place_no`,
      from: sql`span k join place p on p.id = k.location_id`,
      days: sql`r.local_date >= k.first_day and r.local_date <= k.last_day`,
    })})
    select coalesce(sum(part.g), 0) as g, coalesce(sum(part.cost), 0) as cost
    from span left join part on part.place_no = span.place_no group by span.place_no order by span.place_no`.execute(
    db,
  );
  return rows;
}
