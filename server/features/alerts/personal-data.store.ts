import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** The alerts that tell a person. */
export const alertsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  alertNotifications: (
    await sql<object>`
      select n.organisation_id as "organizationId", a.name as alert, n.notify_email as "byEmail", n.notify_push as "byPush", n.frequency, n.muted_at as "mutedAt", n.created_at as "createdAt"
      from alert_notification n join alert a on a.organisation_id = n.organisation_id and a.id = n.alert_id where n.organisation_id = any(${[...organisationIds]}::bigint[]) and n.user_id = ${userId} order by n.created_at`.execute(
      db,
    )
  ).rows,
});
