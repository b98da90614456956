import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { visibleLocations, wholeSites } from './scope';
import type { SecuredItems } from './secured-items.contract';

interface MemberKey {
  organisationId: number;
  userId: number;
}

/** Whether somebody is a member of the organisation, in whatever state. */
export async function belongsTo(trx: Trx, { organisationId, userId }: MemberKey): Promise<boolean> {
  const { rows } =
    await sql`select 1 from identity.tenants_of(${userId}) as tenant where tenant = ${organisationId}`.execute(trx);
  return rows.length > 0;
}

/** What somebody was narrowed to by others; null for whoever was not. */
export async function findRestriction(
  db: Db | Trx,
  { organisationId, userId }: MemberKey,
): Promise<SecuredItems | null> {
  const { rows } = await sql<SecuredItems>`
    select
      array(select s.site_id from secured_site s where s.organisation_id = p.organisation_id and s.user_id = p.user_id order by 1) as "siteIds",
      array(select l.location_id from secured_location l where l.organisation_id = p.organisation_id and l.user_id = p.user_id order by 1) as "locationIds"
    from restricted_person p where p.organisation_id = ${organisationId} and p.user_id = ${userId}`.execute(db);
  const found = rows[0];
  return found ? { siteIds: found.siteIds.map(Number), locationIds: found.locationIds.map(Number) } : null;
}

/** The same of everyone in the organisation who was narrowed, by user. */
export async function listRestrictions(db: Db | Trx, organisationId: number): Promise<Map<number, SecuredItems>> {
  const { rows } = await sql<SecuredItems & { userId: number }>`
    select p.user_id as "userId",
      array(select s.site_id from secured_site s where s.organisation_id = p.organisation_id and s.user_id = p.user_id order by 1) as "siteIds",
      array(select l.location_id from secured_location l where l.organisation_id = p.organisation_id and l.user_id = p.user_id order by 1) as "locationIds"
    from restricted_person p where p.organisation_id = ${organisationId}`.execute(db);
  return new Map(
    rows.map(({ userId, siteIds, locationIds }) => [
      userId,
      { siteIds: siteIds.map(Number), locationIds: locationIds.map(Number) },
    ]),
  );
}

/** Those that the scope does not hold: a site only if it holds all of it. */
export async function ungrantableItems(
  db: Db | Trx,
  scope: Scope,
  { siteIds, locationIds }: SecuredItems,
): Promise<SecuredItems> {
  const { rows } = await sql<SecuredItems>`
    select
      array(select id from unnest(${[...siteIds]}::bigint[]) id where id not in (select s.id from site s where ${wholeSites(scope)})) as "siteIds",
      array(select id from unnest(${[...locationIds]}::bigint[]) id where id not in (select l.id from location l where ${visibleLocations(scope)})) as "locationIds"`.execute(
    db,
  );
  return rows[0] ?? { siteIds: [], locationIds: [] };
}

export async function deleteRestriction(trx: Trx, { organisationId, userId }: MemberKey): Promise<void> {
  for (const table of ['secured_site', 'secured_location', 'restricted_person'] as const) {
    await trx.deleteFrom(table).where('organisation_id', '=', organisationId).where('user_id', '=', userId).execute();
  }
}

export async function insertRestriction(
  trx: Trx,
  { organisationId, userId }: MemberKey,
  { siteIds, locationIds }: SecuredItems,
): Promise<void> {
  await sql`insert into restricted_person (organisation_id, user_id) values (${organisationId}, ${userId})`.execute(
    trx,
  );
  await sql`insert into secured_site (organisation_id, user_id, site_id) select ${organisationId}, ${userId}, id from unnest(${[...siteIds]}::bigint[]) id`.execute(
    trx,
  );
  await sql`insert into secured_location (organisation_id, user_id, location_id) select ${organisationId}, ${userId}, id from unnest(${[...locationIds]}::bigint[]) id`.execute(
    trx,
  );
}

/** How many sites and locations each of these people is narrowed to; nobody who is not narrowed is among them. */
export async function countSecured(
  db: Db,
  { organisationId }: Scope,
  userIds: readonly number[],
): Promise<Map<number, { sites: number; locations: number }>> {
  const { rows } = await sql<{ userId: number; sites: number; locations: number }>`
    select p.user_id as "userId",
      (select count(*) from secured_site s where s.organisation_id = p.organisation_id and s.user_id = p.user_id) as sites,
      (select count(*) from secured_location l where l.organisation_id = p.organisation_id and l.user_id = p.user_id) as locations
    from restricted_person p where p.organisation_id = ${organisationId} and p.user_id = any(${[...userIds]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ userId, ...counts }) => [userId, counts]));
}
