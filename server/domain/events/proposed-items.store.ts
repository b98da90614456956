import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { LocationWeek } from '../weeks/location-week.contract';

interface Giving {
  eventIds: readonly number[];
  itemId: number;
  /** Of the revisions. */
  why: string;
  userId: number | null;
  now: Date;
}

/**
 * Gives those of the events that have no item one, and keeps them as they were. Weights and costs stay.
 * @returns the events that were changed
 */
export async function giveItem(
  trx: Trx,
  organisationId: number,
  { eventIds, itemId, why, userId, now }: Giving,
): Promise<(LocationWeek & { eventId: number })[]> {
  const { rows } = await sql<LocationWeek & { eventId: number }>`
    select e.id as "eventId", e.location_id as "locationId", e.week_start as "weekStart" from waste_event e
    where e.organisation_id = ${organisationId} and e.id = any(${[...eventIds]}::bigint[]) and e.item_id is null
    order by e.id for update of e`.execute(trx);
  if (rows.length === 0) return rows;
  const ids = rows.map((row) => row.eventId);
  await sql`
    insert into waste_event_revision (organisation_id, event_id, at, by_user_id, why, before)
    select e.organisation_id, e.id, ${now}, ${userId}, ${why}, to_jsonb(e)
    from waste_event e where e.organisation_id = ${organisationId} and e.id = any(${ids}::bigint[]) order by e.id`.execute(
    trx,
  );
  await sql`update waste_event e set item_id = ${itemId} where e.organisation_id = ${organisationId} and e.id = any(${ids}::bigint[])`.execute(
    trx,
  );
  return rows;
}
