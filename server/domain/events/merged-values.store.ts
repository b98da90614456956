import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { LocationWeek } from '../weeks/location-week.contract';
import { keepRevisions, type Revising } from './event-changes.store';
import { valueColumns } from './reference-fields.rules';

/** Puts what merged values have become in their place; for rows that come from before. */
export async function followMerges(trx: Trx, organisationId: number, eventIds: readonly number[]): Promise<void> {
  const now = (column: string) => sql`coalesce((
    select m.new_id from ref_merge m where m.organisation_id = e.organisation_id and m.old_id = ${sql.ref(`e.${column}`)}), ${sql.ref(`e.${column}`)})`;
  await sql`
    update waste_event e set ${sql.join(Object.values(valueColumns).map((column) => sql`${sql.ref(column)} = ${now(column)}`))}
    where e.organisation_id = ${organisationId} and e.id = any(${[...eventIds]}::bigint[])
      and exists (select from ref_merge m where m.organisation_id = e.organisation_id
        and m.old_id in (e.item_id, e.reason_id, e.source_id, e.sink_id, e.daypart_id, e.container_id))`.execute(trx);
}

/** As the index over all of them is made. */
const naming = (valueId: number | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array[e.item_id, e.reason_id, e.source_id, e.sink_id, e.daypart_id, e.container_id] @> array[${valueId}::bigint]`;

interface Named {
  locationIds: readonly number[];
  valueIds: readonly number[];
}

/** Of these, what an event names that is not voided. */
export async function findCounted(trx: Trx, organisationId: number, { locationIds, valueIds }: Named): Promise<Named> {
  const locations = await sql<{ id: number }>`
    select k.id from unnest(${[...locationIds]}::bigint[]) k (id)
    where exists (select from waste_event e where e.organisation_id = ${organisationId} and e.location_id = k.id and e.voided_at is null)`.execute(
    trx,
  );
  const values = await sql<{ id: number }>`
    select k.id from unnest(${[...valueIds]}::bigint[]) k (id)
    where exists (select from waste_event e where e.organisation_id = ${organisationId} and ${naming(sql`k.id`)} and e.voided_at is null)`.execute(
    trx,
  );
  return { locationIds: locations.rows.map(({ id }) => id), valueIds: values.rows.map(({ id }) => id) };
}

export async function countEventsNaming(
  trx: Trx,
  organisationId: number,
  valueId: number,
): Promise<{ events: number; voided: number }> {
  const {
    rows: [row],
  } = await sql<{ events: number; voided: number }>`
    select count(*)::int as events, count(*) filter (where e.voided_at is not null)::int as voided
    from waste_event e where e.organisation_id = ${organisationId} and ${naming(valueId)}`.execute(trx);
  return row ?? { events: 0, voided: 0 };
}

type ChangedEvent = LocationWeek & { eventId: number };

interface Repointing extends Omit<Revising, 'cause'> {
  elementCode: string;
  oldId: number;
  newId: number;
  /** Events in one go. */
  limit: number;
}

/**
 * Gives some of the events that name the old value the new one, and keeps them as they were. Weights, costs and whether they
 * count as waste stay.
 * @returns the events that were changed; none where no event names the old value any more
 */
export async function repointEvents(
  trx: Trx,
  organisationId: number,
  { elementCode, oldId, newId, why, userId, now, limit }: Repointing,
): Promise<ChangedEvent[]> {
  const column = valueColumns[elementCode as keyof typeof valueColumns] as string | undefined;
  if (column === undefined) return [];
  const { rows } = await sql<ChangedEvent>`
    select e.id as "eventId", e.location_id as "locationId", e.week_start as "weekStart" from waste_event e
    where e.organisation_id = ${organisationId} and ${naming(oldId)} and ${sql.ref(`e.${column}`)} = ${oldId}
    order by e.id limit ${limit} for update of e`.execute(trx);
  await putValue(trx, organisationId, { rows, column, valueId: newId, why, userId, now, cause: 'MERGE' });
  return rows;
}

interface Giving extends Revising {
  eventIds: readonly number[];
  itemId: number;
}

/**
 * Gives those of the events that have no item one, and keeps them as they were. Weights and costs stay.
 * @returns the events that were changed
 */
export async function giveItem(
  trx: Trx,
  organisationId: number,
  { eventIds, itemId, ...revising }: Giving,
): Promise<ChangedEvent[]> {
  const { rows } = await sql<ChangedEvent>`
    select e.id as "eventId", e.location_id as "locationId", e.week_start as "weekStart" from waste_event e
    where e.organisation_id = ${organisationId} and e.id = any(${[...eventIds]}::bigint[]) and e.item_id is null
    order by e.id for update of e`.execute(trx);
  await putValue(trx, organisationId, { rows, column: valueColumns.WASTEITEM, valueId: itemId, ...revising });
  return rows;
}

interface Putting extends Revising {
  rows: readonly ChangedEvent[];
  column: string;
  valueId: number;
}

async function putValue(
  trx: Trx,
  organisationId: number,
  { rows, column, valueId, ...revising }: Putting,
): Promise<void> {
  if (rows.length === 0) return;
  const eventIds = rows.map(({ eventId }) => eventId);
  await keepRevisions(trx, organisationId, { eventIds, ...revising });
  await sql`update waste_event e set ${sql.ref(column)} = ${valueId} where e.organisation_id = ${organisationId} and e.id = any(${eventIds}::bigint[])`.execute(
    trx,
  );
}
