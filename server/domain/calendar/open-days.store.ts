import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { deleteWeeks, unnestWeeks } from '../weeks';
import type { LocationWeek } from '../weeks/location-week.contract';
import type { ClosedReason } from './calendar.rules';
import { holidayAreaOf } from './holiday-areas.store';
import { ensureHolidays } from './holidays';

/**
 * `closedReasonOf` of calendar.rules.ts in SQL, for many days at once; null for open ones.
 * @param days rows of (location_id, day, week_start)
 * @returns rows of (location_id, day, week_start, closed_reason)
 */
export function daysWithReason(
  organisationId: number,
  days: RawBuilder<unknown>,
  {
    beforeFirstEvent = sql`when l.first_event_date is null or d.day < l.first_event_date then 'BEFORE_FIRST_EVENT'`,
  } = {},
): RawBuilder<unknown> {
  return sql`
    select d.location_id, d.day, d.week_start,
      case
        ${beforeFirstEvent}
        when d.day > l.closed_on then 'AFTER_LAST_DAY'
        when x.open is not null then case when not x.open then 'EXCEPTION' end
        when h.day is not null then 'HOLIDAY'
        when not p.open then 'PATTERN'
      end as closed_reason
    from (${days}) d
    join location l on l.organisation_id = ${organisationId} and l.id = d.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    left join lateral (
      select e.open from calendar_exception e
      where e.organisation_id = l.organisation_id and e.location_id = l.id and d.day between e.from_date and e.to_date
      order by e.id desc limit 1) x on true
    left join area_holiday h on l.holidays_observed and h.area = ${holidayAreaOf('s')} and h.day = d.day
    left join lateral (
      select c.open from calendar_pattern c
      where c.organisation_id = l.organisation_id and c.location_id = l.id
        and c.weekday = extract(isodow from d.day) and c.valid_from <= d.day
      order by c.valid_from desc limit 1) p on true`;
}

export interface CalendarDay {
  day: LocalDate;
  closedReason: ClosedReason | null;
}

interface DayRange {
  organisationId: number;
  locationId: number;
  from: LocalDate;
  /** Included. */
  to: LocalDate;
  /** Of a location without waste, its weekdays and holidays count all the same. */
  evenBeforeFirstEvent?: boolean;
}

/** The days of one location in order, also those that no roll-up has yet. Empty when the organisation has no such location. */
export async function listCalendarDays(
  db: Db | Trx,
  { organisationId, locationId, from, to, evenBeforeFirstEvent = false }: DayRange,
): Promise<CalendarDay[]> {
  const days = sql`select ${locationId}::bigint as location_id, g::date as day, date_trunc('week', g)::date as week_start
    from generate_series(${from}::date, ${to}::date, interval '1 day') g`;
  const { rows } = await sql<CalendarDay>`
    select day, closed_reason as "closedReason"
    from (${daysWithReason(organisationId, days, evenBeforeFirstEvent ? { beforeFirstEvent: sql`` } : {})}) c order by day`.execute(
    db,
  );
  return rows;
}

/**
 * The open days of locations in months (`2026-03`), in order, by `ID MONTH`. Days before the first event count as its weekdays
 * and holidays do: what is asked for is where older events belong. Months without an open day are missing.
 */
export async function openDaysOfMonths(
  trx: Trx,
  organisationId: number,
  wanted: readonly { locationId: number; month: string }[],
): Promise<Map<string, LocalDate[]>> {
  const open = new Map<string, LocalDate[]>();
  if (wanted.length === 0) return open;
  await ensureHolidaysOf(
    trx,
    organisationId,
    wanted.map(({ locationId, month }) => ({ locationId, weekStart: `${month}-01` })),
  );
  const days = sql`
    select k.location_id, g::date as day, date_trunc('week', g)::date as week_start
    from unnest(${wanted.map((one) => one.locationId)}::bigint[], ${wanted.map((one) => `${one.month}-01`)}::date[]) as k (location_id, first)
    cross join generate_series(k.first, k.first + interval '1 month' - interval '1 day', interval '1 day') g`;
  const { rows } = await sql<{ locationId: number; day: LocalDate }>`
    select location_id as "locationId", day from (${daysWithReason(organisationId, days, { beforeFirstEvent: sql`` })}) c
    where closed_reason is null order by 1, 2`.execute(trx);
  for (const { locationId, day } of rows) {
    const key = `${locationId} ${day.slice(0, 7)}`;
    open.set(key, [...(open.get(key) ?? []), day]);
  }
  return open;
}

