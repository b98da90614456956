import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Config } from '../../config';
import { networkOf } from '../address';
import type { Redis } from '../db/redis';
import { fail } from '../errors';

export interface Limit {
  /** Names the limit in the store. */
  name: string;
  points: number;
  seconds: number;
}

export interface RateLimits {
  /**
   * A key that counts by an address begins with it; all of an IPv6 network are one.
   * @throws Failure 429 with the seconds to wait when the key has used up its points.
   */
  take(limit: Limit, key: string): Promise<void>;
}

interface RateLimitOptions {
  config: Config;
  pool: pg.Pool;
  redis: Redis | undefined;
}

/** Counts in a store that every node shares, so that a second node is not a second chance. */
export function createRateLimits({ config, pool, redis }: RateLimitOptions): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>();

  function limiterOf(limit: Limit): RateLimiterAbstract {
    const known = limiters.get(limit.name);
    if (known) return known;
    const shape = { keyPrefix: `tare:limit:${limit.name}`, points: limit.points, duration: limit.seconds };
    const made = redis
      ? new RateLimiterRedis({ ...shape, storeClient: redis, useRedisPackage: true })
      : new RateLimiterPostgres({
          ...shape,
          storeClient: pool,
          storeType: 'pool',
          tableName: 'rate_limit',
          tableCreated: true,
        });
    limiters.set(limit.name, made);
    return made;
  }

  return {
    async take(limit, key) {
      if (!config.rateLimits) return;
      try {
        await limiterOf(limit).consume(key.replace(/^[\da-f:.]+(?= |$)/i, networkOf));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw fail.tooMany('errors.tooMany', { params: { seconds: Math.ceil(refused.msBeforeNext / 1000) } });
      }
    },
  };
}
