import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { LocationWeek } from '../weeks/location-week.contract';
import type { CheckedEvent } from './checked-event.contract';
import type { StoredFigures } from './correction.contract';
import { followMerges } from './merged-values.store';

/** @param lock until the transaction ends, in the order of the ids */
export async function readFigures(
  db: Db | Trx,
  organisationId: number,
  { eventIds, lock }: { eventIds: readonly number[]; lock: boolean },
): Promise<Map<number, StoredFigures>> {
  const { rows } = await sql<StoredFigures>`
    select e.id as "eventId", e.location_id as "locationId", e.week_start as "weekStart", e.local_date as "localDate", e.net_g as "netGrams",
      item.name as "itemName", e.cost_amount::text as "costAmount", e.cost_currency as "costCurrency", e.voided_at is not null as voided,
      exists (select 1 from waste_event_revision r where r.organisation_id = e.organisation_id and r.event_id = e.id and r.import_batch_id is null and r.cause is null) as edited
    from waste_event e
    left join ref_value item on item.organisation_id = e.organisation_id and item.id = e.item_id
    where e.organisation_id = ${organisationId} and e.id = any(${[...eventIds]}::bigint[])
    order by e.id ${lock ? sql`for update of e` : sql``}`.execute(db);
  return new Map(rows.map((row) => [row.eventId, row]));
}

export interface RevisionSource {
  now: Date;
  userId: number | null;
  importBatchId: number;
}

/** Keeps the rows as they are now, each with what it is known by. */
export async function insertRevisions(
  trx: Trx,
  organisationId: number,
  { source, rows }: { source: RevisionSource; rows: readonly { eventId: number; why: string }[] },
): Promise<void> {
  await sql`
    insert into waste_event_revision (organisation_id, event_id, at, by_user_id, why, before, import_batch_id, content_hash)
    select e.organisation_id, e.id, ${source.now}, ${source.userId}, r.why, to_jsonb(e), ${source.importBatchId}, k.content_hash
    from unnest(${rows.map((row) => row.eventId)}::bigint[], ${rows.map((row) => row.why)}::text[]) as r (event_id, why)
    join waste_event e on e.organisation_id = ${organisationId} and e.id = r.event_id
    left join ingest_key k on k.organisation_id = e.organisation_id and k.client_event_uuid = e.client_event_uuid and k.event_id = e.id
    order by e.id`.execute(trx);
}

/** The columns of an event that say what was wasted, when and where; the others say where it came from. */
const figures = [
  'location_id',
  'occurred_at',
  'local_date',
  'week_start',
  'stage_id',
  'item_id',
  'reason_id',
  'source_id',
  'sink_id',
  'daypart_id',
  'container_id',
  'gross_g',
  'tare_g',
  'net_g',
  'entered_value',
  'entered_unit',
  'estimated',
  'counts_as_waste',
  'cost_amount',
  'cost_currency',
  'cost_rule_id',
  'quantity',
  'note',
];

