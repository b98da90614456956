import { sql } from 'kysely';
import type { Db, Trx } from '../db/database';
import type { ChainFault } from './audit-chain.contract';
import type { SealedRow } from './chain-hash';

/** Each as text that does not depend on the session's settings. */
const sealedColumns = sql`array[a.user_id::text, a.actor, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.action, a.severity, a.entity, a.entity_id,
  a.before::text, a.after::text, a.request_id, a.ip, a.user_agent, a.acting_user_id::text, a.acting_person]`;

export interface ChainEnd {
  position: number;
  hash: Buffer;
  signature: string;
}

export interface Chain {
  end: ChainEnd;
  base: ChainEnd;
  doubtedAt: Date | null;
  keepMonths: number | null;
  checkedAt: Date | null;
  checkedRows: number | null;
  fault: ChainFault | null;
}

interface ChainRow {
  position: number;
  hash: Buffer;
  signature: string;
  basePosition: number;
  baseHash: Buffer;
  baseSignature: string;
  doubtedAt: Date | null;
  keepMonths: number | null;
  checkedAt: Date | null;
  checkedRows: number | null;
  fault: ChainFault | null;
}

const chainColumns = sql`c.position, c.hash, c.signature, c.base_position as "basePosition", c.base_hash as "baseHash", c.base_signature as "baseSignature",
  c.doubted_at as "doubtedAt", c.keep_months as "keepMonths", c.checked_at as "checkedAt", c.checked_rows as "checkedRows", c.fault`;

const chainOf = ({ position, hash, signature, basePosition, baseHash, baseSignature, ...rest }: ChainRow): Chain => ({
  end: { position, hash, signature },
  base: { position: basePosition, hash: baseHash, signature: baseSignature },
  ...rest,
});

export async function findChain(db: Db | Trx, organisationId: number): Promise<Chain | null> {
  const { rows } =
    await sql<ChainRow>`select ${chainColumns} from audit_chain c where c.organisation_id = ${organisationId}`.execute(
      db,
    );
  return rows[0] ? chainOf(rows[0]) : null;
}

/** The same, made where there is none, with everybody else who changes it waiting. */
export async function lockChain(trx: Trx, organisationId: number, start: ChainEnd): Promise<Chain> {
  await sql`
    insert into audit_chain (organisation_id, position, hash, signature, base_position, base_hash, base_signature)
    values (${organisationId}, ${start.position}, ${start.hash}, ${start.signature}, ${start.position}, ${start.hash}, ${start.signature}) on conflict do nothing`.execute(
    trx,
  );
  const { rows } =
    await sql<ChainRow>`select ${chainColumns} from audit_chain c where c.organisation_id = ${organisationId} for update`.execute(
      trx,
    );
  if (!rows[0]) throw new Error('a chain that was just made is not there');
  return chainOf(rows[0]);
}

/** Whose audit has rows that no seal covers. */
export async function listUnsealedOrganisations(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct organisation_id as id from audit_unsealed`.execute(db);
  return rows.map(({ id }) => id);
}

export async function listOrganisationsWithChain(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select organisation_id as id from audit_chain order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** A row as its seal is made over. */
export async function readSealed(trx: Trx, organisationId: number, auditId: number): Promise<SealedRow> {
  const { rows } = await sql<SealedRow>`
    select a.id as "auditId", ${sealedColumns} as values from audit_log a where a.organisation_id = ${organisationId} and a.id = ${auditId}`.execute(
    trx,
  );
  if (!rows[0]) throw new Error('a row of the audit that was just read is not there');
  return rows[0];
}

/** The oldest that wait and are there. */
export async function readUnsealed(trx: Trx, organisationId: number, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select a.id as "auditId", ${sealedColumns} as values from audit_unsealed w
    join audit_log a on a.organisation_id = w.organisation_id and a.id = w.audit_id
    where w.organisation_id = ${organisationId} order by w.audit_id limit ${limit}`.execute(trx);
  return rows;
}

export async function keepSeals(
  trx: Trx,
  organisationId: number,
  seals: readonly { auditId: number; position: number; hash: Buffer }[],
): Promise<void> {
  const ids = sql`${seals.map(({ auditId }) => auditId)}::bigint[]`;
  await sql`
    insert into audit_seal (organisation_id, position, audit_id, hash)
    select ${organisationId}, s.position, s.audit_id, s.hash
    from unnest(${seals.map(({ position }) => position)}::bigint[], ${ids}, ${seals.map(({ hash }) => hash)}::bytea[]) as s (position, audit_id, hash)`.execute(
    trx,
  );
  await sql`delete from audit_unsealed where organisation_id = ${organisationId} and audit_id = any(${ids})`.execute(
    trx,
  );
}

export async function setEnd(
  trx: Trx,
  organisationId: number,
  { end: { position, hash, signature }, doubtedAt }: { end: ChainEnd; doubtedAt: Date | null },
): Promise<void> {
  await sql`
    update audit_chain set position = ${position}, hash = ${hash}, signature = ${signature}, doubted_at = coalesce(doubted_at, ${doubtedAt})
    where organisation_id = ${organisationId}`.execute(trx);
}

