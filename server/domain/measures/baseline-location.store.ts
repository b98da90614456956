import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { visibleLocations } from '../places';

/** The location, if it belongs to the scope's organisation and to its secured items. */
export async function findBaselineLocation(
  db: Db | Trx,
  scope: Scope,
  locationId: number,
): Promise<{ autoEnabled: boolean } | undefined> {
  const { rows } = await sql<{ autoEnabled: boolean }>`
    select l.auto_baseline_enabled as "autoEnabled" from location l
    where l.organisation_id = ${scope.organisationId} and l.id = ${locationId} and ${visibleLocations(scope)}`.execute(
    db,
  );
  return rows[0];
}
