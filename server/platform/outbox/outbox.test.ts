// @databases both
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import type { Database } from '../db/database';
import { createLog } from '../log';
import type { Channel, ChannelHandle, ChannelSettings, Outbox, OutboxItem, Resources } from '../resources';
import { defineChannel } from './define-channel';
import { createOutbox } from './outbox';

const call = z.object({ url: z.string(), n: z.int() });
type Call = z.infer<typeof call>;
type Deliver = (item: OutboxItem<Call>, signal: AbortSignal) => Promise<void>;

let database: Database;
let now: Date;
let made = 0;
const clock = { now: () => now };
const resources = { config: {}, clock } as Resources;
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  database = await scratchDatabase();
});
beforeEach(() => {
  now = new Date('2026-03-18T12:00:00Z');
});

interface House {
  channel: Channel & ChannelHandle<Call>;
  /** A process that delivers; several share the database. */
  node(deliver: Deliver): Outbox;
  /** One that only posts. */
  outbox: Outbox;
  post(url: string, n?: number): Promise<boolean>;
  rows(): Promise<{ state: string; attempts: number; next_try_at: Date; last_error: string | null }[]>;
}

/** A second channel beside mail. */
function house(settings: Partial<ChannelSettings> = {}): House {
  const name = `test.call-${(made += 1)}`;
  const channelOf = (deliver: Deliver) =>
    defineChannel({
      name,
      payload: call,
      targetOf: ({ url }) => url,
      maxAttempts: 3,
      backOffMs: (attempts) => 1_000 * 2 ** attempts,
      concurrency: 4,
      perTarget: 2,
      timeoutMs: 5_000,
      ...settings,
      deliver: (item, { signal }) => deliver(item, signal),
    });
  const node = (deliver: Deliver) =>
    createOutbox({ database, log: createLog('silent'), channels: [channelOf(deliver)], checks: [] });
  const channel = channelOf(async () => undefined);
  const outbox = node(async () => undefined);
  return {
    channel,
    node,
    outbox,
    post: (url, n = 1) =>
      database.db
        .transaction()
        .execute((trx) => outbox.post(trx, channel, { key: `${url}/${n}`, payload: { url, n }, now })),
    rows: () =>
      database.db
        .selectFrom('outbox')
        .select(['state', 'attempts', 'next_try_at', 'last_error'])
        .where('channel', '=', name)
        .orderBy('key')
        .execute(),
  };
}

const until = (met: () => boolean) => expect.poll(met, { timeout: 10_000, interval: 20 }).toBe(true);
const never = () => new Promise<void>(() => undefined);
const refuse = () => Promise.reject(new Error('receiver is down'));

describe('an item', () => {
  it('is tried again after a growing rest, parked after its last try and put back by a person, always under one id', async () => {
    const { node, post, rows } = house();
    const ids: string[] = [];
    let down = true;
    const outbox = node(async ({ id }) => {
      ids.push(id);
      if (down) await refuse();
    });
    await post('https://a.test');
    for (const rest of [2_000, 4_000]) {
      expect(await outbox.runDue(resources)).toBe(1);
      expect(await rows()).toMatchObject([
        { state: 'waiting', last_error: 'receiver is down', next_try_at: new Date(now.getTime() + rest) },
      ]);
      expect(await outbox.runDue(resources)).toBe(0);
      pass(rest);
    }
    expect(await outbox.runDue(resources)).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'parked', attempts: 3 }]);
    pass(86_400_000);
    expect(await outbox.runDue(resources)).toBe(0);

    // The newest come first, and other tests of this worker's database park what fails at later instants.
    const parked = (await outbox.listParked(100_000)).find(({ id }) => id === ids[0]);
    expect(parked).toMatchObject({ tries: 3, reason: 'receiver is down' });
    down = false;
    const retry = () => database.db.transaction().execute((trx) => outbox.retryParked(trx, ids[0] ?? '', now));
    expect([await retry(), await retry()]).toEqual([parked?.name.replace('outbox.', ''), undefined]);
    expect(await outbox.runDue(resources)).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'sent', last_error: null }]);
    expect([ids.length, new Set(ids).size]).toEqual([4, 1]);
  });

  it('is one, however often its key is posted, and none where its transaction is taken back', async () => {
    const { channel, node, outbox, post, rows } = house();
    expect([await post('https://a.test'), await post('https://a.test'), await post('https://a.test', 2)]).toEqual([
      true,
      false,
      true,
    ]);
    const failing = database.db.transaction().execute(async (trx) => {
      await outbox.post(trx, channel, { key: 'taken back', payload: { url: 'https://b.test', n: 3 }, now });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    const seen: number[] = [];
    await node(async ({ payload }) => {
      seen.push(payload.n);
    }).runDue(resources);
    expect([seen.sort(), (await rows()).length]).toEqual([[1, 2], 2]);
  });

  it('waits while its channel is closed, and is not tried any more once it is old news', async () => {
    const open = { value: false };
    const { channel, node, outbox, rows } = house({ isOpen: () => open.value });
    const news = { ...channel, expiresAfterMs: 1_000 };
    const seen: number[] = [];
    const post = (n: number) =>
      database.db
        .transaction()
        .execute((trx) => outbox.post(trx, news, { key: String(n), payload: { url: 'https://a.test', n }, now }));
    await post(1);
    pass(1_000);
    await post(2);
    const other = node(async ({ payload }) => {
      seen.push(payload.n);
    });
    expect(await other.runDue(resources)).toBe(0);
    open.value = true;
    expect(await other.runDue(resources)).toBe(1);
    expect(seen).toEqual([2]);
    expect((await rows()).map(({ state }) => state)).toEqual(['waiting', 'sent']);
  });
});

