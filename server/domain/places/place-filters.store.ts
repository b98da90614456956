import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { PlaceFilter } from './place.contract';
import { visibleLocations } from './scope';

/** What the filters of dashboards offer, limited to what the actor may see. Never more than the data holds. */
export interface FilterOptions {
  countries: { countryCode: string; countryName: string }[];
  /** With the countries in which they are. */
  regions: { regionName: string; countryCodes: string[] }[];
  segments: { segmentName: string }[];
}

/** The stages that at least one visible location is set up for, in ascending order of their ids. */
export async function listStages(db: Db, scope: Scope): Promise<{ wasteStageId: number; wasteStageName: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select distinct w.id, w.name
    from location_stage ls
    join location l on l.organisation_id = ls.organisation_id and l.id = ls.location_id
    join waste_stage w on w.id = ls.stage_id
    where ls.organisation_id = ${scope.organisationId} and ${visibleLocations(scope)}
    order by w.id`.execute(db);
  return rows.map((row) => ({ wasteStageId: row.id, wasteStageName: row.name }));
}

export async function listFilterOptions(db: Db, scope: Scope): Promise<FilterOptions> {
  const { rows } = await sql<{
    country_code: string;
    country_name: string;
    region_name: string | null;
    segment_name: string | null;
  }>`
    select distinct c.code as country_code, c.name as country_name, r.name as region_name, g.name as segment_name
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join country c on c.code = s.country_code
    left join region r on r.organisation_id = s.organisation_id and r.id = s.region_id
    left join segment g on g.organisation_id = s.organisation_id and g.id = s.segment_id
    where ${visibleLocations(scope)}`.execute(db);
  const inOrder = (names: (string | null)[]) =>
    [...new Set(names)].filter((name): name is string => name !== null).sort((a, b) => a.localeCompare(b, 'en'));
  const countryNames = new Map(rows.map((row) => [row.country_name, row.country_code]));
  return {
    countries: inOrder([...countryNames.keys()]).map((countryName) => ({
      countryCode: countryNames.get(countryName) ?? '',
      countryName,
    })),
    regions: inOrder(rows.map((row) => row.region_name)).map((regionName) => ({
      regionName,
      countryCodes: inOrder(rows.filter((row) => row.region_name === regionName).map((row) => row.country_code)),
    })),
    segments: inOrder(rows.map((row) => row.segment_name)).map((segmentName) => ({ segmentName })),
  };
}

/** Whether a region is known, and is in no site of the country that is chosen with it. */
export function isRegionElsewhere(
  { regions }: Pick<FilterOptions, 'regions'>,
  { countryCode, regionName }: Pick<PlaceFilter, 'countryCode' | 'regionName'>,
): boolean {
  if (countryCode === undefined || regionName === undefined) return false;
  const region = regions.find((one) => one.regionName === regionName);
  return region !== undefined && !region.countryCodes.includes(countryCode);
}
