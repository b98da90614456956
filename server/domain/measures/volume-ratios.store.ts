import { sql, type RawBuilder } from 'kysely';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { valuesIn } from '../catalogue';
import { valueColumns } from '../events/reference-fields.rules';
import { atPlace, visibleLocations } from '../places';
import type { PlaceFilter } from '../places/place.contract';
import { isMoney, type VolumeKind } from '../volumes/volumes.rules';
import type { Element } from './measure.contract';
import type {
  ForeignVolume,
  RatioDays,
  RatioGrain,
  RatioLevel,
  RatioPart,
  RatioQuery,
  RatioRow,
} from './volume-ratios.contract';
import { ratioParts } from './volume-ratios.rules';

const keysOf: Record<RatioLevel, RawBuilder<unknown>> = {
  all: sql`0 as "siteId", '' as "siteName", null::bigint as "locationId", null::text as "locationName", null::text as currency`,
  site: sql`k.site_id as "siteId", k.site_name as "siteName", null::bigint as "locationId", null::text as "locationName", k.currency`,
  location: sql`k.site_id as "siteId", k.site_name as "siteName", k.id as "locationId", k.name as "locationName", k.currency`,
};

const groupsOf: Record<RatioLevel, RawBuilder<unknown>[]> = {
  all: [],
  site: [sql`k.site_id`, sql`k.site_name`, sql`k.currency`],
  location: [sql`k.site_id`, sql`k.site_name`, sql`k.id`, sql`k.name`, sql`k.currency`],
};

const orderOf: Record<RatioLevel, RawBuilder<unknown>[]> = {
  all: [],
  site: [sql`lower(k.site_name)`],
  location: [sql`lower(k.site_name)`, sql`k.site_id`, sql`lower(k.name)`],
};

/** The first day of what a row is of, as the calendar counts it. */
const bucketOf: Record<RatioGrain, RawBuilder<unknown>> = {
  span: sql`null::date`,
  baseline: sql`null::date`,
  month: sql`date_trunc('month', local_date)::date`,
  week: sql`date_trunc('week', local_date)::date`,
  day: sql`local_date`,
};

/** The first and the last day of a row, within those that are asked for. */
function endsOf({ grain, start, end }: RatioQuery): { first: RawBuilder<unknown>; last: RawBuilder<unknown> } {
  switch (grain) {
    case 'span':
      return { first: sql`${start}::date`, last: sql`${end}::date` };
    case 'baseline':
      return { first: sql`min(d.local_date)`, last: sql`max(d.local_date)` };
    case 'month':
      return {
        first: sql`greatest(d.bucket, ${start}::date)`,
        last: sql`least((d.bucket + interval '1 month - 1 day')::date, ${end}::date)`,
      };
    case 'day':
      return { first: sql`d.bucket`, last: sql`d.bucket` };
    case 'week':
      return { first: sql`greatest(d.bucket, ${start}::date)`, last: sql`least(d.bucket + 6, ${end}::date)` };
  }
}

/** A day `d` on which there is something to divide, and something to divide it by. */
const countedDay = sql`d.tracked and d.volume is not null`;

/**
 * The tables `asked`, of places, and `day`, of what was wasted and counted on each of their days. Calendar, waste and volumes are
 * stacked and summed by day: joined, they take the square of the days where the database has no statistics yet.
 */
