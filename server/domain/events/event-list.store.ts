import { sql, type RawBuilder } from 'kysely';
import type { Locale, Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { readInBulk } from '../../platform/db/time-limits';
import { keysetSlices } from '../../platform/table/keyset';
import { valuesIn } from '../catalogue';
import { visibleLocations } from '../places';
import type { EventList, EventRevision, WasteEvent } from './event-list.contract';
import type { EventQuery } from './event-query.contract';
import { askIndexes, walkOn, walkTo, type Cursor, type EventSelection } from './event-selection.store';
import type { EventSort } from './event.table';

/** What a row of waste_event called `e` means in words; a revision's row is read the same way. */
const described = sql`
  e.id as "eventId", e.client_event_uuid as "clientEventUuid", e.occurred_at as "occurredAt", e.local_date as "localDate",
  s.time_zone as "timeZone", s.id as "siteId", s.name as "siteName", l.id as "locationId", l.name as "locationName",
  w.id as "wasteStageId", w.name as "wasteStageName", e.item_id as "itemId", item.name as "itemName", e.reason_id as "reasonId",
  reason.name as "reasonName", e.source_id as "sourceId", source.name as "sourceName", e.sink_id as "sinkId", sink.name as "sinkName",
  e.daypart_id as "daypartId", daypart.name as "daypartName", e.container_id as "containerId", container.name as "containerName",
  e.device_id as "deviceId", d.name as "deviceName", e.operator_id as "operatorId", o.alias as "operatorAlias", e.gross_g as "grossGrams", e.tare_g as "tareGrams", e.net_g as "netGrams",
  e.entered_value as "enteredValue", e.entered_unit as "enteredUnit", e.estimated, e.counts_as_waste as "countsAsWaste", e.quantity,
  e.cost_amount::text as "costAmount", e.cost_currency as "costCurrency", e.cost_rule_id is not null as "costByRule", e.note, e.unconfirmed, e.origin,
  e.import_batch_id as "importBatchId", e.import_line as "importLine", e.created_at as "createdAt", e.voided_at as "voidedAt",
  e.void_reason as "voidReason"`;

const people = sql`maker.full_name as "createdByName", voider.full_name as "voidedByName"`;

const namedAll = (locale: Locale) => sql`
  join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  join waste_stage w on w.id = e.stage_id
  left join device d on d.organisation_id = e.organisation_id and d.id = e.device_id
  left join operator o on o.organisation_id = e.organisation_id and o.id = e.operator_id
  left join ${valuesIn(locale)} item on item.organisation_id = e.organisation_id and item.id = e.item_id
  left join ${valuesIn(locale)} reason on reason.organisation_id = e.organisation_id and reason.id = e.reason_id
  left join ${valuesIn(locale)} source on source.organisation_id = e.organisation_id and source.id = e.source_id
  left join ${valuesIn(locale)} sink on sink.organisation_id = e.organisation_id and sink.id = e.sink_id
  left join ${valuesIn(locale)} daypart on daypart.organisation_id = e.organisation_id and daypart.id = e.daypart_id
  left join ${valuesIn(locale)} container on container.organisation_id = e.organisation_id and container.id = e.container_id
  left join identity.person maker on maker.id = e.created_by
  left join identity.person voider on voider.id = e.voided_by`;

interface SortColumn {
  by: RawBuilder<unknown>;
  /** Where the names are that it orders by; without it the event has it itself. */
  names?: RawBuilder<unknown>;
  nullable?: boolean;
}

const atLocation = sql`join location l on l.organisation_id = e.organisation_id and l.id = e.location_id`;
const named = (locale: Locale, id: RawBuilder<unknown>): SortColumn => ({
  by: sql`lower(named.name)`,
  names: sql`left join ${valuesIn(locale)} named on named.organisation_id = e.organisation_id and named.id = ${id}`,
  nullable: true,
});

const sortColumns = (locale: Locale): Record<EventSort, SortColumn> => ({
  occurredAt: { by: sql`e.occurred_at` },
  siteName: {
    by: sql`lower(s.name)`,
    names: sql`${atLocation} join site s on s.organisation_id = l.organisation_id and s.id = l.site_id`,
  },
  locationName: { by: sql`lower(l.name)`, names: atLocation },
  wasteStageId: { by: sql`e.stage_id` },
  itemName: named(locale, sql`e.item_id`),
  reasonName: named(locale, sql`e.reason_id`),
  sourceName: named(locale, sql`e.source_id`),
  sinkName: named(locale, sql`e.sink_id`),
  daypartName: named(locale, sql`e.daypart_id`),
  containerName: named(locale, sql`e.container_id`),
  netGrams: { by: sql`e.net_g` },
  grossGrams: { by: sql`e.gross_g` },
  tareGrams: { by: sql`e.tare_g` },
  cost: { by: sql`e.cost_amount`, nullable: true },
  deviceName: {
    by: sql`lower(d.name)`,
    names: sql`left join device d on d.organisation_id = e.organisation_id and d.id = e.device_id`,
    nullable: true,
  },
  origin: { by: sql`e.origin` },
});

interface Listing {
  scope: Scope;
  /** Of the names of items, reasons and the like. */
  locale: Locale;
  selection: EventSelection;
  query: Pick<EventQuery, 'sort' | 'page' | 'limit'>;
}

/** A page of these events in another order than that of time. */
async function sortEvents(
  db: Db,
  ids: readonly number[],
  { scope, locale, query: { sort, page, limit } }: Listing,
): Promise<number[]> {
  const { by, names = sql``, nullable = false } = sortColumns(locale)[sort.column];
  const way = sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: number }>`
    select e.id from waste_event e ${names} where e.organisation_id = ${scope.organisationId} and e.id = any(${ids}::bigint[])
    order by ${by} ${way} ${nullable ? sql`nulls last` : sql``}, e.id ${way} limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** The rows are picked first and named afterwards. */
export async function describeEvents(
  db: Db | Trx,
  { scope: { organisationId }, locale }: Pick<Listing, 'scope' | 'locale'>,
  ids: readonly number[],
): Promise<WasteEvent[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<WasteEvent>`
    select ${described}, ${people} from waste_event e ${namedAll(locale)}
    where e.organisation_id = ${organisationId} and e.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], e.id)`.execute(
    db,
  );
  return rows;
}

/** One page, and how many there are up to a limit. */
export async function listEvents(
  db: Db,
  listing: Listing,
): Promise<Pick<EventList, 'events' | 'total' | 'totalIsCapped'>> {
  const {
    selection,
    query: { sort, page, limit },
  } = listing;
  const most = selection.bounds.found;
  const byTime = sort.column === 'occurredAt';
  const end = Math.min(page * limit, most);
  const known = await askIndexes(db, selection, byTime ? most + 1 : undefined);
  // Where it is known already that they are more than are counted, only those of the page are looked for.
  const enough = known.ids.length <= most ? most + 1 : byTime ? end : most;
  const way = byTime ? sort.direction : 'desc';
  const inOrder = known.whole
    ? way === 'asc'
      ? known.ids.reverse()
      : known.ids
    : await walkTo(db, selection, { way, enough });
  const ids = byTime ? inOrder.slice((page - 1) * limit, end) : await sortEvents(db, inOrder.slice(0, most), listing);
  const count = Math.max(known.ids.length, inOrder.length);
  return { events: await describeEvents(db, listing, ids), total: Math.min(count, most), totalIsCapped: count > most };
}

/** Newest first. No connection is held between slices. */
export async function* exportEvents(
  db: Db,
  { selection, ...reader }: Omit<Listing, 'query'>,
): AsyncGenerator<WasteEvent> {
  const slices = keysetSlices<WasteEvent, Cursor>((after) =>
    readInBulk(db, async (trx) => {
      const { rows: ids, next } = await walkOn(trx, selection, {
        way: 'desc',
        after,
        enough: selection.bounds.exported,
      });
      return { rows: await describeEvents(trx, reader, ids), next };
    }),
  );
  for await (const slice of slices) yield* slice;
}

export async function findEventRow(
  db: Db,
  scope: Scope,
  { eventId, locale }: { eventId: number; locale: Locale },
): Promise<(WasteEvent & { currency: string }) | undefined> {
  const { rows } = await sql<WasteEvent & { currency: string }>`
    select ${described}, ${people}, s.currency_code as currency from waste_event e ${namedAll(locale)}
    where e.organisation_id = ${scope.organisationId} and e.id = ${eventId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0];
}

