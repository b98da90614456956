import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import { planKept } from './kept-plans';

it('a marked statement is planned once by a connection, a plain one each time, and both find what is asked for', async () => {
  const { db } = await scratchDatabase();
  await db.connection().execute(async (one) => {
    for (const asked of [1, 2]) {
      const marked = await sql<{ n: number }>`${planKept}select ${asked}::int as n, 'marked' as way`.execute(one);
      const plain = await sql<{ n: number }>`select ${asked}::int as n, 'plain' as way`.execute(one);
      expect([marked.rows[0]?.n, plain.rows[0]?.n]).toEqual([asked, asked]);
    }
    const { rows } = await sql<{
      kept: number;
    }>`select count(*)::int as kept from pg_prepared_statements where statement like '% as way'`.execute(one);
    expect(rows).toEqual([{ kept: 1 }]);
  });
});

it('finds the columns as a migration has left them since the plan was made', async () => {
  const { db } = await scratchDatabase();
  await db.connection().execute(async (one) => {
    const read = async () => (await sql<{ size: unknown }>`${planKept}select size from thing`.execute(one)).rows;
    await sql`create table thing (size int)`.execute(one);
    await sql`insert into thing values (7)`.execute(one);
    expect(await read()).toEqual([{ size: 7 }]);
    await sql`alter table thing alter column size type text`.execute(one);
    expect(await read()).toEqual([{ size: '7' }]);
    expect(await read()).toEqual([{ size: '7' }]);
  });
});

it('passes on what the database refuses', async () => {
  const { db } = await scratchDatabase();
  await expect(sql`${planKept}select 1 / ${0}::int`.execute(db)).rejects.toMatchObject({ code: '22012' });
});