export interface Link {
  position: number;
  hash: Buffer;
  sealedId: number;
  /** null: the row is gone. */
  auditId: number | null;
  values: (string | null)[] | null;
  /** Of a row that was rewritten since: what it is to read, and who says so. */
  contentHash: Buffer | null;
  redactedBy: string | null;
}

/** Seals with their rows, in their order. */
export async function readLinks(
  db: Db | Trx,
  organisationId: number,
  { after, limit }: { after: number; limit: number },
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select s.position, s.hash, s.audit_id as "sealedId", a.id as "auditId", case when a.id is not null then ${sealedColumns} end as values, r.content_hash as "contentHash", r.signature as "redactedBy"
    from audit_seal s left join audit_log a on a.organisation_id = s.organisation_id and a.id = s.audit_id
    left join audit_redaction r on r.organisation_id = s.organisation_id and r.audit_id = s.audit_id
    where s.organisation_id = ${organisationId} and s.position > ${after} order by s.position limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The first row that has neither a seal nor waits for one; and the first that waits and is gone. */
export async function findStrays(
  db: Db | Trx,
  organisationId: number,
): Promise<{ inserted: number | null; removed: number | null }> {
  const { rows } = await sql<{ inserted: number | null; removed: number | null }>`
    select (select min(a.id) from audit_log a where a.organisation_id = ${organisationId}
        and not exists (select 1 from audit_seal s where s.organisation_id = a.organisation_id and s.audit_id = a.id)
        and not exists (select 1 from audit_unsealed w where w.organisation_id = a.organisation_id and w.audit_id = a.id)) as inserted,
      (select min(w.audit_id) from audit_unsealed w where w.organisation_id = ${organisationId}
        and not exists (select 1 from audit_log a where a.organisation_id = w.organisation_id and a.id = w.audit_id)) as removed`.execute(
    db,
  );
  return rows[0] ?? { inserted: null, removed: null };
}

export async function countUnsealed(db: Db, organisationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_unsealed where organisation_id = ${organisationId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function keepCheck(
  db: Db | Trx,
  organisationId: number,
  { fault, rows, now }: { fault: ChainFault | null; rows: number; now: Date },
): Promise<void> {
  await sql`
    update audit_chain set checked_at = ${now}, checked_rows = ${rows}, fault = ${fault === null ? null : JSON.stringify(fault)}::jsonb
    where organisation_id = ${organisationId}`.execute(db);
}

export async function setKeepMonths(trx: Trx, organisationId: number, months: number | null): Promise<void> {
  await sql`update audit_chain set keep_months = ${months} where organisation_id = ${organisationId}`.execute(trx);
}

/** The last seal up to which all rows are older than `before`, of at most `limit`; null where the oldest is younger. */
export async function findOldEnd(
  trx: Trx,
  organisationId: number,
  { after, before, limit }: { after: number; before: Date; limit: number },
): Promise<{ position: number; hash: Buffer } | null> {
  const { rows } = await sql<{ position: number; hash: Buffer; old: boolean }>`
    select s.position, s.hash, a.at < ${before} as old from audit_seal s
    join audit_log a on a.organisation_id = s.organisation_id and a.id = s.audit_id
    where s.organisation_id = ${organisationId} and s.position > ${after} order by s.position limit ${limit}`.execute(
    trx,
  );
  const young = rows.findIndex(({ old }) => !old);
  return rows[(young < 0 ? rows.length : young) - 1] ?? null;
}

/** Rows with their seals, up to a place in the chain; from there on it begins anew. @returns how many */
export async function removeThrough(trx: Trx, organisationId: number, base: ChainEnd): Promise<number> {
  await sql`select set_config('tare.audit_retention', 'on', true)`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from audit_seal where organisation_id = ${organisationId} and position <= ${base.position} returning audit_id),
    unredacted as (
      delete from audit_redaction r using gone where r.organisation_id = ${organisationId} and r.audit_id = gone.audit_id),
    removed as (
      delete from audit_log a using gone where a.organisation_id = ${organisationId} and a.id = gone.audit_id returning 1)
    select count(*)::int as count from removed`.execute(trx);
  await sql`select set_config('tare.audit_retention', 'off', true)`.execute(trx);
  await sql`
    update audit_chain set base_position = ${base.position}, base_hash = ${base.hash}, base_signature = ${base.signature}
    where organisation_id = ${organisationId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * Lets rows wait for their seal that a build before the chain has written beside this one; only on the day on which the chain began.
 * @returns how many
 */
export async function adoptEarlierRows(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with adopted as (
      insert into audit_unsealed (organisation_id, audit_id)
      select a.organisation_id, a.id from audit_log a
      where exists (select 1 from audit_chain_start where began_at > now() - interval '1 day')
        and not exists (select 1 from audit_seal s where s.organisation_id = a.organisation_id and s.audit_id = a.id)
      on conflict do nothing returning 1)
    select count(*)::int as count from adopted`.execute(db);
  return rows[0]?.count ?? 0;
}
