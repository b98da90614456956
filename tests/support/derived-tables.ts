import { sql } from 'kysely';
import type { Db } from '../../server/platform/db/database';

/** Everything that is derived from events, calendars and manual baselines, without ids and instants of writing. */
export async function derivedTables(db: Db, organisationId: number): Promise<Record<string, unknown[]>> {
  const rowsOf = async (query: ReturnType<typeof sql<unknown>>) => (await query.execute(db)).rows;
  return {
    location: await rowsOf(
      sql`select id, first_event_date from location where organisation_id = ${organisationId} order by id`,
    ),
    rollup_day: await rowsOf(
      sql`select * from rollup_day where organisation_id = ${organisationId} order by location_id, local_date, stage_id`,
    ),
    // Without n, which says nothing.
    rollup_day_cube: await rowsOf(sql`
      select location_id, local_date, week_start, stage_id, item_id, reason_id, source_id, sink_id, daypart_id, container_id, txn, g, cost, estimated_g, derived_cost
      from rollup_day_cube where organisation_id = ${organisationId} order by 1, 2, 4, 5, 6, 7, 8, 9, 10`),
    rollup_day_not_waste: await rowsOf(
      sql`select * from rollup_day_not_waste where organisation_id = ${organisationId} order by 2, 3, 4, 5, 6`,
    ),
    rollup_week: await rowsOf(
      sql`select * from rollup_week where organisation_id = ${organisationId} order by location_id, week_start, stage_id`,
    ),
    rollup_week_dim: await rowsOf(sql`
      select * from rollup_week_dim where organisation_id = ${organisationId} order by location_id, week_start, stage_id, element_code, ref_id`),
    location_day: await rowsOf(
      sql`select * from location_day where organisation_id = ${organisationId} order by location_id, local_date`,
    ),
    location_week: await rowsOf(
      sql`select * from location_week where organisation_id = ${organisationId} order by location_id, week_start`,
    ),
    location_stage: await rowsOf(sql`
      select * from location_stage where organisation_id = ${organisationId} and period <> 'ACTIVATION' order by location_id, stage_id`),
    readiness_week: await rowsOf(
      sql`select * from readiness_week where organisation_id = ${organisationId} order by location_id, stage_id, week_start`,
    ),
    baseline: await rowsOf(sql`
      select location_id, stage_id, method, first_week, last_week, reduction_from, open_days, g_per_open_day, cost_per_open_day,
        txn_per_open_day, currency_code, (
          select jsonb_agg(jsonb_build_array(w.week_start, w.open_days, w.txn, w.g, w.cost, w.issues) order by w.week_start)
          from baseline_week w where w.organisation_id = b.organisation_id and w.baseline_id = b.id) as weeks
      from baseline b where organisation_id = ${organisationId} and state = 'ACTIVE' order by location_id, stage_id`),
  };
}

/** Takes away all that a full rebuild must be able to bring back. */
export async function wipeDerivedTables(db: Db, organisationId: number): Promise<void> {
  await sql`delete from rollup_day_cube where organisation_id = ${organisationId}`.execute(db);
  await sql`delete from rollup_day where organisation_id = ${organisationId}`.execute(db);
  await sql`delete from rollup_day_not_waste where organisation_id = ${organisationId}`.execute(db);
  await sql`delete from rollup_week where organisation_id = ${organisationId}`.execute(db);
  await sql`delete from rollup_week_dim where organisation_id = ${organisationId}`.execute(db);
  await sql`delete from location_day where organisation_id = ${organisationId}`.execute(db);
  await sql`delete from location_week where organisation_id = ${organisationId}`.execute(db);
  await sql`delete from location_stage where organisation_id = ${organisationId}`.execute(db);
  await sql`delete from readiness_week where organisation_id = ${organisationId}`.execute(db);
  await sql`delete from baseline where organisation_id = ${organisationId} and method = 'AUTO'`.execute(db);
  await sql`update location set first_event_date = null where organisation_id = ${organisationId}`.execute(db);
}
