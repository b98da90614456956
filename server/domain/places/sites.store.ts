import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import type { LocalDate } from '../../platform/time';
import type { Country } from './place.contract';
import { visibleLocations, visibleSites, wholeSites } from './scope';
import type {
  DeviceRow,
  OverviewQuery,
  SiteDetail,
  SiteLookup,
  SiteOverview,
  SiteRow,
  SiteSort,
} from './sites.contract';

type Status = 'A' | 'I';

interface LookupRow {
  siteId: number;
  siteName: string;
  siteStatus: Status;
  timeZone: string;
  currencyCode: string;
  locationId: number | null;
  locationName: string;
  locationStatus: Status;
  deviceId: number | null;
  deviceName: string;
  deviceStatus: Status;
}

/** Sites with their locations and devices, all of the wanted states, by name. */
export async function lookUpSites(db: Db, scope: Scope, states: readonly Status[]): Promise<SiteLookup> {
  const wanted = [...states];
  const { rows } = await sql<LookupRow>`
    select s.id as "siteId", s.name as "siteName", s.status as "siteStatus", s.time_zone as "timeZone", s.currency_code as "currencyCode",
      l.id as "locationId", l.name as "locationName", l.status as "locationStatus",
      d.id as "deviceId", d.name as "deviceName", d.status as "deviceStatus"
    from site s
    left join location l on l.organisation_id = s.organisation_id and l.site_id = s.id and l.status = any(${wanted}::text[]) and ${visibleLocations(scope)}
    left join device d on d.organisation_id = l.organisation_id and d.location_id = l.id and d.status = any(${wanted}::text[])
    where s.status = any(${wanted}::text[]) and ${visibleSites(scope)}
    order by lower(s.name), s.id, lower(l.name), l.id, lower(d.name), d.id`.execute(db);
  const sites: SiteLookup = [];
  for (const {
    siteId,
    siteName,
    siteStatus,
    timeZone,
    currencyCode,
    locationId,
    locationName,
    locationStatus,
    deviceId,
    deviceName,
    deviceStatus,
  } of rows) {
    if (sites.at(-1)?.siteId !== siteId)
      sites.push({ siteId, siteName, siteStatus, timeZone, currencyCode, locations: [] });
    const locations = sites.at(-1)?.locations ?? [];
    if (locationId === null) continue;
    if (locations.at(-1)?.locationId !== locationId)
      locations.push({ locationId, locationName, locationStatus, devices: [] });
    if (deviceId !== null) locations.at(-1)?.devices.push({ deviceId, deviceName, deviceStatus });
  }
  return sites;
}

const siteColumns = (scope: Scope) => sql`
  s.id as "siteId", s.name as "siteName", s.address, s.country_code as "countryCode", c.name as "countryName", r.name as "regionName",
  g.name as "segmentName", s.time_zone as "timeZone", s.currency_code as "currencyCode", s.status as "siteStatus",
  (select count(*) from location l where l.site_id = s.id and ${visibleLocations(scope)}) as "locationCount",
  (select count(*) from location l join device d on d.organisation_id = l.organisation_id and d.location_id = l.id and d.status = 'A'
    where l.site_id = s.id and ${visibleLocations(scope)}) as "deviceCount"`;

/** With the countries in the reader's language, in its order. */
const siteTables = (countries: readonly Country[]) => sql`
  from site s
  join unnest(${countries.map((one) => one.countryCode)}::text[], ${countries.map((one) => one.countryName)}::text[])
    with ordinality as c(code, name, place) on c.code = s.country_code
  left join region r on r.organisation_id = s.organisation_id and r.id = s.region_id
  left join segment g on g.organisation_id = s.organisation_id and g.id = s.segment_id`;

const sortColumns: Record<SiteSort, RawBuilder<unknown>> = {
  siteName: sql`lower("siteName")`,
  countryName: sql`"countryPlace"`,
  regionName: sql`lower("regionName")`,
  segmentName: sql`lower("segmentName")`,
  timeZone: sql`"timeZone"`,
  currencyCode: sql`"currencyCode"`,
  locationCount: sql`"locationCount"`,
  deviceCount: sql`"deviceCount"`,
  siteStatus: sql`"siteStatus"`,
};

interface Listing {
  query: OverviewQuery;
  countries: readonly Country[];
}

