import { sql } from 'kysely';
import { hasOwnCalendar } from '../../domain/calendar';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { SetUp } from './first-steps.rules';

/** What of the first steps is done at the locations that are seen. */
export async function findSetUp(db: Db, scope: Scope): Promise<SetUp> {
  const {
    rows: [found],
  } = await sql<SetUp>`
    with l as materialized (select l.organisation_id, l.id from location l where ${visibleLocations(scope)}),
      stage as (select s.period, s.first_event_at from l join location_stage s on s.organisation_id = l.organisation_id and s.location_id = l.id)
    select exists (select 1 from l) as locations,
      exists (select 1 from stage where first_event_at is not null) as events,
      exists (select 1 from stage where period = 'REDUCTION') as baseline,
      exists (select 1 from l where ${hasOwnCalendar('l')}) as calendar`.execute(db);
  return found ?? { locations: false, events: false, calendar: false, baseline: false };
}

export interface RunningWeek {
  stageId: number;
  weekStart: LocalDate;
  grams: number;
  estimatedGrams: number;
}

/** What was recorded in the week of `today`, of the first stage that has anything; null where nothing was. */
export async function findRunningWeek(db: Db, scope: Scope, today: LocalDate): Promise<RunningWeek | null> {
  const { rows } = await sql<RunningWeek>`
    select r.stage_id as "stageId", r.week_start as "weekStart", sum(r.g) as grams, sum(r.estimated_g) as "estimatedGrams"
    from rollup_week r join location l on l.organisation_id = r.organisation_id and l.id = r.location_id
    where r.organisation_id = ${scope.organisationId} and r.week_start between ${today}::date - 6 and ${today}::date and r.txn > 0 and ${visibleLocations(scope)}
    group by r.stage_id, r.week_start order by r.stage_id limit 1`.execute(db);
  return rows[0] ?? null;
}