/** Rewrites location_day and location_week of the weeks: open or closed, and the check weights in grams. */
export async function rebuildOpenDays(trx: Trx, organisationId: number, weeks: readonly LocationWeek[]): Promise<void> {
  if (weeks.length === 0) return;
  await ensureHolidaysOf(trx, organisationId, weeks);
  await deleteWeeks(trx, organisationId, { table: 'location_day', weeks });
  await deleteWeeks(trx, organisationId, { table: 'location_week', weeks });
  const pairs = sql`${unnestWeeks(weeks)} as k (location_id, week_start)`;
  const days = sql`select k.location_id, k.week_start + n as day, k.week_start from ${pairs} cross join generate_series(0, 6) n`;
  await sql`
    with day as (
      insert into location_day (organisation_id, location_id, local_date, week_start, is_open, closed_reason, check_g)
      select ${organisationId}, c.location_id, c.day, c.week_start, c.closed_reason is null, c.closed_reason, coalesce(w.g, 0)
      from (${daysWithReason(organisationId, days)}) c
      left join (
        select cw.location_id, cw.local_date, sum(cw.net_g) as g
        from ${pairs}
        join check_weight cw on cw.organisation_id = ${organisationId} and cw.location_id = k.location_id
          and cw.local_date >= k.week_start and cw.local_date < k.week_start + 7
        group by 1, 2) w on w.location_id = c.location_id and w.local_date = c.day
      returning location_id, week_start, is_open, check_g)
    insert into location_week (organisation_id, location_id, week_start, open_days, check_g)
    select ${organisationId}, location_id, week_start, count(*) filter (where is_open), sum(check_g)
    from day group by location_id, week_start`.execute(trx);
}

async function ensureHolidaysOf(trx: Trx, organisationId: number, weeks: readonly LocationWeek[]): Promise<void> {
  const areas = await sql<{ area: string }>`
    select distinct ${holidayAreaOf('s')} as area from site s where s.organisation_id = ${organisationId}`.execute(trx);
  const years = weeks.map((week) => Number(week.weekStart.slice(0, 4)));
  const first = Math.min(...years);
  // The last week of a year may end in the next.
  const count = Math.max(...years) + 1 - first + 1;
  await ensureHolidays(
    trx,
    areas.rows.map((row) => row.area),
    Array.from({ length: count }, (_, index) => first + index),
  );
}

/** Takes away the calendar of the locations outside `from` to `to` (Mondays); all of it where `from` is null. */
export async function dropCalendarOutside(
  trx: Trx,
  organisationId: number,
  cut: readonly { locationId: number; from: LocalDate | null; to: LocalDate | null }[],
): Promise<void> {
  if (cut.length === 0) return;
  const ranges = sql`unnest(${cut.map((one) => one.locationId)}::bigint[], ${cut.map((one) => one.from)}::date[], ${cut.map((one) => one.to)}::date[]) as r (location_id, from_week, to_week)`;
  await sql`
    delete from location_day d using ${ranges}
    where d.organisation_id = ${organisationId} and d.location_id = r.location_id
      and (r.from_week is null or d.week_start < r.from_week or d.week_start > r.to_week)`.execute(trx);
  await sql`
    delete from location_week w using ${ranges}
    where w.organisation_id = ${organisationId} and w.location_id = r.location_id
      and (r.from_week is null or w.week_start < r.from_week or w.week_start > r.to_week)`.execute(trx);
}

/** Whether somebody has set a weekly pattern of the location that the query calls `location`, with its `organisation_id` and `id`. */
export const hasOwnPattern = (location: string): RawBuilder<boolean> => sql<boolean>`
  exists (select 1 from calendar_pattern p where p.organisation_id = ${sql.ref(`${location}.organisation_id`)} and p.location_id = ${sql.ref(`${location}.id`)})`;

/** The locations of an organization with a weekly pattern that somebody has set. */
export async function listWithOwnPattern(db: Db, organisationId: number): Promise<Set<number>> {
  const { rows } = await sql<{ locationId: number }>`
    select distinct location_id as "locationId" from calendar_pattern where organisation_id = ${organisationId}`.execute(
    db,
  );
  return new Set(rows.map(({ locationId }) => locationId));
}

/** The same, or days one by one. */
export const hasOwnCalendar = (location: string): RawBuilder<boolean> => sql<boolean>`(${hasOwnPattern(location)}
  or exists (select 1 from calendar_exception e where e.organisation_id = ${sql.ref(`${location}.organisation_id`)} and e.location_id = ${sql.ref(`${location}.id`)}))`;

/** How many days of each span are open, in their order; spans that end before they begin have none. */
export async function countOpenDays(
  db: Db,
  organisationId: number,
  spans: readonly { locationId: number; from: LocalDate; to: LocalDate }[],
): Promise<number[]> {
  if (spans.length === 0) return [];
  const days = sql`
    select distinct k.location_id, g::date as day, date_trunc('week', g)::date as week_start
    from unnest(${spans.map((one) => one.locationId)}::bigint[], ${spans.map((one) => one.from)}::date[], ${spans.map((one) => one.to)}::date[]) as k (location_id, from_day, to_day)
    cross join generate_series(k.from_day, k.to_day, interval '1 day') g`;
  const { rows } = await sql<{ count: number }>`
    with open_day as materialized (
      select location_id, day from (${daysWithReason(organisationId, days, { beforeFirstEvent: sql`` })}) c where closed_reason is null)
    select count(o.day)::int as count
    from unnest(${spans.map((one) => one.locationId)}::bigint[], ${spans.map((one) => one.from)}::date[], ${spans.map((one) => one.to)}::date[]) with ordinality as k (location_id, from_day, to_day, place)
    left join open_day o on o.location_id = k.location_id and o.day between k.from_day and k.to_day
    group by k.place order by k.place`.execute(db);
  return rows.map(({ count }) => count);
}
