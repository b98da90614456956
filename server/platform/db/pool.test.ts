import { EventEmitter } from 'node:events';
import type { PoolClient, PoolConfig } from 'pg';
import { describe, expect, it } from 'vitest';
import { PoolWithLimit } from './pool';

class FakeClient extends EventEmitter {
  _queryable = true;
  connect(done: (error?: Error) => void) { done(); }
  end(done?: () => void) { done?.(); }
}

const later = (ms: number) => new Promise((done) => setTimeout(done, ms));
const pool = () => new PoolWithLimit({ max: 1, connectionTimeoutMillis: 5_000, Client: FakeClient } as unknown as PoolConfig, 300);

describe('a queue for a connection', () => {
  it('is left when nothing moves in it, and the connection is not lost by that', async () => {
    const one = pool();
    const held = await one.connect();
    const started = performance.now();
    await expect(one.connect()).rejects.toThrow(/timeout exceeded when trying to connect/);
    expect(performance.now() - started).toBeLessThan(700);
    held.release();
    await later(20);
    (await one.connect()).release();
    expect(one.idleCount).toBe(1);
  });

  it('is waited in for much longer while it moves', async () => {
    const one = pool();
    const waits: number[] = [];
    const started = performance.now();
    const use = async (client: PoolClient) => {
      await later(150);
      client.release();
      waits.push(performance.now() - started);
    };
    await Promise.all(Array.from({ length: 6 }, () => one.connect().then(use)));
    expect(waits).toHaveLength(6);
    expect(Math.max(...waits)).toBeGreaterThan(800);
  });

  it('tells who asks with a callback the same', async () => {
    const one = pool();
    const held = await one.connect();
    const error = await new Promise<Error | undefined>((done) => { one.connect((refused) => done(refused)); });
    expect(error?.message).toMatch(/no connection came free/);
    held.release();
  });
});
