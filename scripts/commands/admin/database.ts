import { readConfig, type Config } from '../../../server/config';
import type { Database, Db } from '../../../server/platform/db/database';
import { NewerSchema } from '../../../server/platform/db/migrate';
import { migrations, prepareDatabase } from '../../../server/setup/prepare-database';
import type { Tools } from './command';

const known = new Set(migrations.map(({ name }) => name));

/** @throws NewerSchema when one of these migrations is not of this build */
export function refuseNewer(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchema(unknown);
}

/** The migrations that a database has had; none for one that Tare has never seen. */
export async function appliedMigrations({ pool }: Database): Promise<string[]> {
  const {
    rows: [found],
  } = await pool.query<{ there: boolean }>(`select to_regclass('public.schema_migration') is not null as there`);
  if (!found?.there) return [];
  const { rows } = await pool.query<{ name: string }>('select name from public.schema_migration order by name');
  return rows.map(({ name }) => name);
}

/** The database of the settings, which is closed again whatever happens. */
export async function withDatabase<T>(
  config: Config,
  { open }: Tools,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await open(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

interface Opened {
  config: Config;
  database: Database;
  db: Db;
}

/** Works on a database that has this build's schema. A dry run does not prepare it: it says that there is something to prepare. */
export async function withPreparedDatabase(
  tools: Tools,
  dryRun: boolean,
  work: (opened: Opened) => Promise<void>,
): Promise<void> {
  const config = readConfig(tools.env);
  await withDatabase(config, tools, async (database) => {
    const applied = await appliedMigrations(database);
    refuseNewer(applied);
    if (dryRun && applied.length < migrations.length) {
      tools.say(
        `The database has ${applied.length} of ${migrations.length} migrations. Without --dry-run it would be prepared first; more cannot be said before that.`,
      );
      return;
    }
    const ran = dryRun ? [] : await prepareDatabase(database.db);
    if (ran.length > 0) tools.say(`Prepared the schema (${ran.length} migrations).`);
    await work({ config, database, db: database.db });
  });
}
