import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { visibleLocations, visibleSites, wholeSites } from './scope';
import type { ChoiceSite, SecuredItems } from './secured-items.contract';

/** An organisation with what belongs to it. */
export interface ItemsIn extends SecuredItems {
  organisationId: number;
}

interface ItemsRow {
  organisation_id: number;
  siteIds: number[];
  locationIds: number[];
}

const itemsOf = ({ organisation_id, siteIds, locationIds }: ItemsRow): ItemsIn => ({
  organisationId: Number(organisation_id),
  siteIds: siteIds.map(Number),
  locationIds: locationIds.map(Number),
});

/** What somebody has narrowed themselves to, by organisation. */
export async function listOwn(db: Db | Trx, userId: number): Promise<ItemsIn[]> {
  const { rows } = await sql<ItemsRow>`
    select n.organisation_id,
      array(select s.site_id from own_secured_site s where s.organisation_id = n.organisation_id and s.user_id = n.user_id order by 1) as "siteIds",
      array(select l.location_id from own_secured_location l where l.organisation_id = n.organisation_id and l.user_id = n.user_id order by 1) as "locationIds"
    from own_narrowing n where n.user_id = ${userId} order by 1`.execute(db);
  return rows.map(itemsOf);
}

/** Where items lie, whoever may see them; what nobody has is in none. In the order of the organisations. */
export async function placesOf(db: Db | Trx, { siteIds, locationIds }: SecuredItems): Promise<ItemsIn[]> {
  const { rows } = await sql<ItemsRow>`
    select organisation_id, coalesce(array_agg(id order by id) filter (where kind = 'site'), '{}') as "siteIds", coalesce(array_agg(id order by id) filter (where kind = 'location'), '{}') as "locationIds"
    from (
      select organisation_id, id, 'site' as kind from site where id = any(${[...siteIds]}::bigint[])
      union all select organisation_id, id, 'location' from location where id = any(${[...locationIds]}::bigint[])) as found
    group by 1 order by 1`.execute(db);
  return rows.map(itemsOf);
}

export async function insertOwn(
  trx: Trx,
  userId: number,
  { organisationId, siteIds, locationIds }: ItemsIn,
): Promise<void> {
  await sql`insert into own_narrowing (organisation_id, user_id) values (${organisationId}, ${userId})`.execute(trx);
  await sql`insert into own_secured_site (organisation_id, user_id, site_id) select ${organisationId}, ${userId}, id from unnest(${[...siteIds]}::bigint[]) id`.execute(
    trx,
  );
  await sql`insert into own_secured_location (organisation_id, user_id, location_id) select ${organisationId}, ${userId}, id from unnest(${[...locationIds]}::bigint[]) id`.execute(
    trx,
  );
}

/** The items go with it. */
export async function deleteOwn(trx: Trx, userId: number, organisationId: number): Promise<void> {
  await trx
    .deleteFrom('own_narrowing')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .execute();
}

interface PlaceRow {
  siteId: number;
  siteName: string;
  whole: boolean;
  locationId: number | null;
  locationName: string;
}

/** The sites of a scope with their locations, open and closed, by name. */
export async function listPlaces(db: Db, scope: Scope): Promise<ChoiceSite[]> {
  const { rows } = await sql<PlaceRow>`
    select s.id as "siteId", s.name as "siteName", ${wholeSites(scope)} as whole, l.id as "locationId", l.name as "locationName"
    from site s left join location l on l.organisation_id = s.organisation_id and l.site_id = s.id and ${visibleLocations(scope)}
    where ${visibleSites(scope)} order by lower(s.name), s.id, lower(l.name), l.id`.execute(db);
  const sites = new Map<number, ChoiceSite>();
  for (const { siteId, siteName, whole, locationId, locationName } of rows) {
    const site = sites.get(Number(siteId)) ?? { siteId: Number(siteId), siteName, whole, locations: [] };
    sites.set(site.siteId, site);
    if (locationId !== null) site.locations.push({ locationId: Number(locationId), locationName });
  }
  return [...sites.values()];
}
