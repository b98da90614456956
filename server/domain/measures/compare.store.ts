import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { atPlace, visibleLocations } from '../places';
import { siteFigures } from './compare.rules';
import { dayGrid, weekGrid } from './grid.store';
import type {
  Against,
  ComparedDay,
  ComparedLocation,
  ComparedWeek,
  CompareQuery,
  LocationFigures,
  SiteFigures,
  Span,
} from './measure.contract';

/** What a comparison is of, and what comes of it. */
interface ComparedBy {
  location: LocationFigures;
  site: SiteFigures;
}

/**
 * Each visible location or site beside its active baseline, by site and name; from roll-ups alone, whatever the number of
 * events. One that is set up for the stage has a row, with zeros before its first event; the rest have none.
 *
 * Compared are the weeks of the span from the baseline's `reduction_from` on: Σ recorded / Σ (baseline per open day × open
 * days) − 1, by `changesOf` of the rules; whether that is a result says `unreliableOf` of both.
 */
export async function compare<B extends keyof ComparedBy>(
  db: Db | Trx,
  scope: Scope,
  { by, ...query }: CompareQuery & { by: B },
): Promise<ComparedBy[B][]> {
  const figures = await listLocationFigures(db, scope, query);
  const all: { [Key in keyof ComparedBy]: () => ComparedBy[Key][] } = {
    location: () => figures,
    site: () => siteFigures(figures),
  };
  return all[by]();
}

async function listLocationFigures(
  db: Db | Trx,
  scope: Scope,
  { stageId, start, end, ...place }: CompareQuery,
): Promise<LocationFigures[]> {
  const { rows } = await sql<LocationFigures>`
    select s.id as "siteId", s.name as "siteName", s.status as "siteStatus", l.id as "locationId", l.name as "locationName",
      l.status as "locationStatus", s.currency_code as currency, b.first_week as "baselineStart", b.reduction_from as "reductionFrom", b.g_per_open_day as "gPerOpenDay", b.open_days as "baselineOpenDays",
      case when b.currency_code = s.currency_code then b.cost_per_open_day end as "costPerOpenDay", b.txn_per_open_day as "txnPerOpenDay",
      z.*
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join location_stage ls on ls.organisation_id = l.organisation_id and ls.location_id = l.id and ls.stage_id = ${stageId}
    left join baseline b on b.organisation_id = l.organisation_id and b.location_id = l.id and b.stage_id = ${stageId} and b.state = 'ACTIVE'
    cross join lateral (
      select coalesce(sum(w.open_days), 0)::int as "openDays", coalesce(sum(r.tracked_days), 0)::int as "trackedDays", coalesce(sum(r.txn), 0)::int as txn,
        max(r.week_start) as "newestWeek",
        coalesce(sum(w.open_days) filter (where w.week_start >= b.reduction_from), 0)::int as "comparedOpenDays",
        coalesce(sum(r.tracked_days) filter (where w.week_start >= b.reduction_from), 0)::int as "comparedTrackedDays",
        coalesce(sum(r.g) filter (where w.week_start >= b.reduction_from), 0) as "comparedG",
        coalesce(sum(r.cost) filter (where w.week_start >= b.reduction_from), 0) as "comparedCost",
        coalesce(sum(r.txn) filter (where w.week_start >= b.reduction_from), 0)::int as "comparedTxn",
        coalesce(sum(r.estimated_g) filter (where w.week_start >= b.reduction_from), 0) as "comparedEstimatedG",
        coalesce(sum(r.derived_cost) filter (where w.week_start >= b.reduction_from), 0) as "comparedDerivedCost",
        (count(*) filter (where w.open_days > 0))::int as "scoredWeeks",
        (count(*) filter (where w.open_days > 0 and r.compliant))::int as "compliantWeeks"
      from ${weekGrid({ stage: sql`${stageId}` })}
      where w.organisation_id = ${scope.organisationId} and w.location_id = l.id and w.week_start between ${start}::date and ${end}::date and w.week_start >= ls.first_week) z
    where ${sql.join([visibleLocations(scope), ...atPlace(scope, place)], sql` and `)}
    order by lower(s.name), s.id, lower(l.name), l.id`.execute(db);
  return rows;
}

interface WeeksQuery extends Required<Span> {
  stageId: number;
  end: string;
  /** Rows of `compare`, which has looked who may see them. */
  against: readonly Against[];
}

/**
 * The weeks of these locations from their baseline's first on, summed by currency. Once a location is measured against
 * its baseline in a week, those that are still building theirs stay out of that week's sums, as in the figures above them.
 */
