import { startPostgres, type PostgresServer } from '../../tests/support/counterparts/postgres-server';
import { startRedis, type RedisServer } from '../../tests/support/counterparts/redis-server';
import { startTare, type TareProcess, type TareWish } from '../../tests/support/counterparts/tare-process';
import { findOrInstallChromium } from '../test/chromium.mjs';

/** @throws Error that says what to do when there is none */
export function chromiumPath(): string {
  const chromium = findOrInstallChromium();
  if ('missing' in chromium) throw new Error(chromium.missing);
  return chromium.path;
}

export const secret = 'a secret of the benchmark, long enough';

export interface Counterparts {
  postgres: PostgresServer;
  redis: RedisServer;
  databaseUrl: string;
  /** As in production, with nothing but an address without TLS. */
  tare(wish?: TareWish): Promise<TareProcess>;
}

/** A PostgreSQL and a Redis of the benchmark's own, and what was started on them; all of it goes afterwards. */
export async function withCounterparts<T>(work: (counterparts: Counterparts) => Promise<T>): Promise<T> {
  const postgres = await startPostgres();
  const redis = await startRedis();
  const started: TareProcess[] = [];
  try {
    const databaseUrl = postgres.database('tare');
    return await work({
      postgres,
      redis,
      databaseUrl,
      async tare({ env = {}, ...wish } = {}) {
        const tare = await startTare({
          ...wish,
          env: {
            NODE_ENV: 'production',
            SESSION_SECRET: secret,
            DATABASE_URL: databaseUrl,
            REDIS_URL: redis.url,
            ...env,
          },
        });
        started.push(tare);
        await tare.ready();
        return tare;
      },
    });
  } finally {
    await Promise.all(started.map((tare) => tare.stop()));
    await redis.remove();
    postgres.remove();
  }
}
