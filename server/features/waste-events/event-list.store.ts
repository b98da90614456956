import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { visibleLocations } from '../../platform/db/scope';
import type { EventFilter, EventQuery, EventRevision, EventSort, WasteEvent } from './event-list.contract';

const mostCounted = 100_000;

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

const named = sql`
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
  left join identity."user" maker on maker.id = e.created_by
  left join identity."user" voider on voider.id = e.voided_by`;

const equalities = [
  ['locationId', sql`e.location_id`], ['deviceId', sql`e.device_id`], ['wasteStageId', sql`e.stage_id`], ['itemId', sql`e.item_id`],
  ['reasonId', sql`e.reason_id`], ['sourceId', sql`e.source_id`], ['sinkId', sql`e.sink_id`], ['daypartId', sql`e.daypart_id`],
  ['containerId', sql`e.container_id`], ['origin', sql`e.origin`],
] as const;

/** Conditions on the event alone wherever that is possible, so that picking and counting touch no other table. */
function matching(scope: Scope, filter: EventFilter): RawBuilder<unknown> {
  const wanted = [sql`e.organisation_id = ${scope.organisationId}`];
  if (scope.securedSites.length + scope.securedLocations.length > 0) wanted.push(sql`e.location_id in (select l.id from location l where ${visibleLocations(scope)})`);
  if (filter.siteId !== undefined) wanted.push(sql`e.location_id in (select id from location where organisation_id = ${scope.organisationId} and site_id = ${filter.siteId})`);
  for (const [field, column] of equalities) if (filter[field] !== undefined) wanted.push(sql`${column} = ${filter[field]}`);
  if (filter.startDate !== undefined) wanted.push(sql`e.local_date >= ${filter.startDate}`);
  if (filter.endDate !== undefined) wanted.push(sql`e.local_date <= ${filter.endDate}`);
  if (filter.state !== 'all') wanted.push(filter.state === 'active' ? sql`e.voided_at is null` : sql`e.voided_at is not null`);
  if (filter.text !== undefined) {
    wanted.push(sql`strpos(lower(concat_ws(' ', e.id, e.client_event_uuid, s.name, l.name, item.name, reason.name, source.name, sink.name, e.note)), lower(${filter.text})) > 0`);
  }
  return sql.join(wanted, sql` and `);
}

const sortColumns: Record<EventSort, RawBuilder<unknown>> = {
  occurredAt: sql`e.occurred_at`,
  siteName: sql`lower(s.name)`,
  locationName: sql`lower(l.name)`,
  wasteStageId: sql`e.stage_id`,
  itemName: sql`lower(item.name)`,
  reasonName: sql`lower(reason.name)`,
  sourceName: sql`lower(source.name)`,
  sinkName: sql`lower(sink.name)`,
  daypartName: sql`lower(daypart.name)`,
  containerName: sql`lower(container.name)`,
  netGrams: sql`e.net_g`,
  grossGrams: sql`e.gross_g`,
  tareGrams: sql`e.tare_g`,
  cost: sql`e.cost_amount`,
  deviceName: sql`lower(d.name)`,
  origin: sql`e.origin`,
};
const filterNeedsNames = (filter: EventFilter) => filter.text !== undefined;
const valueNames = ['itemName', 'reasonName', 'sourceName', 'sinkName', 'daypartName', 'containerName', 'deviceName'] as const;
const sortNeedsNames = new Set<EventSort>(['siteName', 'locationName', ...valueNames]);
const nullable = new Set<EventSort>([...valueNames, 'cost']);

/** Null last, as everywhere; where there is none the words are left out, because with them no index would fit. */
function ordered({ column, direction }: EventQuery['sort']): RawBuilder<unknown> {
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  return sql`${sortColumns[column]} ${way} ${nullable.has(column) ? sql`nulls last` : sql``}, e.id ${way}`;
}

/** The rows are picked first and named afterwards. */
export async function listEvents(db: Db, scope: Scope, query: EventQuery): Promise<WasteEvent[]> {
  const names = filterNeedsNames(query) || sortNeedsNames.has(query.sort.column) ? named : sql``;
  const { rows } = await sql<WasteEvent>`
    select ${described}, ${people}
    from (
      select e.* from waste_event e ${names}
      where ${matching(scope, query)} order by ${ordered(query.sort)}
      limit ${query.limit} offset ${(query.page - 1) * query.limit}) e ${named}
    order by ${ordered(query.sort)}`.execute(db);
  return rows;
}

/** Counts up to a limit, because nobody turns a hundred thousand pages. */
export async function countEvents(db: Db, scope: Scope, filter: EventFilter): Promise<{ total: number; totalIsCapped: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select 1 from waste_event e ${filterNeedsNames(filter) ? named : sql``} where ${matching(scope, filter)} limit ${mostCounted + 1}) counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return { total: Math.min(total, mostCounted), totalIsCapped: total > mostCounted };
}

/** `at` is the instant with all its digits, for the next page. */
export type ExportRow = WasteEvent & { at: string };

/** Newest first; the events after the given row. */
export async function listEventsAfter(db: Db, scope: Scope, { filter, after, limit }: { filter: EventFilter; after: ExportRow | null; limit: number }): Promise<ExportRow[]> {
  const later = after ? sql`and (e.occurred_at, e.id) < (${after.at}::timestamptz, ${after.eventId}::bigint)` : sql``;
  const { rows } = await sql<ExportRow>`
    select ${described}, ${people}, e.occurred_at::text as at
    from (
      select e.* from waste_event e ${filterNeedsNames(filter) ? named : sql``}
      where ${matching(scope, filter)} ${later}
      order by e.occurred_at desc, e.id desc limit ${limit}) e ${named}
    order by e.occurred_at desc, e.id desc`.execute(db);
  return rows;
}

export async function findEventRow(db: Db, scope: Scope, eventId: number): Promise<(WasteEvent & { currency: string }) | undefined> {
  const { rows } = await sql<WasteEvent & { currency: string }>`
    select ${described}, ${people}, s.currency_code as currency from waste_event e ${named}
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
    ${named}
    left join identity."user" u on u.id = r.by_user_id
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
