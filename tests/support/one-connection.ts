import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../server/platform/db/database';

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
    if (inTransaction.getStore()) throw new Error('a second connection within a transaction: whoever has one connection alone waits for themselves');
    return connect(...given);
  }) as typeof pool.connect;
  return database;
}
