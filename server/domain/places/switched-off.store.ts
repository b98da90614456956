import { sql } from 'kysely';

/** The flags that are off in the organisation that the query calls `o`: an organisation without a row of a flag has it on. */
export const switchedOffColumn = sql`
  array(select f.feature_name from feature_organisation f where f.organisation_id = o.id and not f.enabled order by 1) as switched_off`;
