import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';

interface Classified {
  organisationId: number;
  /** The newest so many. */
  unclassified: number;
  /** So many before them. */
  classified: number;
}

/** Gives the newest events of an organisation a state of classification, so that its menu has something to tell. */
export async function addClassificationStates(
  trx: Trx,
  { organisationId, unclassified, classified }: Classified,
): Promise<void> {
  await sql`
    update waste_event e set classification_state = case when newest.at <= ${unclassified} then 'UNCLASSIFIED' else 'CLASSIFIED' end
    from (select id, local_date, row_number() over (order by occurred_at desc, id desc) as at from waste_event
      where organisation_id = ${organisationId} and voided_at is null order by occurred_at desc, id desc limit ${unclassified + classified}) newest
    where e.organisation_id = ${organisationId} and e.id = newest.id and e.local_date = newest.local_date`.execute(trx);
}

export interface StatedEvent {
  eventId: number;
  itemId: number;
}

/** The events of a state that have an item in use, as the queue goes through them. */
export async function listClassified(
  db: Db,
  organisationId: number,
  { state, limit, itemIds }: { state: 'UNCLASSIFIED' | 'CLASSIFIED'; limit: number; itemIds?: readonly number[] },
): Promise<StatedEvent[]> {
  const { rows } = await sql<StatedEvent>`
    select e.id as "eventId", e.item_id as "itemId" from waste_event e
    join ref_value v on v.organisation_id = e.organisation_id and v.id = e.item_id and v.status = 'A'
    where e.organisation_id = ${organisationId} and e.classification_state = ${state} and e.voided_at is null
      and (${itemIds ? [...itemIds] : null}::bigint[] is null or e.item_id = any(${itemIds ? [...itemIds] : null}::bigint[]))
    order by e.id limit ${limit}`.execute(db);
  return rows;
}
