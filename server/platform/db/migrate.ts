import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database';

export interface Migration {
  /** `<wing>/<number>_<subject>`; the order of the list is the order of running. */
  name: string;
  text: string;
}

/** Any fixed number: every node that migrates asks for the same lock. */
const migrationLock = 7_274_001;

/** Thrown when the database has migrations that this build does not know: an older build must not run on it. */
export class NewerSchema extends Error {
  constructor(readonly unknown: string[]) {
    super(`The database has migrations that this build does not know: ${unknown.join(', ')}. Start the newer build.`);
  }
}

/**
 * Brings the schema up to the list, each migration in its own transaction, one node at a time.
 * @returns the names of those that ran.
 * @throws NewerSchema
 */
export async function migrate(db: Db, migrations: Migration[]): Promise<string[]> {
  await sql`create table if not exists schema_migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(db);
  const ran: string[] = [];
  for (const migration of migrations) {
    const done = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx);
      const applied = await sql<{ name: string }>`select name from schema_migration`.execute(trx);
      const names = applied.rows.map((row) => row.name);
      const unknown = names.filter((name) => !migrations.some((known) => known.name === name));
      if (unknown.length > 0) throw new NewerSchema(unknown);
      if (names.includes(migration.name)) return false;
      await sql.raw(migration.text).execute(trx);
      const sha256 = createHash('sha256').update(migration.text).digest('hex');
      await sql`insert into schema_migration (name, sha256) values (${migration.name}, ${sha256})`.execute(trx);
      return true;
    });
    if (done) ran.push(migration.name);
  }
  return ran;
}
