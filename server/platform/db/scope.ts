import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../actor';
import type { Db, Trx } from './database';

/**
 * The condition that limits a query to what the actor may see. The query must name `location` as `l`. A secured site
 * opens all of its locations, unless some of them are secured by themselves: then it opens only those.
 */
export function visibleLocations({ organisationId, restriction }: Scope): RawBuilder<boolean> {
  if (!restriction) return sql<boolean>`l.organisation_id = ${organisationId}`;
  const [sites, locations] = [[...restriction.sites], [...restriction.locations]];
  if (locations.length === 0) return sql<boolean>`(l.organisation_id = ${organisationId} and l.site_id = any(${sites}::bigint[]))`;
  return sql<boolean>`(l.organisation_id = ${organisationId} and (l.id = any(${locations}::bigint[])
    or (l.site_id = any(${sites}::bigint[]) and not exists (
      select 1 from location narrower where narrower.organisation_id = ${organisationId} and narrower.site_id = l.site_id and narrower.id = any(${locations}::bigint[])))))`;
}

/** The same for a query over sites, which must name `site` as `s`: those secured, and those of a secured location. */
export function visibleSites({ organisationId, restriction }: Scope): RawBuilder<boolean> {
  if (!restriction) return sql<boolean>`s.organisation_id = ${organisationId}`;
  return sql<boolean>`(s.organisation_id = ${organisationId} and (s.id = any(${[...restriction.sites]}::bigint[])
    or s.id in (select site_id from location where organisation_id = ${organisationId} and id = any(${[...restriction.locations]}::bigint[]))))`;
}

/** How many of the organisation's open locations are seen. */
export async function countSeen(db: Db, scope: Scope): Promise<{ seen: number; all: number }> {
  const { rows: [counted] } = await sql<{ seen: number; all: number }>`
    select count(*) filter (where ${visibleLocations(scope)})::int as seen, count(*)::int as "all"
    from location l where l.organisation_id = ${scope.organisationId} and l.status = 'A'`.execute(db);
  return counted ?? { seen: 0, all: 0 };
}

/** Whether the actor may see one location. */
export async function seesLocation(db: Db | Trx, scope: Scope, locationId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from location l where l.id = ${locationId} and ${visibleLocations(scope)}`.execute(db);
  return rows.length > 0;
}
