import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { LocationWeek } from './location-week.contract';

interface Search {
  /** Only this one; absent: any. */
  organisationId?: number;
  /** Not these. */
  except: readonly number[];
}

/**
 * The first organisation with marks, locked. One that another worker holds is passed by as long as there is a free one;
 * then it is waited for, so that a caller who returns knows that the marks it saw are done.
 */
export async function lockMarkedOrganisation(
  trx: Trx,
  { organisationId, except }: Search,
): Promise<number | undefined> {
  const marked = sql`
    select o.id from organisation o
    where o.id <> all(${[...except]}::bigint[]) and o.id = coalesce(${organisationId ?? null}::bigint, o.id)
      and exists (select from dirty_week d where d.organisation_id = o.id)
    order by o.id limit 1 for no key update`;
  const free = await sql<{ id: number }>`${marked} skip locked`.execute(trx);
  if (free.rows[0]) return free.rows[0].id;
  const held = await sql<{ id: number }>`${marked}`.execute(trx);
  return held.rows[0]?.id;
}

interface Taking {
  limit: number;
  /** Marks that were renewed in the last so many seconds are left. */
  restedSeconds: number;
  /** Later marks are left; an instant as the database writes it. */
  markedUntil?: string;
}

/** A mark, and the version of its row. */
export interface SeenMark extends LocationWeek {
  version: string;
}

/**
 * Marks that no writer holds, at most `limit`. They stay as they are and are not locked, so that no writer waits while the weeks are rebuilt; `clearMarks`
 * takes away those that nobody has renewed since. The locations are locked, in order.
 */
export async function seeMarks(
  trx: Trx,
  organisationId: number,
  { limit, restedSeconds, markedUntil = 'infinity' }: Taking,
): Promise<SeenMark[]> {
  // A savepoint gives back the locks that tell which marks are held.
  await sql`savepoint seen_marks`.execute(trx);
  const { rows } = await sql<SeenMark>`
    select location_id as "locationId", week_start as "weekStart", xmin::text as version from dirty_week
    where organisation_id = ${organisationId} and marked_at <= least(${markedUntil}::timestamptz, now() - make_interval(secs => ${restedSeconds}))
    order by location_id, week_start limit ${limit} for update skip locked`.execute(trx);
  await sql`rollback to savepoint seen_marks`.execute(trx);
  await sql`
    select id from location where organisation_id = ${organisationId} and id = any(${[...new Set(rows.map((row) => row.locationId))]}::bigint[])
    order by id for no key update`.execute(trx);
  return rows;
}

/** Takes away the marks whose weeks were rebuilt after they were seen. One that was renewed, or that a writer holds by now, stays for a later run. */
export async function clearMarks(trx: Trx, organisationId: number, marks: readonly SeenMark[]): Promise<void> {
  await sql`
    delete from dirty_week where (organisation_id, location_id, week_start) in (
      select d.organisation_id, d.location_id, d.week_start
      from unnest(${marks.map((mark) => mark.locationId)}::bigint[], ${marks.map((mark) => mark.weekStart)}::date[], ${marks.map((mark) => mark.version)}::text[])
        as k (location_id, week_start, version)
      join dirty_week d on d.organisation_id = ${organisationId} and d.location_id = k.location_id and d.week_start = k.week_start
      where d.xmin::text = k.version
      order by d.location_id, d.week_start for update of d skip locked)`.execute(trx);
}
