import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema';

export type Db = Kysely<Schema>;
/** An open transaction. A function that takes one must be called inside somebody's use case. */
export type Trx = Transaction<Schema>;

export interface Database {
  kind: 'embedded' | 'postgres';
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

const int8 = 20;
const numeric = 1700;
const date = 1082;

// Ids and counts stay far below 2^53; amounts are summed in SQL and only shown from here.
const parsers = new Map<number, (text: string) => unknown>([
  [int8, Number],
  [numeric, Number],
  [date, (text) => text],
]);

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const own = format === 'binary' ? undefined : parsers.get(oid);
  return own ?? (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown);
}

interface PoolOptions {
  connection: { connectionString: string } | { host: string; port: number; user: string; database: string };
  size: number;
  onError: (error: Error) => void;
}

/** A pool whose idle connections may die without taking the process along (node-postgres #1324). */
export function createPool({ connection, size, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 0,
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  });
  pool.on('error', onError);
  return pool;
}

export function kyselyOver(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