export const figuresOf = (table: string) =>
  sql.join(figures.map((column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)}`));

type Replacement = Pick<CheckedEvent, Exclude<keyof CheckedEvent, 'clientEventUuid' | 'importLine' | 'operatorId'>> & {
  eventId: number;
};

/** Puts other figures in the place of those that are there; where the event came from stays as it is. */
export async function updateEvents(trx: Trx, organisationId: number, events: readonly Replacement[]): Promise<void> {
  const of = <T>(value: (event: Replacement) => T) => events.map(value);
  await sql`
    update waste_event e set ${figuresOf('n')}
    from unnest(
      ${of((one) => one.eventId)}::bigint[], ${of((one) => one.locationId)}::bigint[], ${of((one) => one.occurredAt.toISOString())}::timestamptz[],
      ${of((one) => one.localDate)}::date[], ${of((one) => one.weekStart)}::date[], ${of((one) => one.stageId)}::int[],
      ${of((one) => one.itemId)}::bigint[], ${of((one) => one.reasonId)}::bigint[], ${of((one) => one.sourceId)}::bigint[],
      ${of((one) => one.sinkId)}::bigint[], ${of((one) => one.daypartId)}::bigint[], ${of((one) => one.containerId)}::bigint[],
      ${of((one) => one.grossGrams)}::numeric[], ${of((one) => one.tareGrams)}::numeric[], ${of((one) => one.netGrams)}::numeric[],
      ${of((one) => one.enteredValue)}::numeric[], ${of((one) => one.enteredUnit)}::text[], ${of((one) => one.estimated)}::boolean[],
      ${of((one) => one.countsAsWaste)}::boolean[], ${of((one) => one.costAmount)}::numeric[], ${of((one) => one.costCurrency)}::text[],
      ${of((one) => one.costRuleId)}::bigint[], ${of((one) => one.quantity)}::numeric[], ${of((one) => one.note)}::text[]
    ) as n (id, ${sql.join(figures.map((column) => sql.ref(column)))})
    where e.organisation_id = ${organisationId} and e.id = n.id`.execute(trx);
}

/** From now on the events are known by this content. */
export async function updateContentHashes(
  trx: Trx,
  organisationId: number,
  keys: readonly { eventId: number; uuid: string; hash: string }[],
): Promise<void> {
  await sql`
    update ingest_key k set content_hash = decode(n.hash, 'hex')
    from unnest(${keys.map((key) => key.uuid)}::uuid[], ${keys.map((key) => key.eventId)}::bigint[], ${keys.map((key) => key.hash)}::text[]) as n (uuid, event_id, hash)
    where k.organisation_id = ${organisationId} and k.client_event_uuid = n.uuid and k.event_id = n.event_id`.execute(
    trx,
  );
}

/** The imports that have replaced later what this one had replaced, each once. */
export async function listLaterReplacing(trx: Trx, organisationId: number, importBatchId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct later.import_batch_id as id from waste_event_revision mine
    join waste_event_revision later on later.organisation_id = mine.organisation_id and later.event_id = mine.event_id and later.id > mine.id
    where mine.organisation_id = ${organisationId} and mine.import_batch_id = ${importBatchId} and later.import_batch_id <> ${importBatchId}`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** The revisions of an import whose events still are as it left them; it has at most one of each event. */
const standing = (organisationId: number, importBatchId: number) => sql`
  select r.id, r.event_id, r.why, r.before, r.content_hash from waste_event_revision r
  join waste_event e on e.organisation_id = r.organisation_id and e.id = r.event_id and e.voided_at is null
  where r.organisation_id = ${organisationId} and r.import_batch_id = ${importBatchId}
    and not exists (select 1 from waste_event_revision later where later.organisation_id = r.organisation_id and later.event_id = r.event_id
      and later.id > r.id and later.import_batch_id is null and later.cause is null)`;

export interface PutBack {
  weeks: LocationWeek[];
  eventIds: number[];
  /** Events that were changed or voided since: they stay as they are. */
  left: number;
}

/** Gives the events that an import has replaced the figures back that they had; the row as it was until now is kept as a revision. */
export async function putBackEvents(
  trx: Trx,
  organisationId: number,
  { source, why }: { source: RevisionSource; why: string },
): Promise<PutBack> {
  const { importBatchId } = source;
  const { rows } = await sql<{
    eventId: number;
    locationId: number;
    weekStart: LocalDate;
    oldLocationId: number;
    oldWeekStart: LocalDate;
    revisionId: number;
  }>`
    select s.event_id as "eventId", e.location_id as "locationId", e.week_start as "weekStart", (s.before ->> 'location_id')::bigint as "oldLocationId",
      (s.before ->> 'week_start')::date as "oldWeekStart", s.id as "revisionId"
    from (${standing(organisationId, importBatchId)}) s
    join waste_event e on e.organisation_id = ${organisationId} and e.id = s.event_id
    order by e.id for update of e`.execute(trx);
  const counted = await sql<{
    n: number;
  }>`select count(*)::int as n from waste_event_revision where organisation_id = ${organisationId} and import_batch_id = ${importBatchId}`.execute(
    trx,
  );
  const left = (counted.rows[0]?.n ?? 0) - rows.length;
  if (rows.length === 0) return { weeks: [], eventIds: [], left };
  const [eventIds, revisions] = [rows.map((row) => row.eventId), rows.map((row) => row.revisionId)];
  await insertRevisions(trx, organisationId, { source, rows: eventIds.map((eventId) => ({ eventId, why })) });
  await sql`
    update waste_event e set ${figuresOf('b')}
    from waste_event_revision r, jsonb_populate_record(null::waste_event, r.before) b
    where r.organisation_id = ${organisationId} and r.id = any(${revisions}::bigint[]) and e.organisation_id = ${organisationId} and e.id = r.event_id`.execute(
    trx,
  );
  await followMerges(trx, organisationId, eventIds);
  await sql`
    update ingest_key k set content_hash = r.content_hash from waste_event_revision r, waste_event e
    where r.organisation_id = ${organisationId} and r.id = any(${revisions}::bigint[]) and r.content_hash is not null
      and e.organisation_id = ${organisationId} and e.id = r.event_id
      and k.organisation_id = ${organisationId} and k.client_event_uuid = e.client_event_uuid and k.event_id = e.id`.execute(
    trx,
  );
  const weeks = rows.flatMap((row) => [
    { locationId: row.locationId, weekStart: row.weekStart },
    { locationId: row.oldLocationId, weekStart: row.oldWeekStart },
  ]);
  return { weeks, eventIds, left };
}
