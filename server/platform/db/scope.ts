import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../actor';
import type { Db, Trx } from './database';

/**
 * The condition that limits a query to what the actor may see. The query must name `location` as `l`. A secured site
 * opens all of its locations, unless some of them are secured by themselves: then it opens only those. Without either,
 * everything of the organisation is open.
 */
export function visibleLocations({ organisationId, securedSites, securedLocations }: Scope): RawBuilder<boolean> {
  if (securedSites.length === 0 && securedLocations.length === 0) return sql<boolean>`l.organisation_id = ${organisationId}`;
  if (securedLocations.length === 0) return sql<boolean>`(l.organisation_id = ${organisationId} and l.site_id = any(${[...securedSites]}::bigint[]))`;
  return sql<boolean>`(l.organisation_id = ${organisationId} and (l.id = any(${[...securedLocations]}::bigint[])
    or (l.site_id = any(${[...securedSites]}::bigint[]) and not exists (
      select 1 from location narrower where narrower.organisation_id = ${organisationId} and narrower.site_id = l.site_id and narrower.id = any(${[...securedLocations]}::bigint[])))))`;
}

/** The same for a query over sites, which must name `site` as `s`: those secured, and those of a secured location. */
export function visibleSites({ organisationId, securedSites, securedLocations }: Scope): RawBuilder<boolean> {
  if (securedSites.length === 0 && securedLocations.length === 0) return sql<boolean>`s.organisation_id = ${organisationId}`;
  return sql<boolean>`(s.organisation_id = ${organisationId} and (s.id = any(${[...securedSites]}::bigint[])
    or s.id in (select site_id from location where organisation_id = ${organisationId} and id = any(${[...securedLocations]}::bigint[]))))`;
}

/** Whether the actor may see one location. */
export async function seesLocation(db: Db | Trx, scope: Scope, locationId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from location l where l.id = ${locationId} and ${visibleLocations(scope)}`.execute(db);
  return rows.length > 0;
}
