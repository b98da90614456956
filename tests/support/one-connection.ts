import { AsyncLocalStorage } from 'node:async_hooks';
import type { Express } from 'express';
import { sql } from 'kysely';
import type { Database, Db } from '../../server/platform/db/database';

const inTransaction = new AsyncLocalStorage<true>();

/**
 * The same database, which lends whoever is in a transaction no connection beside that of the transaction: the embedded database has one alone,
 * where they would wait for themselves. So whatever runs on PostgreSQL in a test is seen to need no second one.
 */
export function oneConnectionEach(database: Database): Database {
  const { db, pool } = database;
  const begin = db.transaction.bind(db);
  db.transaction = () => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => execute((trx) => inTransaction.run(true, () => work(trx)));
    return builder;
  };
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  pool.connect = ((...given: unknown[]) => {
    if (inTransaction.getStore())
      throw new Error(
        'a second connection within a transaction: whoever has one connection alone waits for themselves',
      );
    return connect(...given);
  }) as typeof pool.connect;
  return database;
}

/** The same application, each of whose requests begins outside of a transaction: a test may hold one open while it asks. */
export function asIfFromOutside(app: Express): Express {
  const handler = app as Express & { handle(...given: unknown[]): unknown };
  const handle = handler.handle.bind(app);
  handler.handle = (...given) => inTransaction.exit(() => handle(...given));
  return app;
}

/** Work of a test that asks on a connection of its own while it holds a transaction open, which only PostgreSQL bears. */
export const besideTransaction = <T>(work: () => Promise<T>): Promise<T> => inTransaction.exit(work);

/** Until somebody waits for what a transaction of this test holds. */
export const somebodyWaits = (db: Db): Promise<void> =>
  besideTransaction(async () => {
    for (let waiting = 0; waiting === 0;) {
      const { rows } = await sql<{
        waiting: number;
      }>`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      );
      waiting = rows[0]?.waiting ?? 0;
    }
  });