type RevisionRow = EventRevision['before'] & Omit<EventRevision, 'before'>;

/** Newest first. The names are today's: a value that was renamed since is still the same value. */
export async function listRevisions(
  db: Db,
  organisationId: number,
  { eventId, locale }: { eventId: number; locale: Locale },
): Promise<EventRevision[]> {
  const { rows } = await sql<RevisionRow>`
    select r.id as "revisionId", r.at, u.full_name as "byName", r.why, ${described}
    from waste_event_revision r
    cross join lateral jsonb_populate_record(null::waste_event, r.before) e
    ${namedAll(locale)}
    left join identity.person u on u.id = r.by_user_id
    where r.organisation_id = ${organisationId} and r.event_id = ${eventId} order by r.id desc`.execute(db);
  return rows.map(({ revisionId, at, byName, why, ...before }) => ({ revisionId, at, byName, why, before }));
}

/** Where an event is that the scope may see. */
export async function findLocationId(db: Db, scope: Scope, eventId: number): Promise<number | undefined> {
  const { rows } = await sql<{ locationId: number }>`
    select l.id as "locationId" from waste_event e ${atLocation}
    where e.organisation_id = ${scope.organisationId} and e.id = ${eventId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0]?.locationId;
}

/** The zone of a location that the scope may see. */
export async function findTimeZone(db: Db, scope: Scope, locationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ timeZone: string }>`
    select s.time_zone as "timeZone" from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where l.id = ${locationId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0]?.timeZone;
}

export async function hasEvents(db: Db | Trx, organisationId: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('waste_event')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

export async function siteHasEvents(trx: Trx, organisationId: number, siteId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from location l join waste_event e on e.organisation_id = l.organisation_id and e.location_id = l.id
    where l.organisation_id = ${organisationId} and l.site_id = ${siteId} limit 1`.execute(trx);
  return rows.length > 0;
}
