import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ElementCode } from '../../domain/catalogue/refdata.contract';
import type { Db, Trx } from '../../platform/db/database';
import { indexAlerts, type AlertIndex } from './alert-index.rules';
import type { AlertUnitId, CompType, Operator } from './alerts.contract';
import { thresholdOf, type WatchedEvent, type WatchingAlert } from './alerts.rules';

export interface AlertSet {
  alerts: number;
  version: string;
}

/** undefined where the organisation never had an alert. */
export async function findAlertSet(trx: Trx, organisationId: number): Promise<AlertSet | undefined> {
  return trx
    .selectFrom('alert_set')
    .select(['alerts', 'version'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
}

/** What was read under a version holds wherever that version stands: no two states have the same one, in whatever database. */
const indexes = new LRUCache<string, AlertIndex>({ max: 200 });

/** The organisation's alerts, read once for each of their versions. */
export async function alertIndex(trx: Trx, organisationId: number, { version }: AlertSet): Promise<AlertIndex> {
  const known = indexes.get(version);
  if (known) return known;
  const index = indexAlerts(await listWatching(trx, organisationId));
  indexes.set(version, index);
  return index;
}

interface StoredWatching {
  alertId: number;
  siteId: number;
  locationId: number;
  deviceId: number;
  compType: CompType;
  operator: Operator;
  value: number;
  currencyCode: string | null;
  unitId: AlertUnitId | null;
  refs: { elementCode: ElementCode; ids: number[] }[];
}

async function listWatching(trx: Trx, organisationId: number): Promise<WatchingAlert[]> {
  const { rows } = await sql<StoredWatching>`
    select a.id as "alertId", a.site_id as "siteId", a.location_id as "locationId", a.device_id as "deviceId", a.comp_type as "compType", a.operator,
      a.value, a.currency_code as "currencyCode", a.unit_id as "unitId", coalesce((
        select json_agg(json_build_object('elementCode', t.element_code, 'ids', t.ids)) from (
          select r.element_code, json_agg(r.ref_id) as ids from alert_ref r
          where r.organisation_id = a.organisation_id and r.alert_id = a.id group by r.element_code) t), '[]') as refs
    from alert a where a.organisation_id = ${organisationId} and a.deleted_at is null`.execute(trx);
  const named = rows.flatMap(({ refs }) =>
    refs.flatMap(({ elementCode, ids }) => (elementCode === 'WASTESTAGE' ? [] : ids)),
  );
  const below = await listBelow(trx, organisationId, named);
  return rows.map((row) => watching(row, below));
}

/** An alert as events are held against it; `below` has what stands below its values. */
export function watching(
  { compType, value, unitId, refs, ...alert }: StoredWatching,
  below: ReadonlyMap<number, readonly number[]>,
): WatchingAlert {
  return {
    ...alert,
    threshold: thresholdOf({ compType, value, unitId }),
    refs: refs.map(({ elementCode, ids }) => ({
      elementCode,
      ids: new Set(elementCode === 'WASTESTAGE' ? ids : ids.flatMap((id) => below.get(id) ?? [id])),
    })),
  };
}

/** For each of the values itself and everything below it. */
export async function listBelow(
  db: Db | Trx,
  organisationId: number,
  refIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (refIds.length === 0) return new Map();
  const { rows } = await sql<{ root: number; ids: number[] }>`
    with recursive below (root, id) as (
      select distinct named, named from unnest(${[...refIds]}::bigint[]) as named
      union
      select b.root, v.id from below b join ref_value v on v.organisation_id = ${organisationId} and v.parent_id = b.id
    )
    select root, json_agg(id) as ids from below group by root`.execute(db);
  return new Map(rows.map(({ root, ids }) => [root, ids]));
}

/** What alerts look at, of events `e` with their location `l`. */
export const watchedColumns: RawBuilder<unknown> = sql`
  e.id as "eventId", l.site_id as "siteId", e.location_id as "locationId", e.device_id as "deviceId", e.stage_id as "stageId", e.item_id as "itemId",
  e.reason_id as "reasonId", e.source_id as "sourceId", e.sink_id as "sinkId", e.daypart_id as "daypartId", e.container_id as "containerId",
  e.net_g as "netGrams", e.cost_amount as "costAmount", e.cost_currency as "costCurrency", e.counts_as_waste as "countsAsWaste", e.occurred_at as "occurredAt"`;

/** Those of the events that stand. */
export async function listWatched(
  trx: Trx,
  organisationId: number,
  eventIds: readonly number[],
): Promise<WatchedEvent[]> {
  const { rows } = await sql<WatchedEvent>`
    select ${watchedColumns} from waste_event e join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where e.organisation_id = ${organisationId} and e.id = any(${`{${eventIds.join()}}`}::bigint[]) and e.voided_at is null`.execute(
    trx,
  );
  return rows;
}

/** The next ids of an import's events after one, in order. */
export async function listImported(
  trx: Trx,
  organisationId: number,
  { importBatchId, after, limit }: { importBatchId: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await trx
    .selectFrom('waste_event')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('import_batch_id', '=', importBatchId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
