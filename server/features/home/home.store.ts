import { sql } from 'kysely';
import { hasOwnCalendar } from '../../domain/calendar';
import { newestWeekColumn } from '../../domain/measures';
import { visibleLocations, switchedOffColumn } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { SetUp } from './first-steps.rules';
import type { OrganisationState } from './organisations.contract';

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

/**
 * For internal staff: every customer with the size of its estate and its newest data.
 * @param narrowed where the reader does not see everything
 */
export async function listOrganisationStates(
  db: Db,
  internalId: number,
  narrowed: readonly Scope[],
): Promise<OrganisationState[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    simulated: boolean;
    locations: number;
    all_locations: number;
    last_week: LocalDate | null;
    switched_off: string[];
  }>`
    select o.id, o.name, o.simulated,
      seen.locations, seen.all_locations,
      ${newestWeekColumn(sql`o.id`)} as last_week,
      ${switchedOffColumn}
    from organisation_directory o
    cross join lateral (
      select count(*)::int as all_locations, count(*) filter (where ${sql.join(
        [
          sql`l.organisation_id <> all(${narrowed.map(({ organisationId }) => organisationId)}::bigint[])`,
          ...narrowed.map(visibleLocations),
        ],
        sql` or `,
      )})::int as locations
      from location l where l.organisation_id = o.id and l.status = 'A') seen
    where o.id <> ${internalId} order by lower(o.name), o.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    simulated: row.simulated,
    locations: row.locations,
    allLocations: row.all_locations,
    lastWeek: row.last_week,
    switchedOff: row.switched_off,
  }));
}

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
