import { sql } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { DeploymentFilter, Period } from './location-status.contract';

/** One location and stage in the period that it stands in. */
export interface StatusRow {
  period: Period;
  locationId: number;
  siteName: string;
  locationName: string;
  siteId: number;
  stageId: number;
  stageName: string;
  firstEventAt: Date | null;
  /** The first event's day in the site's zone. */
  firstDay: LocalDate | null;
  /** The day on which the period began. */
  enteredOn: LocalDate;
  /** Since the period began, by the site's own date; negative while a baseline is compared with from a later day on. */
  dayCount: number;
  autoEnabled: boolean;
}

interface StatusQuery {
  filter: DeploymentFilter;
  /** All periods without it. */
  period?: Period;
  now: Date;
}

const stored: Record<Period, string> = {
  preBaselinePeriod: 'ACTIVATION',
  baselinePeriod: 'BASELINE',
  postBaselinePeriod: 'REDUCTION',
};

/** Active locations of active sites within the scope, in no particular order. */
export async function listStatusRows(db: Db, scope: Scope, { filter, period, now }: StatusQuery): Promise<StatusRow[]> {
  const { wasteStageId, region, countryCode, segment } = filter;
  const { rows } = await sql<StatusRow>`
    select case ls.period when 'ACTIVATION' then 'preBaselinePeriod' when 'BASELINE' then 'baselinePeriod' else 'postBaselinePeriod' end as period,
      l.id as "locationId", s.name as "siteName", l.name as "locationName", s.id as "siteId", w.id as "stageId", w.name as "stageName",
      ls.first_event_at as "firstEventAt", (ls.first_event_at at time zone s.time_zone)::date as "firstDay",
      ls.entered_on as "enteredOn", (${now}::timestamptz at time zone s.time_zone)::date - ls.entered_on as "dayCount", l.auto_baseline_enabled as "autoEnabled"
    from location_stage ls
    join location l on l.organisation_id = ls.organisation_id and l.id = ls.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join waste_stage w on w.id = ls.stage_id
    left join region r on r.organisation_id = s.organisation_id and r.id = s.region_id
    left join segment g on g.organisation_id = s.organisation_id and g.id = s.segment_id
    where ls.organisation_id = ${scope.organisationId} and ${visibleLocations(scope)} and l.status = 'A' and s.status = 'A'
      and (${wasteStageId ?? null}::int is null or ls.stage_id = ${wasteStageId ?? null}::int)
      and (${period ? stored[period] : null}::text is null or ls.period = ${period ? stored[period] : null}::text)
      and (${countryCode ?? null}::text is null or s.country_code = ${countryCode ?? null}::text)
      and (${region ?? null}::text is null or r.name = ${region ?? null}::text)
      and (${segment ?? null}::text is null or g.name = ${segment ?? null}::text)`.execute(db);
  return rows;
}
