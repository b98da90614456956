import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { LocationWeek } from '../weeks/location-week.contract';

/** Whose holidays a site has, as `area_holiday` knows them: until it is settled, those of its country. */
export const holidayAreaOf = (site: string): RawBuilder<string> =>
  sql`coalesce(${sql.ref(`${site}.holiday_area`)}, ${sql.ref(`${site}.country_code`)})`;

interface UnsettledSite {
  organisationId: number;
  siteId: number;
  countryCode: string;
  regionName: string | null;
}

/** Organisations with sites whose holidays nobody settled yet. */
export async function listUnsettledOrganisations(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('site')
    .select('organisation_id')
    .distinct()
    .where('holiday_area', 'is', null)
    .orderBy('organisation_id')
    .execute();
  return rows.map((row) => row.organisation_id);
}

/** Those sites of an organisation, locked. */
export async function lockUnsettledSites(trx: Trx, organisationId: number): Promise<UnsettledSite[]> {
  const { rows } = await sql<UnsettledSite>`
    select s.organisation_id as "organisationId", s.id as "siteId", s.country_code as "countryCode", r.name as "regionName"
    from site s left join region r on r.organisation_id = s.organisation_id and r.id = s.region_id
    where s.organisation_id = ${organisationId} and s.holiday_area is null order by s.id for update of s`.execute(trx);
  return rows;
}

/** The years in which the site's locations have figures; the last week of a year may end in the next. */
export async function listYearsOfSite(trx: Trx, organisationId: number, siteId: number): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select generate_series(extract(year from min(w.week_start))::int, extract(year from max(w.week_start) + 6)::int) as year
    from location_week w join location l on l.organisation_id = w.organisation_id and l.id = w.location_id
    where w.organisation_id = ${organisationId} and l.site_id = ${siteId}`.execute(trx);
  return rows.map((row) => row.year);
}

interface OtherHolidays {
  siteId: number;
  areas: readonly [before: string, after: string];
}

/** Weeks with figures of the site's locations that observe holidays, in which one of the areas has a holiday and the other does not. */
export async function listWeeksOfOtherHolidays(
  trx: Trx,
  organisationId: number,
  { siteId, areas }: OtherHolidays,
): Promise<LocationWeek[]> {
  const { rows } = await sql<LocationWeek>`
    select w.location_id as "locationId", w.week_start as "weekStart"
    from location_week w join location l on l.organisation_id = w.organisation_id and l.id = w.location_id
    where w.organisation_id = ${organisationId} and l.site_id = ${siteId} and l.holidays_observed
      and exists (select from area_holiday h where h.area = any(${[...areas]}::text[]) and h.day between w.week_start and w.week_start + 6
        group by h.day having count(*) = 1)
    order by 1, 2`.execute(trx);
  return rows;
}
