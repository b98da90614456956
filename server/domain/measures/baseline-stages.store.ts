import { sql } from 'kysely';
import type { Db } from '../../platform/db/database';
import type { BaselineMethod, BaselineState } from './baseline.store';

const proposals = sql`
  from baseline p where p.organisation_id = k.organisation_id and p.location_id = k.location_id and p.stage_id = k.stage_id
    and p.state = 'PROPOSED'`;

/**
 * The active baseline of a location and stage and how far it is on its way to one, as parts of a query over `location_stage`
 * named `k`: a list of them is ordered and paged by these columns.
 */
export const baselineOfStage = {
  /** Weeks held against the criteria and those that pass; the baseline's weeks and figures per open day (grams, its own currency), null without one. */
  columns: sql`
  coalesce(ready.judged, 0) as "weeksJudged", coalesce(ready.passing, 0) as "weeksPassing",
  b.id as "baselineId", b.method, b.first_week as "firstWeek", b.last_week as "lastWeek",
  b.g_per_open_day as "gPerOpenDay", b.cost_per_open_day as "costPerOpenDay", b.txn_per_open_day as "txnPerOpenDay",
  (select count(*) ${proposals}) as proposals`,
  joins: sql`
  left join baseline b on b.organisation_id = k.organisation_id and b.location_id = k.location_id and b.stage_id = k.stage_id and b.state = 'ACTIVE'
  left join lateral (
    select count(*) as judged, count(*) filter (where cardinality(r.issues) = 0) as passing from readiness_week r
    where r.organisation_id = k.organisation_id and r.location_id = k.location_id and r.stage_id = k.stage_id and r.open_days > 0) ready on true`,
  isProposed: sql`exists (select ${proposals})`,
};

export interface BaselineOnRecord {
  baselineId: number;
  state: BaselineState;
  method: BaselineMethod;
  reductionFrom: string;
  openDays: number;
  /** Mondays, in order. */
  weeks: string[];
  /** Grams. */
  gPerOpenDay: number;
  costPerOpenDay: number;
  txnPerOpenDay: number;
  currencyCode: string;
  reason: string;
  createdAt: string;
  createdByName: string | null;
  endedAt: string | null;
}

/** Every baseline that the location and stage has had, the newest first. */
export async function listBaselineHistory(
  db: Db,
  organisationId: number,
  { locationId, stageId }: { locationId: number; stageId: number },
): Promise<BaselineOnRecord[]> {
  const { rows } = await sql<BaselineOnRecord>`
    select b.id as "baselineId", b.state, b.method, b.reduction_from as "reductionFrom", b.open_days as "openDays",
      array(select w.week_start::text from baseline_week w where w.organisation_id = b.organisation_id and w.baseline_id = b.id order by 1) as weeks,
      b.g_per_open_day as "gPerOpenDay", b.cost_per_open_day as "costPerOpenDay", b.txn_per_open_day as "txnPerOpenDay",
      b.currency_code as "currencyCode", b.reason, b.created_at as "createdAt", u.full_name as "createdByName", b.ended_at as "endedAt"
    from baseline b
    left join identity.person u on u.id = b.created_by
    where b.organisation_id = ${organisationId} and b.location_id = ${locationId} and b.stage_id = ${stageId}
    order by b.id desc`.execute(db);
  return rows;
}
