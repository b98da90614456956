import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { LocationWeek } from './location-week.contract';
import { unnestWeeks } from './location-weeks';

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
}

/**
 * Takes marks out, at most `limit`. Marks that a writer still holds stay for later. The locations are locked first and in
 * order: a writer that has changed a location and now marks it must not wait for a mark taken here.
 */
export async function takeMarks(
  trx: Trx,
  organisationId: number,
  { limit, restedSeconds }: Taking,
): Promise<LocationWeek[]> {
  const seen = await sql<LocationWeek>`
    select location_id as "locationId", week_start as "weekStart" from dirty_week
    where organisation_id = ${organisationId} and marked_at <= now() - make_interval(secs => ${restedSeconds})
    order by location_id, week_start limit ${limit}`.execute(trx);
  const locationIds = [...new Set(seen.rows.map((row) => row.locationId))];
  await sql`
    select id from location where organisation_id = ${organisationId} and id = any(${locationIds}::bigint[])
    order by id for no key update`.execute(trx);
  const taken = await sql<LocationWeek>`
    delete from dirty_week where (organisation_id, location_id, week_start) in (
      select d.organisation_id, d.location_id, d.week_start
      from ${unnestWeeks(seen.rows)} as k (location_id, week_start)
      join dirty_week d on d.organisation_id = ${organisationId} and d.location_id = k.location_id and d.week_start = k.week_start
      order by d.location_id, d.week_start for update of d skip locked)
    returning location_id as "locationId", week_start as "weekStart"`.execute(trx);
  return taken.rows;
}
