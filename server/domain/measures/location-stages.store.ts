import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';

/** The stages that a new location is set up for; they wait for their first event from today, the site's local date, on. */
export async function openStages(
  trx: Trx,
  organisationId: number,
  { locationId, stageIds, now }: { locationId: number; stageIds: readonly number[]; now: Date },
): Promise<void> {
  await sql`
    insert into location_stage (organisation_id, location_id, stage_id, entered_on)
    select l.organisation_id, l.id, stage.id, (${now}::timestamptz at time zone s.time_zone)::date
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    cross join unnest(${[...new Set(stageIds)]}::int[]) as stage (id)
    where l.organisation_id = ${organisationId} and l.id = ${locationId}`.execute(trx);
}
