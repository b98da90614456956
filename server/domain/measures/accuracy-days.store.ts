import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { addDays, daysBetween, weekStartOf, type LocalDate } from '../../platform/time';
import { daysWithReason } from '../calendar';
import { visibleLocations } from '../places';
import type { AccuracyPlace, DayRange, DaySums, Status } from './weight-accuracy.rules';

export interface AccuracyDay extends DaySums {
  day: LocalDate;
  /** Its Monday. */
  weekStart: LocalDate;
}

export interface PlaceWithDays extends AccuracyPlace {
  /** In order, from the first event on, up to today at the site. */
  days: AccuracyDay[];
}

export interface DaysQuery {
  range: DayRange;
  now: Date;
  siteId?: number;
  locationId?: number;
  siteStatus?: readonly Status[];
  locationStatus?: readonly Status[];
  /** Only these. */
  locationIds?: readonly number[];
}

const place = sql`
  s.id as "siteId", s.name as "siteName", s.status as "siteStatus", s.time_zone as "timeZone",
  l.id as "locationId", l.name as "locationName", l.status as "locationStatus"`;

type PlaceQuery = Omit<DaysQuery, 'range' | 'now'>;

function wanted(
  scope: Scope,
  { siteId, locationId, siteStatus, locationStatus, locationIds }: PlaceQuery,
): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    [
      visibleLocations(scope),
      ...(siteId === undefined ? [] : [sql`l.site_id = ${siteId}`]),
      ...(locationId === undefined ? [] : [sql`l.id = ${locationId}`]),
      ...(siteStatus === undefined ? [] : [sql`s.status = any(${[...siteStatus]}::text[])`]),
      ...(locationStatus === undefined ? [] : [sql`l.status = any(${[...locationStatus]}::text[])`]),
      ...(locationIds === undefined ? [] : [sql`l.id = any(${[...locationIds]}::bigint[])`]),
    ],
    sql` and `,
  )}`;
}

const inOrder = sql`order by lower(s.name), s.id, lower(l.name), l.id`;

/** Sites and locations by name, without their days. */
export async function listAccuracyPlaces(db: Db, scope: Scope, query: PlaceQuery = {}): Promise<AccuracyPlace[]> {
  const { rows } = await sql<AccuracyPlace>`
    select ${place} from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where ${wanted(scope, query)} ${inOrder}`.execute(db);
  return rows;
}

/**
 * Every wanted location, by site and name, with its days. The calendar is written up to the last week with data in the
 * organisation; the days after it are asked of the calendar itself.
 */
export async function listDays(db: Db, scope: Scope, { range, now, ...query }: DaysQuery): Promise<PlaceWithDays[]> {
  // A row a location: reading each day as a row of its own costs more than the query does.
  const { rows } = await sql<
    AccuracyPlace & { days: string | null }
  >`${daysQuery(scope, { range, now, ...query })}`.execute(db);
  const calendar = calendarOf(range);
  return rows.map(({ days, ...found }) => ({
    ...found,
    days: days === null ? [] : days.split(',').map((text) => readDay(text, calendar)),
  }));
}

/** The one query of the report, for who measures it. */
export function daysQuery(scope: Scope, { range: { begin, end }, now, ...query }: DaysQuery): RawBuilder<unknown> {
  const { organisationId } = scope;
  const ofPlaces = (table: string) => sql`${sql.table(table)} t join place p on p.id = t.location_id
    where t.organisation_id = ${organisationId} and t.local_date between ${begin}::date and p.last`;
  const unwritten = sql`
    select p.id as location_id, g::date as day, date_trunc('week', g)::date as week_start
    from place p cross join generate_series(${begin}::date, ${end}::date, interval '1 day') g
    where g::date between p.unwritten_from and p.last`;
  return sql`
    with place as materialized (
      select l.id, least(${end}::date, (${now}::timestamptz at time zone s.time_zone)::date) as last,
        case when l.first_event_date is not null then greatest(l.first_event_date, (
          select max(w.week_start) + 7 from location_week w where w.organisation_id = l.organisation_id and w.location_id = l.id)) end as unwritten_from
      from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      where ${wanted(scope, query)}),
    day as (
      select t.location_id, t.local_date, not t.is_open as closed from ${ofPlaces('location_day')}
      union all
      select c.location_id, c.day, c.closed_reason is not null from (${daysWithReason(organisationId, unwritten)}) c),
    waste as (select t.location_id, t.local_date, sum(t.g) as g from ${ofPlaces('rollup_day')} group by 1, 2),
    weighed as (select t.location_id, t.local_date, sum(t.net_g) as g from ${ofPlaces('check_weight')} group by 1, 2)
    select ${place}, d.days
    from place p
    join location l on l.organisation_id = ${organisationId} and l.id = p.id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    left join (
      select location_id, string_agg((local_date - ${begin}::date) || ':' || case when closed then 1 else 0 end || ':' || coalesce(waste.g, 0) || ':' || coalesce(weighed.g, 0), ',' order by local_date) as days
      from day left join waste using (location_id, local_date) left join weighed using (location_id, local_date)
      group by location_id) d on d.location_id = p.id
    ${inOrder}`;
}

interface CalendarDay {
  day: LocalDate;
  weekStart: LocalDate;
}

/** The days of the range and their Mondays, once for all locations. */
function calendarOf({ begin, end }: DayRange): CalendarDay[] {
  const monday = weekStartOf(begin);
  const offset = daysBetween(monday, begin);
  const days = Array.from({ length: daysBetween(begin, end) + 1 }, (_, at) => addDays(begin, at));
  const mondays = Array.from({ length: Math.ceil((days.length + offset) / 7) }, (_, at) => addDays(monday, at * 7));
  return days.map((day, at) => ({ day, weekStart: mondays[Math.floor((at + offset) / 7)] as LocalDate }));
}

function readDay(text: string, calendar: readonly CalendarDay[]): AccuracyDay {
  const [at, closed, waste, check] = text.split(':');
  const { day, weekStart } = calendar[Number(at)] as CalendarDay;
  return { day, weekStart, closed: closed === '1', wasteGrams: Number(waste), checkGrams: Number(check) };
}
