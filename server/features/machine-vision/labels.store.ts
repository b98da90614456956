import { sql } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { PersonalData } from '../../platform/personal-data';
import type { Label, LabelKind, LabelPart } from './vision.contract';
import type { GivenAnswer, OpenAnswer } from './vision.rules';

export interface StoredLabel extends Label, OpenAnswer {
  labelId: number;
  eventId: number;
  byName: string;
}

/** The open answers about these events, in the order in which they were given. */
export async function listOpenLabels(
  db: Db | Trx,
  organisationId: number,
  eventIds: readonly number[],
): Promise<StoredLabel[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await sql<StoredLabel>`
    select v.id as "labelId", v.event_id as "eventId", v.user_id as "userId", coalesce(p.full_name, '') as "byName", v.kind, v.parts, v.answer,
      v.second_wanted as "secondWanted"
    from vision_label v left join identity.person p on p.id = v.user_id
    where v.organisation_id = ${organisationId} and v.event_id = any(${[...eventIds]}::bigint[]) and v.state = 'OPEN'
    order by v.event_id, v.id`.execute(db);
  return rows;
}

interface NewLabel extends Label {
  eventId: number;
  userId: number;
  answer: string;
  secondWanted: boolean;
  /** The open version of the taxonomy. */
  taxonomyNumber: number | null;
  now: Date;
}

/** Somebody's answer, in the place of the one that they gave before. */
export async function replaceLabel(
  trx: Trx,
  organisationId: number,
  { eventId, userId, kind, parts, answer, secondWanted, taxonomyNumber, now }: NewLabel,
): Promise<number> {
  await trx
    .updateTable('vision_label')
    .set({ state: 'REPLACED' })
    .where('organisation_id', '=', organisationId)
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .where('state', '=', 'OPEN')
    .execute();
  const { id } = await trx
    .insertInto('vision_label')
    .values({
      organisation_id: organisationId,
      event_id: eventId,
      user_id: userId,
      kind,
      parts: JSON.stringify(parts),
      answer,
      second_wanted: secondWanted,
      taxonomy_number: taxonomyNumber,
      at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface ReadyLabel extends Label {
  labelId: number;
  eventId: number;
  labelIds: number[];
}

/**
 * The answers that may be published, one of each waiting event that the scope sees: all who answered agree, and nobody waits for
 * a second opinion. @param among only these answers @param after only about events after this one
 */
export async function listReady(
  db: Db | Trx,
  scope: Scope,
  { limit, among, after = 0 }: { limit: number; among?: readonly number[]; after?: number },
): Promise<ReadyLabel[]> {
  const { organisationId } = scope;
  const { rows } = await sql<ReadyLabel>`
    select * from (
      select max(v.id) as "labelId", v.event_id as "eventId", min(v.kind) as kind, (array_agg(v.parts order by v.id desc))[1] as parts, json_agg(v.id order by v.id) as "labelIds"
      from vision_label v where v.organisation_id = ${organisationId} and v.state = 'OPEN' and v.event_id > ${after}
      group by v.event_id having count(distinct v.answer) = 1 and (count(*) > 1 or not bool_or(v.second_wanted))) r
    where (${among ? [...among] : null}::bigint[] is null or r."labelId" = any(${among ? [...among] : null}::bigint[]))
      and exists (
        select from waste_event e join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
        where e.organisation_id = ${organisationId} and e.id = r."eventId" and e.classification_state = 'UNCLASSIFIED' and e.voided_at is null and ${visibleLocations(scope)})
    order by r."eventId" limit ${limit}`.execute(db);
  return rows;
}

export async function publishLabels(
  trx: Trx,
  organisationId: number,
  { labelIds, batchId }: { labelIds: readonly number[]; batchId: number },
): Promise<void> {
  if (labelIds.length === 0) return;
  await trx
    .updateTable('vision_label')
    .set({ state: 'PUBLISHED', batch_id: batchId })
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...labelIds])
    .execute();
}

/** The answers of a batch about these events are open again. */
export async function reopenLabels(
  trx: Trx,
  organisationId: number,
  { batchId, eventIds }: { batchId: number; eventIds: readonly number[] },
): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('vision_label')
    .set({ state: 'OPEN', batch_id: null })
    .where('organisation_id', '=', organisationId)
    .where('batch_id', '=', batchId)
    .where('event_id', 'in', [...eventIds])
    .execute();
}

/** The newest answers about events that the scope sees, in the order in which they were given. */
export async function listAnswers(db: Db, scope: Scope, limit: number): Promise<GivenAnswer[]> {
  const { rows } = await sql<GivenAnswer & { id: number }>`
    select v.id, v.event_id as "eventId", v.user_id as "userId", v.answer from (
      select * from vision_label where organisation_id = ${scope.organisationId} order by id desc limit ${limit}) v
    join waste_event e on e.organisation_id = v.organisation_id and e.id = v.event_id
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where ${visibleLocations(scope)} order by v.id`.execute(db);
  return rows;
}

export interface LabelledEvent {
  eventId: number;
  itemId: number;
  /** The version of the taxonomy in which it was named. */
  taxonomyNumber: number | null;
  netGrams: number;
  daypartId: number | null;
  locationId: number;
}

/** The newest events whose published answer is one item, as far as the scope sees them. */
export async function listLabelled(db: Db, scope: Scope, limit: number): Promise<LabelledEvent[]> {
  const { rows } = await sql<LabelledEvent>`
    select distinct on (v.event_id) v.event_id as "eventId", v.item_id as "itemId", v.taxonomy_number as "taxonomyNumber", e.net_g as "netGrams", e.daypart_id as "daypartId",
      e.location_id as "locationId"
    from (
      select organisation_id, id, event_id, taxonomy_number, (parts -> 0 ->> 'itemId')::bigint as item_id from vision_label
      where organisation_id = ${scope.organisationId} and state = 'PUBLISHED' and kind = 'item' order by id desc limit ${limit}) v
    join waste_event e on e.organisation_id = v.organisation_id and e.id = v.event_id
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where ${visibleLocations(scope)} order by v.event_id, v.id desc`.execute(db);
  return rows;
}

export interface TrainingLabel {
  labelId: number;
  eventId: number;
  kind: LabelKind;
  parts: LabelPart[];
  taxonomyNumber: number | null;
  at: Date;
}

/** Published answers that the scope sees, one of each event; those after an event. */
export async function listTraining(
  db: Db,
  scope: Scope,
  { afterEventId, limit }: { afterEventId: number; limit: number },
): Promise<TrainingLabel[]> {
  const { rows } = await sql<TrainingLabel>`
    select distinct on (v.event_id) v.id as "labelId", v.event_id as "eventId", v.kind, v.parts, v.taxonomy_number as "taxonomyNumber", v.at from vision_label v
    join waste_event e on e.organisation_id = v.organisation_id and e.id = v.event_id
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where v.organisation_id = ${scope.organisationId} and v.state = 'PUBLISHED' and v.event_id > ${afterEventId} and ${visibleLocations(scope)}
    order by v.event_id, v.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How often a person has said what is on photos. */
export const answersOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  photoAnswers: (
    await sql<object>`
      select v.organisation_id as "organizationId", count(*)::int as answers, min(v.at) as "firstAt", max(v.at) as "lastAt" from vision_label v
      where v.organisation_id = any(${[...organisationIds]}::bigint[]) and v.user_id = ${userId} group by v.organisation_id order by v.organisation_id`.execute(
      db,
    )
  ).rows,
});
