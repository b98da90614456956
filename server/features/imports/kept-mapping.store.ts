import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { mostKeptMappings } from './kept-mapping.contract';

export interface KeptKey {
  organisationId: number;
  id: number;
}

export interface KeptMapping {
  id: number;
  name: string;
  mapping: unknown;
  /** Of the sheet that it was kept with. */
  columns: string[];
  keptAt: Date;
  lastUsedAt: Date | null;
  imports: number;
}

const kept = sql`m.id, m.name, m.mapping, m.columns, m.kept_at as "keptAt", u."lastUsedAt", u.imports`;
/** Of each mapping, the imports that are read by it. */
const uses = sql`cross join lateral (
  select count(*)::int as imports, max(b.created_at) as "lastUsedAt" from import_mapping_use mu
  join import_batch b on b.organisation_id = mu.organisation_id and b.id = mu.batch_id
  where mu.organisation_id = m.organisation_id and mu.mapping_id = m.id) u`;

/** The one used last comes first. */
export async function listKept(db: Db | Trx, organisationId: number): Promise<KeptMapping[]> {
  const { rows } = await sql<KeptMapping>`
    select ${kept} from import_mapping m ${uses} where m.organisation_id = ${organisationId}
    order by coalesce(u."lastUsedAt", m.kept_at) desc, m.id desc limit ${mostKeptMappings}`.execute(db);
  return rows;
}

export async function findKept(db: Db | Trx, { organisationId, id }: KeptKey): Promise<KeptMapping | undefined> {
  const { rows } =
    await sql<KeptMapping>`select ${kept} from import_mapping m ${uses} where m.organisation_id = ${organisationId} and m.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

/** By a name in whatever letter case. */
export async function findKeptByName(
  trx: Trx,
  organisationId: number,
  name: string,
): Promise<{ id: number; name: string; mapping: unknown } | undefined> {
  const { rows } = await sql<{ id: number; name: string; mapping: unknown }>`
    select id, name, mapping from import_mapping where organisation_id = ${organisationId} and lower(name) = lower(${name})`.execute(
    trx,
  );
  return rows[0];
}

export async function countKept(trx: Trx, organisationId: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from import_mapping where organisation_id = ${organisationId}`.execute(trx);
  return rows[0]?.n ?? 0;
}

export interface NewKept {
  organisationId: number;
  name: string;
  mapping: unknown;
  columns: readonly string[];
  keptAt: Date;
}

/** @returns null where the name is taken */
export async function insertKept(
  trx: Trx,
  { organisationId, name, mapping, columns, keptAt }: NewKept,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into import_mapping (organisation_id, name, mapping, columns, kept_at)
    values (${organisationId}, ${name}, ${JSON.stringify(mapping)}, ${columns}, ${keptAt})
    on conflict (organisation_id, lower(name)) do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

export async function replaceKept(
  trx: Trx,
  { organisationId, id }: KeptKey,
  { name, mapping, columns, keptAt }: Omit<NewKept, 'organisationId'>,
): Promise<void> {
  await sql`
    update import_mapping set name = ${name}, mapping = ${JSON.stringify(mapping)}, columns = ${columns}, kept_at = ${keptAt}
    where organisation_id = ${organisationId} and id = ${id}`.execute(trx);
}

/** The name stands in the mapping, too. */
export async function renameKept(trx: Trx, { organisationId, id }: KeptKey, name: string): Promise<void> {
  await sql`
    update import_mapping set name = ${name}, mapping = jsonb_set(mapping, '{name}', to_jsonb(${name}::text))
    where organisation_id = ${organisationId} and id = ${id}`.execute(trx);
}

/** That imports were read by it is forgotten with it; what they read is not. */
export async function deleteKept(trx: Trx, { organisationId, id }: KeptKey): Promise<void> {
  await sql`delete from import_mapping where organisation_id = ${organisationId} and id = ${id}`.execute(trx);
}

/** Notes by which kept mapping an import is read; by none where it is null, of another organisation, or gone. */
export async function noteUse(
  trx: Trx,
  { organisationId, batchId, mappingId }: { organisationId: number; batchId: number; mappingId: number | null },
): Promise<void> {
  await sql`delete from import_mapping_use where organisation_id = ${organisationId} and batch_id = ${batchId}`.execute(
    trx,
  );
  if (mappingId === null) return;
  await sql`
    insert into import_mapping_use (organisation_id, batch_id, mapping_id)
    select organisation_id, ${batchId}, id from import_mapping where organisation_id = ${organisationId} and id = ${mappingId}`.execute(
    trx,
  );
}

/** The kept mapping by which an import is read. */
export async function findUse(
  db: Db,
  { organisationId, batchId }: { organisationId: number; batchId: number },
): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select m.id, m.name from import_mapping_use mu join import_mapping m on m.organisation_id = mu.organisation_id and m.id = mu.mapping_id
    where mu.organisation_id = ${organisationId} and mu.batch_id = ${batchId}`.execute(db);
  return rows[0];
}
