import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** Waste events are their organization's; how many somebody has recorded, and when, is said of them. */
export const eventsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  wasteEventsRecorded: (
    await sql<object>`
      select e.organisation_id as "organizationId", count(*)::int as events, min(e.local_date)::text as first, max(e.local_date)::text as last
      from waste_event e where e.organisation_id = any(${[...organisationIds]}::bigint[]) and e.created_by = ${userId} group by 1 order by 1`.execute(
      db,
    )
  ).rows,
});
