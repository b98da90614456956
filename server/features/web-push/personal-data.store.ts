import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** The browsers that a person is told things in. */
export const browsersOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  browsersToldByPush: (
    await sql<object>`
      select s.organisation_id as "organizationId", split_part(s.endpoint, '/', 3) as "pushService", s.created_at as "createdAt"
      from push_subscription s where s.organisation_id = any(${[...organisationIds]}::bigint[]) and s.user_id = ${userId} order by s.created_at`.execute(
      db,
    )
  ).rows,
});
