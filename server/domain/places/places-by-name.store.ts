import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';

/** Ids in the order of the names. Names are compared by the database, so that its unique indexes and we agree on case. */
export type Resolved = (number | null)[];

interface IdRow {
  id: number | null;
}

export async function findSites(
  db: Db | Trx,
  organisationId: number,
  sites: readonly { name: string }[],
): Promise<Resolved> {
  const { rows } = await sql<IdRow>`
    select s.id from unnest(${sites.map((site) => site.name)}::text[]) with ordinality as n (name, place)
    left join site s on s.organisation_id = ${organisationId} and lower(s.name) = lower(n.name)
    order by n.place`.execute(db);
  return rows.map((row) => row.id);
}

interface NewSite {
  name: string;
  countryCode?: string;
  currency?: string;
  timeZone?: string;
}

/** @returns those that were created; a name that somebody else has created meanwhile is not among them */
export async function insertSites(trx: Trx, organisationId: number, sites: readonly NewSite[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into site (organisation_id, name, country_code, currency_code, time_zone)
    select distinct on (lower(n.name)) o.id, n.name, coalesce(n.country_code, o.country_code), coalesce(n.currency_code, o.currency_code),
      coalesce(n.time_zone, o.time_zone)
    from unnest(${sites.map((site) => site.name)}::text[], ${sites.map((site) => site.countryCode ?? null)}::text[],
      ${sites.map((site) => site.currency ?? null)}::text[], ${sites.map((site) => site.timeZone ?? null)}::text[]
    ) with ordinality as n (name, country_code, currency_code, time_zone, place)
    join organisation o on o.id = ${organisationId}
    order by lower(n.name), n.place
    on conflict (organisation_id, lower(name)) do nothing
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

interface LocationName {
  site: string;
  name: string;
}

export async function findLocations(
  db: Db | Trx,
  organisationId: number,
  locations: readonly LocationName[],
): Promise<Resolved> {
  const { rows } = await sql<IdRow>`
    select l.id
    from unnest(${locations.map((one) => one.site)}::text[], ${locations.map((one) => one.name)}::text[]) with ordinality as n (site, name, place)
    left join site s on s.organisation_id = ${organisationId} and lower(s.name) = lower(n.site)
    left join location l on l.organisation_id = s.organisation_id and l.site_id = s.id and lower(l.name) = lower(n.name)
    order by n.place`.execute(db);
  return rows.map((row) => row.id);
}

/** A location whose site is unknown is left out. @returns those that were created */
export async function insertLocations(
  trx: Trx,
  organisationId: number,
  locations: readonly LocationName[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into location (organisation_id, site_id, name)
    select distinct on (s.id, lower(n.name)) s.organisation_id, s.id, n.name
    from unnest(${locations.map((one) => one.site)}::text[], ${locations.map((one) => one.name)}::text[]) with ordinality as n (site, name, place)
    join site s on s.organisation_id = ${organisationId} and lower(s.name) = lower(n.site)
    order by s.id, lower(n.name), n.place
    on conflict (organisation_id, site_id, lower(name)) do nothing
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
