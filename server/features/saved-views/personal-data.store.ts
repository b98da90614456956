import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** The reports that a person has saved with their filters. */
export const savedViewsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  savedViews: (
    await sql<object>`
      select v.organisation_id as "organizationId", v.name, v.path || v.query as address, v.created_at as "createdAt" from saved_view v
      where v.organisation_id = any(${[...organisationIds]}::bigint[]) and v.user_id = ${userId} order by v.created_at, v.id`.execute(
      db,
    )
  ).rows,
});
