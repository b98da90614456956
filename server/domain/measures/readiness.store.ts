import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { JudgedWeek, WeekFigures } from './baseline.rules';
import { weekGrid } from './grid.store';

/** All weeks of one location and stage, from its first event's to the location's latest data week. */
export interface StageWeeks {
  locationId: number;
  stageId: number;
  autoEnabled: boolean;
  /** The site's currency. */
  currency: string;
  evaluatedMonday: LocalDate;
  weeks: WeekFigures[];
}

interface StageWeekRow extends WeekFigures {
  locationId: number;
  stageId: number;
  autoEnabled: boolean;
  currency: string;
  evaluatedMonday: LocalDate;
}

/** Reads the weeks of every stage of the locations that has weighings; 0 kg is none and begins nothing. */
export async function listStageWeeks(
  db: Db | Trx,
  organisationId: number,
  locationIds: readonly number[],
): Promise<StageWeeks[]> {
  const { rows } = await sql<StageWeekRow>`
    with latest as (
      select location_id, max(week_start) as week_start from rollup_week
      where organisation_id = ${organisationId} and location_id = any(${[...locationIds]}::bigint[]) group by location_id),
    stage as (
      select r.location_id, r.stage_id, min(r.week_start) as first_week from rollup_week r
      join latest on latest.location_id = r.location_id
      where r.organisation_id = ${organisationId} and r.txn > 0 group by r.location_id, r.stage_id)
    select stage.location_id as "locationId", stage.stage_id as "stageId", l.auto_baseline_enabled as "autoEnabled",
      s.currency_code as currency, latest.week_start as "evaluatedMonday", w.week_start as "weekStart", w.open_days as "openDays",
      coalesce(r.txn, 0) as txn, coalesce(r.g, 0) as g, coalesce(r.cost, 0) as cost
    from stage
    join latest on latest.location_id = stage.location_id
    join location l on l.organisation_id = ${organisationId} and l.id = stage.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join ${weekGrid({
      stage: sql`stage.stage_id`,
      on: sql`w.organisation_id = l.organisation_id and w.location_id = l.id and w.week_start between stage.first_week and latest.week_start`,
    })}
    order by stage.location_id, stage.stage_id, w.week_start`.execute(db);
  return grouped(rows);
}

function grouped(rows: readonly StageWeekRow[]): StageWeeks[] {
  const stages: StageWeeks[] = [];
  for (const { weekStart, openDays, txn, g, cost, ...head } of rows) {
    let stage = stages.at(-1);
    if (stage?.locationId !== head.locationId || stage.stageId !== head.stageId) {
      stage = { ...head, weeks: [] };
      stages.push(stage);
    }
    stage.weeks.push({ weekStart, openDays, txn, g, cost });
  }
  return stages;
}

export interface JudgedStage {
  locationId: number;
  stageId: number;
  currency: string;
  weeks: JudgedWeek[];
}

/** Replaces the readiness rows of the locations. A stage that is not listed has none. */
export async function replaceReadiness(
  trx: Trx,
  organisationId: number,
  { locationIds, stages }: { locationIds: readonly number[]; stages: readonly JudgedStage[] },
): Promise<void> {
  await sql`delete from readiness_week where organisation_id = ${organisationId} and location_id = any(${[...locationIds]}::bigint[])`.execute(
    trx,
  );
  const rows = stages.flatMap(({ weeks, ...stage }) => weeks.map((week) => ({ ...stage, ...week })));
  if (rows.length === 0) return;
  await sql`
    insert into readiness_week (organisation_id, location_id, stage_id, week_start, open_days, prior_open_days, txn, g, cost,
      currency_code, g_delta, cost_delta, issues)
    select ${organisationId}, r.location_id, r.stage_id, r.week_start, r.open_days, r.prior_open_days, r.txn, r.g, r.cost,
      r.currency_code, r.g_delta, r.cost_delta, string_to_array(r.issues, ',')
    from unnest(
      ${rows.map((row) => row.locationId)}::bigint[], ${rows.map((row) => row.stageId)}::int[], ${rows.map((row) => row.weekStart)}::date[],
      ${rows.map((row) => row.openDays)}::smallint[], ${rows.map((row) => row.priorOpenDays)}::smallint[], ${rows.map((row) => row.txn)}::int[],
      ${rows.map((row) => row.g)}::numeric[], ${rows.map((row) => row.cost)}::numeric[], ${rows.map((row) => row.currency)}::text[],
      ${rows.map((row) => row.gDelta)}::numeric[], ${rows.map((row) => row.costDelta)}::numeric[], ${rows.map((row) => row.issues.join(','))}::text[]
    ) as r (location_id, stage_id, week_start, open_days, prior_open_days, txn, g, cost, currency_code, g_delta, cost_delta, issues)`.execute(
    trx,
  );
}

