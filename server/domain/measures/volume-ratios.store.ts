import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { atPlace, visibleLocations } from '../places';
import type { PlaceFilter } from '../places/place.contract';
import { isMoney, type VolumeKind } from '../volumes/volumes.rules';
import { dayGrid } from './grid.store';
import type { ForeignVolume, RatioGrain, RatioLevel, RatioQuery, RatioRow } from './volume-ratios.contract';
import { ratioParts } from './volume-ratios.rules';

const keysOf: Record<RatioLevel, RawBuilder<unknown>> = {
  all: sql`0::bigint as "siteId", '' as "siteName", null::bigint as "locationId", null::text as "locationName"`,
  site: sql`d.site_id as "siteId", d.site_name as "siteName", null::bigint as "locationId", null::text as "locationName"`,
  location: sql`d.site_id as "siteId", d.site_name as "siteName", d.location_id as "locationId", d.location_name as "locationName"`,
};

const groupsOf: Record<RatioLevel, RawBuilder<unknown>[]> = {
  all: [],
  site: [sql`d.site_id`, sql`d.site_name`, sql`d.currency`],
  location: [sql`d.site_id`, sql`d.site_name`, sql`d.location_id`, sql`d.location_name`, sql`d.currency`],
};

const orderOf: Record<RatioLevel, RawBuilder<unknown>[]> = {
  all: [],
  site: [sql`lower(d.site_name)`],
  location: [sql`lower(d.site_name)`, sql`d.site_id`, sql`lower(d.location_name)`],
};

/** The first day of what a row is of, as the calendar counts it. */
const bucketOf: Record<RatioGrain, RawBuilder<unknown>> = {
  span: sql`null::date`,
  baseline: sql`null::date`,
  month: sql`date_trunc('month', d.local_date)::date`,
  week: sql`d.week_start`,
};

/** Waste and volumes of days, added up by place and time; in the order of names and time. Of what is not seen there is none. */
export async function listRatios(db: Db, scope: Scope, query: RatioQuery): Promise<RatioRow[]> {
  const { metric, level, grain, start, end } = query;
  const { waste, kind } = ratioParts[metric];
  const groups = groupsOf[level];
  const keys = level === 'all' && waste === 'cost' ? [sql`d.currency`] : groups;
  const currency = keys.length > 0 ? sql`d.currency` : sql`null::text`;
  const [first, last] =
    grain === 'baseline' ? [sql`min(d.local_date)`, sql`max(d.local_date)`] : [sql`${start}::date`, sql`${end}::date`];
  const bucket = bucketOf[grain];
  const startOf = grain === 'month' || grain === 'week' ? sql`greatest(bucket, ${start}::date)` : first;
  const endOf =
    grain === 'month'
      ? sql`least((bucket + interval '1 month - 1 day')::date, ${end}::date)`
      : grain === 'week'
        ? sql`least(bucket + 6, ${end}::date)`
        : last;
  const { rows } = await sql<RatioRow>`
    with day as materialized (${daysOf(scope, { ...query, money: isMoney(kind) })}),
    total as materialized (${totalsOf(scope, kind)}),
    entered as (
      select d.*, ${bucket} as bucket, coalesce(v.value, m.value) as volume, coalesce(v.estimated, m.value is not null) as guessed, d.is_open and d.txn > 0 as tracked
      from day d
      left join volume v on v.organisation_id = ${scope.organisationId} and v.location_id = d.location_id and v.kind = ${kind} and v.period = 'DAY'
        and v.local_date = d.local_date and v.currency = d.volume_currency
      left join total m on d.is_open and m.location_id = d.location_id and m.month = date_trunc('month', d.local_date)::date and m.currency = d.volume_currency)
    select ${keysOf[level]}, ${currency} as currency, ${startOf} as start, ${endOf} as "end",
      (count(*) filter (where is_open))::int as "openDays", (count(*) filter (where tracked))::int as "trackedDays",
      (count(*) filter (where tracked and volume is not null))::int as "countedDays",
      sum(g) as g, coalesce(sum(g) filter (where tracked and volume is not null), 0) as "countedG",
      sum(cost) as cost, coalesce(sum(cost) filter (where tracked and volume is not null), 0) as "countedCost",
      round(coalesce(sum(volume), 0), 4) as volume, round(coalesce(sum(volume) filter (where tracked), 0), 4) as "countedVolume",
      round(coalesce(sum(volume) filter (where tracked and guessed), 0), 4) as "estimatedVolume",
      coalesce(sum(estimated_g) filter (where tracked and volume is not null), 0) as "estimatedG",
      coalesce(sum(derived_cost) filter (where tracked and volume is not null), 0) as "derivedCost"
    from entered d
    group by ${sql.join([sql`bucket`, ...keys])}
    order by ${sql.join([...orderOf[level], sql`"siteId"`, sql`"locationId"`, sql`currency`, sql`bucket`])}`.execute(
    db,
  );
  return rows;
}

/** Every day of the calendars that the query asks for, with its waste. */
function daysOf(scope: Scope, query: RatioQuery & { money: boolean }): RawBuilder<unknown> {
  const { grain, stageId, start, end, money } = query;
  const { organisationId } = scope;
  return sql`
    select l.id as location_id, l.name as location_name, s.id as site_id, s.name as site_name, s.currency_code as currency,
      ${money ? sql`s.currency_code` : sql`''`} as volume_currency, w.local_date, w.week_start, w.is_open, coalesce(r.txn, 0) as txn, coalesce(r.g, 0) as g,
      coalesce(r.cost, 0) as cost, coalesce(r.estimated_g, 0) as estimated_g, coalesce(r.derived_cost, 0) as derived_cost
    from ${dayGrid({ stageId, within: sql`true` })}
    join location l on l.organisation_id = w.organisation_id and l.id = w.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join location_stage ls on ls.organisation_id = w.organisation_id and ls.location_id = w.location_id and ls.stage_id = ${stageId} and ls.first_week <= w.week_start
    where w.organisation_id = ${organisationId} and ${visibleLocations(scope)} and ${sql.join([sql`true`, ...atPlace(scope, query)], sql` and `)}
      and ${
        grain === 'baseline'
          ? sql`exists (
        select 1 from baseline b join baseline_week bw on bw.organisation_id = b.organisation_id and bw.baseline_id = b.id
        where b.organisation_id = w.organisation_id and b.location_id = w.location_id and b.stage_id = ${stageId} and b.state = 'ACTIVE' and bw.week_start = w.week_start)`
          : sql`w.local_date between ${start}::date and ${end}::date`
      }`;
}

/** What the total of a month comes to on each of its open days, where the calendar has all of its days. */
const totalsOf = ({ organisationId }: Scope, kind: VolumeKind): RawBuilder<unknown> => sql`
  select v.location_id, v.local_date as month, v.currency, v.value / nullif(count(*) filter (where w.is_open), 0) as value
  from volume v
  join location_day w on w.organisation_id = v.organisation_id and w.location_id = v.location_id
    and w.local_date >= v.local_date and w.local_date < (v.local_date + interval '1 month')::date
  where v.organisation_id = ${organisationId} and v.kind = ${kind} and v.period = 'MONTH' and v.location_id in (select location_id from day)
    and v.local_date >= (select date_trunc('month', min(local_date))::date from day) and v.local_date <= (select max(local_date) from day)
  group by v.location_id, v.local_date, v.currency, v.value
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