function ratioDays(scope: Scope, { days, grain }: { days: RatioDays; grain: RatioGrain }): RawBuilder<unknown> {
  const { organisationId } = scope;
  const { kind } = ratioParts[days.metric];
  return sql`
    asked as materialized (${placesOf(scope, days)}),
    stretch as materialized (${stretchesOf(scope, { days, grain })}),
    total as materialized (${totalsOf(scope, kind)}),
    part as (
      select w.location_id, w.local_date, w.is_open, ${nothing}, null::numeric as volume, null::boolean as guessed
      from stretch t join location_day w on w.organisation_id = ${organisationId} and w.location_id = t.location_id
        and w.local_date between t.first and t.last
      union all
      ${wasteOf(scope, days)}
      union all
      select v.location_id, v.local_date, null, ${nothing}, v.value, v.estimated
      from stretch t join volume v on v.organisation_id = ${organisationId} and v.location_id = t.location_id and v.kind = ${kind} and v.period = 'DAY'
        and v.local_date between t.first and t.last and v.currency = t.volume_currency
      union all
      select w.location_id, w.local_date, null, ${nothing}, m.value, true
      from total m join location_day w on w.organisation_id = ${organisationId} and w.location_id = m.location_id and w.is_open
        and w.local_date >= m.month and w.local_date < (m.month + interval '1 month')::date),
    day as (
      select location_id, local_date, ${bucketOf[grain]} as bucket, bool_or(is_open) as is_open, bool_or(is_open) and sum(txn) > 0 as tracked, sum(g) as g,
        sum(cost) as cost, sum(estimated_g) as estimated_g, sum(derived_cost) as derived_cost, max(volume) as volume, bool_or(guessed) as guessed
      from part group by location_id, local_date having count(is_open) > 0)`;
}

const nothing = sql`0 as txn, 0 as g, 0 as cost, 0 as estimated_g, 0 as derived_cost`;

/** What was weighed on the days; narrowed to a source, the whole stage still says which of them are tracked. */
function wasteOf({ organisationId }: Scope, { stageIds, sourceId }: RatioDays): RawBuilder<unknown> {
  const on = sql`r.organisation_id = ${organisationId} and r.location_id = t.location_id and r.stage_id = any(${[...stageIds]}::int[])
        and r.local_date between t.first and t.last`;
  if (sourceId === undefined)
    return sql`
      select r.location_id, r.local_date, null, r.txn, r.g, r.cost, r.estimated_g, r.derived_cost, null, null
      from stretch t join rollup_day r on ${on}`;
  return sql`
      select r.location_id, r.local_date, null, r.txn, 0, 0, 0, 0, null, null
      from stretch t join rollup_day r on ${on}
      union all
      select r.location_id, r.local_date, null, 0, r.g, r.cost, r.estimated_g, r.derived_cost, null, null
      from stretch t join rollup_day_cube r on ${on} and r.source_id = ${sourceId}`;
}

/** Waste and volumes of days, added up by place and time; in the order of names and time. Of what is not seen there is none. */
export async function listRatios(db: Db, scope: Scope, query: RatioQuery): Promise<RatioRow[]> {
  const { level, grain } = query;
  const { first, last } = endsOf(query);
  const { rows } = await sql<RatioRow>`
    with ${ratioDays(scope, { days: query, grain })}
    select ${keysOf[level]}, ${first} as start, ${last} as "end",
      (count(*) filter (where d.is_open))::int as "openDays", (count(*) filter (where d.tracked))::int as "trackedDays",
      (count(*) filter (where ${countedDay}))::int as "countedDays",
      sum(d.g) as g, coalesce(sum(d.g) filter (where ${countedDay}), 0) as "countedG",
      sum(d.cost) as cost, coalesce(sum(d.cost) filter (where ${countedDay}), 0) as "countedCost",
      round(coalesce(sum(d.volume), 0), 8) as volume, round(coalesce(sum(d.volume) filter (where d.tracked), 0), 8) as "countedVolume",
      round(coalesce(sum(d.volume) filter (where d.tracked and d.guessed), 0), 8) as "estimatedVolume",
      coalesce(sum(d.estimated_g) filter (where ${countedDay}), 0) as "estimatedG",
      coalesce(sum(d.derived_cost) filter (where ${countedDay}), 0) as "derivedCost"
    from day d join asked k on k.id = d.location_id
    group by ${sql.join([sql`d.bucket`, ...groupsOf[level]])}
    order by ${sql.join([...orderOf[level], sql`"siteId"`, sql`"locationId"`, sql`d.bucket`])}`.execute(db);
  return rows;
}

