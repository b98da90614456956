import { expect, it } from 'vitest';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import type { Database } from '../db/database';
import { createLog } from '../log';
import type { JobDefinition, Resources } from '../resources';
import { createJobs } from './jobs';

const until = (met: () => boolean | Promise<boolean>) => expect.poll(met, { timeout: 15_000, interval: 50 }).toBe(true);

function worker(database: Database, { name, run }: Pick<JobDefinition, 'name' | 'run'>) {
  const jobs = createJobs({ pool: database.pool, log: createLog('silent'), definitions: [{ name, run }] });
  return { jobs, start: async () => { await jobs.open(); await jobs.work({} as Resources); } };
}

const statesOf = async ({ pool }: Database, name: string) => (await pool.query<{ state: string }>('select state from pgboss.job where name = $1', [name])).rows.map((row) => row.state);

it('a job that a stop cuts off is given back and taken by another process', { timeout: 40_000 }, async () => {
  const database = await scratchDatabase();
  const name = 'test.cut-off';
  let begun = 0;
  let ended = 0;
  const slow = worker(database, { name, run: () => { begun += 1; return new Promise(() => undefined); } });
  await slow.start();
  await database.db.transaction().execute((trx) => slow.jobs.send(trx, name));
  await until(() => begun === 1);
  await slow.jobs.pause();
  await slow.jobs.stop(1_000);
  expect(await statesOf(database, name)).toEqual(['retry']);

  const next = worker(database, { name, run: async () => { ended += 1; } });
  await next.start();
  await until(() => ended === 1);
  await next.jobs.stop(1_000);
  expect(await statesOf(database, name)).toEqual(['completed']);
});

it('a job that ends in time is noted as done, and a pause takes no other', { timeout: 40_000 }, async () => {
  const database = await scratchDatabase();
  const name = 'test.in-time';
  let finish: () => void = () => undefined;
  let begun = 0;
  const { jobs, start } = worker(database, { name, run: () => { begun += 1; return new Promise((done) => { finish = done; }); } });
  await start();
  const send = () => database.db.transaction().execute((trx) => jobs.send(trx, name));
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
