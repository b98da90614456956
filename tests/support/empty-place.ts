import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig, type Config } from '../../server/config';
import { openDatabase } from '../../server/resources';
import { createLog } from '../../server/platform/log';
import type { Database } from '../../server/platform/db/database';
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

let made = 0;

/** Embedded, or on PostgreSQL when the run is. */
export async function emptyPlace(): Promise<EmptyPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'tare-place-'));
  const env: Record<string, string> = { NODE_ENV: 'test', PUBLIC_URL: publicUrl, DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'silent', PATH: process.env.PATH ?? '' };
  const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `tare_place_${process.pid}_${(made += 1)}`;
  const say = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const onPostgres = process.env.TARE_TEST_DB === 'postgres';
  if (onPostgres) {
    await say(`create database ${name}`);
    env.DATABASE_URL = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  }
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
      if (onPostgres) await say(`drop database if exists ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
