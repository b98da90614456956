import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { AlikeEvents } from './alike-events.contract';
import type { CheckedEvent } from './checked-event.contract';

interface Comparing {
  events: readonly Pick<CheckedEvent, 'locationId' | 'localDate' | 'itemId' | 'netGrams'>[];
  /** Events that are known to be others. */
  except: readonly number[];
}

/**
 * The events that stand for the same location, local date, item and net weight as these, each held against one of them. Reads
 * every event of those days of those locations once. @returns also how many it has read
 */
export async function findAlikeEvents(
  db: Db | Trx,
  organisationId: number,
  { events, except }: Comparing,
): Promise<{ read: number; alike: AlikeEvents[] }> {
  if (events.length === 0) return { read: 0, alike: [] };
  const plain = (value: (event: Comparing['events'][number]) => string | number | null) =>
    `{${events.map((event) => value(event) ?? 'NULL').join()}}`;
  const { rows } = await sql<AlikeEvents & { read: number }>`
    with wanted as (
      select location_id, local_date, item_id, net_g, count(*) as times
      from unnest(${plain((one) => one.locationId)}::bigint[], ${plain((one) => one.localDate)}::date[], ${plain((one) => one.itemId)}::bigint[],
        ${plain((one) => one.netGrams)}::numeric(12, 2)[]) as u (location_id, local_date, item_id, net_g)
      group by location_id, local_date, item_id, net_g),
    there as materialized (
      select e.id, e.location_id, e.local_date, e.item_id, e.net_g, e.import_batch_id
      from (select distinct location_id, local_date from wanted) d
      join waste_event e on e.organisation_id = ${organisationId} and e.location_id = d.location_id and e.local_date = d.local_date
      where e.voided_at is null),
    counted as (
      select t.*, w.times, row_number() over (partition by t.location_id, t.local_date, t.item_id, t.net_g order by t.id) as place
      from there t
      join wanted w on w.location_id = t.location_id and w.local_date = t.local_date and w.net_g = t.net_g and w.item_id is not distinct from t.item_id
      where t.id <> all(${`{${except.join()}}`}::bigint[]))
    select r.read, c.import_batch_id as "importBatchId", count(c.id)::int as events, coalesce(sum(c.net_g), 0)::float8 as grams,
      min(c.local_date) as "firstDay", max(c.local_date) as "lastDay",
      case when min(c.location_id) = max(c.location_id) then min(c.location_id) end as "locationId",
      case when min(c.item_id) = max(c.item_id) and count(c.item_id) = count(*) then min(c.item_id) end as "itemId"
    from (select count(*)::int as read from there) r
    left join counted c on c.place <= c.times
    group by r.read, c.import_batch_id`.execute(db);
  return {
    read: rows[0]?.read ?? 0,
    alike: rows.filter(({ events: found }) => found > 0).map(({ read: _, ...one }) => one),
  };
}
