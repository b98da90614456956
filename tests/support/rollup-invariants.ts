import { sql } from 'kysely';
import type { Db } from '../../server/platform/db/database';

/** What must hold in any processed state, each as a query for the rows that break it. */
const violations = {
  'the values of every element add up to the week': (organisationId: number) => sql`
    select w.location_id, w.week_start, w.stage_id, d.element_code
    from rollup_week w
    cross join unnest(array['WASTEITEM', 'WASTEREASON', 'WASTESOURCE', 'WASTESINK', 'DAYPART', 'CONTAINER']) element
    left join lateral (
      select element_code, sum(txn) as txn, sum(g) as g, sum(cost) as cost from rollup_week_dim d
      where d.organisation_id = w.organisation_id and d.location_id = w.location_id and d.week_start = w.week_start
        and d.stage_id = w.stage_id and d.element_code = element group by element_code) d on true
    where w.organisation_id = ${organisationId} and (d.txn, d.g, d.cost) is distinct from (w.txn::numeric, w.g, w.cost)`,
  'the cube of a day adds up to the day, stage by stage': (organisationId: number) => sql`
    select coalesce(d.location_id, c.location_id), coalesce(d.local_date, c.local_date) from
      (select * from rollup_day where organisation_id = ${organisationId}) d
    full join (
      select location_id, local_date, stage_id, sum(txn) as txn, sum(g) as g, sum(cost) as cost, sum(estimated_g) as estimated_g, sum(derived_cost) as derived_cost
      from rollup_day_cube where organisation_id = ${organisationId} group by 1, 2, 3) c using (location_id, local_date, stage_id)
    where (c.txn, c.g, c.cost, c.estimated_g, c.derived_cost) is distinct from (d.txn::numeric, d.g, d.cost, d.estimated_g, d.derived_cost)`,
  'the cube holds each dimension as the events do': (organisationId: number) => sql`
    with event as (
      select location_id, local_date, stage_id, coalesce(item_id, 0) as item_id, coalesce(reason_id, 0) as reason_id, coalesce(source_id, 0) as source_id,
        coalesce(sink_id, 0) as sink_id, coalesce(daypart_id, 0) as daypart_id, coalesce(container_id, 0) as container_id, sum(net_g) as g
      from waste_event where organisation_id = ${organisationId} and voided_at is null and counts_as_waste group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
    cube as (
      select location_id, local_date, stage_id, item_id, reason_id, source_id, sink_id, daypart_id, container_id, g
      from rollup_day_cube where organisation_id = ${organisationId})
    (select * from event except all select * from cube) union all (select * from cube except all select * from event)`,
  'what is no waste stands by itself, as the events have it': (organisationId: number) => sql`
    with event as (
      select location_id, local_date, stage_id, coalesce(sink_id, 0) as sink_id, coalesce(item_id, 0) as item_id, count(*) filter (where net_g > 0) as txn, sum(net_g) as g
      from waste_event where organisation_id = ${organisationId} and voided_at is null and not counts_as_waste group by 1, 2, 3, 4, 5),
    kept as (select location_id, local_date, stage_id, sink_id, item_id, txn, g from rollup_day_not_waste where organisation_id = ${organisationId})
    (select * from event except all select * from kept) union all (select * from kept except all select * from event)`,
  'the days add up to the week': (organisationId: number) => sql`
    select w.location_id, w.week_start, w.stage_id from rollup_week w
    left join lateral (
      select sum(txn) as txn, sum(g) as g, sum(cost) as cost, sum(estimated_g) as estimated_g, sum(derived_cost) as derived_cost from rollup_day d
      where d.organisation_id = w.organisation_id and d.location_id = w.location_id and d.week_start = w.week_start and d.stage_id = w.stage_id) d on true
    where w.organisation_id = ${organisationId} and (d.txn, d.g, d.cost, d.estimated_g, d.derived_cost) is distinct from (w.txn::numeric, w.g, w.cost, w.estimated_g, w.derived_cost)`,
  'the weeks hold the events that count, and no others': (organisationId: number) => sql`
    select e.txn, r.txn from
      (select count(*) filter (where net_g > 0) as txn, coalesce(sum(net_g), 0) as g, coalesce(sum(cost_amount), 0) as cost,
          coalesce(sum(net_g) filter (where estimated), 0) as estimated_g, coalesce(sum(cost_amount) filter (where cost_rule_id is not null), 0) as derived_cost from waste_event
        where organisation_id = ${organisationId} and voided_at is null and counts_as_waste) e,
      (select coalesce(sum(txn), 0) as txn, coalesce(sum(g), 0) as g, coalesce(sum(cost), 0) as cost,
          coalesce(sum(estimated_g), 0) as estimated_g, coalesce(sum(derived_cost), 0) as derived_cost from rollup_week where organisation_id = ${organisationId}) r
    where (e.txn, e.g, e.cost, e.estimated_g, e.derived_cost) is distinct from (r.txn, r.g, r.cost, r.estimated_g, r.derived_cost)`,
  'net is gross less tare and never negative': (organisationId: number) => sql`
    select id from waste_event where organisation_id = ${organisationId} and net_g <> greatest(gross_g - tare_g, 0)`,
  'a week has no more tracked days than open ones, and complies exactly by the rule': (organisationId: number) => sql`
    select w.location_id, w.week_start from rollup_week w
    left join location_week l on l.organisation_id = w.organisation_id and l.location_id = w.location_id and l.week_start = w.week_start
    where w.organisation_id = ${organisationId}
      and (l.open_days is null or w.tracked_days > l.open_days or w.compliant <> (l.open_days > 0 and w.tracked_days = l.open_days and w.txn >= 10))`,
  'a day before the first event is not open': (organisationId: number) => sql`
    select d.location_id, d.local_date from location_day d
    join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    where d.organisation_id = ${organisationId} and d.is_open and (l.first_event_date is null or d.local_date < l.first_event_date)`,
  'a day after the last one is not open': (organisationId: number) => sql`
    select d.location_id, d.local_date from location_day d
    join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    where d.organisation_id = ${organisationId} and d.is_open and d.local_date > l.closed_on`,
  'there is one active baseline at most, and it is the period': (organisationId: number) => sql`
    select s.location_id, s.stage_id from location_stage s
    where s.organisation_id = ${organisationId} and (s.period = 'REDUCTION') <> ((
      select count(*) from baseline b where b.organisation_id = s.organisation_id and b.location_id = s.location_id
        and b.stage_id = s.stage_id and b.state = 'ACTIVE') = 1)`,
  'a baseline that has ended says when': (organisationId: number) => sql`
    select id from baseline where organisation_id = ${organisationId} and (ended_at is null) <> (state in ('ACTIVE', 'PROPOSED'))`,
  'no mark is left': (organisationId: number) =>
    sql`select * from dirty_week where organisation_id = ${organisationId}`,
};

/** @returns the broken rules with their first rows; empty when all hold */
export async function brokenInvariants(db: Db, organisationId: number): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {};
  for (const [rule, query] of Object.entries(violations)) {
    const { rows } = await query(organisationId).execute(db);
    if (rows.length > 0) broken[rule] = rows.slice(0, 3);
  }
  return broken;
}
