import type { Database } from '../../server/platform/db/database';
import { openInMemory } from './embedded-databases';
import { dropDatabase, makeDatabase, openPostgres } from './postgres-databases';
import { testApp } from './test-app';

/** The migrated database of this worker, for tests that need no server; each makes an organisation of its own in it. */
export async function scratchDatabase(): Promise<Database> {
  return (await testApp()).resources.database;
}

/** An empty database that nothing else uses; `drop` when done. */
export async function databaseApart(): Promise<{ database: Database; drop(): Promise<void> }> {
  if (process.env.TARE_TEST_DB !== 'postgres') {
    const database = await openInMemory('empty', () => undefined);
    return { database, drop: () => database.close() };
  }
  const name = await makeDatabase('empty');
  const database = openPostgres(name, () => undefined);
  return {
    database,
    async drop() {
      await database.close();
      await dropDatabase(name);
    },
  };
}
