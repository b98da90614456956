import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { wholeSites } from './scope';

export interface SiteBeginning {
  siteId: number;
  siteName: string;
  /** IANA name. */
  timeZone: string;
  /** The open ones. */
  locations: { locationId: number; firstDay: LocalDate | null }[];
}

/** The open sites of which all is seen, with the local days on which their locations first weighed, by name. */
export async function listSiteBeginnings(db: Db, scope: Scope): Promise<SiteBeginning[]> {
  const { rows } = await sql<SiteBeginning>`
    select s.id as "siteId", s.name as "siteName", s.time_zone as "timeZone",
      coalesce(json_agg(json_build_object('locationId', l.id, 'firstDay', l.first_event_date) order by l.id) filter (where l.id is not null), '[]') as locations
    from site s
    left join location l on l.organisation_id = s.organisation_id and l.site_id = s.id and l.status = 'A'
    where ${wholeSites(scope)} and s.status = 'A'
    group by s.id, s.name, s.time_zone order by lower(s.name), s.id`.execute(db);
  return rows;
}
