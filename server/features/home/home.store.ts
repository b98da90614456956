import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { visibleLocations } from '../../platform/db/scope';
import type { LocalDate } from '../../platform/time';

export interface WeekTotal {
  weekStart: LocalDate;
  grams: number;
  trackedDays: number;
}

export interface Attention {
  notStarted: number;
  withoutBaseline: number;
  silent: number;
  aboveBaseline: number;
  activeLocations: number;
}

/** The newest week with data of a stage that was over on `today`; null without data. */
export async function findLastWeek(db: Db, scope: Scope, { stageId, today }: { stageId: number; today: LocalDate }): Promise<LocalDate | null> {
  const { rows } = await sql<{ week: LocalDate | null }>`
    select max(r.week_start) as week
    from rollup_week r join location l on l.organisation_id = r.organisation_id and l.id = r.location_id
    where r.organisation_id = ${scope.organisationId} and r.stage_id = ${stageId} and r.week_start + 6 < ${today}::date and r.txn > 0 and ${visibleLocations(scope)}`.execute(db);
  return rows[0]?.week ?? null;
}

/** Totals of a stage for the weeks up to and including `last`, oldest first. */
export async function listWeekTotals(db: Db, scope: Scope, { stageId, last, weeks }: { stageId: number; last: LocalDate; weeks: number }): Promise<WeekTotal[]> {
  const { rows } = await sql<{ week_start: LocalDate; grams: number; tracked_days: number }>`
    select w.week_start, coalesce(sum(r.g), 0) as grams, coalesce(sum(r.tracked_days), 0)::int as tracked_days
    from location_week w
    join location l on l.organisation_id = w.organisation_id and l.id = w.location_id
    join location_stage ls on ls.organisation_id = w.organisation_id and ls.location_id = w.location_id and ls.stage_id = ${stageId} and ls.first_week <= w.week_start
    left join rollup_week r on r.organisation_id = w.organisation_id and r.location_id = w.location_id and r.week_start = w.week_start and r.stage_id = ${stageId}
    where w.organisation_id = ${scope.organisationId} and w.week_start between ${last}::date - ${(weeks - 1) * 7}::int and ${last}::date and ${visibleLocations(scope)}
    group by w.week_start order by w.week_start`.execute(db);
  return rows.map((row) => ({
    weekStart: row.week_start,
    grams: row.grams,
    trackedDays: row.tracked_days,
  }));
}

/** How many visible, active locations need a look, judged by the week `last`. */
export async function countAttention(db: Db, scope: Scope, { stageId, last }: { stageId: number; last: LocalDate | null }): Promise<Attention> {
  const { rows } = await sql<{ not_started: number; without_baseline: number; silent: number; above: number; active: number }>`
    select
      count(*) filter (where ls.period = 'ACTIVATION')::int as not_started,
      count(*) filter (where ls.period = 'BASELINE')::int as without_baseline,
      count(*) filter (where ls.period <> 'ACTIVATION' and w.open_days > 0 and coalesce(r.txn, 0) = 0)::int as silent,
      count(*) filter (where b.reduction_from <= w.week_start and w.open_days > 0 and r.g / w.open_days > b.g_per_open_day)::int as above,
      count(*)::int as active
    from location l
    join location_stage ls on ls.organisation_id = l.organisation_id and ls.location_id = l.id and ls.stage_id = ${stageId}
    left join location_week w on w.organisation_id = l.organisation_id and w.location_id = l.id and w.week_start = ${last}::date
    left join rollup_week r on r.organisation_id = l.organisation_id and r.location_id = l.id and r.week_start = ${last}::date and r.stage_id = ${stageId}
    left join baseline b on b.organisation_id = l.organisation_id and b.location_id = l.id and b.stage_id = ${stageId} and b.state = 'ACTIVE'
    where l.status = 'A' and ${visibleLocations(scope)}`.execute(db);
  const row = rows[0];
  return {
    notStarted: row?.not_started ?? 0,
    withoutBaseline: row?.without_baseline ?? 0,
    silent: last === null ? 0 : row?.silent ?? 0,
    aboveBaseline: last === null ? 0 : row?.above ?? 0,
    activeLocations: row?.active ?? 0,
  };
}

export interface OrganisationState {
  id: number;
  name: string;
  simulated: boolean;
  locations: number;
  lastWeek: LocalDate | null;
}

/** For internal staff: every customer with the size of its estate and its newest data. */
export async function listOrganisationStates(db: Db, internalId: number): Promise<OrganisationState[]> {
  const { rows } = await sql<{ id: number; name: string; simulated: boolean; locations: number; last_week: LocalDate | null }>`
    select o.id, o.name, o.simulated,
      (select count(*)::int from location l where l.organisation_id = o.id and l.status = 'A') as locations,
      (select max(week_start) from location_week w where w.organisation_id = o.id) as last_week
    from organisation_directory o where o.id <> ${internalId} order by lower(o.name), o.id`.execute(db);
  return rows.map((row) => ({ id: row.id, name: row.name, simulated: row.simulated, locations: row.locations, lastWeek: row.last_week }));
}
