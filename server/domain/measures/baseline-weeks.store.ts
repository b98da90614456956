import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleLocations } from '../places';
import { findStagePlace, listReadinessWeeks } from './baseline-detail.store';

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
export async function listBaselineWeeks(
  db: Db | Trx,
  scope: Scope,
  { stageId, locationIds }: { stageId: number; locationIds: readonly number[] },
): Promise<BaselineWeek[]> {
  const { rows } = await sql<BaselineWeek>`
    ${weeks} where b.organisation_id = ${scope.organisationId} and b.stage_id = ${stageId} and b.state = 'ACTIVE' and b.location_id = any(${[...locationIds]}::bigint[]) and ${visibleLocations(scope)}
    order by b.location_id, w.week_start`.execute(db);
  return rows;
}

/** Those of a stored baseline, whatever became of it; none where it is not seen. */
export async function findBaselineWeeks(db: Db, scope: Scope, baselineId: number): Promise<BaselineWeek[]> {
  const { rows } = await sql<BaselineWeek>`
    ${weeks} where b.organisation_id = ${scope.organisationId} and b.id = ${baselineId} and ${visibleLocations(scope)} order by w.week_start`.execute(
    db,
  );
  return rows;
}

export interface WeekStep {
  siteName: string;
  locationId: number;
  locationName: string;
  currency: string;
  week: BaselineWeek;
  /** The last one before it with an open day, as readiness compares them. */
  prior: BaselineWeek;
}

/** A week of a location and stage beside the one that it is held against; null where there is none, or it is not seen. */
export async function findWeekStep(
  db: Db,
  scope: Scope,
  { locationId, stageId, weekStart }: { locationId: number; stageId: number; weekStart: LocalDate },
): Promise<WeekStep | null> {
  const place = await findStagePlace(db, scope, { locationId, stageId });
  if (!place) return null;
  const all = await listReadinessWeeks(db, { organisationId: scope.organisationId, locationId, stageId });
  const week = all.find((one) => one.weekStart === weekStart && one.openDays > 0);
  const prior = all.findLast((one) => one.weekStart < weekStart && one.openDays > 0);
  if (!week || !prior) return null;
  const { siteName, locationName, currency } = place;
  return {
    siteName,
    locationId,
    locationName,
    currency,
    week: { ...week, locationId, stageId },
    prior: { ...prior, locationId, stageId },
  };
}
