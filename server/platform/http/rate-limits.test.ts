import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { createRateLimits, type RateLimits } from './rate-limits';

let app: TestApp;
let limits: RateLimits;

beforeAll(async () => {
  app = await testApp();
  limits = createRateLimits({ config: app.resources.config, pool: app.resources.database.pool, redis: app.redis });
});

/** @returns which of the keys, in turn, were refused */
async function refused(keys: readonly string[]): Promise<string[]> {
  const limit = { name: `test-${randomUUID()}`, points: 3, seconds: 600 };
  const over: string[] = [];
  for (const key of keys) await limits.take(limit, key).catch(() => over.push(key));
  return over;
}

it('forty addresses of one IPv6 network share a limit, with and without an account, and the next network has its own', async () => {
  const addresses = Array.from({ length: 40 }, (_, at) => `2001:db8:0:1:${at}::1`);
  expect(await refused([...addresses, '2001:db8:0:2::1'])).toEqual(addresses.slice(3));
  const named = addresses.map((address) => `${address} kim@tare.test`);
  expect(await refused([...named, '2001:db8:0:1::1 lee@tare.test'])).toEqual(named.slice(3));
});

it('of IPv4 each address has its own', async () => {
  expect(await refused(Array.from({ length: 5 }, (_, at) => `203.0.113.${at}`))).toEqual([]);
  expect(await refused(Array.from({ length: 4 }, () => '203.0.113.7'))).toEqual(['203.0.113.7']);
});
