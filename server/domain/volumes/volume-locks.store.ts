import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { visibleSites } from '../places';
import { firstOf } from './volumes.rules';

/** A month whose volumes nobody changes until it is unlocked. */
export interface VolumeLock {
  /** `2026-03` */
  month: string;
  /** null: of all sites. */
  siteId: number | null;
  reason: string;
  lockedAt: Date;
}

const ofAll = 0;

/** Those of all sites, and of the sites that are seen, the newest month first. `months`: only these. */
export async function listLocks(db: Db | Trx, scope: Scope, months?: readonly string[]): Promise<VolumeLock[]> {
  const { rows } = await sql<VolumeLock>`
    select to_char(k.month, 'YYYY-MM') as month, nullif(k.site_id, ${ofAll}) as "siteId", k.reason, k.locked_at as "lockedAt"
    from volume_lock k left join site s on s.organisation_id = k.organisation_id and s.id = k.site_id
    where k.organisation_id = ${scope.organisationId} and (k.site_id = ${ofAll} or ${visibleSites(scope)})
      and ${months === undefined ? sql`true` : sql`k.month = any(${months.map(firstOf)}::date[])`}
    order by k.month desc, k.site_id limit 1000`.execute(db);
  return rows;
}

interface Month {
  month: string;
  siteId: number | null;
}

/** @returns whether it was open until now */
export async function insertLock(
  trx: Trx,
  { organisationId }: Scope,
  { month, siteId, reason, now }: Month & { reason: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into volume_lock (organisation_id, month, site_id, reason, locked_at)
    values (${organisationId}, ${firstOf(month)}::date, ${siteId ?? ofAll}, ${reason}, ${now}) on conflict do nothing returning month`.execute(
    trx,
  );
  return rows.length > 0;
}

/** @returns the reason that it had; undefined where it was not locked */
export async function deleteLock(
  trx: Trx,
  { organisationId }: Scope,
  { month, siteId }: Month,
): Promise<{ reason: string } | undefined> {
  const { rows } = await sql<{ reason: string }>`
    delete from volume_lock where organisation_id = ${organisationId} and month = ${firstOf(month)}::date and site_id = ${siteId ?? ofAll} returning reason`.execute(
    trx,
  );
  return rows[0];
}
