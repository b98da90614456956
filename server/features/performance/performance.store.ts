import { sql, type RawBuilder } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { LocationFigures } from './performance.rules';
import type { SparkWeek, WeekSums } from './report.contract';

export interface PlaceFilter {
  countryCode?: string | undefined;
  regionName?: string | undefined;
  segmentName?: string | undefined;
}

export interface Question extends PlaceFilter {
  stageId: number;
  /** A Monday and a Sunday. */
  start: LocalDate;
  end: LocalDate;
}

function inPlace(
  { organisationId }: Scope,
  { countryCode, regionName, segmentName }: PlaceFilter,
): RawBuilder<boolean> {
  const conditions = [
    ...(countryCode === undefined ? [] : [sql`s.country_code = ${countryCode}`]),
    ...(regionName === undefined
      ? []
      : [
          sql`s.region_id = (select r.id from region r where r.organisation_id = ${organisationId} and r.name = ${regionName})`,
        ]),
    ...(segmentName === undefined
      ? []
      : [
          sql`s.segment_id = (select g.id from segment g where g.organisation_id = ${organisationId} and g.name = ${segmentName})`,
        ]),
    sql`true`,
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * The stage of a roll-up `r` whose location and week are given. Written so that the primary key is used and never the index
 * on stages: without statistics, as right after a database was filled, that one looks as good and is a thousand times slower.
 */
const ofStage = (stageId: number): RawBuilder<boolean> => sql<boolean>`r.stage_id + 0 = ${stageId}`;

/** Every visible location that is set up for the stage, by site and name; from roll-ups alone, whatever the number of events. */
export async function listLocationFigures(db: Db, scope: Scope, question: Question): Promise<LocationFigures[]> {
  const { organisationId } = scope;
  const { stageId, start, end } = question;
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
        max(r.week_start) filter (where r.txn > 0) as "newestWeek",
        coalesce(sum(w.open_days) filter (where w.week_start >= b.reduction_from), 0)::int as "comparedOpenDays",
        coalesce(sum(r.tracked_days) filter (where w.week_start >= b.reduction_from), 0)::int as "comparedTrackedDays",
        coalesce(sum(r.g) filter (where w.week_start >= b.reduction_from), 0) as "comparedG",
        coalesce(sum(r.cost) filter (where w.week_start >= b.reduction_from), 0) as "comparedCost",
        coalesce(sum(r.txn) filter (where w.week_start >= b.reduction_from), 0)::int as "comparedTxn",
        coalesce(sum(r.estimated_g) filter (where w.week_start >= b.reduction_from), 0) as "comparedEstimatedG",
        coalesce(sum(r.derived_cost) filter (where w.week_start >= b.reduction_from), 0) as "comparedDerivedCost",
        (count(*) filter (where w.open_days > 0))::int as "scoredWeeks",
        (count(*) filter (where w.open_days > 0 and r.compliant))::int as "compliantWeeks"
      from location_week w
      left join rollup_week r on r.organisation_id = w.organisation_id and r.location_id = w.location_id and r.week_start = w.week_start and ${ofStage(stageId)}
      where w.organisation_id = ${organisationId} and w.location_id = l.id and w.week_start between ${start}::date and ${end}::date and w.week_start >= ls.first_week) z
    where ${visibleLocations(scope)} and ${inPlace(scope, question)}
    order by lower(s.name), s.id, lower(l.name), l.id`.execute(db);
  return rows;
}

/**
 * The weeks of these locations from their baseline's first on, summed by currency. Once a location is measured against
 * its baseline in a week, those that are still building theirs stay out of that week's sums, as in the figures above them.
 */
export async function listWeekSums(
  db: Db,
  { organisationId }: Scope,
  { question, locations }: { question: Question; locations: readonly LocationFigures[] },
): Promise<WeekSums[]> {
  if (locations.length === 0) return [];
  const { stageId, start, end } = question;
  const of = <T>(value: (one: LocationFigures) => T) => locations.map(value);
  const { rows } = await sql<WeekSums>`
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
      from location_week w
      left join rollup_week r on r.organisation_id = w.organisation_id and r.location_id = w.location_id and r.week_start = w.week_start and ${ofStage(stageId)}
      where w.organisation_id = ${organisationId} and w.location_id = k.id and w.week_start between ${start}::date and ${end}::date and w.week_start >= k.first_week
      offset 0) x
    ) y
    where y.measured or not y.any_measured
    group by y.week_start, y.currency
    order by y.week_start, y.currency`.execute(db);
  return rows;
}

/** The first and last Monday with data for the filters, whatever the range; null without any. */
export async function findDataSpan(
  db: Db,
  scope: Scope,
  question: Pick<Question, 'stageId' | keyof PlaceFilter>,
): Promise<{ first: LocalDate; last: LocalDate } | null> {
  const { rows } = await sql<{ first: LocalDate | null; last: LocalDate | null }>`
    select min(r.week_start) as first, max(r.week_start) as last
    from rollup_week r
    join location l on l.organisation_id = r.organisation_id and l.id = r.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where r.organisation_id = ${scope.organisationId} and r.stage_id = ${question.stageId} and r.txn > 0
      and ${visibleLocations(scope)} and ${inPlace(scope, question)}`.execute(db);
  const { first, last } = rows[0] ?? {};
  return first && last ? { first, last } : null;
}

interface WeeklyGrams {
  stageId: number;
  /** First Monday; `weeks` from there on. */
  from: LocalDate;
  weeks: number;
  rows: readonly { id: number; locationIds: readonly number[] }[];
}

/** What each week weighed for each row (a location, or several as a site); null where nothing was recorded. Keyed by the row's id. */
export async function listWeeklyGrams(
  db: Db,
  { organisationId }: Scope,
  { stageId, from, weeks, rows }: WeeklyGrams,
): Promise<Map<number, SparkWeek[]>> {
  const locationIds = rows.flatMap((row) => row.locationIds);
  const rowIds = rows.flatMap((row) => row.locationIds.map(() => row.id));
  // One text a row: reading thousands of small result rows costs more than the query itself.
  const found = await sql<{ id: number; weeks: string }>`
    select t.id, string_agg(t.at || ':' || t.g || ':' || t.estimated, ',') as weeks
    from (
      select k.row_id as id, (r.week_start - ${from}::date) / 7 as at, round(sum(r.g)) as g, (sum(r.estimated_g) > 0)::int as estimated
      from unnest(${locationIds}::bigint[], ${rowIds}::bigint[]) k (location_id, row_id)
      join rollup_week r on r.organisation_id = ${organisationId} and r.location_id = k.location_id and ${ofStage(stageId)}
        and r.week_start >= ${from}::date and r.week_start < ${from}::date + ${weeks * 7}::int
      group by 1, 2) t
    group by t.id`.execute(db);
  return new Map(
    found.rows.map((row) => {
      const all: SparkWeek[] = Array.from({ length: weeks }, () => null);
      for (const week of row.weeks.split(',')) {
        const [at, grams, estimated] = week.split(':');
        all[Number(at)] = { grams: Number(grams), estimated: estimated === '1' };
      }
      return [row.id, all];
    }),
  );
}