export async function compareWeeks(
  db: Db,
  { organisationId }: Scope,
  { stageId, start, end, against }: WeeksQuery,
): Promise<ComparedWeek[]> {
  if (against.length === 0) return [];
  const of = <T>(value: (one: Against) => T) => against.map(value);
  const { rows } = await sql<ComparedWeek>`
    select y.week_start as "weekStart", y.currency, sum(y.open_days)::int as "openDays",
      coalesce(sum(y.tracked_days), 0)::int as "trackedDays", coalesce(sum(y.g), 0) as g, coalesce(sum(y.cost), 0) as cost,
      coalesce(sum(y.estimated_g), 0) as "estimatedG", coalesce(sum(y.derived_cost), 0) as "derivedCost",
      sum(y.g_per_open_day * y.open_days) as "expectedG", coalesce(sum(y.cost_per_open_day * y.open_days), 0) as "expectedCost",
      bool_or(y.measured) as compared
    from (
      select x.*, k.currency, k.g_per_open_day, k.cost_per_open_day, x.week_start >= k.reduction_from as measured,
        bool_or(x.week_start >= k.reduction_from) over (partition by x.week_start) as any_measured
    from unnest(
      ${of((one) => one.locationId)}::bigint[], ${of((one) => one.currency)}::text[], ${of((one) => one.baselineStart)}::date[], ${of((one) => one.reductionFrom)}::date[],
      ${of((one) => one.gPerOpenDay)}::numeric[], ${of((one) => one.costPerOpenDay)}::numeric[]
    ) as k (id, currency, first_week, reduction_from, g_per_open_day, cost_per_open_day)
    cross join lateral (
      select w.week_start, w.open_days, r.tracked_days, r.g, r.cost, r.estimated_g, r.derived_cost
      from ${weekGrid({ stage: sql`${stageId}` })}
      where w.organisation_id = ${organisationId} and w.location_id = k.id and w.week_start between ${start}::date and ${end}::date and w.week_start >= k.first_week
      offset 0) x
    ) y
    where y.measured or not y.any_measured
    group by y.week_start, y.currency
    order by y.week_start, y.currency`.execute(db);
  return rows;
}

/** What `compareDays` has a row for. */
interface DaysBy {
  day: ComparedDay;
  location: ComparedLocation;
}

const rowsBy: Record<keyof DaysBy, { columns: RawBuilder<unknown>; group: RawBuilder<unknown> }> = {
  day: { columns: sql`x.local_date as day`, group: sql`x.local_date, p.currency` },
  location: {
    columns: sql`p.site_name as "siteName", p.id as "locationId", p.name as "locationName", p.reduction_from as "reductionFrom", p.g_per_open_day as "gPerOpenDay",
      p.cost_per_open_day as "costPerOpenDay"`,
    group: sql`lower(p.site_name), p.site_name, lower(p.name), p.name, p.id, p.reduction_from, p.g_per_open_day, p.cost_per_open_day, p.currency`,
  },
};

/**
 * The days of the visible locations from their baseline's `reduction_from` on, summed by day and currency or by location: what was
 * recorded beside the baseline per open day × open days. A location without an active baseline is in no sum.
 */
export async function compareDays<B extends keyof DaysBy>(
  db: Db,
  scope: Scope,
  { by, stageId, start, end, ...place }: CompareQuery & { by: B },
): Promise<DaysBy[B][]> {
  const span = (day: RawBuilder<unknown>) => sql`${day} >= ${start}::date and ${day} <= ${end}::date`;
  const { columns, group } = rowsBy[by];
  const { rows } = await sql<DaysBy[B]>`
    with p as materialized (
      select l.id, l.name, s.name as site_name, s.currency_code as currency, b.reduction_from, b.g_per_open_day,
        case when b.currency_code = s.currency_code then b.cost_per_open_day end as cost_per_open_day
      from location l
      join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      join baseline b on b.organisation_id = l.organisation_id and b.location_id = l.id and b.stage_id = ${stageId} and b.state = 'ACTIVE'
      where ${sql.join([visibleLocations(scope), ...atPlace(scope, place)], sql` and `)})
    select ${columns}, p.currency, (count(*) filter (where x.is_open))::int as "openDays",
      (count(*) filter (where x.is_open and x.g is not null))::int as "trackedDays", coalesce(sum(x.g), 0) as g, coalesce(sum(x.cost), 0) as cost,
      coalesce(sum(p.g_per_open_day) filter (where x.is_open), 0) as "expectedG",
      coalesce(sum(p.cost_per_open_day) filter (where x.is_open), 0) as "expectedCost"
    from p
    cross join lateral (
      select w.local_date, w.is_open, r.g, r.cost
      from ${dayGrid({ stageId, within: sql`d.organisation_id = ${scope.organisationId} and ${span(sql`d.local_date`)}` })}
      where w.organisation_id = ${scope.organisationId} and w.location_id = p.id and ${span(sql`w.local_date`)} and w.local_date >= p.reduction_from
      offset 0) x
    group by ${group}
    order by ${group}`.execute(db);
  return rows;
}
