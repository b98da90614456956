import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { keysetSlices, type Slice } from '../../platform/table/keyset';
import {
  given,
  locationsOf,
  plainConditions,
  valuesBelow,
  valuesOf,
  type EventConditions,
} from './event-conditions.store';
import { matchingText } from './event-search.store';

/**
 * No query reads more than so many events, whatever is filtered and however many there are: the embedded database has one
 * connection and cancels nothing. Counting and paging end at `found`, and any order but that of time is one of so many
 * newest events: whoever has more narrows the filter. A download takes more, so many at a time.
 */
const usualBounds = { read: 25_000, found: 10_000, exported: 500 };

/** The events of a filter: what list and download pick from. Conditions are on the event `e` alone, so that picking touches no other table. */
export interface EventSelection {
  organisation: RawBuilder<unknown>;
  /** What an index has in the order of time. */
  inOrder: RawBuilder<unknown>[];
  /** What an index finds in no order. */
  indexed: RawBuilder<unknown>[];
  matching: RawBuilder<unknown>;
  bounds: typeof usualBounds;
}

const equalities = [
  ['wasteStageId', sql`e.stage_id`],
  ['origin', sql`e.origin`],
  ['itemId', sql`e.item_id`],
  ['reasonId', sql`e.reason_id`],
  ['sourceId', sql`e.source_id`],
  ['sinkId', sql`e.sink_id`],
  ['daypartId', sql`e.daypart_id`],
  ['containerId', sql`e.container_id`],
  ['deviceId', sql`e.device_id`],
] as const;
const valueFields = ['itemId', 'reasonId', 'sourceId', 'sinkId', 'daypartId', 'containerId'] as const;

/** The days of the locations, and the instants that they can be anywhere on Earth. */
const inDays = ({ startDate, endDate }: EventConditions) => ({
  days: [
    ...given(startDate, (day) => sql`e.local_date >= ${day}`),
    ...given(endDate, (day) => sql`e.local_date <= ${day}`),
  ],
  instants: [
    ...given(startDate, (day) => sql`e.occurred_at >= (${day}::date - interval '14 hours') at time zone 'UTC'`),
    ...given(endDate, (day) => sql`e.occurred_at < (${day}::date + interval '36 hours') at time zone 'UTC'`),
  ],
});

export async function selectEvents(db: Db, scope: Scope, filter: EventConditions): Promise<EventSelection> {
  const text =
    filter.text === undefined
      ? undefined
      : await matchingText(db, { organisationId: scope.organisationId, text: filter.text });
  const values = valueFields.flatMap((field) => filter[field] ?? []);
  const below = filter.categoryId === undefined ? undefined : await valuesBelow(db, scope, filter.categoryId);
  const { days, instants } = inDays(filter);
  const inOrder = [...instants, ...(filter.state === 'voided' ? [sql`e.voided_at is not null`] : [])];
  const indexed = [
    ...(text?.indexed ? [text.matching] : []),
    ...given(filter.deviceId, (id) => sql`array[e.device_id] @> array[${id}::bigint]`),
    ...(values.length > 0 ? [sql`${valuesOf} @> ${values}::bigint[]`] : []),
    ...given(below, (ids) => sql`${valuesOf} && ${ids}::bigint[]`),
    ...given(filter.eventId, (id) => sql`e.id = ${id}`),
    ...given(filter.importBatchId, (id) => sql`e.import_batch_id = ${id}`),
    ...(await locationsOf(db, scope, filter)),
  ];
  const others = [
    ...equalities.flatMap(([field, column]) => given(filter[field], (value) => sql`${column} = ${value}`)),
    ...days,
    ...given(below, (ids) => sql`e.item_id = any(${ids}::bigint[])`),
    ...plainConditions(filter),
    ...(filter.state === 'active' ? [sql`e.voided_at is null`] : []),
    ...(text && !text.indexed ? [text.matching] : []),
  ];
  return {
    organisation: sql`e.organisation_id = ${scope.organisationId}`,
    inOrder,
    indexed,
    matching: and([...inOrder, ...others, ...indexed]),
    bounds: usualBounds,
  };
}