describe('a process', () => {
  it('begins at the commit, without waiting for its next look', async () => {
    const { channel, node } = house();
    const seen: number[] = [];
    const outbox = node(async ({ payload }) => {
      seen.push(payload.n);
    });
    outbox.work(resources);
    // Its first look has found nothing by then.
    await database.db.selectFrom('outbox').select('id').limit(1).execute();
    await database.db
      .transaction()
      .execute((trx) => outbox.post(trx, channel, { key: '7', payload: { url: 'https://a.test', n: 7 }, now }));
    await until(() => seen.length === 1);
    await outbox.stop(1_000);
  });

  it('is held up by a slow target with as many deliveries as that may have, and no other waits for it', async () => {
    const { channel, node, post } = house();
    // More than one claim looks at, and all of them due before the others.
    await database.pool.query(
      `insert into outbox (channel, key, target, payload, next_try_at, created_at)
       select $1, 'slow/' || n, 'https://slow.test', '{"url": "https://slow.test", "n": 1}', $2, $2 from generate_series(1, 1100) n`,
      [channel.name, new Date(now.getTime() - 60_000)],
    );
    for (let n = 0; n < 6; n += 1) await post('https://quick.test', n);
    let slow = 0;
    let quick = 0;
    const outbox = node(async ({ target }) => {
      if (target === 'https://quick.test') {
        quick += 1;
        return;
      }
      slow += 1;
      await never();
    });
    outbox.work(resources);
    await until(() => quick === 6);
    expect(slow).toBe(2);
    await outbox.stop(0);
  });

  it('that was killed loses what it had to another after the lease, not before', async () => {
    const { node, post, rows } = house();
    await post('https://a.test');
    const ids: string[] = [];
    const killed = node(async ({ id }) => {
      ids.push(id);
      await never();
    });
    killed.work(resources);
    await until(() => ids.length === 1);
    const other = node(async ({ id }) => {
      ids.push(id);
    });
    expect(await other.runDue(resources)).toBe(0);
    pass(40_000);
    expect(await other.runDue(resources)).toBe(1);
    expect(ids[0]).toBe(ids[1]);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    await killed.stop(0);
  });

  it('that stops gives back what takes too long, and another takes it at once', async () => {
    const { node, post } = house();
    await post('https://a.test');
    let begun = 0;
    const aborted: boolean[] = [];
    const stopping = node(async (_item, signal) => {
      begun += 1;
      signal.addEventListener('abort', () => aborted.push(true));
      await never();
    });
    stopping.work(resources);
    await until(() => begun === 1);
    await stopping.stop(0);
    expect(aborted).toEqual([true]);
    expect(await node(async () => undefined).runDue(resources)).toBe(1);
  });

  it('waits for no try longer than it may take', async () => {
    const { node, post, rows } = house({ timeoutMs: 20 });
    await post('https://a.test');
    expect(await node(never).runDue(resources)).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'waiting', last_error: 'no answer within 0.02 s' }]);
  });

  it('does not touch an item again that ended every process that tried it', async () => {
    const { node, post, rows } = house();
    await post('https://a.test');
    await database.db
      .updateTable('outbox')
      .set({ attempts: 3 })
      .where('key', '=', 'https://a.test/1')
      .where('state', '=', 'waiting')
      .execute();
    let tried = 0;
    await node(async () => {
      tried += 1;
    }).runDue(resources);
    expect([tried, (await rows()).map(({ state }) => state)]).toEqual([0, ['parked']]);
  });
});
