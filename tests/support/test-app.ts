import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import { createApp } from '../../server/app';
import { readConfig, type Config } from '../../server/config';
import type { Database, Db } from '../../server/platform/db/database';
import { openRedis, type Redis } from '../../server/platform/db/redis';
import { createLog } from '../../server/platform/log';
import type { Resources } from '../../server/platform/resources';
import type { Clock } from '../../server/platform/time';
import { assembleResources } from '../../server/resources';
import { prepareDatabase } from '../../server/setup/prepare-database';
import { openInMemory } from './embedded-databases';
import { asIfFromOutside, oneConnectionEach } from './one-connection';
import { makeDatabase, openPostgres } from './postgres-databases';

export const publicUrl = 'http://tare.test';

export interface TestApp {
  app: Express;
  db: Db;
  resources: Resources;
  /** Stands still for all tests; `withOwnClock` gives one that a test may move. */
  clock: Clock;
  redis?: Redis;
  /** Runs every waiting job, among them the roll-ups. */
  runJobs(): Promise<void>;
}

/** The installation's own. */
export const testSecret = 'a secret of the tests, long enough for anybody';

export const testNow = '2026-03-18T12:00:00Z';

let made: Promise<TestApp> | undefined;

/** The real application on a real database, made once for all test files of a worker: embedded, or PostgreSQL and Redis. */
export function testApp(): Promise<TestApp> {
  made ??= makeApp();
  return made;
}

async function makeApp(): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tare-test-'));
  const onPostgres = process.env.TARE_TEST_DB === 'postgres';
  const config: Config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: publicUrl,
    SMTP_TLS: 'off',
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...(onPostgres ? { REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379' } : {}),
  });
  const database = onPostgres
    ? oneConnectionEach(openPostgres(await makeDatabase('schema'), report))
    : await openInMemory('schema', report);
  return appOver(database, config);
}

/** The application over this database, which is prepared first. */
export async function appOver(database: Database, config: Config): Promise<TestApp> {
  await prepareDatabase(database.db);
  const clock: Clock = { now: () => new Date(testNow) };
  const log = createLog(config.logLevel);
  const redis = withKeysApart(await openRedis(config.redisUrl, log));
  const resources = assembleResources({ config, log, database, build: 'test', clock });
  await resources.jobs.open();
  return appWith({ resources, clock, redis });
}

/** Ids start again in every database, and Redis keeps the attempts of other workers and runs. */
function withKeysApart(redis: Redis | undefined): Redis | undefined {
  if (!redis) return undefined;
  const own = (key: string) => `${apart}:${key}`;
  return {
    ...redis,
    get: (key) => redis.get(own(key)),
    set: (key, value, options) => redis.set(own(key), value, options),
    del: (keys) => redis.del(keys.map(own)),
    eval: (script, options) => redis.eval(script, { ...options, keys: options.keys.map(own) }),
  };
}

const apart = `test-${randomUUID()}`;

interface Parts extends Pick<TestApp, 'resources' | 'clock'> {
  redis?: Redis;
  isReady?(): Promise<boolean>;
}

export function appWith({ resources, clock, redis, isReady = async () => true }: Parts): TestApp {
  const distDir = fileURLToPath(new URL('../../dist', import.meta.url));
  return {
    app: asIfFromOutside(createApp({ resources, secret: testSecret, distDir, redis, isReady })),
    db: resources.database.db,
    resources,
    clock,
    redis,
    async runJobs() {
      await resources.jobs.runWaiting(resources);
    },
  };
}

function report(error: Error): void {
  if (!/terminat|closed/i.test(error.message)) console.error(error);
}
