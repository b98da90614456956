import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';

interface Unused {
  siteIds: readonly number[];
  /** At which no event counts. */
  locationIds: readonly number[];
  now: Date;
}

/**
 * Closes the locations with neither a device nor a check weight, and to which nobody is limited; then the sites that have no
 * open location left.
 * @returns those that are closed now
 */
export async function closeUnusedPlaces(
  trx: Trx,
  organisationId: number,
  { siteIds, locationIds, now }: Unused,
): Promise<{ sites: number[]; locations: number[] }> {
  const locations = await sql<{ id: number }>`
    update location l set status = 'I', updated_at = ${now}
    where l.organisation_id = ${organisationId} and l.id = any(${[...locationIds]}::bigint[]) and l.status = 'A'
      and not exists (select from device d where d.organisation_id = l.organisation_id and d.location_id = l.id and d.status = 'A')
      and not exists (select from check_weight c where c.organisation_id = l.organisation_id and c.location_id = l.id)
      and not exists (select from secured_location k where k.organisation_id = l.organisation_id and k.location_id = l.id)
    returning l.id`.execute(trx);
  const sites = await sql<{ id: number }>`
    update site s set status = 'I', updated_at = ${now}
    where s.organisation_id = ${organisationId} and s.id = any(${[...siteIds]}::bigint[]) and s.status = 'A'
      and not exists (select from location l where l.organisation_id = s.organisation_id and l.site_id = s.id and l.status = 'A')
      and not exists (select from secured_site k where k.organisation_id = s.organisation_id and k.site_id = s.id)
    returning s.id`.execute(trx);
  return { sites: sites.rows.map(({ id }) => id), locations: locations.rows.map(({ id }) => id) };
}

export async function reopenPlaces(
  trx: Trx,
  organisationId: number,
  { siteIds, locationIds }: Pick<Unused, 'siteIds' | 'locationIds'>,
): Promise<void> {
  await sql`update site set status = 'A' where organisation_id = ${organisationId} and id = any(${[...siteIds]}::bigint[]) and status = 'I'`.execute(
    trx,
  );
  await sql`update location set status = 'A' where organisation_id = ${organisationId} and id = any(${[...locationIds]}::bigint[]) and status = 'I'`.execute(
    trx,
  );
}
