import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseApart } from '../../../tests/support/scratch-database';
import type { Database } from './database';
import { aloneOn, migrate, NewerSchema, statementsOf, type Migration } from './migrate';

const tables: Migration = {
  name: 'test/0001_tables',
  text: 'create table big (id bigint primary key, kind text);\ninsert into big select n from generate_series(1, 100) n;',
};
const index: Migration = {
  name: 'test/0002_index',
  apart: true,
  text: '-- Bears to run again.\ndrop index concurrently if exists big_kind;\ncreate index concurrently big_kind on big (kind);\n',
};
const broken: Migration = {
  name: 'test/0002_broken',
  text: 'create table half (id bigint);\ninsert into nowhere values (1);',
};

// The embedded database has one connection, so nobody is there to wait for.
const onPostgres = process.env.TARE_TEST_DB === 'postgres';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await databaseApart());
});
afterAll(() => drop());

const run = (list: Migration[]) => aloneOn(database.db, (connection) => migrate(connection, list));
const names = async () =>
  (await sql<{ name: string }>`select name from schema_migration order by name`.execute(database.db)).rows.map(
    (row) => row.name,
  );

describe('migrations', () => {
  it('run once, in their order', async () => {
    expect(await run([tables])).toEqual([tables.name]);
    expect(await run([tables])).toEqual([]);
  });

  it('leave nothing of one that fails, and let go of the lock', async () => {
    await expect(run([tables, broken])).rejects.toThrow('nowhere');
    expect(await names()).toEqual([tables.name]);
    expect(
      (await sql<{ there: string | null }>`select to_regclass('half') as there`.execute(database.db)).rows,
    ).toEqual([{ there: null }]);
  });

  it('make an index while others write, each statement by itself', async () => {
    expect(statementsOf(index.text)).toEqual([
      'drop index concurrently if exists big_kind',
      'create index concurrently big_kind on big (kind)',
    ]);
    const half = { ...index, text: `${index.text}insert into nowhere values (1);` };
    await expect(run([tables, half])).rejects.toThrow('nowhere');
    expect(await run([tables, index])).toEqual([index.name]);
    const { rows } = await sql<{
      valid: boolean;
    }>`select indisvalid as valid from pg_index where indexrelid = 'big_kind'::regclass`.execute(database.db);
    expect(rows).toEqual([{ valid: true }]);
  });

  it('refuse a database of a newer build before anything is changed', async () => {
    const later: Migration = { name: 'test/0000_later', text: 'create table later (id bigint);' };
    await expect(run([later, tables])).rejects.toThrow(NewerSchema);
    await expect(run([later, tables])).rejects.toThrow('test/0002_index');
    expect(
      (await sql<{ there: string | null }>`select to_regclass('later') as there`.execute(database.db)).rows,
    ).toEqual([{ there: null }]);
  });

  it.runIf(onPostgres)('run on one node at a time', async () => {
    const order: string[] = [];
    const work = (name: string) =>
      aloneOn(database.db, async () => {
        order.push(`${name} begins`);
        for (let asked = 0; asked < 20; asked += 1) await database.pool.query('select 1');
        order.push(`${name} ends`);
      });
    await Promise.all([work('one'), work('two')]);
    expect(order.map((line) => line.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it.runIf(onPostgres)('wait for a table in short steps, so that nobody queues behind them', async () => {
    const holder = await database.pool.connect();
    await holder.query('begin; lock table big in access share mode');
    const altered: Migration = { name: 'test/0003_column', text: 'alter table big add column noted text;' };
    const altering = run([tables, index, altered]);
    const waits: number[] = [];
    /* eslint-disable tare/no-wall-clock -- PostgreSQL's queue for a lock has no other clock, and a second is many times the longest step */
    for (let asked = 0; asked < 8; asked += 1) {
      const started = performance.now();
      await database.pool.query('select count(*) from big');
      waits.push(performance.now() - started);
      await new Promise((later) => setTimeout(later, 100));
    }
    /* eslint-enable tare/no-wall-clock */
    await holder.query('commit');
    holder.release();
    expect(await altering).toEqual([altered.name]);
    expect(Math.max(...waits)).toBeLessThan(1_000);
  });
});
