import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { rotateDeviceKey } from '../../../server/domain/places/device-key.store';
import { createPool, postgresOver, type Db } from '../../../server/platform/db/database';
import type { Resources } from '../../../server/platform/resources';
import { systemClock } from '../../../server/platform/time';
import { domainWithoutJobs } from '../../../server/resources';
import { addSimulatedOrganisation } from '../../../server/setup/demo/another-organisation';
import { prepareDatabase } from '../../../server/setup/prepare-database';
import { startPostgres, type PostgresServer } from '../../support/counterparts/postgres-server';
import { startRedis, type RedisServer } from '../../support/counterparts/redis-server';
import { startTare, type TareProcess, type TareWish } from '../../support/counterparts/tare-process';
import { signInOver } from '../../support/counterparts/visitor';

/** A simulated caterer with an administrator and a device, on a PostgreSQL and a Redis that a fault may break. */
export interface House {
  postgres: PostgresServer;
  redis: RedisServer;
  databaseUrl: string;
  organisationId: number;
  login: string;
  deviceKey: string;
  /** Waits until it is ready. Everything that was started ends with the house. */
  start(wish?: TareWish): Promise<TareProcess>;
  signIn(url: string, origin?: string): Promise<string>;
  look<T>(work: (db: Db) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export const password = 'a password for the faults';

interface Wish {
  events?: number;
  /** Where PostgreSQL keeps its files. */
  folder?: string;
  settings?: Record<string, string>;
}

/** Works with a house of its own. */
export async function inHouse<T>(work: (house: House) => Promise<T>, wish?: Wish): Promise<T> {
  const house = await openHouse(wish);
  return work(house).finally(() => house.remove());
}

export async function openHouse({ events = 1_000, folder, settings }: Wish = {}): Promise<House> {
  const [postgres, redis] = await Promise.all([startPostgres({ folder, settings }), startRedis()]);
  const started: TareProcess[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'tare-outage-'));
  const remove = async () => {
    await Promise.all(started.map((one) => one.stop('SIGKILL')));
    await redis.remove();
    postgres.remove();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const databaseUrl = postgres.database('tare');
    const look = <T>(work: (db: Db) => Promise<T>) => lookInto(databaseUrl, work);
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
    };
    const furnished = await look((db) => furnish(db, events));
    return {
      postgres,
      redis,
      databaseUrl,
      look,
      remove,
      ...furnished,
      async start(wish = {}) {
        const tare = await startTare({ dataDir, ...wish, env: { ...env, ...wish.env } });
        started.push(tare);
        await tare.ready();
        return tare;
      },
      signIn: (url, origin) => signInOver(url, { login: furnished.login, password, origin }),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function lookInto<T>(connectionString: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = postgresOver(createPool({ connection: { connectionString }, size: 2, onError: () => undefined }));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function furnish(db: Db, events: number): Promise<Pick<House, 'organisationId' | 'login' | 'deviceKey'>> {
  await prepareDatabase(db);
  const resources = { database: { db }, clock: systemClock, domain: domainWithoutJobs() } as Resources;
  const { organisationId, login } = await addSimulatedOrganisation(resources, {
    name: 'Caterer',
    events,
    seed: 3,
    password,
    say: () => undefined,
  });
  const device = await db
    .selectFrom('device')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('status', '=', 'A')
    .where('location_id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const deviceKey = await db
    .transaction()
    .execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId: device.id }));
  // As autovacuum would have by the time that people come.
  await sql`analyze`.execute(db);
  return { organisationId, login, deviceKey };
}
