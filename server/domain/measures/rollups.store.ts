import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/database';
import { deleteWeeks, unnestWeeks } from '../weeks';
import type { LocationWeek } from '../weeks/location-week.contract';
import type { LocationSpan } from './span.rules';

/** A table k (location_id, week_start), each week once. */
const pairsOf = (weeks: readonly LocationWeek[]): RawBuilder<unknown> =>
  sql`(select distinct * from ${unnestWeeks(weeks)} u (location_id, week_start)) k`;

/**
 * Writes rollup_day_cube, rollup_day and rollup_week_dim of the weeks from the events that are not voided and count as waste, and
 * rollup_day_not_waste from those that do not count.
 * 0 kg is a day without waste: the day has a row, and no transaction.
 */
export async function rebuildFromEvents(
  trx: Trx,
  organisationId: number,
  weeks: readonly LocationWeek[],
): Promise<void> {
  for (const table of ['rollup_day_cube', 'rollup_day', 'rollup_day_not_waste', 'rollup_week_dim'] as const)
    await deleteWeeks(trx, organisationId, { table, weeks });
  // One statement, so that all tables are made from the same events. Reference 0 stands for "not said",
  // so that every element adds up to the week.
  await sql`
    with event as (
      select e.location_id, e.local_date, e.week_start, e.stage_id, e.occurred_at, e.counts_as_waste as counts, e.net_g as g,
        case when e.cost_currency = s.currency_code then e.cost_amount else 0 end as cost, e.estimated, e.cost_rule_id is not null as derived,
        coalesce(e.item_id, 0) as item_id, coalesce(e.reason_id, 0) as reason_id, coalesce(e.source_id, 0) as source_id,
        coalesce(e.sink_id, 0) as sink_id, coalesce(e.daypart_id, 0) as daypart_id, coalesce(e.container_id, 0) as container_id
      from ${pairsOf(weeks)}
      join location l on l.organisation_id = ${organisationId} and l.id = k.location_id
      join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      join waste_event e on e.organisation_id = l.organisation_id and e.location_id = l.id
        and e.local_date >= k.week_start and e.local_date < k.week_start + 7
      where e.voided_at is null),
    cell_of_all as materialized (
      select counts, location_id, local_date, week_start, stage_id, item_id, reason_id, source_id, sink_id, daypart_id, container_id,
        count(*) filter (where g > 0) as txn, sum(g) as g, sum(cost) as cost,
        coalesce(sum(g) filter (where estimated), 0) as estimated_g, coalesce(sum(cost) filter (where derived), 0) as derived_cost,
        min(occurred_at) as first_at, max(occurred_at) as last_at,
        min(occurred_at) filter (where g > 0) as first_weighed, max(occurred_at) filter (where g > 0) as last_weighed
      from event
      group by counts, location_id, local_date, week_start, stage_id, item_id, reason_id, source_id, sink_id, daypart_id, container_id),
    cell as (select * from cell_of_all where counts),
    not_waste as (
      insert into rollup_day_not_waste (organisation_id, location_id, local_date, stage_id, sink_id, item_id, week_start, txn, g, cost, estimated_g)
      select ${organisationId}, location_id, local_date, stage_id, sink_id, item_id, week_start, sum(txn), sum(g), sum(cost), sum(estimated_g)
      from cell_of_all where not counts group by location_id, local_date, stage_id, sink_id, item_id, week_start),
    cube as (
      insert into rollup_day_cube (organisation_id, location_id, local_date, n, week_start, stage_id, item_id, reason_id, source_id, sink_id, daypart_id,
        container_id, txn, g, cost, estimated_g, derived_cost)
      select ${organisationId}, location_id, local_date, row_number() over (), week_start, stage_id, item_id, reason_id, source_id, sink_id, daypart_id,
        container_id, txn, g, cost, estimated_g, derived_cost
      from cell),
    day as (
      insert into rollup_day (organisation_id, location_id, local_date, stage_id, week_start, txn, g, cost, estimated_g, derived_cost, first_at, last_at)
      select ${organisationId}, location_id, local_date, stage_id, week_start, sum(txn), sum(g), sum(cost), sum(estimated_g), sum(derived_cost),
        coalesce(min(first_weighed), min(first_at)), coalesce(max(last_weighed), max(last_at))
      from cell group by location_id, local_date, stage_id, week_start)
    insert into rollup_week_dim (organisation_id, location_id, week_start, stage_id, element_code, ref_id, txn, g, cost)
    select ${organisationId}, location_id, week_start, stage_id,
      case 0
        when grouping(item_id) then 'WASTEITEM' when grouping(reason_id) then 'WASTEREASON' when grouping(source_id) then 'WASTESOURCE'
        when grouping(sink_id) then 'WASTESINK' when grouping(daypart_id) then 'DAYPART' else 'CONTAINER' end,
      coalesce(item_id, reason_id, source_id, sink_id, daypart_id, container_id), sum(txn), sum(g), sum(cost)
    from cell
    group by grouping sets (
      (location_id, week_start, stage_id, item_id), (location_id, week_start, stage_id, reason_id),
      (location_id, week_start, stage_id, source_id), (location_id, week_start, stage_id, sink_id),
      (location_id, week_start, stage_id, daypart_id), (location_id, week_start, stage_id, container_id))`.execute(trx);
}

