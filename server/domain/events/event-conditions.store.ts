import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import type { LocalDate } from '../../platform/time';
import { atPlace, visibleLocations } from '../places';
import type { PlaceFilter } from '../places/place.contract';
import type { EventFilter } from './event-query.contract';
import type { ReferenceField } from './reference-fields.rules';

/** Whole weeks of a location: a Monday and a Sunday, both included. */
export interface EventSpan {
  locationId: number;
  from: LocalDate;
  to: LocalDate;
}

/** What events are picked by: the filters of the list, and those that only a reader of figures has. Days are local to the location. */
export interface EventConditions extends Partial<EventFilter>, PlaceFilter {
  importBatchId?: number | undefined;
  eventId?: number | undefined;
  /** Stages of which one will do. */
  stageIds?: readonly number[] | undefined;
  /** Whether they count as waste. */
  counts?: boolean | undefined;
  /** Whether their destination is a donation. */
  donated?: boolean | undefined;
  /** Values that they do not have. */
  unsaid?: readonly ReferenceField[];
  /** An item or anything below it. */
  categoryId?: number | undefined;
  estimated?: boolean | undefined;
  /** Where their cost comes from; `none`: they have none. */
  costFrom?: 'rule' | 'reported' | 'none' | undefined;
  currency?: string | undefined;
  /** Who typed them in or imported them. */
  createdBy?: number | undefined;
  /** The days on which they were recorded, both included, by the clock of `zone`. */
  recorded?: { from?: LocalDate | undefined; to?: LocalDate | undefined; zone: string };
  /** Only these days of these locations. */
  spans?: readonly EventSpan[] | undefined;
}

export const given = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
  value === undefined ? [] : [condition(value)];

/** The values that an event names, as `waste_event_values` has them. */
export const valuesOf = sql`array[e.item_id, e.reason_id, e.source_id, e.sink_id, e.daypart_id, e.container_id]`;

const columns = {
  itemId: sql`e.item_id`,
  reasonId: sql`e.reason_id`,
  sourceId: sql`e.source_id`,
  sinkId: sql`e.sink_id`,
  daypartId: sql`e.daypart_id`,
  containerId: sql`e.container_id`,
} as const satisfies Record<ReferenceField, unknown>;

const costs = {
  rule: sql`e.cost_rule_id is not null`,
  reported: sql`(e.cost_amount is not null and e.cost_rule_id is null)`,
  none: sql`e.cost_amount is null`,
};

const isDonation = sql`exists (select from ref_value d where d.organisation_id = e.organisation_id and d.id = e.sink_id and d.is_donation)`;

/** Of an event `e`; none of them has an index. */
export function plainConditions({
  stageIds,
  counts,
  donated,
  unsaid = [],
  estimated,
  costFrom,
  currency,
  createdBy,
  recorded,
  spans,
}: EventConditions): RawBuilder<unknown>[] {
  return [
    ...given(stageIds, (ids) => sql`e.stage_id = any(${[...ids]}::int[])`),
    ...given(counts, (value) => sql`e.counts_as_waste = ${value}`),
    ...given(donated, (value) => (value ? isDonation : sql`not ${isDonation}`)),
    ...unsaid.map((field) => sql`${columns[field]} is null`),
    ...given(estimated, (value) => sql`e.estimated = ${value}`),
    ...given(costFrom, (value) => costs[value]),
    ...given(currency, (value) => sql`e.cost_currency = ${value}`),
    ...given(createdBy, (id) => sql`e.created_by = ${id}`),
    ...given(recorded?.from, (day) => sql`e.created_at >= ${day}::date::timestamp at time zone ${recorded?.zone}`),
    ...given(recorded?.to, (day) => sql`e.created_at < (${day}::date + 1)::timestamp at time zone ${recorded?.zone}`),
    ...given(spans, inSpans),
  ];
}

/** Locations that have the same days are asked for together. */
function inSpans(spans: readonly EventSpan[]): RawBuilder<unknown> {
  const groups = new Map<string, { days: EventSpan; ids: number[] }>();
  for (const span of spans) {
    const key = `${span.from} ${span.to}`;
    const group = groups.get(key) ?? { days: span, ids: [] };
    group.ids.push(span.locationId);
    groups.set(key, group);
  }
  const each = [...groups.values()].map(
    ({ days, ids }) =>
      sql`(e.local_date between ${days.from} and ${days.to} and e.location_id = any(${ids}::bigint[]))`,
  );
  return each.length === 0 ? sql`false` : sql`(${sql.join(each, sql` or `)})`;
}

/** An item together with those below it. */
export async function valuesBelow(db: Db, { organisationId }: Scope, categoryId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from ref_value where organisation_id = ${organisationId} and id = ${categoryId}
      union select v.id from ref_value v join below b on v.parent_id = b.id where v.organisation_id = ${organisationId})
    select id from below`.execute(db);
  return rows.map(({ id }) => id);
}

/** Looked up first: among the places themselves it is seen at once that there are none, and how many events to expect. */
export async function locationsOf(db: Db, scope: Scope, conditions: EventConditions): Promise<RawBuilder<unknown>[]> {
  const wanted = [
    ...atPlace(scope, conditions),
    ...given(
      conditions.spans,
      (spans) => sql`l.id = any(${[...new Set(spans.map(({ locationId }) => locationId))]}::bigint[])`,
    ),
  ];
  if (seesAll(scope) && wanted.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select l.id from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where ${sql.join([visibleLocations(scope), ...wanted], sql` and `)}`.execute(db);
  return [sql`e.location_id = any(${rows.map(({ id }) => id)}::bigint[])`];
}
