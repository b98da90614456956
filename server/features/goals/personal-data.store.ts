import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** The goals that a person is to see reached. */
export const goalsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  goalsOwned: (
    await sql<object>`
      select g.organisation_id as "organizationId", g.title, g.state, g.created_at as "createdAt" from goal g where g.organisation_id = any(${[...organisationIds]}::bigint[]) and g.owner_id = ${userId} order by g.created_at`.execute(
      db,
    )
  ).rows,
});
