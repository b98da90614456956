import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { visibleLocations } from '../../platform/db/scope';
import type { EventRevision, WasteEvent } from './event-list.contract';
import type { EventFilter, EventQuery } from './event-query.contract';
import { matchingText, valuesOf } from './event-search.store';
import type { EventSort } from './event.table';

/** Counting ends here, paging too, and any order but that of time is one of so many newest events: whoever has more narrows the filter. */
const mostCounted = 100_000;
const mostCountedByText = 10_000;

/** What a row of waste_event called `e` means in words; a revision's row is read the same way. */
const described = sql`
  e.id as "eventId", e.client_event_uuid as "clientEventUuid", e.occurred_at as "occurredAt", e.local_date as "localDate",
  s.time_zone as "timeZone", s.id as "siteId", s.name as "siteName", l.id as "locationId", l.name as "locationName",
  w.id as "wasteStageId", w.name as "wasteStageName", e.item_id as "itemId", item.name as "itemName", e.reason_id as "reasonId",
  reason.name as "reasonName", e.source_id as "sourceId", source.name as "sourceName", e.sink_id as "sinkId", sink.name as "sinkName",
  e.daypart_id as "daypartId", daypart.name as "daypartName", e.container_id as "containerId", container.name as "containerName",
  e.device_id as "deviceId", d.name as "deviceName", e.gross_g as "grossGrams", e.tare_g as "tareGrams", e.net_g as "netGrams",
  e.entered_value as "enteredValue", e.entered_unit as "enteredUnit", e.estimated, e.counts_as_waste as "countsAsWaste", e.quantity,
  e.cost_amount::text as "costAmount", e.cost_currency as "costCurrency", e.cost_rule_id is not null as "costByRule", e.note, e.origin,
  e.import_batch_id as "importBatchId", e.import_line as "importLine", e.created_at as "createdAt", e.voided_at as "voidedAt",
  e.void_reason as "voidReason"`;

const people = sql`maker.full_name as "createdByName", voider.full_name as "voidedByName"`;

const namedAll = sql`
  join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  join waste_stage w on w.id = e.stage_id
  left join device d on d.organisation_id = e.organisation_id and d.id = e.device_id
  left join ref_value item on item.organisation_id = e.organisation_id and item.id = e.item_id
  left join ref_value reason on reason.organisation_id = e.organisation_id and reason.id = e.reason_id
  left join ref_value source on source.organisation_id = e.organisation_id and source.id = e.source_id
  left join ref_value sink on sink.organisation_id = e.organisation_id and sink.id = e.sink_id
  left join ref_value daypart on daypart.organisation_id = e.organisation_id and daypart.id = e.daypart_id
  left join ref_value container on container.organisation_id = e.organisation_id and container.id = e.container_id
  left join identity.person maker on maker.id = e.created_by
  left join identity.person voider on voider.id = e.voided_by`;

const equalities = [
  ['locationId', sql`e.location_id`], ['wasteStageId', sql`e.stage_id`], ['origin', sql`e.origin`],
] as const;
const valueEqualities = [
  ['itemId', sql`e.item_id`], ['reasonId', sql`e.reason_id`], ['sourceId', sql`e.source_id`], ['sinkId', sql`e.sink_id`],
  ['daypartId', sql`e.daypart_id`], ['containerId', sql`e.container_id`],
] as const;

/** The events of a filter: what list, count and download pick from. */
export interface EventSelection {
  matching: RawBuilder<unknown>;
  mostCounted: number;
}

/** Conditions on the event alone, so that picking and counting touch no other table. */
export async function selectEvents(db: Db, scope: Scope, filter: EventFilter): Promise<EventSelection> {
  const wanted = [sql`e.organisation_id = ${scope.organisationId}`];
  if (scope.securedSites.length + scope.securedLocations.length > 0) wanted.push(sql`e.location_id in (select l.id from location l where ${visibleLocations(scope)})`);
  if (filter.siteId !== undefined) wanted.push(sql`e.location_id in (select id from location where organisation_id = ${scope.organisationId} and site_id = ${filter.siteId})`);
  for (const [field, column] of equalities) if (filter[field] !== undefined) wanted.push(sql`${column} = ${filter[field]}`);
  for (const [field, column] of valueEqualities) {
    if (filter[field] !== undefined) wanted.push(sql`${column} = ${filter[field]}`, sql`${valuesOf} @> array[${filter[field]}::bigint]`);
  }
  if (filter.deviceId !== undefined) wanted.push(sql`e.device_id = ${filter.deviceId}`, sql`array[e.device_id] @> array[${filter.deviceId}::bigint]`);
  if (filter.startDate !== undefined) wanted.push(sql`e.local_date >= ${filter.startDate}`);
  if (filter.endDate !== undefined) wanted.push(sql`e.local_date <= ${filter.endDate}`);
  if (filter.state !== 'all') wanted.push(filter.state === 'active' ? sql`e.voided_at is null` : sql`e.voided_at is not null`);
  if (filter.text !== undefined) wanted.push(await matchingText(db, { organisationId: scope.organisationId, text: filter.text }));
  return { matching: sql.join(wanted, sql` and `), mostCounted: filter.text === undefined ? mostCounted : mostCountedByText };
}

interface SortColumn {
  by: RawBuilder<unknown>;
  /** Where the names are that it orders by; without it the event has it itself. */
  names?: RawBuilder<unknown>;
  nullable?: boolean;
}

