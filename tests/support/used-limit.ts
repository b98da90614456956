import { createRateLimits, type Limit } from '../../server/platform/http/rate-limits';
import type { TestApp } from './test-app';

/** Uses up what a limit leaves to whoever comes from an address. */
export async function useUp(
  {
    resources: {
      config,
      database: { pool },
    },
    redis,
  }: TestApp,
  limit: Limit,
  address: string,
): Promise<void> {
  const limits = createRateLimits({ config, pool, redis });
  for (let taken = 0; taken < limit.points; taken += 1) await limits.take(limit, address);
}
