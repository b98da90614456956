import pg from 'pg';
import { createPool, postgresOver, type Database } from '../../server/platform/db/database';
import { openEmbedded } from '../../server/platform/db/embedded';
import { testApp } from './test-app';

/** The migrated database of the test run, for tests that need no server; each makes an organisation of its own in it. */
export async function scratchDatabase(): Promise<Database> {
  return (await testApp()).resources.database;
}

let made = 0;

/** An empty database that nothing else uses; `drop` when done. */
export async function databaseApart(): Promise<{ database: Database; drop(): Promise<void> }> {
  if (process.env.TARE_TEST_DB !== 'postgres') {
    const database = await openEmbedded({ dataDir: 'memory://', onError: () => undefined });
    return { database, drop: () => database.close() };
  }
  const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = pg.escapeIdentifier(`tare_apart_${process.pid}_${(made += 1)}`);
  const say = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await say(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name.slice(1, -1)}`;
  const database = postgresOver(createPool({ connection: { connectionString: url.href }, size: 5, onError: () => undefined }));
  return {
    database,
    async drop() {
      await database.close();
      await say(`drop database ${name} with (force)`);
    },
  };
}
