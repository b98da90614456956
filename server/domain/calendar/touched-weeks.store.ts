import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { LocationWeek } from '../weeks/location-week.contract';
import { holidayAreaOf } from './holiday-areas.store';

export interface DaySpan {
  fromDate: LocalDate;
  /** null: without an end. */
  toDate: LocalDate | null;
}

/** The weeks with derived figures that any of the spans touches, each of its own location; in order of the weeks. */
export async function listTouchedWeeks(
  trx: Trx,
  organisationId: number,
  spans: readonly (DaySpan & { locationId: number })[],
): Promise<LocationWeek[]> {
  const { rows } = await sql<LocationWeek>`
    select w.location_id as "locationId", w.week_start as "weekStart" from location_week w
    where w.organisation_id = ${organisationId}
      and exists (select from unnest(${spans.map((one) => one.locationId)}::bigint[], ${spans.map((one) => one.fromDate)}::date[], ${spans.map((one) => one.toDate)}::date[])
          s (location_id, first_day, last_day)
        where s.location_id = w.location_id and w.week_start + 6 >= s.first_day and w.week_start <= coalesce(s.last_day, 'infinity'))
    order by w.week_start, w.location_id`.execute(trx);
  return rows;
}

/** The weeks with derived figures that hold a public holiday of the site. */
export async function listHolidayWeeks(trx: Trx, organisationId: number, locationId: number): Promise<LocationWeek[]> {
  const { rows } = await sql<LocationWeek>`
    select w.location_id as "locationId", w.week_start as "weekStart"
    from location_week w
    join location l on l.organisation_id = w.organisation_id and l.id = w.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where w.organisation_id = ${organisationId} and w.location_id = ${locationId}
      and exists (select from area_holiday h where h.area = ${holidayAreaOf('s')} and h.day between w.week_start and w.week_start + 6)
    order by w.week_start`.execute(trx);
  return rows;
}

export interface MarkedWeeks {
  weeks: number;
  firstWeek: LocalDate | null;
  lastWeek: LocalDate | null;
}

/** Counts what a change of these locations' days makes stale. */
export async function countTouchedWeeks(
  trx: Trx,
  organisationId: number,
  { locationIds, span }: { locationIds: readonly number[]; span: DaySpan },
): Promise<MarkedWeeks> {
  const { rows } = await sql<MarkedWeeks>`
    select count(*)::int as weeks, min(w.week_start) as "firstWeek", max(w.week_start) as "lastWeek"
    from location_week w
    where w.organisation_id = ${organisationId} and w.location_id = any(${[...locationIds]}::bigint[])
      and w.week_start + 6 >= ${span.fromDate}::date and w.week_start <= coalesce(${span.toDate}::date, 'infinity')`.execute(
    trx,
  );
  return rows[0] ?? { weeks: 0, firstWeek: null, lastWeek: null };
}