/** Conditions that must all hold. */
export const and = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;

/** An event's place in the order of time; the instant has all its digits. */
export interface Cursor {
  at: string;
  id: number;
}

const ways = {
  desc: { order: sql`order by e.occurred_at desc, e.id desc`, beyond: sql`<`, last: sql`min(e.occurred_at)` },
  asc: { order: sql`order by e.occurred_at, e.id`, beyond: sql`>`, last: sql`max(e.occurred_at)` },
};

interface Reading {
  from: readonly RawBuilder<unknown>[];
  /** By time; without it whatever comes first, and those newest first. */
  way?: keyof typeof ways;
  /** Reading ends with so many that match. */
  enough: number;
}

/** The ids of those that match among as many events as one query may read. */
async function readEvents(
  db: Db | Trx,
  { organisation, matching, bounds: { read } }: EventSelection,
  { from, way, enough }: Reading,
): Promise<Slice<number, Cursor>> {
  const order = way ? ways[way].order : sql``;
  const towards = ways[way ?? 'desc'];
  const {
    rows: [found],
  } = await sql<{ ids: number[]; lastRead: number | null; at: string }>`
    select coalesce(json_agg(e.id ${towards.order}) filter (where e.matches), '[]') as ids, max(e.id) filter (where e.nth = ${read}) as "lastRead", ${towards.last}::text as at
    from (
      select * from (
        select e.id, e.occurred_at, ${matching} as matches, row_number() over (${order}) as nth
        from waste_event e where ${and([organisation, ...from])} ${order} limit ${read}) e
      where e.matches or e.nth = ${read} ${order} limit ${enough}) e`.execute(db);
  const { ids = [], lastRead = null, at = '' } = found ?? {};
  const last = lastRead ?? (ids.length === enough ? ids.at(-1) : undefined);
  return { rows: ids, next: last === undefined ? null : { at, id: last } };
}

export interface Walk {
  way: keyof typeof ways;
  enough: number;
}

/** The next slice of a walk through the events in the order of time: short where much matches, and never long. */
export function walkOn(
  db: Db | Trx,
  selection: EventSelection,
  { after, way, enough }: Walk & { after: Cursor | null },
): Promise<Slice<number, Cursor>> {
  const beyond = after
    ? [sql`(e.occurred_at, e.id) ${ways[way].beyond} (${after.at}::timestamptz, ${after.id}::bigint)`]
    : [];
  return readEvents(db, selection, { from: [...selection.inOrder, ...beyond], way, enough });
}

/** The first of a walk. */
export async function walkTo(db: Db, selection: EventSelection, walk: Walk): Promise<number[]> {
  const ids: number[] = [];
  for await (const slice of keysetSlices<number, Cursor>((after) => walkOn(db, selection, { ...walk, after }))) {
    ids.push(...slice);
    if (ids.length >= walk.enough) break;
  }
  return ids.slice(0, walk.enough);
}

/** Asks the indexes that know no order: what is rare they show whole, newest first, where a walk would pass by all events. */
export async function askIndexes(
  db: Db,
  selection: EventSelection,
  enough = Infinity,
): Promise<{ ids: number[]; whole: boolean }> {
  let ids: number[] = [];
  for (const condition of selection.indexed) {
    const { rows, next } = await readEvents(db, selection, {
      from: [condition],
      enough: Math.min(enough, selection.bounds.read),
    });
    if (!next) return { ids: rows, whole: true };
    if (rows.length > ids.length) ids = rows;
    if (ids.length >= enough) break;
  }
  return { ids, whole: false };
}

/** The newest events of a selection, up to so many. */
export async function findSelected(db: Db, selection: EventSelection, enough: number): Promise<number[]> {
  const known = await askIndexes(db, selection, enough);
  return known.whole ? known.ids.slice(0, enough) : walkTo(db, selection, { way: 'desc', enough });
}
