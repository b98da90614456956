import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** The reports that a person has asked for, and those that are mailed to them. */
export const reportsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  reportsRequested: (
    await sql<object>`
      select r.organisation_id as "organizationId", r.kind, r.state, r.created_at as "requestedAt"
      from report_run r where r.organisation_id = any(${[...organisationIds]}::bigint[]) and r.requested_by = ${userId} order by r.created_at desc limit 1000`.execute(
      db,
    )
  ).rows,
  reportSchedules: (
    await sql<object>`
      select s.organisation_id as "organizationId", s.kind, s.cadence, s.created_at as "createdAt", s.owner_id = ${userId} as owner
      from report_schedule s where s.organisation_id = any(${[...organisationIds]}::bigint[]) and (s.owner_id = ${userId}
        or exists (select 1 from report_recipient r where r.organisation_id = s.organisation_id and r.schedule_id = s.id and r.user_id = ${userId}))
      order by s.created_at`.execute(db)
  ).rows,
});
