import { sql } from 'kysely';
import { hasOwnCalendar } from '../../domain/calendar';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
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
