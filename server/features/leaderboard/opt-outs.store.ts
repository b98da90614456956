import { sql } from 'kysely';
import { visibleSites, wholeSites } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { ParticipantSite } from './leaderboard.contract';

export interface OptOut {
  siteId: number;
  siteName: string;
  reason: string;
  optedOutAt: Date;
}

/** Sites that take part in no ranking, of those that are seen, by name. */
export async function listOptOuts(db: Db, scope: Scope): Promise<OptOut[]> {
  const { rows } = await sql<OptOut>`
    select s.id as "siteId", s.name as "siteName", o.reason, o.opted_out_at as "optedOutAt"
    from leaderboard_opt_out o join site s on s.organisation_id = o.organisation_id and s.id = o.site_id
    where o.organisation_id = ${scope.organisationId} and ${visibleSites(scope)} order by lower(s.name), s.id`.execute(
    db,
  );
  return rows;
}

interface Listed {
  text?: string | undefined;
  show: 'all' | 'out';
  limit: number;
  offset: number;
}

/** Open sites and those that opted out, by name. */
export async function listParticipants(
  db: Db,
  scope: Scope,
  { text, show, limit, offset }: Listed,
): Promise<{ sites: ParticipantSite[]; total: number }> {
  const from = sql`
    from site s left join leaderboard_opt_out o on o.organisation_id = s.organisation_id and o.site_id = s.id
    where ${visibleSites(scope)} and (s.status = 'A' or o.site_id is not null) and ${show === 'out' ? sql`o.site_id is not null` : sql`true`}
      and ${text === undefined ? sql`true` : sql`strpos(lower(s.name), lower(${text})) > 0`}`;
  const { rows } = await sql<ParticipantSite>`
    select s.id as "siteId", s.name as "siteName", ${wholeSites(scope)} as whole, o.reason,
      (o.opted_out_at at time zone s.time_zone)::date as "optedOutOn"
    ${from} order by lower(s.name), s.id limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { sites: rows, total: counted.rows[0]?.total ?? 0 };
}

/** @returns whether it took part until now */
export async function insertOptOut(
  trx: Trx,
  { organisationId }: Scope,
  { siteId, reason, now }: { siteId: number; reason: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into leaderboard_opt_out (organisation_id, site_id, reason, opted_out_at) values (${organisationId}, ${siteId}, ${reason}, ${now})
    on conflict do nothing returning site_id`.execute(trx);
  return rows.length > 0;
}

/** @returns the reason that it had; undefined where it took part all along */
export async function deleteOptOut(
  trx: Trx,
  { organisationId }: Scope,
  siteId: number,
): Promise<{ reason: string } | undefined> {
  const { rows } = await sql<{ reason: string }>`
    delete from leaderboard_opt_out where organisation_id = ${organisationId} and site_id = ${siteId} returning reason`.execute(
    trx,
  );
  return rows[0];
}