export async function listSites(db: Db, scope: Scope, { query, countries }: Listing): Promise<SiteOverview> {
  const wanted = [visibleSites(scope)];
  if (query.status !== undefined) wanted.push(sql`s.status = ${query.status}`);
  if (query.text !== undefined)
    wanted.push(
      sql`strpos(lower(concat_ws(' ', s.name, s.address, c.name, r.name, g.name)), lower(${query.text})) > 0`,
    );
  const where = sql.join(wanted, sql` and `);
  const way = query.sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const tables = siteTables(countries);
  const counted = await sql<{ total: number }>`select count(*) as total ${tables} where ${where}`.execute(db);
  const { rows } = await sql<SiteRow & { countryPlace?: number }>`
    select * from (select ${siteColumns(scope)}, c.place as "countryPlace" ${tables} where ${where}) listed
    order by ${sortColumns[query.sort.column]} ${way} nulls last, "siteId" ${way}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  return {
    sites: rows.map(({ countryPlace: _, ...site }) => site),
    total: counted.rows[0]?.total ?? 0,
    page: query.page,
    limit: query.limit,
  };
}

export async function findSite(
  db: Db,
  scope: Scope,
  { siteId, countries }: { siteId: number; countries: readonly Country[] },
): Promise<Omit<SiteDetail['site'], 'subdivisionName'> | undefined> {
  const { rows } = await sql<Omit<SiteDetail['site'], 'subdivisionName'>>`
    select ${siteColumns(scope)}, exists (
      select 1 from location l join waste_event e on e.organisation_id = l.organisation_id and e.location_id = l.id
      where l.organisation_id = s.organisation_id and l.site_id = s.id) as "hasEvents",
      case when s.holiday_area <> s.country_code then s.holiday_area end as "subdivisionCode"
    ${siteTables(countries)} where s.id = ${siteId} and ${visibleSites(scope)}`.execute(db);
  return rows[0];
}

export async function listLocations(db: Db, scope: Scope, siteId: number): Promise<SiteDetail['locations']> {
  const { rows } = await sql<SiteDetail['locations'][number]>`
    select l.id as "locationId", l.name as "locationName", l.status as "locationStatus", l.holidays_observed as "holidaysObserved",
      l.first_event_date as "firstEventDate", l.closed_on as "closedOn",
      array(select k.stage_id from location_stage k where k.organisation_id = l.organisation_id and k.location_id = l.id order by 1) as "wasteStageIds"
    from location l where l.site_id = ${siteId} and ${visibleLocations(scope)} order by l.status, lower(l.name), l.id`.execute(
    db,
  );
  return rows;
}

/** The devices of the site; for whoever sees the whole organisation also those that stand nowhere. */
export async function listDevices(db: Db, scope: Scope, siteId: number): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.id as "deviceId", d.name as "deviceName", d.serial, d.location_id as "locationId", d.status as "deviceStatus",
      d.key_hash is not null as "hasKey", d.last_seen_at as "lastSeenAt"
    from device d
    left join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    where d.organisation_id = ${scope.organisationId}
      and ((l.site_id = ${siteId} and ${visibleLocations(scope)}) or (${seesAll(scope)} and d.location_id is null))
    order by d.status, lower(d.name), d.id`.execute(db);
  return rows;
}

/** The regions and segments of the organisation; for somebody limited to sites, those of their sites alone. */
export async function listPlaceNames(db: Db, scope: Scope): Promise<{ regions: string[]; segments: string[] }> {
  const names = async (table: 'region' | 'segment') => {
    const { rows } = await sql<{ name: string }>`
      select p.name from ${sql.table(table)} p
      where p.organisation_id = ${scope.organisationId}
        and (${seesAll(scope)} or p.id in (select ${sql.ref(`s.${table}_id`)} from site s where ${visibleSites(scope)}))
      order by p.name`.execute(db);
    return rows.map((row) => row.name);
  };
  return { regions: await names('region'), segments: await names('segment') };
}

export async function siteIsVisible(db: Db, scope: Scope, siteId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from site s where s.id = ${siteId} and ${visibleSites(scope)}`.execute(db);
  return rows.length > 0;
}

export interface SiteBeginning {
  siteId: number;
  siteName: string;
  /** IANA name. */
  timeZone: string;
  /** The open ones. */
  locations: { locationId: number; firstDay: LocalDate | null }[];
}

/** The open sites of which all is seen, with the local days on which their locations first weighed, by name. */
export async function listSiteBeginnings(db: Db, scope: Scope): Promise<SiteBeginning[]> {
  const { rows } = await sql<SiteBeginning>`
    select s.id as "siteId", s.name as "siteName", s.time_zone as "timeZone",
      coalesce(json_agg(json_build_object('locationId', l.id, 'firstDay', l.first_event_date) order by l.id) filter (where l.id is not null), '[]') as locations
    from site s
    left join location l on l.organisation_id = s.organisation_id and l.site_id = s.id and l.status = 'A'
    where ${wholeSites(scope)} and s.status = 'A'
    group by s.id, s.name, s.time_zone order by lower(s.name), s.id`.execute(db);
  return rows;
}
