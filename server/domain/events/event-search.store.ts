import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database';
import { anywhere } from '../../platform/like.rules';
import { namedInAnyLanguage } from '../catalogue';
import { valuesOf } from './event-conditions.store';
import { idsContaining, isPartOfUuid, uuidsBeginningWith } from './event-search.rules';

/** Of events found by a number or a UUID. */
const mostIds = 10_000;
/** A part of a UUID that is not its beginning is looked for among as many of the newest events. */
const searchedUuids = 25_000;

interface Search {
  organisationId: number;
  text: string;
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** A site's name is searched together with its location's. */
async function locationsNamed(db: Db, { organisationId, text }: Search): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where l.organisation_id = ${organisationId} and s.name || ' ' || l.name ilike ${anywhere(text)}`.execute(db);
  return idsOf(rows);
}

async function valuesNamed(db: Db, { organisationId, text }: Search): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ref_value where organisation_id = ${organisationId} and id in ${namedInAnyLanguage(organisationId, (name) => sql`${name} ilike ${anywhere(text)}`)}
    and element_code in ('WASTEITEM', 'WASTEREASON', 'WASTESOURCE', 'WASTESINK')`.execute(db);
  return idsOf(rows);
}

/** The events whose number contains the digits; `walk`: they are so many that the numbers are better compared on the way. */
async function eventsNumbered(db: Db, { organisationId, text }: Search): Promise<number[] | 'walk'> {
  if (!/^\d{1,15}$/.test(text)) return [];
  const {
    rows: [newest],
  } = await sql<{
    id: number;
  }>`select id from waste_event where organisation_id = ${organisationId} order by id desc limit 1`.execute(db);
  const ranges = newest ? idsContaining(text, newest.id) : [];
  if (ranges === null) return 'walk';
  if (ranges.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select e.id from unnest(${ranges.map(({ from }) => from)}::bigint[], ${ranges.map(({ to }) => to)}::bigint[]) as r (low, high)
    join waste_event e on e.organisation_id = ${organisationId} and e.id between r.low and r.high limit ${mostIds}`.execute(
    db,
  );
  return idsOf(rows);
}

async function eventsOfUuid(db: Db, { organisationId, text }: Search): Promise<number[]> {
  const range = uuidsBeginningWith(text);
  const { rows: begun } = range
    ? await sql<{ id: number }>`
      select event_id as id from ingest_key where organisation_id = ${organisationId}
      and client_event_uuid between ${range.from}::uuid and ${range.to}::uuid limit ${mostIds}`.execute(db)
    : { rows: [] };
  if (!isPartOfUuid(text)) return idsOf(begun);
  const { rows: within } = await sql<{ id: number }>`
    select id from (
      select id, client_event_uuid from waste_event where organisation_id = ${organisationId} order by occurred_at desc, id desc limit ${searchedUuids}) newest
    where client_event_uuid::text like ${anywhere(text.toLowerCase())} limit ${mostIds}`.execute(db);
  return idsOf([...begun, ...within]);
}

/**
 * What an event `e` must meet to be found by a text. The text is looked up in the small tables of names first, so that the
 * events are reached through their indexes or, where it finds many, while walking through the newest.
 * @returns `indexed`: each way of being found has an index
 */
export async function matchingText(
  db: Db,
  search: Search,
): Promise<{ matching: RawBuilder<unknown>; indexed: boolean }> {
  const locations = await locationsNamed(db, search);
  const values = await valuesNamed(db, search);
  const numbered = await eventsNumbered(db, search);
  const ids = [...(numbered === 'walk' ? [] : numbered), ...(await eventsOfUuid(db, search))];
  const ways = [sql`(e.note is not null and e.note ilike ${anywhere(search.text)})`];
  if (locations.length > 0) ways.push(sql`e.location_id = any(${locations}::bigint[])`);
  if (values.length > 0) ways.push(sql`${valuesOf} && ${values}::bigint[]`);
  if (ids.length > 0) ways.push(sql`e.id = any(${ids}::bigint[])`);
  if (numbered === 'walk') ways.push(sql`strpos(e.id::text, ${search.text}) > 0`);
  return { matching: sql`(${sql.join(ways, sql` or `)})`, indexed: numbered !== 'walk' };
}
