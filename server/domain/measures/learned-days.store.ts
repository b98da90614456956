import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { hasOwnPattern } from '../calendar';
import { learnedDaysOf, type LearnedDays, type WeekOfDays } from '../calendar/learned-days.rules';
import { visibleLocations } from '../places';

/** A location whose opening days nobody has confirmed, with those that its weighings show. */
export interface LearnedLocation extends LearnedDays {
  locationId: number;
  locationName: string;
  siteName: string;
  firstEventDate: LocalDate;
}

/** The newest weeks with data that are looked at; the older ones may have followed another pattern. */
const mostWeeks = 8;

/**
 * Active locations without a weekly pattern, by site and name, whose weighings show one other than their calendar. Looked at
 * are whole weeks from the first event on that were over on `today`.
 */
export async function listLearnedDays(db: Db | Trx, scope: Scope, today: LocalDate): Promise<LearnedLocation[]> {
  // Not by `dayGrid`: adding up the stages of every location takes seven times as long as looking whether a day has any.
  const { rows } = await sql<Omit<LearnedLocation, keyof LearnedDays> & { weeks: WeekOfDays[] }>`
    with l as materialized (
      select l.organisation_id, l.id, l.name, s.name as site_name, l.first_event_date,
        (select max(r.week_start) from rollup_week r
          where r.organisation_id = l.organisation_id and r.location_id = l.id and r.week_start < ${today}::date - 6) as last_week
      from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      where ${visibleLocations(scope)} and l.status = 'A' and s.status = 'A' and l.first_event_date is not null and not ${hasOwnPattern('l')})
    select l.id as "locationId", l.name as "locationName", l.site_name as "siteName", l.first_event_date as "firstEventDate",
      jsonb_agg(jsonb_build_object('open', g.open, 'tracked', g.tracked) order by g.week_start) as weeks
    from l cross join lateral (
      select w.week_start, array_agg(w.is_open order by w.local_date) as open, array_agg(exists (
          select from rollup_day r where r.organisation_id = w.organisation_id and r.location_id = w.location_id and r.local_date = w.local_date)
          order by w.local_date) as tracked
      from location_day w
      where w.organisation_id = l.organisation_id and w.location_id = l.id and w.week_start >= l.first_event_date
        and w.local_date between l.last_week - ${7 * (mostWeeks - 1)}::int and l.last_week + 6
      group by w.week_start having count(*) = 7) g
    group by l.id, l.name, l.site_name, l.first_event_date
    order by lower(l.site_name), lower(l.name), l.id`.execute(db);
  return rows.flatMap(({ weeks, ...location }) => {
    const learned = learnedDaysOf(weeks);
    return learned ? [{ ...location, ...learned }] : [];
  });
}
