import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleLocations, wholeSites } from './scope';
import type { LocationEdit, NewLocation, SiteEdit, SiteFields } from './sites.contract';

export interface StoredSite {
  id: number;
  name: string;
  countryCode: string;
  currencyCode: string;
  regionName: string | null;
  /** As `area_holiday` names it; null until it is settled. */
  holidayArea: string | null;
  timeZone: string;
  status: 'A' | 'I';
}

/** The site, locked, if the scope holds all of it; a secured location alone does not open its site for changes. */
export async function lockSite(trx: Trx, scope: Scope, siteId: number): Promise<StoredSite | undefined> {
  const { rows } = await sql<StoredSite>`
    select s.id, s.name, s.country_code as "countryCode", s.currency_code as "currencyCode", s.time_zone as "timeZone", r.name as "regionName", s.holiday_area as "holidayArea", s.status
    from site s left join region r on r.organisation_id = s.organisation_id and r.id = s.region_id
    where s.id = ${siteId} and ${wholeSites(scope)} for update of s`.execute(trx);
  return rows[0];
}

export interface StoredLocation {
  id: number;
  siteId: number;
  name: string;
  status: 'A' | 'I';
  siteStatus: 'A' | 'I';
  timeZone: string;
  holidaysObserved: boolean;
  /** The last day; null while it is active. */
  closedOn: LocalDate | null;
}

export async function lockLocation(trx: Trx, scope: Scope, locationId: number): Promise<StoredLocation | undefined> {
  const { rows } = await sql<StoredLocation>`
    select l.id, l.site_id as "siteId", l.name, l.status, s.status as "siteStatus", s.time_zone as "timeZone",
      l.holidays_observed as "holidaysObserved", l.closed_on as "closedOn"
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where l.id = ${locationId} and ${visibleLocations(scope)} for update of l`.execute(trx);
  return rows[0];
}

export async function siteNameIsTaken(
  trx: Trx,
  organisationId: number,
  { name, exceptId = 0 }: { name: string; exceptId?: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from site where organisation_id = ${organisationId} and lower(name) = lower(${name}) and id <> ${exceptId}`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function locationNameIsTaken(
  trx: Trx,
  organisationId: number,
  { siteId, name, exceptId = 0 }: { siteId: number; name: string; exceptId?: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from location where organisation_id = ${organisationId} and site_id = ${siteId} and lower(name) = lower(${name}) and id <> ${exceptId}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** The region or segment of this name, made where it is not there. */
async function placeId(
  trx: Trx,
  table: 'region' | 'segment',
  { organisationId, name }: { organisationId: number; name: string | null },
): Promise<number | null> {
  if (name === null) return null;
  await trx
    .insertInto(table)
    .values({ organisation_id: organisationId, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom(table)
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** With whose public holidays it has. */
type SettledFields<F extends SiteFields = SiteFields> = F & { holidayArea: string };

async function siteValues(trx: Trx, organisationId: number, fields: SettledFields) {
  return {
    name: fields.siteName,
    address: fields.address,
    country_code: fields.countryCode,
    currency_code: fields.currencyCode,
    time_zone: fields.timeZone,
    holiday_area: fields.holidayArea,
    region_id: await placeId(trx, 'region', { organisationId, name: fields.regionName }),
    segment_id: await placeId(trx, 'segment', { organisationId, name: fields.segmentName }),
  };
}

export async function insertSite(
  trx: Trx,
  organisationId: number,
  { fields, now }: { fields: SettledFields; now: Date },
): Promise<number> {
  const values = {
    organisation_id: organisationId,
    ...(await siteValues(trx, organisationId, fields)),
    created_at: now,
    updated_at: now,
  };
  return (await trx.insertInto('site').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateSite(
  trx: Trx,
  organisationId: number,
  { siteId, fields, now }: { siteId: number; fields: SettledFields<SiteEdit>; now: Date },
): Promise<void> {
  await trx
    .updateTable('site')
    .set({ ...(await siteValues(trx, organisationId, fields)), status: fields.siteStatus, updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', siteId)
    .execute();
}

/** @returns the ids of the locations that were open until `lastDay` */
export async function closeLocations(
  trx: Trx,
  organisationId: number,
  { siteId, lastDay, now }: { siteId: number; lastDay: LocalDate; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update location set status = 'I', closed_on = ${lastDay}, updated_at = ${now}
    where organisation_id = ${organisationId} and site_id = ${siteId} and status = 'A' returning id`.execute(trx);
  return rows.map((row) => row.id);
}

export async function insertLocation(
  trx: Trx,
  organisationId: number,
  { fields, now }: { fields: NewLocation; now: Date },
): Promise<number> {
  const location = await trx
    .insertInto('location')
    .values({
      organisation_id: organisationId,
      site_id: fields.siteId,
      name: fields.locationName,
      holidays_observed: fields.holidaysObserved,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return location.id;
}

interface LocationChange {
  locationId: number;
  fields: LocationEdit;
  /** null for an active one. */
  closedOn: LocalDate | null;
  now: Date;
}

export async function updateLocation(
  trx: Trx,
  organisationId: number,
  { locationId, fields, closedOn, now }: LocationChange,
): Promise<void> {
  await trx
    .updateTable('location')
    .set({
      name: fields.locationName,
      holidays_observed: fields.holidaysObserved,
      status: fields.locationStatus,
      closed_on: closedOn,
      updated_at: now,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', locationId)
    .execute();
}
