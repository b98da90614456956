import { sql } from 'kysely';
import type { Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import type { LocationWeek } from '../weeks/location-week.contract';
import { figuresOf } from './event-replacing.store';
import { followMerges } from './merged-values.store';

/** By event: the newest revision that somebody decided on, 0 for none. */
export async function readStanding(
  trx: Trx,
  organisationId: number,
  eventIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ eventId: number; revisionId: number }>`
    select r.event_id as "eventId", max(r.id) as "revisionId" from waste_event_revision r
    where r.organisation_id = ${organisationId} and r.event_id = any(${[...eventIds]}::bigint[]) and r.cause is null group by r.event_id`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.eventId, row.revisionId]));
}

interface Returning {
  revisionIds: readonly number[];
  eventIds: readonly number[];
  /** Keeps the rows as they are until now. */
  keep(): Promise<unknown>;
}

/** Gives events the figures back that these revisions kept, and says whether they count. @returns the weeks that they come back to */
export async function returnRevisions(
  trx: Trx,
  { scope: { organisationId } }: Acting,
  { revisionIds, eventIds, keep }: Returning,
): Promise<LocationWeek[]> {
  await keep();
  const { rows } = await sql<LocationWeek>`
    update waste_event e set ${figuresOf('b')}, voided_at = b.voided_at, voided_by = b.voided_by, void_reason = b.void_reason
    from waste_event_revision r, jsonb_populate_record(null::waste_event, r.before) b
    where r.organisation_id = ${organisationId} and r.id = any(${[...revisionIds]}::bigint[]) and e.organisation_id = ${organisationId} and e.id = r.event_id
    returning e.location_id as "locationId", e.week_start as "weekStart"`.execute(trx);
  await followMerges(trx, organisationId, eventIds);
  return rows;
}
