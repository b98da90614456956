import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { visibleLocations } from '../../platform/db/scope';
import type { LocalDate } from '../../platform/time';

/** A week that a baseline was made of. */
export interface BaselineWeek {
  locationId: number;
  stageId: number;
  weekStart: LocalDate;
  openDays: number;
  /** Grams; money in the baseline's currency. */
  g: number;
  cost: number;
  txn: number;
}

const weeks = sql`
  select b.location_id as "locationId", b.stage_id as "stageId", w.week_start as "weekStart", w.open_days as "openDays", w.g, w.cost, w.txn
  from baseline b
  join location l on l.organisation_id = b.organisation_id and l.id = b.location_id
  join baseline_week w on w.organisation_id = b.organisation_id and w.baseline_id = b.id`;

/** Those of the active baselines of these locations, in order. */
export async function listBaselineWeeks(db: Db, scope: Scope, { stageId, locationIds }: { stageId: number; locationIds: readonly number[] }): Promise<BaselineWeek[]> {
  const { rows } = await sql<BaselineWeek>`
    ${weeks} where b.organisation_id = ${scope.organisationId} and b.stage_id = ${stageId} and b.state = 'ACTIVE' and b.location_id = any(${[...locationIds]}::bigint[]) and ${visibleLocations(scope)}
    order by b.location_id, w.week_start`.execute(db);
  return rows;
}

/** Those of a stored baseline, whatever became of it; none where it is not seen. */
export async function findBaselineWeeks(db: Db, scope: Scope, baselineId: number): Promise<BaselineWeek[]> {
  const { rows } = await sql<BaselineWeek>`
    ${weeks} where b.organisation_id = ${scope.organisationId} and b.id = ${baselineId} and ${visibleLocations(scope)} order by w.week_start`.execute(db);
  return rows;
}
