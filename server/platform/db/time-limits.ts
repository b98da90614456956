import { sql } from 'kysely';
import { statementLimits, type Db, type Trx } from './database';

/** For the rest of the transaction: an import, or another change of many rows. */
export async function allowBulk(trx: Trx): Promise<void> {
  await sql.raw(`set local statement_timeout = ${statementLimits.bulk}`).execute(trx);
}

/** For a slice of an export. */
export function readInBulk<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await allowBulk(trx);
      return work(trx);
    });
}
