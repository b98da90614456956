import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { visibleLocations } from '../places';

/** An event that came with something to look at waits, or has been told apart. */
export type ClassificationState = 'UNCLASSIFIED' | 'CLASSIFIED';

/** The id of the event that a device sent under this UUID. */
export async function findEventOfDevice(
  db: Db,
  { organisationId, deviceId, uuid }: { organisationId: number; deviceId: number; uuid: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ eventId: number }>`
    select k.event_id as "eventId" from ingest_key k
    join waste_event e on e.organisation_id = k.organisation_id and e.id = k.event_id
    where k.organisation_id = ${organisationId} and k.client_event_uuid = ${uuid}::uuid and e.device_id = ${deviceId}`.execute(
    db,
  );
  return rows[0]?.eventId;
}

/** Whether the scope sees the event's location. */
export async function seesEvent(db: Db, scope: Scope, eventId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from waste_event e
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where e.organisation_id = ${scope.organisationId} and e.id = ${eventId} and ${visibleLocations(scope)}`.execute(db);
  return rows.length > 0;
}

/** The event, locked, where the scope sees its location. */
export async function lockEventOf(
  trx: Trx,
  scope: Scope,
  eventId: number,
): Promise<{ occurredAt: Date; state: ClassificationState | null; voided: boolean } | undefined> {
  const { rows } = await sql<{ occurredAt: Date; state: ClassificationState | null; voided: boolean }>`
    select e.occurred_at as "occurredAt", e.classification_state as state, e.voided_at is not null as voided from waste_event e
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where e.organisation_id = ${scope.organisationId} and e.id = ${eventId} and ${visibleLocations(scope)}
    for update of e`.execute(trx);
  return rows[0];
}

/** The event waits from now on; one that was told apart before stays so. */
export async function awaitClassification(trx: Trx, organisationId: number, eventId: number): Promise<void> {
  await trx
    .updateTable('waste_event')
    .set({ classification_state: 'UNCLASSIFIED' satisfies ClassificationState })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', eventId)
    .where('classification_state', 'is', null)
    .execute();
}

/** Of events that have a state. */
export async function setClassification(
  trx: Trx,
  organisationId: number,
  { eventIds, state }: { eventIds: readonly number[]; state: ClassificationState },
): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('waste_event')
    .set({ classification_state: state })
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...eventIds])
    .where('classification_state', 'is not', null)
    .execute();
}

/** Of these events, those that wait do so no more. */
export async function stopAwaiting(trx: Trx, organisationId: number, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('waste_event')
    .set({ classification_state: null })
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...eventIds])
    .where('classification_state', '=', 'UNCLASSIFIED' satisfies ClassificationState)
    .execute();
}
