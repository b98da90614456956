import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { layersOf } from '../../platform/restriction.rules';
import type { PlaceFilter } from './place.contract';

/** Of rows of the organisation, those that every layer of the restriction holds. */
function held(
  { organisationId, restriction }: Scope,
  { table, holds }: { table: 'l' | 's'; holds(layer: { sites: number[]; locations: number[] }): RawBuilder<unknown> },
): RawBuilder<boolean> {
  const own = sql<boolean>`${sql.ref(`${table}.organisation_id`)} = ${organisationId}`;
  if (!restriction) return own;
  const layers = layersOf(restriction).map(({ sites, locations }) =>
    holds({ sites: [...sites], locations: [...locations] }),
  );
  return sql<boolean>`(${own} and ${sql.join(layers, sql` and `)})`;
}

/**
 * The condition that limits a query to what the actor may see. The query must name `location` as `l`. A secured site
 * opens all of its locations, unless some of them are secured by themselves: then it opens only those.
 */
export const visibleLocations = (scope: Scope): RawBuilder<boolean> =>
  held(scope, {
    table: 'l',
    holds({ sites, locations }) {
      if (locations.length === 0) return sql`l.site_id = any(${sites}::bigint[])`;
      return sql`(l.id = any(${locations}::bigint[]) or (l.site_id = any(${sites}::bigint[]) and not exists (
    select 1 from location narrower where narrower.organisation_id = ${scope.organisationId} and narrower.site_id = l.site_id and narrower.id = any(${locations}::bigint[]))))`;
    },
  });

/** The same for a query over sites, which must name `site` as `s`: those secured, and those of a secured location. */
export const visibleSites = (scope: Scope): RawBuilder<boolean> =>
  held(scope, {
    table: 's',
    holds: ({ sites, locations }) => sql`(s.id = any(${sites}::bigint[])
  or s.id in (select site_id from location where organisation_id = ${scope.organisationId} and id = any(${locations}::bigint[])))`,
  });

/** Over sites too, named `s`: those of which everything is seen, whatever locations they may be given. */
export const wholeSites = (scope: Scope): RawBuilder<boolean> =>
  held(scope, {
    table: 's',
    holds: ({ sites, locations }) => sql`(s.id = any(${sites}::bigint[]) and not exists (
  select 1 from location narrower where narrower.organisation_id = ${scope.organisationId} and narrower.site_id = s.id and narrower.id = any(${locations}::bigint[])))`,
  });

/** How many of the organisation's open locations are seen. */
export async function countSeen(db: Db, scope: Scope): Promise<{ seen: number; all: number }> {
  const {
    rows: [counted],
  } = await sql<{ seen: number; all: number }>`
    select count(*) filter (where ${visibleLocations(scope)})::int as seen, count(*)::int as "all"
    from location l where l.organisation_id = ${scope.organisationId} and l.status = 'A'`.execute(db);
  return counted ?? { seen: 0, all: 0 };
}

/** Whether the actor may see one location. */
export async function seesLocation(db: Db | Trx, scope: Scope, locationId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from location l where l.id = ${locationId} and ${visibleLocations(scope)}`.execute(db);
  return rows.length > 0;
}

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
