import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** How often a person has said what is on photos. */
export const answersOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  photoAnswers: (
    await sql<object>`
      select v.organisation_id as "organizationId", count(*)::int as answers, min(v.at) as "firstAt", max(v.at) as "lastAt" from vision_label v
      where v.organisation_id = any(${[...organisationIds]}::bigint[]) and v.user_id = ${userId} group by v.organisation_id order by v.organisation_id`.execute(
      db,
    )
  ).rows,
});
