import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** What reviews decided about a person's access. */
export const reviewsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  accessReviews: (
    await sql<object>`
      select e.organisation_id as "organizationId", r.name, e.decision, e.note, e.decided_at as "decidedAt", r.signed_at as "signedAt"
      from access_review_entry e join access_review r on r.organisation_id = e.organisation_id and r.id = e.review_id
      where e.organisation_id = any(${[...organisationIds]}::bigint[]) and e.user_id = ${userId} order by e.decided_at`.execute(
      db,
    )
  ).rows,
});
