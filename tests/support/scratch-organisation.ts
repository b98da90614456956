import { sql } from 'kysely';
import type { Locale } from '../../server/platform/actor';
import type { Db } from '../../server/platform/db/database';
import type { Clock } from '../../server/platform/time';

/** A clock that stands still. */
export const clockAt = (instant: string): Clock => ({ now: () => new Date(instant) });

interface Wanted {
  countryCode?: string;
  currency?: string;
  timeZone?: string;
  locations?: number;
}

export interface ScratchOrganisation {
  id: number;
  siteIds: number[];
  /** One a site. */
  locationIds: number[];
}

/** A new organisation with a site for each location; `currency` has two decimals. */
export async function scratchOrganisation(
  db: Db,
  { countryCode = 'US', currency = 'USD', timeZone = 'UTC', locations = 1 }: Wanted = {},
): Promise<ScratchOrganisation> {
  await sql`insert into currency (code, name, exponent) values (${currency}, ${currency}, 2) on conflict do nothing`.execute(
    db,
  );
  await sql`insert into country (code, name) values (${countryCode}, ${countryCode}) on conflict do nothing`.execute(
    db,
  );
  await sql`insert into unit (id, abbr, name, grams_per_unit) values (12, 'kg', 'kilogram', 1000) on conflict do nothing`.execute(
    db,
  );
  for (const stage of [8, 9, 23])
    await sql`insert into waste_stage (id, name) values (${stage}, ${String(stage)}) on conflict do nothing`.execute(
      db,
    );
  const tenant = await db
    .insertInto('identity.tenant')
    .values({ name: 'Scratch' })
    .returning('number')
    .executeTakeFirstOrThrow();
  const id = tenant.number;
  await db
    .insertInto('organisation')
    .values({ id, country_code: countryCode, currency_code: currency, unit_id: 12, time_zone: timeZone })
    .execute();
  const siteIds: number[] = [];
  const locationIds: number[] = [];
  for (let index = 0; index < locations; index += 1) {
    const site = await db
      .insertInto('site')
      .values({
        organisation_id: id,
        name: `Site ${index}`,
        country_code: countryCode,
        currency_code: currency,
        time_zone: timeZone,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const location = await db
      .insertInto('location')
      .values({ organisation_id: id, site_id: site.id, name: 'Kitchen' })
      .returning('id')
      .executeTakeFirstOrThrow();
    siteIds.push(site.id);
    locationIds.push(location.id);
  }
  return { id, siteIds, locationIds };
}

export interface ScratchValues {
  item: number;
  reason: number;
  sink: number;
  /** Not waste. */
  stock: number;
  /** Weighs 500 g. */
  container: number;
}

/** A reference value in a hierarchy of its own. @returns its id */
export async function addValue(
  db: Db,
  organisationId: number,
  { element, name, ...more }: { element: string; name: string; tare_g?: number; counts_as_waste?: boolean },
): Promise<number> {
  const hierarchy = await db
    .insertInto('hierarchy')
    .values({ organisation_id: organisationId, element_code: element, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const value = await db
    .insertInto('ref_value')
    .values({ organisation_id: organisationId, hierarchy_id: hierarchy.id, element_code: element, name, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  return value.id;
}

export async function translate(
  db: Db,
  organisationId: number,
  { refId, ...names }: { refId: number } & Partial<Record<Locale, string>>,
): Promise<void> {
  await db
    .insertInto('ref_value_translation')
    .values(
      Object.entries(names).map(([locale, name]) => ({ organisation_id: organisationId, ref_id: refId, locale, name })),
    )
    .execute();
}

/** A reference value of each kind that tests need. */
export async function scratchValues(db: Db, organisationId: number): Promise<ScratchValues> {
  const make = (element: string, name: string, more: { tare_g?: number; counts_as_waste?: boolean } = {}) =>
    addValue(db, organisationId, { element, name, ...more });
  return {
    item: await make('WASTEITEM', 'Rice'),
    reason: await make('WASTEREASON', 'Expired'),
    sink: await make('WASTESINK', 'Compost'),
    stock: await make('WASTESINK', 'Back to stock', { counts_as_waste: false }),
    container: await make('CONTAINER', 'Tray', { tare_g: 500 }),
  };
}
