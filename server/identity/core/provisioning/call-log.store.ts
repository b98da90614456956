import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database';

export interface DirectoryCall {
  at: Date;
  method: string;
  /** Without what was asked for: that names people. */
  path: string;
  status: number;
  /** The key of the sentence that says why it was refused. */
  code: string | null;
  params: Record<string, string | number> | null;
}

/** As many of a connection as are kept, and how often older ones go. */
const kept = 200;
const sweepEvery = 20;

/** Writes down that a directory called; the oldest calls go. */
export async function noteCall(
  db: Db,
  number: number,
  { at, method, path, status, code, params }: DirectoryCall,
): Promise<void> {
  const done = status < 400;
  const { rows } = await sql<{ id: number }>`
    with seen as (
      update identity.scim_connection set last_sync_at = ${at}
      where number = ${number} and ${done}::boolean and (last_sync_at is null or last_sync_at < ${at}::timestamptz - interval '5 seconds'))
    insert into identity.scim_call (connection_number, at, method, path, status, code, params)
    select c.number, ${at}, ${method}, ${path.slice(0, 200)}, ${status}, ${code}, ${params === null ? null : JSON.stringify(params)}::jsonb
    from identity.scim_connection c where c.number = ${number} returning id`.execute(db);
  if ((rows[0]?.id ?? 1) % sweepEvery !== 0) return;
  await sql`
    delete from identity.scim_call where connection_number = ${number} and id <= (
      select id from identity.scim_call where connection_number = ${number} order by id desc offset ${kept} limit 1)`.execute(
    db,
  );
}

/** The last ones, the newest first. */
export async function listCalls(db: Db, number: number, most: number): Promise<DirectoryCall[]> {
  const { rows } = await sql<DirectoryCall>`
    select at, method, path, status, code, params from identity.scim_call where connection_number = ${number} order by id desc limit ${most}`.execute(
    db,
  );
  return rows;
}
