import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { CheckedEvent } from './event.rules';
import type { Origin } from './ingest.contract';

export interface IngestKey {
  /** In lower case. */
  uuid: string;
  /** Hexadecimal. */
  hash: string;
  eventId: number;
}

export async function findIngestKeys(
  db: Db | Trx,
  organisationId: number,
  uuids: readonly string[],
): Promise<Map<string, IngestKey>> {
  if (uuids.length === 0) return new Map();
  const { rows } = await sql<IngestKey>`
    select client_event_uuid as uuid, encode(content_hash, 'hex') as hash, event_id as "eventId" from ingest_key
    where organisation_id = ${organisationId} and client_event_uuid = any(${`{${uuids.join()}}`}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** When the event happened that was taken under this UUID. */
export async function findOccurredAt(trx: Trx, organisationId: number, uuid: string): Promise<Date | undefined> {
  const { rows } = await sql<{ occurredAt: Date }>`
    select e.occurred_at as "occurredAt" from ingest_key k
    join waste_event e on e.organisation_id = k.organisation_id and e.id = k.event_id
    where k.organisation_id = ${organisationId} and k.client_event_uuid = ${uuid}::uuid`.execute(trx);
  return rows[0]?.occurredAt;
}

/**
 * Reserves an event id for each key that nobody has. Waits for other transactions that insert the same keys; all insert
 * in the same order.
 * @returns the keys that are ours now
 */
export async function insertIngestKeys(
  trx: Trx,
  organisationId: number,
  keys: readonly { uuid: string; hash: string }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ uuid: string; eventId: number }>`
    insert into ingest_key (organisation_id, client_event_uuid, content_hash, event_id)
    select ${organisationId}, k.uuid, decode(k.hash, 'hex'), nextval((select pg_get_serial_sequence('waste_event', 'id')::regclass))
    from (
      select * from unnest(${`{${keys.map((key) => key.uuid).join()}}`}::uuid[], ${`{${keys.map((key) => key.hash).join()}}`}::text[]) as u (uuid, hash)
      order by uuid) k
    on conflict (organisation_id, client_event_uuid) do nothing
    returning client_event_uuid as uuid, event_id as "eventId"`.execute(trx);
  return new Map(rows.map((row) => [row.uuid, row.eventId]));
}

export interface EventSource {
  origin: Origin;
  deviceId: number | null;
  importBatchId: number | null;
  createdBy: number | null;
  now: Date;
}

/** An event with the id that it gets. */
export interface NewEvent {
  eventId: number;
  event: CheckedEvent;
}

export async function insertEvents(
  trx: Trx,
  organisationId: number,
  { events, source }: { events: readonly NewEvent[]; source: EventSource },
): Promise<void> {
  // Numbers, days, instants and UUIDs need no quotes; leaving them out halves the time to write and read the arrays.
  const plain = (value: (event: CheckedEvent) => string | number | boolean | null) =>
    arrayOf(events, ({ event }) => value(event));
  const text = (value: (event: CheckedEvent) => string | null) => arrayOf(events, ({ event }) => quoted(value(event)));
  await sql`
    insert into waste_event (organisation_id, id, location_id, device_id, client_event_uuid, occurred_at, local_date, week_start, stage_id,
      item_id, reason_id, source_id, sink_id, daypart_id, container_id, gross_g, tare_g, net_g, entered_value, entered_unit, estimated,
      counts_as_waste, cost_amount, cost_currency, cost_rule_id, quantity, note, origin, import_batch_id, import_line, created_at, created_by,
      operator_id)
    overriding system value
    select ${organisationId}, e.id, e.location_id, ${source.deviceId}, e.uuid, e.occurred_at, e.local_date, e.week_start, e.stage_id,
      e.item_id, e.reason_id, e.source_id, e.sink_id, e.daypart_id, e.container_id, e.gross_g, e.tare_g, e.net_g, e.entered_value,
      e.entered_unit, e.estimated, e.counts_as_waste, e.cost_amount, e.cost_currency, e.cost_rule_id, e.quantity, e.note,
      ${source.origin}, ${source.importBatchId}, e.import_line, ${source.now}, ${source.createdBy}, e.operator_id
    from unnest(
      ${arrayOf(events, (one) => one.eventId)}::bigint[], ${plain((one) => one.locationId)}::bigint[], ${plain((one) => one.clientEventUuid)}::uuid[],
      ${plain((one) => one.occurredAt.toISOString())}::timestamptz[], ${plain((one) => one.localDate)}::date[], ${plain((one) => one.weekStart)}::date[],
      ${plain((one) => one.stageId)}::int[], ${plain((one) => one.itemId)}::bigint[], ${plain((one) => one.reasonId)}::bigint[],
      ${plain((one) => one.sourceId)}::bigint[], ${plain((one) => one.sinkId)}::bigint[], ${plain((one) => one.daypartId)}::bigint[],
      ${plain((one) => one.containerId)}::bigint[], ${plain((one) => one.grossGrams)}::numeric[], ${plain((one) => one.tareGrams)}::numeric[],
      ${plain((one) => one.netGrams)}::numeric[], ${plain((one) => one.enteredValue)}::numeric[], ${text((one) => one.enteredUnit)}::text[],
      ${plain((one) => one.estimated)}::boolean[], ${plain((one) => one.countsAsWaste)}::boolean[], ${plain((one) => one.costAmount)}::numeric[],
      ${text((one) => one.costCurrency)}::text[], ${plain((one) => one.costRuleId)}::bigint[], ${plain((one) => one.quantity)}::numeric[],
      ${text((one) => one.note)}::text[], ${plain((one) => one.importLine)}::int[],
      ${plain((one) => one.operatorId)}::bigint[]
    ) as e (id, location_id, uuid, occurred_at, local_date, week_start, stage_id, item_id, reason_id, source_id, sink_id, daypart_id,
      container_id, gross_g, tare_g, net_g, entered_value, entered_unit, estimated, counts_as_waste, cost_amount, cost_currency,
      cost_rule_id, quantity, note, import_line, operator_id)`.execute(trx);
}

/** An array as PostgreSQL writes it; one of nothing but nulls is empty, because `unnest` fills up with nulls. */
function arrayOf<E>(events: readonly E[], value: (event: E) => string | number | boolean | null): string {
  const values = events.map(value);
  return values.every((one) => one === null) ? '{}' : `{${values.map((one) => one ?? 'NULL').join()}}`;
}

const quoted = (text: string | null): string | null =>
  text === null ? null : `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
