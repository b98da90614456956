import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { visibleLocations } from '../places';
import { baselineOfStage } from './baseline-stages.store';
import type { StageStanding } from './baseline-standing.contract';

interface OneStage {
  locationId: number;
  stageId: number;
}

const ofStage = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column('organisation_id')} = k.organisation_id and ${column('location_id')} = k.location_id and ${column('stage_id')} = k.stage_id`;
};

/** Those that are seen, by site, location and stage; of one location, and one stage of it, where they are named. */
export async function listStageStandings(
  db: Db | Trx,
  scope: Scope,
  { locationId, stageId }: Partial<OneStage> = {},
): Promise<StageStanding[]> {
  const wanted = [visibleLocations(scope)];
  if (locationId !== undefined) wanted.push(sql`l.id = ${locationId}`);
  if (stageId !== undefined) wanted.push(sql`k.stage_id = ${stageId}`);
  const { rows } = await sql<StageStanding>`
    select s.id as "siteId", s.name as "siteName", l.id as "locationId", l.name as "locationName", w.id as "wasteStageId", w.name as "wasteStageName",
      k.period, k.entered_on as "enteredOn", l.auto_baseline_enabled as "autoBaselineEnabled",
      ${baselineOfStage.columns}, b.reduction_from as "comparedFrom", coalesce(b.currency_code, s.currency_code) as currency,
      (select count(*)::int from baseline_week bw where bw.organisation_id = b.organisation_id and bw.baseline_id = b.id) as "weekCount",
      coalesce(passing.weeks, 0) as "weeksInARow",
      (select x.state from baseline x where ${ofStage('x')} order by x.id desc limit 1) as "lastState"
    from location_stage k
    join location l on l.organisation_id = k.organisation_id and l.id = k.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join waste_stage w on w.id = k.stage_id
    ${baselineOfStage.joins}
    left join lateral (
      select max(d.week_start) as week_start from rollup_week d where d.organisation_id = k.organisation_id and d.location_id = k.location_id) newest on true
    left join lateral (
      select max(f.week_start) as week_start from readiness_week f
      where ${ofStage('f')} and f.open_days > 0 and cardinality(f.issues) > 0 and f.week_start < newest.week_start) failed on true
    left join lateral (
      select count(*)::int as weeks from readiness_week g
      where ${ofStage('g')} and g.open_days > 0 and g.week_start < newest.week_start and g.week_start > coalesce(failed.week_start, '-infinity')) passing on true
    where ${sql.join(wanted, sql` and `)}
    order by lower(s.name), s.id, lower(l.name), l.id, w.id`.execute(db);
  return rows;
}

/** Another text as soon as a baseline of the location and stage has come, gone or been decided about, or auto-baseline was switched. */
export async function findStageVersion(
  db: Db | Trx,
  organisationId: number,
  { locationId, stageId }: OneStage,
): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws('-', l.auto_baseline_enabled::int, count(b.id), coalesce(max(b.id), 0), count(b.id) filter (where b.state = 'PROPOSED'),
      coalesce(max(b.id) filter (where b.state = 'ACTIVE'), 0)) as version
    from location l
    left join baseline b on b.organisation_id = l.organisation_id and b.location_id = l.id and b.stage_id = ${stageId}
    where l.organisation_id = ${organisationId} and l.id = ${locationId} group by l.auto_baseline_enabled`.execute(db);
  return rows[0]?.version ?? '';
}
