import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { Share } from './generate-reports.contract';

interface RunOf {
  organisationId: number;
  runId: number;
}

/** Those that have not ended, the newest first. */
export async function listShares(
  db: Db | Trx,
  { organisationId, runId, now }: RunOf & { now: Date },
): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select s.id as "shareId", s.expires_at as "expiresAt", s.created_at as "createdAt",
      (select p.full_name from identity.person p where p.id = s.created_by) as "createdBy"
    from report_share s where s.organisation_id = ${organisationId} and s.run_id = ${runId} and s.expires_at > ${now}
    order by s.created_at desc, s.id desc`.execute(db);
  return rows;
}

export async function insertShare(
  trx: Trx,
  {
    organisationId,
    runId,
    tokenHash,
    expiresAt,
    createdBy,
    now,
  }: RunOf & { tokenHash: Buffer; expiresAt: Date; createdBy: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into report_share (organisation_id, run_id, token_hash, expires_at, created_by, created_at)
    values (${organisationId}, ${runId}, ${tokenHash}, ${expiresAt}, ${createdBy}, ${now}) returning id`.execute(trx);
  return Number(rows[0]?.id);
}

/** @returns false where there is none */
export async function deleteShare(
  trx: Trx,
  { organisationId, runId, shareId }: RunOf & { shareId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from report_share where organisation_id = ${organisationId} and run_id = ${runId} and id = ${shareId}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** Of a link that has not ended; undefined for every other, whatever is wrong with it. */
export async function findShared(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ organisationId: number; id: number } | undefined> {
  const { rows } = await sql<{ organisationId: number; id: number }>`
    select organisation_id as "organisationId", run_id as id from report_share where token_hash = ${tokenHash} and expires_at > ${now}`.execute(
    db,
  );
  return rows[0];
}
