import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database';

export interface Migration {
  /** `<wing>/<yyyy-mm-dd>_<feature>_<subject>`; the order of the list is the order of running. */
  name: string;
  text: string;
  /**
   * Each statement by itself and outside a transaction, as `create index concurrently` needs it. Cut off, it runs again
   * from its first statement, so each must bear that.
   */
  apart?: boolean;
}

/** Any fixed number: every node that prepares a database asks for the same lock. */
const preparing = 7_274_001;
const askAgainMs = 200;
const mostTries = 40;
/** Whoever waits for a table's lock holds up everybody behind: the first tries wait for a moment only, later ones longer, with as long a rest between. */
const patienceMs = (tries: number) => Math.min(tries * 100, 3_000);

/** Thrown when the database has migrations that this build does not know: an older build must not run on it. */
export class NewerSchema extends Error {
  constructor(readonly unknown: string[]) {
    super(`The database has migrations that this build does not know: ${unknown.join(', ')}. Start the newer build.`);
  }
}

/** Thrown when a table stays in use for so long that a migration gives up; nothing of it is left behind. */
export class TableInUse extends Error {
  constructor(readonly migration: string) {
    super(
      `The migration ${migration} did not get hold of its tables in ${mostTries} tries: a long transaction uses them. Start again when it has ended.`,
    );
  }
}

/** Does the work while no other node does its own on this database. A node that dies lets go. */
export function aloneOn<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    // Asked for again and again: a statement that waits would be waited for by `create index concurrently`: a deadlock.
    while (!(await tryLock(connection))) await wait(askAgainMs);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${preparing})`.execute(connection).catch(() => undefined);
    }
  });
}

async function tryLock(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${preparing}) as got`.execute(connection);
  return rows[0]?.got ?? false;
}

export interface Migrating {
  /** Told when a migration has to wait for its table. */
  onWait?(migration: string): void;
}

/**
 * Brings the schema up to the list, each migration in its own transaction. Call it under `aloneOn`.
 * @returns the names of those that ran.
 * @throws NewerSchema; TableInUse
 */
export async function migrate(connection: Db, migrations: Migration[], { onWait }: Migrating = {}): Promise<string[]> {
  await sql`create table if not exists schema_migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(connection);
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(connection);
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !migrations.some((known) => known.name === name));
  if (unknown.length > 0) throw new NewerSchema(unknown);
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) await applyPatiently(connection, migration, onWait);
  return missing.map(({ name }) => name);
}

async function applyPatiently(connection: Db, migration: Migration, onWait: Migrating['onWait']): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (migration.apart
        ? applyApart(connection, migration)
        : applyWhole(connection, migration, patienceMs(tries)));
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      if (tries === mostTries) throw new TableInUse(migration.name);
      if (tries === 1) onWait?.(migration.name);
      await wait(patienceMs(tries));
    }
  }
}

const lockNotAvailable = '55P03';

function applyWhole(connection: Db, migration: Migration, lockTimeoutMs: number): Promise<void> {
  return connection.transaction().execute(async (trx) => {
    await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(trx);
    await sql.raw(migration.text).execute(trx);
    await note(trx, migration);
  });
}

async function applyApart(connection: Db, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.text)) await sql.raw(statement).execute(connection);
  await note(connection, migration);
}

export const statementsOf = (text: string) =>
  text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);

async function note(db: Db, { name, text }: Migration): Promise<void> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  await sql`insert into schema_migration (name, sha256) values (${name}, ${sha256})`.execute(db);
}
