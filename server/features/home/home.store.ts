import { sql } from 'kysely';
import { visibleLocations, switchedOffColumn } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { OrganisationState } from './organisations.contract';

export interface WeekTotal {
  weekStart: LocalDate;
  grams: number;
  /** Of them, estimated from servings. */
  estimatedGrams: number;
  openDays: number;
  trackedDays: number;
}

/** The newest week with data of a stage that was over on `today`; null without data. */
export async function findLastWeek(
  db: Db,
  scope: Scope,
  { stageId, today }: { stageId: number; today: LocalDate },
): Promise<LocalDate | null> {
  const { rows } = await sql<{ week: LocalDate | null }>`
    select max(r.week_start) as week
    from rollup_week r join location l on l.organisation_id = r.organisation_id and l.id = r.location_id
    where r.organisation_id = ${scope.organisationId} and r.stage_id = ${stageId} and r.week_start + 6 < ${today}::date and r.txn > 0 and ${visibleLocations(scope)}`.execute(
    db,
  );
  return rows[0]?.week ?? null;
}

/** The day of the newest event of a stage from a Monday on; null without one. */
export async function findNewestDay(
  db: Db,
  scope: Scope,
  { stageId, from }: { stageId: number; from: LocalDate },
): Promise<LocalDate | null> {
  const { rows } = await sql<{ day: LocalDate | null }>`
    select max(d.local_date) as day
    from rollup_day d join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
    where d.organisation_id = ${scope.organisationId} and d.stage_id = ${stageId} and d.local_date >= ${from}::date and ${visibleLocations(scope)}`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/** Totals of a stage for the weeks up to and including `last`, oldest first. */
export async function listWeekTotals(
  db: Db,
  scope: Scope,
  { stageId, last, weeks }: { stageId: number; last: LocalDate; weeks: number },
): Promise<WeekTotal[]> {
  const { rows } = await sql<{
    week_start: LocalDate;
    grams: number;
    estimated_grams: number;
    open_days: number;
    tracked_days: number;
  }>`
    select w.week_start, coalesce(sum(r.g), 0) as grams, coalesce(sum(r.estimated_g), 0) as estimated_grams, coalesce(sum(w.open_days), 0)::int as open_days, coalesce(sum(r.tracked_days), 0)::int as tracked_days
    from location_week w
    join location l on l.organisation_id = w.organisation_id and l.id = w.location_id
    join location_stage ls on ls.organisation_id = w.organisation_id and ls.location_id = w.location_id and ls.stage_id = ${stageId} and ls.first_week <= w.week_start
    left join rollup_week r on r.organisation_id = w.organisation_id and r.location_id = w.location_id and r.week_start = w.week_start and r.stage_id = ${stageId}
    where w.organisation_id = ${scope.organisationId} and w.week_start between ${last}::date - ${(weeks - 1) * 7}::int and ${last}::date and ${visibleLocations(scope)}
    group by w.week_start order by w.week_start`.execute(db);
  return rows.map((row) => ({
    weekStart: row.week_start,
    grams: row.grams,
    estimatedGrams: row.estimated_grams,
    openDays: row.open_days,
    trackedDays: row.tracked_days,
  }));
}

export interface Waiting {
  /** Set up for the stage, without a first event. */
  notStarted: number;
  withoutBaseline: number;
  /** In any stage or none. */
  activeLocations: number;
}

/** Active locations of active sites and what they wait for, counted as on deployment status. */
export async function countWaiting(db: Db, scope: Scope, stageId: number): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select
      count(*) filter (where ls.period = 'ACTIVATION')::int as "notStarted",
      count(*) filter (where ls.period = 'BASELINE')::int as "withoutBaseline",
      count(*)::int as "activeLocations"
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    left join location_stage ls on ls.organisation_id = l.organisation_id and ls.location_id = l.id and ls.stage_id = ${stageId}
    where l.status = 'A' and s.status = 'A' and ${visibleLocations(scope)}`.execute(db);
  return rows[0] ?? { notStarted: 0, withoutBaseline: 0, activeLocations: 0 };
}

/** For internal staff: every customer with the size of its estate and its newest data. */
export async function listOrganisationStates(db: Db, internalId: number): Promise<OrganisationState[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    simulated: boolean;
    locations: number;
    last_week: LocalDate | null;
    switched_off: string[];
  }>`
    select o.id, o.name, o.simulated,
      (select count(*)::int from location l where l.organisation_id = o.id and l.status = 'A') as locations,
      (select max(week_start) from location_week w where w.organisation_id = o.id) as last_week,
      ${switchedOffColumn}
    from organisation_directory o where o.id <> ${internalId} order by lower(o.name), o.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    simulated: row.simulated,
    locations: row.locations,
    lastWeek: row.last_week,
    switchedOff: row.switched_off,
  }));
}