const atLocation = sql`join location l on l.organisation_id = e.organisation_id and l.id = e.location_id`;
const named = (id: RawBuilder<unknown>): SortColumn =>
  ({ by: sql`lower(named.name)`, names: sql`left join ref_value named on named.organisation_id = e.organisation_id and named.id = ${id}`, nullable: true });

const sortColumns: Record<EventSort, SortColumn> = {
  occurredAt: { by: sql`e.occurred_at` },
  siteName: { by: sql`lower(s.name)`, names: sql`${atLocation} join site s on s.organisation_id = l.organisation_id and s.id = l.site_id` },
  locationName: { by: sql`lower(l.name)`, names: atLocation },
  wasteStageId: { by: sql`e.stage_id` },
  itemName: named(sql`e.item_id`),
  reasonName: named(sql`e.reason_id`),
  sourceName: named(sql`e.source_id`),
  sinkName: named(sql`e.sink_id`),
  daypartName: named(sql`e.daypart_id`),
  containerName: named(sql`e.container_id`),
  netGrams: { by: sql`e.net_g` },
  grossGrams: { by: sql`e.gross_g` },
  tareGrams: { by: sql`e.tare_g` },
  cost: { by: sql`e.cost_amount`, nullable: true },
  deviceName: { by: sql`lower(d.name)`, names: sql`left join device d on d.organisation_id = e.organisation_id and d.id = e.device_id`, nullable: true },
  origin: { by: sql`e.origin` },
};

/** @returns ids in order, one page of them */
async function pickEvents(db: Db, { matching, mostCounted: reach }: EventSelection, { sort, page, limit }: EventQuery): Promise<number[]> {
  const { by, names = sql``, nullable = false } = sortColumns[sort.column];
  const way = sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const offset = (page - 1) * limit;
  if (offset >= reach) return [];
  // Of time there is an index, in both directions; `nulls last` would not fit it.
  const pool = sort.column === 'occurredAt'
    ? sql`waste_event e where ${matching}`
    : sql`(select * from waste_event e where ${matching} order by e.occurred_at desc, e.id desc limit ${reach}) e ${names}`;
  const { rows } = await sql<{ id: number }>`
    select e.id from ${pool} order by ${by} ${way} ${nullable ? sql`nulls last` : sql``}, e.id ${way} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The rows are picked first and named afterwards. */
export async function listEvents(db: Db, scope: Scope, { selection, query }: { selection: EventSelection; query: EventQuery }): Promise<WasteEvent[]> {
  const ids = await pickEvents(db, selection, query);
  if (ids.length === 0) return [];
  const { rows } = await sql<WasteEvent>`
    select ${described}, ${people} from waste_event e ${namedAll}
    where e.organisation_id = ${scope.organisationId} and e.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], e.id)`.execute(db);
  return rows;
}

/** Counts up to a limit, because nobody turns a hundred thousand pages. */
export async function countEvents(db: Db, { matching, mostCounted: most }: EventSelection): Promise<{ total: number; totalIsCapped: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from waste_event e where ${matching} limit ${most + 1}) counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return { total: Math.min(total, most), totalIsCapped: total > most };
}

/** `at` is the instant with all its digits, for the next page. */
export type ExportRow = WasteEvent & { at: string };

/** Newest first; the events after the given row. */
export async function listEventsAfter(db: Db | Trx, { matching }: EventSelection, { after, limit }: { after: ExportRow | null; limit: number }): Promise<ExportRow[]> {
  const later = after ? sql`and (e.occurred_at, e.id) < (${after.at}::timestamptz, ${after.eventId}::bigint)` : sql``;
  const { rows } = await sql<ExportRow>`
    select ${described}, ${people}, e.occurred_at::text as at
    from (
      select e.* from waste_event e where ${matching} ${later}
      order by e.occurred_at desc, e.id desc limit ${limit}) e ${namedAll}
    order by e.occurred_at desc, e.id desc`.execute(db);
  return rows;
}

export async function findEventRow(db: Db, scope: Scope, eventId: number): Promise<(WasteEvent & { currency: string }) | undefined> {
  const { rows } = await sql<WasteEvent & { currency: string }>`
    select ${described}, ${people}, s.currency_code as currency from waste_event e ${namedAll}
    where e.organisation_id = ${scope.organisationId} and e.id = ${eventId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0];
}

type RevisionRow = EventRevision['before'] & Omit<EventRevision, 'before'>;

/** Newest first. The names are today's: a value that was renamed since is still the same value. */
export async function listRevisions(db: Db, organisationId: number, eventId: number): Promise<EventRevision[]> {
  const { rows } = await sql<RevisionRow>`
    select r.id as "revisionId", r.at, u.full_name as "byName", r.why, ${described}
    from waste_event_revision r
    cross join lateral jsonb_populate_record(null::waste_event, r.before) e
    ${namedAll}
    left join identity.person u on u.id = r.by_user_id
    where r.organisation_id = ${organisationId} and r.event_id = ${eventId} order by r.id desc`.execute(db);
  return rows.map(({ revisionId, at, byName, why, ...before }) => ({ revisionId, at, byName, why, before }));
}

/** The zone of a location that the scope may see. */
export async function findTimeZone(db: Db, scope: Scope, locationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ timeZone: string }>`
    select s.time_zone as "timeZone" from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where l.id = ${locationId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0]?.timeZone;
}
