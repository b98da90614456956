import { sql } from 'kysely';
import type { Actor } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { Permission } from '../../platform/permissions';

interface Person {
  sessionId: string;
  userId: number;
  userUuid: string;
  login: string;
  email: string;
  fullName: string;
  locale: Actor['locale'];
  ssoUser: boolean;
  tenantNumber: number;
  tenantName: string;
  permissions: string[];
}

interface ProfileRow {
  currency_code: string;
  country_code: string;
  time_zone: string;
  exclusion_threshold: number;
  simulated: boolean;
  data_version: number;
  unit_id: number;
  unit_abbr: string;
  grams_per_unit: number;
  secured_sites: number[];
  secured_locations: number[];
}

/** The product's side of a person: organisation, unit, and the sites and locations they are limited to. */
export async function findActor(db: Db, person: Person): Promise<Actor | null> {
  const { rows } = await sql<ProfileRow>`
    select o.currency_code, o.country_code, o.time_zone, o.exclusion_threshold, o.simulated, o.data_version,
      u.id as unit_id, u.abbr as unit_abbr, u.grams_per_unit,
      array(select site_id from secured_site s where s.organisation_id = o.id and s.user_id = ${person.userId} order by 1) as secured_sites,
      array(select location_id from secured_location l where l.organisation_id = o.id and l.user_id = ${person.userId} order by 1) as secured_locations
    from organisation o
    left join user_profile p on p.organisation_id = o.id and p.user_id = ${person.userId}
    join unit u on u.id = coalesce(p.unit_id, o.unit_id)
    where o.id = ${person.tenantNumber}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    userId: person.userId,
    userUuid: person.userUuid,
    login: person.login,
    email: person.email,
    fullName: person.fullName,
    sessionId: person.sessionId,
    ssoUser: person.ssoUser,
    locale: person.locale,
    organisation: {
      id: person.tenantNumber,
      name: person.tenantName,
      currency: row.currency_code,
      countryCode: row.country_code,
      timeZone: row.time_zone,
      exclusionThreshold: row.exclusion_threshold,
      simulated: row.simulated,
      dataVersion: row.data_version,
    },
    unit: { id: row.unit_id, abbr: row.unit_abbr, gramsPerUnit: row.grams_per_unit },
    permissions: new Set(person.permissions as Permission[]),
    securedSites: row.secured_sites.map(Number),
    securedLocations: row.secured_locations.map(Number),
  };
}
