import { sql } from 'kysely';
import { userIdOf, type Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { visibleLocations } from '../places';
import type { LocationWeek } from '../weeks/location-week.contract';
import type { CheckedEvent } from './event.rules';
import type { Question } from './questions.contract';

export interface StoredEvent extends CheckedEvent {
  eventId: number;
  /** The newest revision, 0 for none: whoever changes an event may say which one they have seen. */
  standing: number;
  voided: boolean;
  /** Whether its ingest key is still its own: not after its import was undone. */
  hasKey: boolean;
  /** Whether the whole that it was cut from counts, or a part that was cut from it does. */
  wholeCounts: boolean;
  partsCount: boolean;
  /** What a device reported and nobody has looked at. */
  unconfirmed: Question[] | null;
}

/** Those of the events that the scope may see, in the order of their ids. @param lock until the transaction ends */
export async function findEvents(
  db: Db | Trx,
  scope: Scope,
  { eventIds, lock }: { eventIds: readonly number[]; lock: boolean },
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select e.id as "eventId", e.client_event_uuid as "clientEventUuid", e.location_id as "locationId", e.occurred_at as "occurredAt", e.local_date as "localDate",
      e.week_start as "weekStart", e.stage_id as "stageId", e.item_id as "itemId", e.reason_id as "reasonId", e.source_id as "sourceId",
      e.sink_id as "sinkId", e.daypart_id as "daypartId", e.container_id as "containerId", e.operator_id as "operatorId", e.gross_g as "grossGrams", e.tare_g as "tareGrams",
      e.net_g as "netGrams", e.entered_value as "enteredValue", e.entered_unit as "enteredUnit", e.estimated,
      e.counts_as_waste as "countsAsWaste", e.cost_amount::text as "costAmount", e.cost_currency as "costCurrency",
      e.cost_rule_id as "costRuleId", e.quantity, e.note, e.import_line as "importLine", e.voided_at is not null as voided, e.unconfirmed,
      coalesce((select max(r.id) from waste_event_revision r where r.organisation_id = e.organisation_id and r.event_id = e.id), 0) as standing,
      exists (select from ingest_key k where k.organisation_id = e.organisation_id and k.client_event_uuid = e.client_event_uuid and k.event_id = e.id) as "hasKey",
      exists (select from waste_event w where w.organisation_id = e.organisation_id and w.id = e.split_from and w.voided_at is null) as "wholeCounts",
      exists (select from waste_event p where p.organisation_id = e.organisation_id and p.split_from = e.id and p.voided_at is null) as "partsCount"
    from waste_event e
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where e.organisation_id = ${scope.organisationId} and e.id = any(${[...eventIds]}::bigint[])
      and ${visibleLocations(scope)}
    order by e.id ${lock ? sql`for update of e` : sql``}`.execute(db);
  return rows;
}

/** The event, locked, if the scope may see its location. */
export const findEvent = async (trx: Trx, scope: Scope, eventId: number): Promise<StoredEvent | undefined> =>
  (await findEvents(trx, scope, { eventIds: [eventId], lock: true }))[0];

/** Keeps the row as it is now. @returns the revision's id */
export async function insertRevision(
  trx: Trx,
  acting: Acting,
  { eventId, why }: { eventId: number; why: string },
): Promise<number> {
  const { organisationId } = acting.scope;
  const revising = { eventIds: [eventId], why, userId: userIdOf(acting), now: acting.now };
  const [kept] = await keepRevisions(trx, organisationId, revising);
  if (!kept) throw new Error('only what is there is kept');
  return kept.revisionId;
}

export interface Revising {
  why: string;
  userId: number | null;
  now: Date;
  /** Of a change that was no decision on these events. */
  cause?: 'MERGE' | 'RECOST';
}

export interface KeptRevision {
  eventId: number;
  revisionId: number;
}

/** Keeps the rows as they are now. */
export async function keepRevisions(
  trx: Trx,
  organisationId: number,
  { eventIds, why, userId, now, cause }: Revising & { eventIds: readonly number[] },
): Promise<KeptRevision[]> {
  const { rows } = await sql<KeptRevision>`
    insert into waste_event_revision (organisation_id, event_id, at, by_user_id, why, before, cause)
    select e.organisation_id, e.id, ${now}, ${userId}, ${why}, to_jsonb(e), ${cause ?? null}
    from waste_event e where e.organisation_id = ${organisationId} and e.id = any(${[...eventIds]}::bigint[]) order by e.id
    returning event_id as "eventId", id as "revisionId"`.execute(trx);
  return rows;
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

/** Voids the events, or takes the voids back where the reason is null. */
export async function setVoid(
  trx: Trx,
  acting: Acting,
  { eventIds, reason }: { eventIds: readonly number[]; reason: string | null },
): Promise<void> {
  await trx
    .updateTable('waste_event')
    .set(
      reason === null
        ? { voided_at: null, voided_by: null, void_reason: null }
        : { voided_at: acting.now, voided_by: userIdOf(acting), void_reason: reason },
    )
    .where('organisation_id', '=', acting.scope.organisationId)
    .where('id', 'in', [...eventIds])
    .execute();
}

/** Says of new events which one they were cut from. */
export async function setSplitFrom(
  trx: Trx,
  organisationId: number,
  { eventIds, wholeId }: { eventIds: readonly number[]; wholeId: number },
): Promise<void> {
  await trx
    .updateTable('waste_event')
    .set({ split_from: wholeId })
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...eventIds])
    .execute();
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

/** A person has looked at what the device reported. */
export async function confirmEvent(trx: Trx, organisationId: number, eventId: number): Promise<void> {
  await trx
    .updateTable('waste_event')
    .set({ unconfirmed: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', eventId)
    .execute();
}

export interface UnconfirmedEvent {
  eventId: number;
  questions: readonly Question[];
}

export async function markUnconfirmed(
  trx: Trx,
  organisationId: number,
  events: readonly UnconfirmedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    update waste_event e set unconfirmed = string_to_array(n.questions, ',')
    from unnest(${events.map(({ eventId }) => eventId)}::bigint[], ${events.map(({ questions }) => questions.join())}::text[]) as n (id, questions)
    where e.organisation_id = ${organisationId} and e.id = n.id`.execute(trx);
}
