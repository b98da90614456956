import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { asksOfSite, atPlace, visibleLocations } from '../places';
import type { PlaceFilter } from '../places/place.contract';
import type { RunningWeek } from './measure.contract';

interface DataQuery extends PlaceFilter {
  stageId: number;
  /** Only weeks that were over on this day. */
  overOn?: LocalDate | undefined;
}

/** The first and last Monday with an event of the stage, of what is seen; null without any. */
export async function findDataSpan(
  db: Db,
  scope: Scope,
  { stageId, overOn, ...place }: DataQuery,
): Promise<{ first: LocalDate; last: LocalDate } | null> {
  const conditions = [
    sql`r.organisation_id = ${scope.organisationId}`,
    sql`r.stage_id = ${stageId}`,
    ...(overOn === undefined ? [] : [sql`r.week_start + 6 < ${overOn}::date`]),
    sql`r.txn > 0`,
    visibleLocations(scope),
    ...atPlace(scope, place),
  ];
  const { rows } = await sql<{ first: LocalDate | null; last: LocalDate | null }>`
    select min(r.week_start) as first, max(r.week_start) as last
    from rollup_week r join location l on l.organisation_id = r.organisation_id and l.id = r.location_id
    ${asksOfSite(place) ? sql`join site s on s.organisation_id = l.organisation_id and s.id = l.site_id` : sql``}
    where ${sql.join(conditions, sql` and `)}`.execute(db);
  const { first, last } = rows[0] ?? {};
  return first && last ? { first, last } : null;
}

/** The day of the newest event of a stage from a Monday on; null without one. */
export async function findNewestDay(
  db: Db,
  scope: Scope,
  { stageId, from }: { stageId: number; from: LocalDate },
): Promise<LocalDate | null> {
  const { rows } = await sql<{ day: LocalDate | null }>`
    select max(d.local_date) as day
    from rollup_day d join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    where d.organisation_id = ${scope.organisationId} and d.stage_id = ${stageId} and d.local_date >= ${from}::date and ${visibleLocations(scope)}`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/** What was recorded in the week of `today`, of the first stage that has anything; null where nothing was. */
export async function findRunningWeek(db: Db, scope: Scope, today: LocalDate): Promise<RunningWeek | null> {
  const { rows } = await sql<RunningWeek>`
    select r.stage_id as "stageId", r.week_start as "weekStart", sum(r.g) as grams, sum(r.estimated_g) as "estimatedGrams"
    from rollup_week r join location l on l.organisation_id = r.organisation_id and l.id = r.location_id
    where r.organisation_id = ${scope.organisationId} and r.week_start between ${today}::date - 6 and ${today}::date and r.txn > 0 and ${visibleLocations(scope)}
    group by r.stage_id, r.week_start order by r.stage_id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The newest Monday with data of an organisation, in any stage, as a column of a query over organisations; null without any. */
export const newestWeekColumn = (organisation: RawBuilder<unknown>): RawBuilder<LocalDate | null> =>
  sql`(select max(week_start) from location_week w where w.organisation_id = ${organisation})`;
