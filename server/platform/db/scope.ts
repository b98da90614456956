import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../actor';

/**
 * The condition that limits a query to what the actor may see. The query must name `location` as `l`; a secured site
 * opens all of its locations, a secured location only itself, and without either everything of the organisation is open.
 */
export function visibleLocations({ organisationId, securedSites, securedLocations }: Scope): RawBuilder<boolean> {
  if (securedSites.length === 0 && securedLocations.length === 0) return sql<boolean>`l.organisation_id = ${organisationId}`;
  return sql<boolean>`(l.organisation_id = ${organisationId} and (l.site_id = any(${[...securedSites]}::bigint[]) or l.id = any(${[...securedLocations]}::bigint[])))`;
}

/** The same for a query over sites, which must name `site` as `s`: those secured, and those of a secured location. */
export function visibleSites({ organisationId, securedSites, securedLocations }: Scope): RawBuilder<boolean> {
  if (securedSites.length === 0 && securedLocations.length === 0) return sql<boolean>`s.organisation_id = ${organisationId}`;
  return sql<boolean>`(s.organisation_id = ${organisationId} and (s.id = any(${[...securedSites]}::bigint[])
    or s.id in (select site_id from location where organisation_id = ${organisationId} and id = any(${[...securedLocations]}::bigint[]))))`;
}
