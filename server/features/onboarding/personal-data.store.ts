import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** The steps that a person is to see done. */
export const onboardingOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  onboardingSteps: (
    await sql<object>`
      select t.organisation_id as "organizationId", t.site_id as "siteId", t.step, t.due_on as "dueOn", t.done_on as "doneOn" from onboarding_step t
      where t.organisation_id = any(${[...organisationIds]}::bigint[]) and (t.owner_id = ${userId} or t.done_by = ${userId}) order by t.site_id, t.step`.execute(
      db,
    )
  ).rows,
});
