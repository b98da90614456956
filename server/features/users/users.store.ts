import { sql } from 'kysely';
import { visibleLocations, visibleSites } from '../../domain/places';
import type { SecuredItems } from '../../domain/places/secured-items.contract';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { UserDetail } from './users.contract';

/** The names of those that whoever asks may see. */
export async function nameSecured(
  db: Db,
  scope: Scope,
  { siteIds, locationIds }: SecuredItems,
): Promise<NonNullable<UserDetail['items']>> {
  const sites = await sql<{ siteId: number; siteName: string }>`
    select s.id as "siteId", s.name as "siteName" from site s
    where s.id = any(${[...siteIds]}::bigint[]) and ${visibleSites(scope)} order by lower(s.name), s.id`.execute(db);
  const locations = await sql<{ locationId: number; locationName: string; siteName: string }>`
    select l.id as "locationId", l.name as "locationName", s.name as "siteName"
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where l.id = any(${[...locationIds]}::bigint[]) and ${visibleLocations(scope)} order by lower(s.name), lower(l.name), l.id`.execute(
    db,
  );
  return { sites: sites.rows, locations: locations.rows };
}
