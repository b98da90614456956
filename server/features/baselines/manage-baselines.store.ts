import { sql, type RawBuilder } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type {
  BaselineList,
  BaselineQuery,
  BaselineSort,
  BaselineStageRow,
  StoredBaseline,
} from './manage-baselines.contract';

const columns = sql`
  s.id as "siteId", s.name as "siteName", l.id as "locationId", l.name as "locationName", w.id as "wasteStageId", w.name as "wasteStageName",
  k.period, k.entered_on as "enteredOn", l.auto_baseline_enabled as "autoBaselineEnabled", s.currency_code as "currencyCode",
  coalesce(ready.judged, 0) as "weeksJudged", coalesce(ready.passing, 0) as "weeksPassing",
  b.id as "baselineId", b.method, b.first_week as "firstWeek", b.last_week as "lastWeek",
  b.g_per_open_day as "gPerOpenDay", b.cost_per_open_day as "costPerOpenDay", b.txn_per_open_day as "txnPerOpenDay",
  (select count(*) from baseline p where p.organisation_id = k.organisation_id and p.location_id = k.location_id and p.stage_id = k.stage_id
    and p.state = 'PROPOSED') as proposals`;

const tables = sql`
  from location_stage k
  join location l on l.organisation_id = k.organisation_id and l.id = k.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  join waste_stage w on w.id = k.stage_id
  left join baseline b on b.organisation_id = k.organisation_id and b.location_id = k.location_id and b.stage_id = k.stage_id and b.state = 'ACTIVE'
  left join lateral (
    select count(*) as judged, count(*) filter (where cardinality(r.issues) = 0) as passing from readiness_week r
    where r.organisation_id = k.organisation_id and r.location_id = k.location_id and r.stage_id = k.stage_id and r.open_days > 0) ready on true`;

function matching(scope: Scope, query: Partial<BaselineQuery>): RawBuilder<unknown> {
  const wanted = [visibleLocations(scope)];
  if (query.siteId !== undefined) wanted.push(sql`s.id = ${query.siteId}`);
  if (query.locationId !== undefined) wanted.push(sql`l.id = ${query.locationId}`);
  if (query.wasteStageId !== undefined) wanted.push(sql`k.stage_id = ${query.wasteStageId}`);
  if (query.period !== undefined) wanted.push(sql`k.period = ${query.period}`);
  if (query.text !== undefined)
    wanted.push(sql`strpos(lower(concat_ws(' ', s.name, l.name)), lower(${query.text})) > 0`);
  if (query.proposed !== undefined) {
    wanted.push(
      sql`exists (select from baseline p where p.organisation_id = k.organisation_id and p.location_id = k.location_id and p.stage_id = k.stage_id and p.state = 'PROPOSED')`,
    );
  }
  return sql.join(wanted, sql` and `);
}

const sortColumns: Record<BaselineSort, RawBuilder<unknown>> = {
  siteName: sql`lower("siteName")`,
  locationName: sql`lower("locationName")`,
  wasteStageId: sql`"wasteStageId"`,
  period: sql`period`,
  autoBaselineEnabled: sql`"autoBaselineEnabled"`,
  weeksPassing: sql`"weeksPassing"`,
  firstWeek: sql`"firstWeek"`,
  gPerOpenDay: sql`"gPerOpenDay"`,
  costPerOpenDay: sql`"costPerOpenDay"`,
  method: sql`method`,
};

/** Every location and stage with its period, readiness and active baseline. */
export async function listBaselineStages(db: Db, scope: Scope, query: BaselineQuery): Promise<BaselineList> {
  const where = matching(scope, query);
  const way = query.sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const counted = await sql<{ total: number }>`
    select count(*) as total from location_stage k
    join location l on l.organisation_id = k.organisation_id and l.id = k.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id where ${where}`.execute(db);
  const { rows } = await sql<BaselineStageRow>`
    select * from (select ${columns} ${tables} where ${where}) listed
    order by ${sortColumns[query.sort.column]} ${way} nulls last, "locationId" ${way}, "wasteStageId" ${way}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  return { stages: rows, total: counted.rows[0]?.total ?? 0, page: query.page, limit: query.limit };
}

export async function findBaselineStage(
  db: Db,
  scope: Scope,
  { locationId, stageId }: { locationId: number; stageId: number },
): Promise<BaselineStageRow | undefined> {
  const { rows } = await sql<BaselineStageRow>`
    select ${columns} ${tables} where ${matching(scope, { locationId, wasteStageId: stageId })}`.execute(db);
  return rows[0];
}

/** Every baseline that the location and stage has had, the newest first. */
export async function listBaselineHistory(
  db: Db,
  organisationId: number,
  { locationId, stageId }: { locationId: number; stageId: number },
): Promise<StoredBaseline[]> {
  const { rows } = await sql<StoredBaseline>`
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
