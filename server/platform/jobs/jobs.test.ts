// @databases both
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import type { Database } from '../db/database';
import { createLog } from '../log';
import type { Job, Resources } from '../resources';
import { defineJob, noPayload } from './define-job';
import { createJobs } from './jobs';

const until = (met: () => boolean | Promise<boolean>) => expect.poll(met, { timeout: 15_000, interval: 50 }).toBe(true);

function worker(
  database: Database,
  {
    pollSeconds = 1,
    ...given
  }: Pick<Job, 'name' | 'concurrency' | 'cron'> & { run(): Promise<unknown>; pollSeconds?: number },
) {
  const job = defineJob({
    ...given,
    payload: noPayload,
    run: async () => {
      await given.run();
    },
  });
  const jobs = createJobs({ pool: database.pool, log: createLog('silent'), definitions: [job], pollSeconds });
  return {
    jobs,
    send: () => database.db.transaction().execute((trx) => jobs.send(trx, job)),
    start: async () => {
      await jobs.open();
      await jobs.work({} as Resources);
    },
  };
}

const statesOf = async ({ pool }: Database, name: string) =>
  (await pool.query<{ state: string }>('select state from pgboss.job where name = $1', [name])).rows.map(
    (row) => row.state,
  );

it('a job that a stop cuts off is released and taken by another process', { timeout: 40_000 }, async () => {
  const database = await scratchDatabase();
  const name = 'test.cut-off';
  let begun = 0;
  let ended = 0;
  const slow = worker(database, {
    name,
    run: () => {
      begun += 1;
      return new Promise(() => undefined);
    },
  });
  await slow.start();
  await slow.send();
  await until(() => begun === 1);
  await slow.jobs.pause();
  await slow.jobs.stop(1_000);
  expect(await statesOf(database, name)).toEqual(['retry']);

  const next = worker(database, {
    name,
    run: async () => {
      ended += 1;
    },
  });
  await next.start();
  await until(() => ended === 1);
  await next.jobs.stop(1_000);
  expect(await statesOf(database, name)).toEqual(['completed']);
});

it('a job that ends in time is noted as done, and a pause takes no other', { timeout: 40_000 }, async () => {
  const database = await scratchDatabase();
  const name = 'test.in-time';
  let finish: (value?: unknown) => void = () => undefined;
  let begun = 0;
  const { jobs, start, send } = worker(database, {
    name,
    run: () => {
      begun += 1;
      return new Promise((done) => {
        finish = done;
      });
    },
  });
  await start();
  await send();
  await until(() => begun === 1);
  await jobs.pause();
  await send();
  const stopped = jobs.stop(10_000);
  finish();
  await stopped;
  expect((await statesOf(database, name)).sort()).toEqual(['completed', 'created']);
  expect(begun).toBe(1);
});

it('is not sent by the clock any more where it was so in an earlier release', { timeout: 40_000 }, async () => {
  const database = await scratchDatabase();
  const schedules = async () =>
    (await database.pool.query<{ name: string }>('select name from pgboss.schedule order by name')).rows.map(
      ({ name }) => name,
    );
  const run = () => Promise.resolve();
  const earlier = worker(database, { name: 'test.by-the-clock', cron: '* * * * *', run });
  await earlier.start();
  expect(await schedules()).toEqual(['test.by-the-clock']);
  await earlier.jobs.stop(1_000);
  const now = worker(database, { name: 'test.by-the-clock', run });
  await now.start();
  expect(await schedules()).toEqual([]);
  await now.jobs.stop(1_000);
});

/** A queue that is asked once an hour: whatever is worked sooner was woken. */
const seldom = { pollSeconds: 3_600 };

it(
  'a job is taken at once by the process that enqueued it, and so are those that waited behind it',
  { timeout: 40_000 },
  async () => {
    const database = await scratchDatabase();
    let ended = 0;
    const { jobs, send, start } = worker(database, {
      ...seldom,
      name: 'test.woken',
      run: async () => {
        ended += 1;
      },
    });
    await start();
    await send();
    await until(() => ended === 1);
    await Promise.all(Array.from({ length: 7 }, send));
    await until(() => ended === 8);
    await jobs.stop(1_000);
  },
);

it('a job wakes nobody before its transaction has committed, and not at all where it was taken back', async () => {
  const database = await scratchDatabase();
  const { jobs, start } = worker(database, { ...seldom, name: 'test.taken-back', run: async () => undefined });
  await start();
  const job = { name: 'test.taken-back', payload: noPayload };
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const wakes = () => timers.mock.calls.filter(([, ms]) => ms === 10).length;
  const failing = database.db.transaction().execute(async (trx) => {
    await jobs.send(trx, job);
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(wakes()).toBe(0);
  await database.db.transaction().execute(async (trx) => {
    await jobs.send(trx, job);
    expect(wakes()).toBe(0);
  });
  expect(wakes()).toBe(1);
  timers.mockRestore();
  await jobs.stop(1_000);
});

it(
  'several of a kind are worked at once, within the bound; on the only connection sequentially',
  { timeout: 40_000 },
  async () => {
    const database = await scratchDatabase();
    const bound = database.kind === 'embedded' ? 1 : 3;
    const finish: (() => void)[] = [];
    let running = 0;
    let most = 0;
    let ended = 0;
    const { jobs, send, start } = worker(database, {
      ...seldom,
      name: 'test.at-once',
      concurrency: 3,
      run: async () => {
        most = Math.max(most, (running += 1));
        await new Promise<void>((done) => {
          finish.push(done);
        });
        running -= 1;
        ended += 1;
      },
    });
    await start();
    await Promise.all(Array.from({ length: 7 }, send));
    await until(() => running === bound);
    await until(() => {
      finish.shift()?.();
      return ended === 7;
    });
    expect(most).toBe(bound);
    await jobs.stop(1_000);
  },
);

it('a payload is what its schema says: to the compiler, and in the queue', async () => {
  const database = await scratchDatabase();
  const seen: number[] = [];
  const job = defineJob({
    name: 'test.typed',
    payload: z.object({ siteId: z.int() }),
    run: async ({ siteId }) => {
      seen.push(siteId);
    },
  });
  const jobs = createJobs({ pool: database.pool, log: createLog('silent'), definitions: [job] });
  await jobs.open();
  const resources = {} as Resources;
  await database.db.transaction().execute((trx) => jobs.send(trx, job, { siteId: 7 }));
  await jobs.runWaiting(resources);
  expect(seen).toEqual([7]);
  await database.db.transaction().execute(async (trx) => {
    // @ts-expect-error -- a name is no id
    await jobs.send(trx, job, { siteId: 'seven' });
    // @ts-expect-error -- nothing is no id
    await jobs.send(trx, job);
  });
  await expect(jobs.runWaiting(resources)).rejects.toThrow('siteId');
  expect(seen).toEqual([7]);
  await database.pool.query(`delete from pgboss.job where name = 'test.typed'`);
  await jobs.stop(1_000);
});