/**
 * Writes rollup_week of the weeks from rollup_day and the open days. A week complies when it has open days, each of them has
 * a transaction or is said to be without waste, and the week has at least `minTransactions`. Days are looked up one by one: a join of two tables that were
 * just written has no statistics to be planned by.
 */
export async function rebuildWeeks(
  trx: Trx,
  organisationId: number,
  { weeks, minTransactions }: { weeks: readonly LocationWeek[]; minTransactions: number },
): Promise<void> {
  await deleteWeeks(trx, organisationId, { table: 'rollup_week', weeks });
  await sql`
    insert into rollup_week (organisation_id, location_id, week_start, stage_id, txn, g, cost, estimated_g, derived_cost, currency_code, tracked_days, compliant)
    select ${organisationId}, w.location_id, w.week_start, w.stage_id, w.txn, w.g, w.cost, w.estimated_g, w.derived_cost, s.currency_code, w.tracked_days,
      w.txn >= ${minTransactions} and w.tracked_days > 0 and w.tracked_days = (
        select lw.open_days from location_week lw
        where lw.organisation_id = ${organisationId} and lw.location_id = w.location_id and lw.week_start = w.week_start)
    from (
      select d.location_id, d.week_start, d.stage_id, sum(d.txn) as txn, sum(d.g) as g, sum(d.cost) as cost,
        sum(d.estimated_g) as estimated_g, sum(d.derived_cost) as derived_cost, count(*) filter (where (
        select o.is_open from location_day o
        where o.organisation_id = ${organisationId} and o.location_id = d.location_id and o.local_date = d.local_date)) as tracked_days
      from ${pairsOf(weeks)}
      join rollup_day d on d.organisation_id = ${organisationId} and d.location_id = k.location_id
        and d.local_date >= k.week_start and d.local_date < k.week_start + 7
      group by d.location_id, d.week_start, d.stage_id) w
    join location l on l.organisation_id = ${organisationId} and l.id = w.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id`.execute(trx);
}

/** Where each location of the organisation stands; from indexes alone, whatever the number of events. */
export async function listSpans(trx: Trx, organisationId: number): Promise<LocationSpan[]> {
  const { rows } = await sql<LocationSpan>`
    select l.id as "locationId", l.first_event_date as "knownFirst",
      (select d.local_date from rollup_day d where d.organisation_id = l.organisation_id and d.location_id = l.id order by d.local_date limit 1) as "firstDay",
      (select d.local_date from rollup_day d where d.organisation_id = l.organisation_id and d.location_id = l.id order by d.local_date desc limit 1) as "lastDay",
      (select w.week_start from location_week w where w.organisation_id = l.organisation_id and w.location_id = l.id order by w.week_start limit 1) as "writtenFrom",
      (select w.week_start from location_week w where w.organisation_id = l.organisation_id and w.location_id = l.id order by w.week_start desc limit 1) as "writtenTo"
    from location l where l.organisation_id = ${organisationId} order by l.id`.execute(trx);
  return rows;
}
