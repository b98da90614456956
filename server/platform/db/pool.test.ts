import { EventEmitter } from 'node:events';
import type { PoolClient, PoolConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PoolWithLimit } from './pool';

class FakeClient extends EventEmitter {
  _queryable = true;
  connect(done: (error?: Error) => void) {
    done();
  }
  end(done?: () => void) {
    done?.();
  }
}

const stuckMs = 300;
const pool = () =>
  new PoolWithLimit({ max: 1, connectionTimeoutMillis: 5_000, Client: FakeClient } as unknown as PoolConfig, stuckMs);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a queue for a connection', () => {
  it('is left when nothing moves in it, and the connection is not lost by that', async () => {
    const one = pool();
    const held = await one.connect();
    let outcome = 'waits';
    one.connect().catch((error: Error) => {
      outcome = error.message;
    });
    await vi.advanceTimersByTimeAsync(stuckMs - 1);
    expect(outcome).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toMatch(/timeout exceeded when trying to connect/);
    held.release();
    await vi.advanceTimersByTimeAsync(0);
    (await one.connect()).release();
    expect(one.idleCount).toBe(1);
  });

  it('is waited in for much longer while it moves', async () => {
    const one = pool();
    let served = 0;
    const use = (client: PoolClient) =>
      // eslint-disable-next-line tare/no-wall-clock -- these timers are fake
      setTimeout(() => {
        client.release();
        served += 1;
      }, stuckMs / 2);
    const all = Promise.all(Array.from({ length: 6 }, () => one.connect().then(use)));
    await vi.advanceTimersByTimeAsync(3 * stuckMs);
    await all;
    expect(served).toBe(6);
  });

  it('tells who asks with a callback the same', async () => {
    const one = pool();
    const held = await one.connect();
    const refused = new Promise<Error | undefined>((done) => {
      one.connect((error) => done(error));
    });
    await vi.advanceTimersByTimeAsync(stuckMs);
    expect((await refused)?.message).toMatch(/no connection came free/);
    held.release();
  });
});