/**
 * Brings the periods of the locations' stages up to date: reduction while a baseline is active, baseline from the first
 * weighing on, activation where there is none (again). Days are local dates.
 */
export async function refreshPeriods(trx: Trx, organisationId: number, locationIds: readonly number[]): Promise<void> {
  const ids = [...locationIds];
  await sql`
    insert into location_stage (organisation_id, location_id, stage_id, period, entered_on, first_event_at, first_week)
    select l.organisation_id, l.id, stage.stage_id,
      case when b.id is not null then 'REDUCTION' when f.first_at is not null then 'BASELINE' else 'ACTIVATION' end,
      coalesce(b.reduction_from, f.first_day, case when known.period = 'ACTIVATION' then known.entered_on end,
        (l.created_at at time zone s.time_zone)::date),
      f.first_at, f.first_week
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    cross join lateral (
      select k.stage_id from location_stage k where k.organisation_id = l.organisation_id and k.location_id = l.id
      union select d.stage_id from rollup_day d where d.organisation_id = l.organisation_id and d.location_id = l.id
      union select a.stage_id from baseline a where a.organisation_id = l.organisation_id and a.location_id = l.id and a.state = 'ACTIVE'
    ) stage
    left join location_stage known on known.organisation_id = l.organisation_id and known.location_id = l.id and known.stage_id = stage.stage_id
    left join baseline b on b.organisation_id = l.organisation_id and b.location_id = l.id and b.stage_id = stage.stage_id and b.state = 'ACTIVE'
    left join lateral (
      select min(d.first_at) as first_at, min(d.local_date) as first_day, min(d.week_start) as first_week
      from rollup_day d where d.organisation_id = l.organisation_id and d.location_id = l.id and d.stage_id = stage.stage_id and d.txn > 0) f on true
    where l.organisation_id = ${organisationId} and l.id = any(${ids}::bigint[])
    order by l.id, stage.stage_id
    on conflict (organisation_id, location_id, stage_id) do update
      set period = excluded.period, entered_on = excluded.entered_on, first_event_at = excluded.first_event_at, first_week = excluded.first_week
      where (location_stage.period, location_stage.entered_on, location_stage.first_event_at, location_stage.first_week)
        is distinct from (excluded.period, excluded.entered_on, excluded.first_event_at, excluded.first_week)`.execute(
    trx,
  );
}

/** The stages that a new location is set up for; they wait for their first event from today, the site's local date, on. */
export async function openStages(
  trx: Trx,
  organisationId: number,
  { locationId, stageIds, now }: { locationId: number; stageIds: readonly number[]; now: Date },
): Promise<void> {
  await sql`
    insert into location_stage (organisation_id, location_id, stage_id, entered_on)
    select l.organisation_id, l.id, stage.id, (${now}::timestamptz at time zone s.time_zone)::date
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    cross join unnest(${[...new Set(stageIds)]}::int[]) as stage (id)
    where l.organisation_id = ${organisationId} and l.id = ${locationId}`.execute(trx);
}
