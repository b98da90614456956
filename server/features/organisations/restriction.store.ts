import type { Restriction } from '../../platform/restriction.rules';
import { sql, type RawBuilder } from 'kysely';

export interface RestrictionRow {
  restricted: boolean;
  secured_sites: number[];
  secured_locations: number[];
}

export const isRestrictedIn = (organisation: RawBuilder<unknown>, userId: number) =>
  sql<boolean>`exists (select 1 from restricted_person whose where whose.organisation_id = ${organisation} and whose.user_id = ${userId})`;

/** What a person is restricted to in the organisation that the query calls `o`. */
export const restrictionColumns = (userId: number) => sql`
  ${isRestrictedIn(sql`o.id`, userId)} as restricted,
  array(select s.site_id from secured_site s where s.organisation_id = o.id and s.user_id = ${userId} order by 1) as secured_sites,
  array(select l.location_id from secured_location l where l.organisation_id = o.id and l.user_id = ${userId} order by 1) as secured_locations`;

export const restrictionOf = (row: RestrictionRow): Restriction | null =>
  row.restricted ? { sites: row.secured_sites.map(Number), locations: row.secured_locations.map(Number) } : null;
