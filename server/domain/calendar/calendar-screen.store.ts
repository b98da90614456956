import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleLocations } from '../places';
import type { ReasonedException } from './calendar-month.rules';
import type { CalendarPattern } from './calendar.rules';
import { holidayAreaOf } from './holiday-areas.store';

export interface FoundLocation {
  locationId: number;
  locationName: string;
  siteId: number;
  siteName: string;
  status: 'A' | 'I';
}

export interface CalendarLocation extends FoundLocation {
  countryCode: string;
  countryName: string;
  /** Whose public holidays the site has, as `publicHolidays` takes it: its country or a part of it. */
  holidayArea: string;
  timeZone: string;
  holidaysObserved: boolean;
  firstEventDate: LocalDate | null;
  closedOn: LocalDate | null;
}

/** The location with what its calendar hangs on, if the actor may see it. */
export async function findCalendarLocation(
  db: Db | Trx,
  scope: Scope,
  locationId: number,
): Promise<CalendarLocation | undefined> {
  const { rows } = await sql<CalendarLocation>`
    select l.id as "locationId", l.name as "locationName", s.id as "siteId", s.name as "siteName", l.status, s.country_code as "countryCode",
      c.name as "countryName", ${holidayAreaOf('s')} as "holidayArea", s.time_zone as "timeZone", l.holidays_observed as "holidaysObserved", l.first_event_date as "firstEventDate",
      l.closed_on as "closedOn"
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join country c on c.code = s.country_code
    where ${visibleLocations(scope)} and l.id = ${locationId}`.execute(db);
  return rows[0];
}

/** Locations whose site and name hold every word of the query, active ones first, with the number of all that fit. */
export async function searchLocations(
  db: Db | Trx,
  scope: Scope,
  { q, limit }: { q: string; limit: number },
): Promise<{ total: number; locations: FoundLocation[] }> {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10);
  const { rows } = await sql<FoundLocation & { total: number }>`
    select l.id as "locationId", l.name as "locationName", s.id as "siteId", s.name as "siteName", l.status, count(*) over ()::int as total
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where ${visibleLocations(scope)}
      and not exists (select from unnest(${words}::text[]) w where position(w in lower(s.name || ' ' || l.name)) = 0)
    order by l.status, lower(s.name), lower(l.name), l.id limit ${limit}`.execute(db);
  return { total: rows[0]?.total ?? 0, locations: rows.map(({ total: _, ...location }) => location) };
}

/** The active locations that the actor sees. */
export async function listActiveLocations(db: Db | Trx, scope: Scope): Promise<FoundLocation[]> {
  const { rows } = await sql<FoundLocation>`
    select l.id as "locationId", l.name as "locationName", s.id as "siteId", s.name as "siteName", l.status
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where ${visibleLocations(scope)} and l.status = 'A' order by lower(s.name), lower(l.name), l.id`.execute(db);
  return rows;
}

/** How many active locations a change of a site, or of all that the actor may see, would reach. */
export async function countReachable(
  db: Db | Trx,
  scope: Scope,
  siteId: number,
): Promise<{ site: number; all: number }> {
  const { rows } = await sql<{ site: number; all: number }>`
    select count(*) filter (where l.site_id = ${siteId})::int as site, count(*)::int as "all"
    from location l where ${visibleLocations(scope)} and l.status = 'A'`.execute(db);
  return rows[0] ?? { site: 0, all: 0 };
}

interface OfLocation {
  organisationId: number;
  locationId: number;
}

export async function listPatterns(
  db: Db | Trx,
  { organisationId, locationId }: OfLocation,
): Promise<CalendarPattern[]> {
  const { rows } = await sql<CalendarPattern>`
    select weekday, valid_from as "validFrom", open from calendar_pattern
    where organisation_id = ${organisationId} and location_id = ${locationId} order by valid_from, weekday`.execute(db);
  return rows;
}

/** Of many locations, by location. */
export async function listPatternsOf(
  db: Db | Trx,
  { organisationId, locationIds }: { organisationId: number; locationIds: readonly number[] },
): Promise<(CalendarPattern & { locationId: number })[]> {
  const { rows } = await sql<CalendarPattern & { locationId: number }>`
    select location_id as "locationId", weekday, valid_from as "validFrom", open from calendar_pattern
    where organisation_id = ${organisationId} and location_id = any(${[...locationIds]}::bigint[])
    order by location_id, valid_from, weekday`.execute(db);
  return rows;
}

/** The exceptions that touch the days, by their first day. */
export async function listExceptions(
  db: Db | Trx,
  { organisationId, locationId, from, to }: OfLocation & { from: LocalDate; to: LocalDate },
): Promise<ReasonedException[]> {
  const { rows } = await sql<ReasonedException>`
    select id, from_date as "fromDate", to_date as "toDate", open, reason from calendar_exception
    where organisation_id = ${organisationId} and location_id = ${locationId} and from_date <= ${to}::date and to_date >= ${from}::date
    order by from_date, to_date, id`.execute(db);
  return rows;
}

export async function countExceptions(db: Db | Trx, { organisationId, locationId }: OfLocation): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calendar_exception where organisation_id = ${organisationId} and location_id = ${locationId}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
