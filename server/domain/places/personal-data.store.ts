import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data';

/** What somebody's view of an organization is narrowed to. */
export const restrictionsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  securedSitesAndLocations: (
    await sql<object>`
      select x.organisation_id as "organizationId", s.name as site, null as location
      from secured_site x join site s on s.organisation_id = x.organisation_id and s.id = x.site_id where x.organisation_id = any(${[...organisationIds]}::bigint[]) and x.user_id = ${userId}
      union all select x.organisation_id, null, l.name
      from secured_location x join location l on l.organisation_id = x.organisation_id and l.id = x.location_id where x.organisation_id = any(${[...organisationIds]}::bigint[]) and x.user_id = ${userId}`.execute(
      db,
    )
  ).rows,
});
