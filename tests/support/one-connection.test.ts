import express from 'express';
import { sql } from 'kysely';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../server/platform/db/database';
import { openInMemory } from './embedded-databases';
import { asIfFromOutside, oneConnectionEach } from './one-connection';

let database: Database;
beforeAll(async () => {
  database = oneConnectionEach(await openInMemory('empty', () => undefined));
});
afterAll(() => database.close());

const one = sql<{ n: number }>`select 1 as n`;

it('lends a connection to everybody who is in no transaction', async () => {
  const { db } = database;
  expect(
    (await Promise.all([one.execute(db), one.execute(db), db.transaction().execute((trx) => one.execute(trx))])).map(
      ({ rows }) => rows,
    ),
  ).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
});

it('lends no second one within a transaction, nor to what was called there', async () => {
  const { db } = database;
  await expect(db.transaction().execute(async () => one.execute(db))).rejects.toThrow(
    'a second connection within a transaction',
  );
  await expect(
    db.transaction().execute(async () => {
      await Promise.resolve();
      return db.transaction().execute((inner) => one.execute(inner));
    }),
  ).rejects.toThrow('a second connection within a transaction');
  expect((await one.execute(db)).rows).toEqual([{ n: 1 }]);
});

it('knows a request from what holds a transaction open while it asks', async () => {
  const { db } = database;
  const app = asIfFromOutside(
    express().get('/', (_request, response) => {
      void one.execute(db).then(
        ({ rows: [row] }) => response.json(row),
        (error: Error) => response.status(500).send(error.message),
      );
    }),
  );
  const answer = await db.transaction().execute(async () => {
    const asked = supertest(app)
      .get('/')
      .then(({ body }) => body as unknown);
    return () => asked;
  });
  expect(await answer()).toEqual({ n: 1 });
});
