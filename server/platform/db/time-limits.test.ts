import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import { asFailure } from '../http/error-handler';
import { createPool, kyselyOver, type Db, type Trx } from './database';
import { allowBulk, readInBulk } from './time-limits';

const limitOf = async (db: Db | Trx) =>
  (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)).rows[0]?.limit;

// The embedded database cancels nothing; its queries are bounded instead.
describe.runIf(process.env.TARE_TEST_DB === 'postgres')('a statement for which somebody waits', () => {
  it('has little time, in exports and imports more, and afterwards little again', async () => {
    const { connectionString = '' } = (await scratchDatabase()).pool.options;
    const pool = createPool({ connection: { connectionString }, size: 1, onError: () => undefined, forRequests: true });
    const db = kyselyOver(pool);
    expect(await limitOf(db)).toBe('5s');
    expect(await readInBulk(db, limitOf)).toBe('25s');
    await db.transaction().execute(async (trx) => {
      expect(await limitOf(trx)).toBe('5s');
      await allowBulk(trx);
      expect(await limitOf(trx)).toBe('25s');
    });
    expect(await limitOf(db)).toBe('5s');
    await pool.end();
  });

  it('is answered 503 when it is cancelled', async () => {
    const { db } = await scratchDatabase();
    const cancelled = await db
      .transaction()
      .execute(async (trx) => {
        await sql`set local statement_timeout = 5`.execute(trx);
        await sql`select pg_sleep(10)`.execute(trx);
      })
      .catch((error: unknown) => error);
    expect(cancelled).toMatchObject({ code: '57014' });
    expect(asFailure(cancelled)).toMatchObject({ status: 503, code: 'errors.unavailable' });
  });
});
