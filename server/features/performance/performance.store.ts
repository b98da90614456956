import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { visibleLocations } from '../../platform/db/scope';
import type { LocalDate } from '../../platform/time';
import type { LocationFigures } from './performance.rules';
import type { WeekSums } from './report.contract';

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

function inPlace({ organisationId }: Scope, { countryCode, regionName, segmentName }: PlaceFilter): RawBuilder<boolean> {
  const conditions = [
    ...(countryCode === undefined ? [] : [sql`s.country_code = ${countryCode}`]),
    ...(regionName === undefined ? [] : [sql`s.region_id = (select r.id from region r where r.organisation_id = ${organisationId} and r.name = ${regionName})`]),
    ...(segmentName === undefined ? [] : [sql`s.segment_id = (select g.id from segment g where g.organisation_id = ${organisationId} and g.name = ${segmentName})`]),
    sql`true`,
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Every visible location that is set up for the stage, by site and name; from roll-ups alone, whatever the number of events. */
export async function listLocationFigures(db: Db, scope: Scope, question: Question): Promise<LocationFigures[]> {
  const { organisationId } = scope;
  const { stageId, start, end } = question;
  const { rows } = await sql<LocationFigures>`
    with chosen as materialized (
      select s.id as site_id, s.name as site_name, s.status as site_status, s.currency_code, l.id, l.name, l.status, ls.first_week,
        b.first_week as baseline_start, b.reduction_from, b.g_per_open_day, b.txn_per_open_day,
        case when b.currency_code = s.currency_code then b.cost_per_open_day end as cost_per_open_day
      from location l
      join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      join location_stage ls on ls.organisation_id = l.organisation_id and ls.location_id = l.id and ls.stage_id = ${stageId}
      left join baseline b on b.organisation_id = l.organisation_id and b.location_id = l.id and b.stage_id = ${stageId} and b.state = 'ACTIVE'
      where ${visibleLocations(scope)} and ${inPlace(scope, question)}),
    summed as (
      select c.id, sum(w.open_days)::int as open_days, sum(r.tracked_days)::int as tracked_days, sum(r.txn)::int as txn,
        (sum(w.open_days) filter (where w.week_start >= c.reduction_from))::int as compared_open_days,
        sum(r.g) filter (where w.week_start >= c.reduction_from) as compared_g,
        sum(r.cost) filter (where w.week_start >= c.reduction_from) as compared_cost,
        (sum(r.txn) filter (where w.week_start >= c.reduction_from))::int as compared_txn,
        (count(*) filter (where w.open_days > 0))::int as scored_weeks,
        (count(*) filter (where w.open_days > 0 and r.compliant))::int as compliant_weeks
      from chosen c
      join location_week w on w.organisation_id = ${organisationId} and w.location_id = c.id
        and w.week_start between ${start}::date and ${end}::date and w.week_start >= c.first_week
      left join rollup_week r on r.organisation_id = ${organisationId} and r.location_id = c.id and r.week_start = w.week_start and r.stage_id = ${stageId}
      group by c.id)
    select c.site_id as "siteId", c.site_name as "siteName", c.site_status as "siteStatus", c.id as "locationId", c.name as "locationName",
      c.status as "locationStatus", c.currency_code as currency, c.baseline_start as "baselineStart", c.g_per_open_day as "gPerOpenDay",
      c.cost_per_open_day as "costPerOpenDay", c.txn_per_open_day as "txnPerOpenDay",
      coalesce(z.open_days, 0) as "openDays", coalesce(z.tracked_days, 0) as "trackedDays", coalesce(z.txn, 0) as txn,
      coalesce(z.compared_open_days, 0) as "comparedOpenDays", coalesce(z.compared_g, 0) as "comparedG",
      coalesce(z.compared_cost, 0) as "comparedCost", coalesce(z.compared_txn, 0) as "comparedTxn",
      coalesce(z.scored_weeks, 0) as "scoredWeeks", coalesce(z.compliant_weeks, 0) as "compliantWeeks"
    from chosen c left join summed z on z.id = c.id
    order by lower(c.site_name), c.site_id, lower(c.name), c.id`.execute(db);
  return rows;
}

/** The weeks of these locations from their baseline's first on, summed by currency. */
export async function listWeekSums(db: Db, { organisationId }: Scope, { question, locationIds }: { question: Question; locationIds: readonly number[] }): Promise<WeekSums[]> {
  if (locationIds.length === 0) return [];
  const { stageId, start, end } = question;
  const { rows } = await sql<WeekSums>`
    select w.week_start as "weekStart", s.currency_code as currency, sum(w.open_days)::int as "openDays",
      coalesce(sum(r.tracked_days), 0)::int as "trackedDays", coalesce(sum(r.g), 0) as g, coalesce(sum(r.cost), 0) as cost,
      sum(b.g_per_open_day * w.open_days) as "expectedG",
      coalesce(sum(b.cost_per_open_day * w.open_days) filter (where b.currency_code = s.currency_code), 0) as "expectedCost",
      bool_or(w.week_start >= b.reduction_from) as compared
    from unnest(${[...locationIds]}::bigint[]) k (id)
    join location l on l.organisation_id = ${organisationId} and l.id = k.id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join baseline b on b.organisation_id = l.organisation_id and b.location_id = l.id and b.stage_id = ${stageId} and b.state = 'ACTIVE'
    join location_week w on w.organisation_id = l.organisation_id and w.location_id = l.id
      and w.week_start between ${start}::date and ${end}::date and w.week_start >= b.first_week
    left join rollup_week r on r.organisation_id = w.organisation_id and r.location_id = w.location_id and r.week_start = w.week_start and r.stage_id = ${stageId}
    group by w.week_start, s.currency_code
    order by w.week_start, s.currency_code`.execute(db);
  return rows;
}

/** The first and last Monday with data for the filters, whatever the range; null without any. */
export async function findDataSpan(db: Db, scope: Scope, question: Pick<Question, 'stageId' | keyof PlaceFilter>): Promise<{ first: LocalDate; last: LocalDate } | null> {
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

/** Grams of each week for each row (a location, or several as a site); null where nothing was recorded. Keyed by the row's id. */
export async function listWeeklyGrams(db: Db, { organisationId }: Scope, { stageId, from, weeks, rows }: WeeklyGrams): Promise<Map<number, (number | null)[]>> {
  const locationIds = rows.flatMap((row) => row.locationIds);
  const rowIds = rows.flatMap((row) => row.locationIds.map(() => row.id));
  // One text a row: reading thousands of small result rows costs more than the query itself.
  const found = await sql<{ id: number; weeks: string }>`
    select t.id, string_agg(t.at || ':' || t.g, ',') as weeks
    from (
      select k.row_id as id, (r.week_start - ${from}::date) / 7 as at, round(sum(r.g)) as g
      from unnest(${locationIds}::bigint[], ${rowIds}::bigint[]) k (location_id, row_id)
      join rollup_week r on r.organisation_id = ${organisationId} and r.location_id = k.location_id and r.stage_id = ${stageId}
        and r.week_start >= ${from}::date and r.week_start < ${from}::date + ${weeks * 7}::int
      group by 1, 2) t
    group by t.id`.execute(db);
  return new Map(found.rows.map((row) => {
    const grams: (number | null)[] = Array.from({ length: weeks }, () => null);
    for (const week of row.weeks.split(',')) {
      const [at, g] = week.split(':');
      grams[Number(at)] = Number(g);
    }
    return [row.id, grams];
  }));
}
