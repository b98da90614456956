import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { SparkWeek } from './measure.contract';

interface WeeklyGrams {
  stageId: number;
  /** First Monday; `weeks` from there on. */
  from: LocalDate;
  weeks: number;
  /** Of locations that are known to be seen. */
  rows: readonly { id: number; locationIds: readonly number[] }[];
}

/** What each week weighed for each row (a location, or several as a site), in whole grams; null where nothing was recorded. Keyed by the row's id. */
export async function listWeeklyGrams(
  db: Db,
  { organisationId }: Scope,
  { stageId, from, weeks, rows }: WeeklyGrams,
): Promise<Map<number, SparkWeek[]>> {
  const locationIds = rows.flatMap((row) => row.locationIds);
  const rowIds = rows.flatMap((row) => row.locationIds.map(() => row.id));
  // One text a row: reading thousands of small result rows costs more than the query itself.
  const found = await sql<{ id: number; weeks: string }>`
    select t.id, string_agg(t.at || ':' || t.g || ':' || t.estimated, ',') as weeks
    from (
      select k.row_id as id, (r.week_start - ${from}::date) / 7 as at, round(sum(r.g)) as g, (sum(r.estimated_g) > 0)::int as estimated
      from unnest(${locationIds}::bigint[], ${rowIds}::bigint[]) k (location_id, row_id)
      join rollup_week r on r.organisation_id = ${organisationId} and r.location_id = k.location_id and r.stage_id = ${stageId}
        and r.week_start >= ${from}::date and r.week_start < ${from}::date + ${weeks * 7}::int
      group by 1, 2) t
    group by t.id`.execute(db);
  return new Map(
    found.rows.map((row) => {
      const all: SparkWeek[] = Array.from({ length: weeks }, () => null);
      for (const week of row.weeks.split(',')) {
        const [at, grams, estimated] = week.split(':');
        all[Number(at)] = { grams: Number(grams), estimated: estimated === '1' };
      }
      return [row.id, all];
    }),
  );
}