/** The locations that are seen and have one of the stages, each since the first of them. */
function placesOf(scope: Scope, { metric, stageIds, locationIds, ...place }: RatioDays): RawBuilder<unknown> {
  const volumeCurrency = isMoney(ratioParts[metric].kind) ? sql`s.currency_code` : sql`''`;
  const conditions = [
    visibleLocations(scope),
    ...atPlace(scope, place),
    ...(locationIds === undefined ? [] : [sql`l.id = any(${[...locationIds]}::bigint[])`]),
  ];
  return sql`
    select l.id, l.name, s.id as site_id, s.name as site_name, s.currency_code as currency, ${volumeCurrency} as volume_currency, ls.first_week
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join (
      select location_id, min(first_week) as first_week from location_stage
      where organisation_id = ${scope.organisationId} and stage_id = any(${[...stageIds]}::int[]) and first_week is not null group by location_id
    ) ls on ls.location_id = l.id
    where ${sql.join(conditions, sql` and `)}`;
}

/** The days of each location: those asked for since its first week, or those of the weeks of its baseline. */
function stretchesOf(
  { organisationId }: Scope,
  { days: { stageIds, start, end }, grain }: { days: RatioDays; grain: RatioGrain },
): RawBuilder<unknown> {
  if (grain !== 'baseline')
    return sql`select k.id as location_id, k.volume_currency, greatest(k.first_week, ${start}::date) as first, ${end}::date as last from asked k`;
  return sql`
    select k.id as location_id, k.volume_currency, greatest(k.first_week, bw.week_start) as first, bw.week_start + 6 as last
    from asked k
    join baseline b on b.organisation_id = ${organisationId} and b.location_id = k.id and b.stage_id = any(${[...stageIds]}::int[]) and b.state = 'ACTIVE'
    join baseline_week bw on bw.organisation_id = b.organisation_id and bw.baseline_id = b.id`;
}

/** What the total of a month comes to on each of its open days, where the calendar has all of its days. */
const totalsOf = ({ organisationId }: Scope, kind: VolumeKind): RawBuilder<unknown> => sql`
  select v.location_id, v.local_date as month, v.value / nullif(count(*) filter (where w.is_open), 0) as value
  from (select t.location_id, t.volume_currency, min(t.first) as first, max(t.last) as last from stretch t group by 1, 2) t
  join volume v on v.organisation_id = ${organisationId} and v.location_id = t.location_id and v.kind = ${kind} and v.period = 'MONTH'
    and v.local_date between date_trunc('month', t.first)::date and t.last and v.currency = t.volume_currency
  join location_day w on w.organisation_id = v.organisation_id and w.location_id = v.location_id
    and w.local_date >= v.local_date and w.local_date < (v.local_date + interval '1 month')::date
  group by v.location_id, v.local_date, v.value
  having count(*) = extract(day from v.local_date + interval '1 month - 1 day')`;

interface ForeignQuery extends PlaceFilter {
  metric: RatioQuery['metric'];
  start: LocalDate;
  end: LocalDate;
}

/** Volumes of the days that are in no ratio, because their money is not that of their site. */
export async function listForeignVolumes(
  db: Db,
  scope: Scope,
  { metric, start, end, ...place }: ForeignQuery,
): Promise<ForeignVolume[]> {
  const { kind } = ratioParts[metric];
  if (!isMoney(kind)) return [];
  const { rows } = await sql<ForeignVolume>`
    select v.currency, count(*)::int as entries from volume v
    join location l on l.organisation_id = v.organisation_id and l.id = v.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where v.organisation_id = ${scope.organisationId} and v.kind = ${kind} and v.local_date between date_trunc('month', ${start}::date)::date and ${end}::date
      and (v.period = 'MONTH' or v.local_date >= ${start}::date) and v.currency <> s.currency_code
      and ${sql.join([visibleLocations(scope), ...atPlace(scope, place)], sql` and `)}
    group by v.currency order by v.currency`.execute(db);
  return rows;
}

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
