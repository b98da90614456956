import { sql, type RawBuilder } from 'kysely';
import { baselineOfStage } from '../../domain/measures';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import { listAuditRows } from '../../platform/audit-trail';
import type { Db } from '../../platform/db/database';
import type { Recorded } from './baseline-history.rules';
import type { BaselineList, BaselineQuery, BaselineSort, BaselineStageRow } from './manage-baselines.contract';

const columns = sql`
  s.id as "siteId", s.name as "siteName", l.id as "locationId", l.name as "locationName", w.id as "wasteStageId", w.name as "wasteStageName",
  k.period, k.entered_on as "enteredOn", l.auto_baseline_enabled as "autoBaselineEnabled", s.currency_code as "currencyCode",
  ${baselineOfStage.columns}`;

const tables = sql`
  from location_stage k
  join location l on l.organisation_id = k.organisation_id and l.id = k.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  join waste_stage w on w.id = k.stage_id
  ${baselineOfStage.joins}`;

function matching(scope: Scope, query: Partial<BaselineQuery>): RawBuilder<unknown> {
  const wanted = [visibleLocations(scope)];
  if (query.siteId !== undefined) wanted.push(sql`s.id = ${query.siteId}`);
  if (query.locationId !== undefined) wanted.push(sql`l.id = ${query.locationId}`);
  if (query.wasteStageId !== undefined) wanted.push(sql`k.stage_id = ${query.wasteStageId}`);
  if (query.period !== undefined) wanted.push(sql`k.period = ${query.period}`);
  if (query.text !== undefined)
    wanted.push(sql`strpos(lower(concat_ws(' ', s.name, l.name)), lower(${query.text})) > 0`);
  if (query.proposed !== undefined) wanted.push(sql`${baselineOfStage.isProposed}`);
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

/** More are not shown; the audit log has them. */
const mostRecorded = 200;

/** Decisions about these baselines of a location, and the switches of auto-baseline there, the newest first. */
export async function listRecorded(
  db: Db,
  { organisationId }: Scope,
  { locationId, ids }: { locationId: number; ids: readonly number[] },
): Promise<Recorded[]> {
  const rows = await listAuditRows(
    db,
    {
      organisationId,
      where: sql<boolean>`(a.entity = 'baseline' and a.entity_id = any(${ids.map(String)}::text[])
        or a.entity = 'location' and a.entity_id = ${String(locationId)} and a.action = 'baseline.switchAuto')`,
    },
    { limit: mostRecorded, offset: 0 },
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
