import { sql, type RawBuilder } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';
import type { Restriction, SecuredIds } from '../../platform/restriction.rules';

export interface RestrictionRow {
  restricted: boolean;
  secured_sites: number[];
  secured_locations: number[];
  narrowed: boolean;
  own_sites: number[];
  own_locations: number[];
}

export const isRestrictedIn = (organisation: RawBuilder<unknown>, userId: number) =>
  sql<boolean>`exists (select 1 from restricted_person whose where whose.organisation_id = ${organisation} and whose.user_id = ${userId})`;

/** What `restrictionOf` makes a person's restriction of, in the organisation that the query calls `o`. */
export const restrictionColumns = (userId: number) => sql`
  ${isRestrictedIn(sql`o.id`, userId)} as restricted,
  array(select s.site_id from secured_site s where s.organisation_id = o.id and s.user_id = ${userId} order by 1) as secured_sites,
  array(select l.location_id from secured_location l where l.organisation_id = o.id and l.user_id = ${userId} order by 1) as secured_locations,
  exists (select 1 from own_narrowing n where n.organisation_id = o.id and n.user_id = ${userId}) as narrowed,
  array(select s.site_id from own_secured_site s where s.organisation_id = o.id and s.user_id = ${userId} order by 1) as own_sites,
  array(select l.location_id from own_secured_location l where l.organisation_id = o.id and l.user_id = ${userId} order by 1) as own_locations`;

/** What others let the person see, within it what they have narrowed themselves to. */
export function restrictionOf(row: RestrictionRow): Restriction | null {
  const own = row.narrowed ? idsOf(row.own_sites, row.own_locations) : null;
  if (!row.restricted) return own;
  const set = idsOf(row.secured_sites, row.secured_locations);
  return own ? { ...set, within: own } : set;
}

const idsOf = (sites: number[], locations: number[]): SecuredIds => ({
  sites: sites.map(Number),
  locations: locations.map(Number),
});

/** What somebody's view of an organization is narrowed to. */
export const restrictionsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  securedSitesAndLocations: (
    await sql<object>`
      select x.organisation_id as "organizationId", s.name as site, null as location
      from secured_site x join site s on s.organisation_id = x.organisation_id and s.id = x.site_id where x.organisation_id = any(${[...organisationIds]}::bigint[]) and x.user_id = ${userId}
      union all select x.organisation_id, null, l.name
      from secured_location x join location l on l.organisation_id = x.organisation_id and l.id = x.location_id where x.organisation_id = any(${[...organisationIds]}::bigint[]) and x.user_id = ${userId}`.execute(
      db,
    )
  ).rows,
});
