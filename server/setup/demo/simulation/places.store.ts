import { sql } from 'kysely';
import { rotateDeviceKey } from '../../../domain/places';
import type { Trx } from '../../../platform/db/database';
import { instantOf } from '../../../platform/time';
import { currencyOf } from './places.rules';
import type { LocationPlan, SimulationPlan } from './plan.rules';

export interface PlaceRows {
  /** Database ids in the order of the plan. */
  sites: number[];
  locations: { id: number; devices: number[] }[];
}

/** Writes regions, segments, sites, locations with their stages and calendars, and devices of a new organisation. */
export async function insertPlaces(trx: Trx, organisationId: number, plan: SimulationPlan): Promise<PlaceRows> {
  const regions = await insertNames(trx, 'region', { organisationId, names: plan.sites.map((site) => site.region) });
  const segments = await insertNames(trx, 'segment', { organisationId, names: plan.sites.map((site) => site.segment) });
  const sites: number[] = [];
  for (const [index, site] of plan.sites.entries()) {
    const created = earliest(plan.locations.filter((one) => one.site === index));
    const row = await trx
      .insertInto('site')
      .values({
        organisation_id: organisationId,
        name: site.name,
        country_code: site.country,
        currency_code: currencyOf[site.country],
        region_id: regions.get(site.region),
        segment_id: segments.get(site.segment),
        time_zone: site.timeZone,
        holiday_area: site.holidayArea,
        address: `${site.town} (simulated)`,
        created_at: created,
        updated_at: created,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    sites.push(row.id);
  }
  const locations: PlaceRows['locations'] = [];
  for (const location of plan.locations)
    locations.push(await insertLocation(trx, organisationId, { location, siteId: sites[location.site] as number }));
  return { sites, locations };
}

async function insertNames(
  trx: Trx,
  table: 'region' | 'segment',
  { organisationId, names }: { organisationId: number; names: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await trx
    .insertInto(table)
    .values([...new Set(names)].map((name) => ({ organisation_id: organisationId, name })))
    .returning(['id', 'name'])
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

const createdAt = (location: LocationPlan) => instantOf(location.createdOn, '09:00:00', location.timeZone);
const earliest = (locations: readonly LocationPlan[]) =>
  new Date(Math.min(...locations.map((one) => createdAt(one).getTime())));

interface NewLocation {
  location: LocationPlan;
  siteId: number;
}

async function insertLocation(
  trx: Trx,
  organisationId: number,
  { location, siteId }: NewLocation,
): Promise<{ id: number; devices: number[] }> {
  const created = createdAt(location);
  const { id } = await trx
    .insertInto('location')
    .values({
      organisation_id: organisationId,
      site_id: siteId,
      name: location.name,
      holidays_observed: location.holidaysObserved,
      created_at: created,
      updated_at: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const common = { organisation_id: organisationId, location_id: id };
  await trx
    .insertInto('location_stage')
    .values(location.streams.map((stream) => ({ ...common, stage_id: stream.stageId, entered_on: location.createdOn })))
    .execute();
  if (location.patterns.length > 0) {
    await trx
      .insertInto('calendar_pattern')
      .values(
        location.patterns.map(({ weekday, validFrom, open }) => ({ ...common, weekday, valid_from: validFrom, open })),
      )
      .execute();
  }
  // Ids follow the order of the closures; the highest decides where two overlap.
  if (location.closures.length > 0) {
    await sql`
      insert into calendar_exception (organisation_id, location_id, from_date, to_date, open, reason, created_at)
      select ${organisationId}, ${id}, c.from_date, c.to_date, c.open, c.reason, ${created}
      from unnest(${location.closures.map((one) => one.from)}::date[], ${location.closures.map((one) => one.to)}::date[],
        ${location.closures.map((one) => one.open)}::boolean[], ${location.closures.map((one) => one.reason)}::text[])
        with ordinality as c (from_date, to_date, open, reason, place)
      order by c.place`.execute(trx);
  }
  return { id, devices: await insertDevices(trx, organisationId, { location, locationId: id }) };
}

/** Their keys are made and forgotten at once: whoever wants to send from one makes it a new key. */
async function insertDevices(
  trx: Trx,
  organisationId: number,
  { location, locationId }: { location: LocationPlan; locationId: number },
): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= location.devices; number += 1) {
    const serial = `SIM-${location.country}-${String(location.index + 1).padStart(3, '0')}-${number}`;
    const { id } = await trx
      .insertInto('device')
      .values({
        organisation_id: organisationId,
        serial,
        name: `Scale ${number}`,
        location_id: locationId,
        created_at: createdAt(location),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await rotateDeviceKey(trx, { organisationId, deviceId: id });
    ids.push(id);
  }
  return ids;
}
