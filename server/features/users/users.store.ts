import { sql } from 'kysely';
import { visibleLocations, visibleSites } from '../../domain/places';
import type { SecuredItems } from '../../domain/places/secured-items.contract';
import { type Scope, type Locale } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { UserDetail, UserRow } from './users.contract';

/** How many sites and locations each of these people is narrowed to; nobody who is not narrowed is among them. */
export async function countSecured(
  db: Db,
  { organisationId }: Scope,
  userIds: readonly number[],
): Promise<Map<number, NonNullable<UserRow['secured']>>> {
  const { rows } = await sql<{ userId: number; sites: number; locations: number }>`
    select p.user_id as "userId",
      (select count(*) from secured_site s where s.organisation_id = p.organisation_id and s.user_id = p.user_id) as sites,
      (select count(*) from secured_location l where l.organisation_id = p.organisation_id and l.user_id = p.user_id) as locations
    from restricted_person p where p.organisation_id = ${organisationId} and p.user_id = any(${[...userIds]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ userId, ...counts }) => [userId, counts]));
}

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

/** The language that the organisation's people are written to in. */
export async function selectLocale(db: Db, { organisationId }: Scope): Promise<Locale> {
  return (
    await db.selectFrom('organisation').select('locale').where('id', '=', organisationId).executeTakeFirstOrThrow()
  ).locale as Locale;
}
