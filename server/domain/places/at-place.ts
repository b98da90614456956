import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { PlaceFilter } from './place.contract';

/** Whether a filter asks for something that only the site knows. */
export const asksOfSite = ({ countryCode, regionName, segmentName }: PlaceFilter): boolean =>
  [countryCode, regionName, segmentName].some((one) => one !== undefined);

/** The conditions of a filter, for a query that names `location` as `l` and, where the filter asks of the site, `site` as `s`. */
export function atPlace(
  { organisationId }: Pick<Scope, 'organisationId'>,
  { siteId, locationId, countryCode, regionName, segmentName }: PlaceFilter,
): RawBuilder<unknown>[] {
  const given = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
    value === undefined ? [] : [condition(value)];
  return [
    ...given(siteId, (id) => sql`l.site_id = ${id}`),
    ...given(locationId, (id) => sql`l.id = ${id}`),
    ...given(countryCode, (code) => sql`s.country_code = ${code}`),
    ...given(
      regionName,
      (name) =>
        sql`s.region_id = (select r.id from region r where r.organisation_id = ${organisationId} and r.name = ${name})`,
    ),
    ...given(
      segmentName,
      (name) =>
        sql`s.segment_id = (select g.id from segment g where g.organisation_id = ${organisationId} and g.name = ${name})`,
    ),
  ];
}
