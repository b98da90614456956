import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { CheckedEvent } from './event.rules';
import type { Origin } from './ingest.contract';

export interface IngestKey {
  clientEventUuid: string;
  /** Hexadecimal. */
  contentHash: string;
  eventId: number;
}

export async function findIngestKeys(trx: Trx, organisationId: number, clientEventUuids: readonly string[]): Promise<Map<string, IngestKey>> {
  const { rows } = await sql<IngestKey>`
    select client_event_uuid as "clientEventUuid", encode(content_hash, 'hex') as "contentHash", event_id as "eventId" from ingest_key
    where organisation_id = ${organisationId} and client_event_uuid = any(${[...clientEventUuids]}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [row.clientEventUuid, row]));
}

/**
 * Reserves an event id for each key that nobody has. Waits for other transactions that insert the same keys; all insert
 * in the same order.
 * @returns the keys that are ours now
 */
export async function insertIngestKeys(trx: Trx, organisationId: number, keys: readonly Pick<IngestKey, 'clientEventUuid' | 'contentHash'>[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ clientEventUuid: string; eventId: number }>`
    insert into ingest_key (organisation_id, client_event_uuid, content_hash, event_id)
    select ${organisationId}, k.uuid, decode(k.hash, 'hex'), nextval((select pg_get_serial_sequence('waste_event', 'id')::regclass))
    from (
      select * from unnest(${keys.map((key) => key.clientEventUuid)}::uuid[], ${keys.map((key) => key.contentHash)}::text[]) as u (uuid, hash)
      order by uuid) k
    on conflict (organisation_id, client_event_uuid) do nothing
    returning client_event_uuid as "clientEventUuid", event_id as "eventId"`.execute(trx);
  return new Map(rows.map((row) => [row.clientEventUuid, row.eventId]));
}

export interface EventSource {
  origin: Origin;
  deviceId: number | null;
  importBatchId: number | null;
  createdBy: number | null;
  now: Date;
}

export async function insertEvents(trx: Trx, organisationId: number, { events, source }: { events: readonly (CheckedEvent & { id: number })[]; source: EventSource }): Promise<void> {
  const of = <T>(value: (event: CheckedEvent & { id: number }) => T) => events.map(value);
  await sql`
    insert into waste_event (organisation_id, id, location_id, device_id, client_event_uuid, occurred_at, local_date, week_start, stage_id,
      item_id, reason_id, source_id, sink_id, daypart_id, container_id, gross_g, tare_g, net_g, entered_value, entered_unit, estimated,
      counts_as_waste, cost_amount, cost_currency, cost_rule_id, quantity, note, origin, import_batch_id, import_line, created_at, created_by)
    overriding system value
    select ${organisationId}, e.id, e.location_id, ${source.deviceId}, e.uuid, e.occurred_at, e.local_date, e.week_start, e.stage_id,
      e.item_id, e.reason_id, e.source_id, e.sink_id, e.daypart_id, e.container_id, e.gross_g, e.tare_g, e.net_g, e.entered_value,
      e.entered_unit, e.estimated, e.counts_as_waste, e.cost_amount, e.cost_currency, e.cost_rule_id, e.quantity, e.note,
      ${source.origin}, ${source.importBatchId}, e.import_line, ${source.now}, ${source.createdBy}
    from unnest(
      ${of((one) => one.id)}::bigint[], ${of((one) => one.locationId)}::bigint[], ${of((one) => one.clientEventUuid)}::uuid[],
      ${of((one) => one.occurredAt.toISOString())}::timestamptz[], ${of((one) => one.localDate)}::date[], ${of((one) => one.weekStart)}::date[],
      ${of((one) => one.stageId)}::int[], ${of((one) => one.itemId)}::bigint[], ${of((one) => one.reasonId)}::bigint[],
      ${of((one) => one.sourceId)}::bigint[], ${of((one) => one.sinkId)}::bigint[], ${of((one) => one.daypartId)}::bigint[],
      ${of((one) => one.containerId)}::bigint[], ${of((one) => one.grossGrams)}::numeric[], ${of((one) => one.tareGrams)}::numeric[],
      ${of((one) => one.netGrams)}::numeric[], ${of((one) => one.enteredValue)}::numeric[], ${of((one) => one.enteredUnit)}::text[],
      ${of((one) => one.estimated)}::boolean[], ${of((one) => one.countsAsWaste)}::boolean[], ${of((one) => one.costAmount)}::numeric[],
      ${of((one) => one.costCurrency)}::text[], ${of((one) => one.costRuleId)}::bigint[], ${of((one) => one.quantity)}::numeric[],
      ${of((one) => one.note)}::text[], ${of((one) => one.importLine)}::int[]
    ) as e (id, location_id, uuid, occurred_at, local_date, week_start, stage_id, item_id, reason_id, source_id, sink_id, daypart_id,
      container_id, gross_g, tare_g, net_g, entered_value, entered_unit, estimated, counts_as_waste, cost_amount, cost_currency,
      cost_rule_id, quantity, note, import_line)`.execute(trx);
}

export async function markDeviceSeen(trx: Trx, organisationId: number, { deviceId, now }: { deviceId: number; now: Date }): Promise<void> {
  await sql`
    update device set last_seen_at = greatest(last_seen_at, ${now}) where organisation_id = ${organisationId} and id = ${deviceId}`.execute(trx);
}
