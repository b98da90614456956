import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';

/** The location, if it belongs to the scope's organisation and to its secured items. */
export async function findBaselineLocation(db: Db | Trx, scope: Scope, locationId: number): Promise<{ autoEnabled: boolean } | undefined> {
  const { rows } = await sql<{ autoEnabled: boolean }>`
    select auto_baseline_enabled as "autoEnabled" from location
    where organisation_id = ${scope.organisationId} and id = ${locationId}
      and (cardinality(${[...scope.securedSites]}::bigint[]) = 0 or site_id = any(${[...scope.securedSites]}::bigint[]))
      and (cardinality(${[...scope.securedLocations]}::bigint[]) = 0 or id = any(${[...scope.securedLocations]}::bigint[]))`.execute(db);
  return rows[0];
}

export async function setAutoBaseline(trx: Trx, organisationId: number, { locationId, enabled }: { locationId: number; enabled: boolean }): Promise<void> {
  await sql`
    update location set auto_baseline_enabled = ${enabled}, updated_at = now()
    where organisation_id = ${organisationId} and id = ${locationId}`.execute(trx);
}
