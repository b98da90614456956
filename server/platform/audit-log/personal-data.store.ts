import { sql } from 'kysely';
import type { PersonalData } from '../personal-data';

/** Of what somebody has done, the newest. */
const mostActions = 1000;

/** What the audit says that somebody has done. */
export const actionsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  actions: (
    await sql<object>`
      select a.organisation_id as "organizationId", a.at, a.action, a.entity, a.entity_id as "entityId", a.ip, a.user_agent as "userAgent"
      from audit_log a where a.organisation_id = any(${[...organisationIds]}::bigint[]) and a.user_id = ${userId} and a.acting_user_id is null order by a.at desc limit ${mostActions}`.execute(
      db,
    )
  ).rows,
});
