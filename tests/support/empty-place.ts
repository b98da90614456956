import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type Config } from '../../server/config';
import type { Database } from '../../server/platform/db/database';
import { createLog } from '../../server/platform/log';
import { openDatabase } from '../../server/resources';
import { dropDatabase, makeDatabase, urlOfDatabase } from './postgres-databases';
import { appOver, publicUrl, type TestApp } from './test-app';

/** A place for a database of its own, named by settings as an operator names it. */
export interface EmptyPlace {
  env: Record<string, string>;
  connect(config: Config): Promise<Database>;
  open<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** The whole application on what `open` gave. */
  serve<T>(database: Database, work: (app: TestApp) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

/** Embedded, or on PostgreSQL when the run is. */
export async function emptyPlace(): Promise<EmptyPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'tare-place-'));
  const env: Record<string, string> = {
    NODE_ENV: 'test',
    PUBLIC_URL: publicUrl,
    DATA_DIR: folder,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    PATH: process.env.PATH ?? '',
  };
  const name = process.env.TARE_TEST_DB === 'postgres' ? await makeDatabase('empty') : undefined;
  if (name) env.DATABASE_URL = urlOfDatabase(name);
  const connect = (config: Config) => openDatabase(config, createLog('silent'));
  const open = async <T>(work: (database: Database) => Promise<T>) => {
    const database = await connect(readConfig(env));
    return work(database).finally(() => database.close());
  };
  return {
    env,
    connect,
    open,
    async serve(database, work) {
      const app = await appOver(database, readConfig(env));
      return work(app).finally(() => app.resources.jobs.stop());
    },
    async remove() {
      if (name) await dropDatabase(name);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
