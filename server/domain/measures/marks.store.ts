import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { markWeeksOf } from '../weeks';

/** Every week that has events or derived figures. */
const everyWeek = (organisationId: number) => sql`
  select location_id, week_start from waste_event where organisation_id = ${organisationId}
  union select location_id, week_start from rollup_day where organisation_id = ${organisationId}
  union select location_id, week_start from rollup_day_not_waste where organisation_id = ${organisationId}
  union select location_id, week_start from rollup_week where organisation_id = ${organisationId}
  union select location_id, week_start from rollup_week_dim where organisation_id = ${organisationId}
  union select location_id, week_start from location_day where organisation_id = ${organisationId}
  union select location_id, week_start from location_week where organisation_id = ${organisationId}
  union select location_id, week_start from readiness_week where organisation_id = ${organisationId}
  union select location_id, first_week from baseline where organisation_id = ${organisationId} and state = 'ACTIVE'
  union select location_id, first_week from location_stage where organisation_id = ${organisationId} and first_week is not null`;

export const markEverything = (trx: Trx, organisationId: number): Promise<void> =>
  markWeeksOf(trx, organisationId, everyWeek(organisationId));

/** How many weeks a full rebuild would go through. */
export async function countEverything(db: Db, organisationId: number): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ weeks: number }>`select count(*) as weeks from (${everyWeek(organisationId)}) w`.execute(db);
  return row?.weeks ?? 0;
}
