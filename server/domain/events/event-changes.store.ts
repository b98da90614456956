import { sql } from 'kysely';
import { userIdOf, type Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import { visibleLocations } from '../places';
import type { LocationWeek } from '../weeks/location-week.contract';
import type { CheckedEvent } from './event.rules';
import type { Question } from './questions.contract';

export interface StoredEvent extends CheckedEvent {
  voided: boolean;
  /** What a device reported and nobody has looked at. */
  unconfirmed: Question[] | null;
}

/** The event, locked, if the scope may see its location. */
export async function findEvent(trx: Trx, scope: Scope, eventId: number): Promise<StoredEvent | undefined> {
  const { rows } = await sql<StoredEvent>`
    select e.client_event_uuid as "clientEventUuid", e.location_id as "locationId", e.occurred_at as "occurredAt", e.local_date as "localDate",
      e.week_start as "weekStart", e.stage_id as "stageId", e.item_id as "itemId", e.reason_id as "reasonId", e.source_id as "sourceId",
      e.sink_id as "sinkId", e.daypart_id as "daypartId", e.container_id as "containerId", e.gross_g as "grossGrams", e.tare_g as "tareGrams",
      e.net_g as "netGrams", e.entered_value as "enteredValue", e.entered_unit as "enteredUnit", e.estimated,
      e.counts_as_waste as "countsAsWaste", e.cost_amount::text as "costAmount", e.cost_currency as "costCurrency",
      e.cost_rule_id as "costRuleId", e.quantity, e.note, e.import_line as "importLine", e.voided_at is not null as voided, e.unconfirmed
    from waste_event e
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where e.organisation_id = ${scope.organisationId} and e.id = ${eventId}
      and ${visibleLocations(scope)}
    for update of e`.execute(trx);
  return rows[0];
}

/** Keeps the row as it is now. */
export function insertRevision(
  trx: Trx,
  acting: Acting,
  { eventId, why }: { eventId: number; why: string },
): Promise<void> {
  const { organisationId } = acting.scope;
  return keepRevisions(trx, organisationId, { eventIds: [eventId], why, userId: userIdOf(acting), now: acting.now });
}

export interface Revising {
  why: string;
  userId: number | null;
  now: Date;
  /** Of a change that was no decision on these events. */
  cause?: 'MERGE' | 'RECOST';
}

/** Keeps the rows as they are now. */
export async function keepRevisions(
  trx: Trx,
  organisationId: number,
  { eventIds, why, userId, now, cause }: Revising & { eventIds: readonly number[] },
): Promise<void> {
  await sql`
    insert into waste_event_revision (organisation_id, event_id, at, by_user_id, why, before, cause)
    select e.organisation_id, e.id, ${now}, ${userId}, ${why}, to_jsonb(e), ${cause ?? null}
    from waste_event e where e.organisation_id = ${organisationId} and e.id = any(${[...eventIds]}::bigint[]) order by e.id`.execute(
    trx,
  );
}

export async function updateEvent(
  trx: Trx,
  organisationId: number,
  { eventId, event, unconfirmed }: { eventId: number; event: CheckedEvent; unconfirmed: Question[] | null },
): Promise<void> {
  await trx
    .updateTable('waste_event')
    .set({
      location_id: event.locationId,
      occurred_at: event.occurredAt,
      local_date: event.localDate,
      week_start: event.weekStart,
      stage_id: event.stageId,
      item_id: event.itemId,
      reason_id: event.reasonId,
      source_id: event.sourceId,
      sink_id: event.sinkId,
      daypart_id: event.daypartId,
      container_id: event.containerId,
      gross_g: event.grossGrams,
      tare_g: event.tareGrams,
      net_g: event.netGrams,
      entered_value: event.enteredValue,
      entered_unit: event.enteredUnit,
      estimated: event.estimated,
      counts_as_waste: event.countsAsWaste,
      cost_amount: event.costAmount === null ? null : sql<number>`${event.costAmount}::numeric`,
      cost_currency: event.costCurrency,
      cost_rule_id: event.costRuleId,
      quantity: event.quantity,
      note: event.note,
      unconfirmed,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', eventId)
    .execute();
}

/** Voids the event, or takes the void back where the reason is null. */
export async function setVoid(
  trx: Trx,
  acting: Acting,
  { eventId, reason }: { eventId: number; reason: string | null },
): Promise<void> {
  await trx
    .updateTable('waste_event')
    .set(
      reason === null
        ? { voided_at: null, voided_by: null, void_reason: null }
        : { voided_at: acting.now, voided_by: userIdOf(acting), void_reason: reason },
    )
    .where('organisation_id', '=', acting.scope.organisationId)
    .where('id', '=', eventId)
    .execute();
}

export async function hasIngestKey(
  trx: Trx,
  organisationId: number,
  { eventId, clientEventUuid }: { eventId: number; clientEventUuid: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ingest_key
    where organisation_id = ${organisationId} and client_event_uuid = ${clientEventUuid} and event_id = ${eventId}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** @returns for each week how many of its events were voided now */
export async function voidImport(
  trx: Trx,
  acting: Acting,
  { importBatchId, reason }: { importBatchId: number; reason: string },
): Promise<(LocationWeek & { events: number })[]> {
  const { rows } = await sql<LocationWeek & { events: number }>`
    with voided as (
      update waste_event set voided_at = ${acting.now}, voided_by = ${userIdOf(acting)}, void_reason = ${reason}
      where organisation_id = ${acting.scope.organisationId} and import_batch_id = ${importBatchId} and voided_at is null
      returning location_id, week_start)
    select location_id as "locationId", week_start as "weekStart", count(*)::int as events from voided group by location_id, week_start`.execute(
    trx,
  );
  return rows;
}

/** Forgets that the rows of the import were ever sent. */
export async function dropImportKeys(trx: Trx, organisationId: number, importBatchId: number): Promise<void> {
  await sql`
    delete from ingest_key k using waste_event e
    where k.organisation_id = ${organisationId} and e.organisation_id = k.organisation_id and e.import_batch_id = ${importBatchId}
      and k.client_event_uuid = e.client_event_uuid and k.event_id = e.id`.execute(trx);
}
