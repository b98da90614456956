import { PostgresDialect, type Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { KyselyWithHints } from './after-commit';
import { keepPlans } from './kept-plans';
import { PoolWithLimit } from './pool';
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
  /** Somebody waits for an answer: nobody stands in a stuck queue, and no statement runs on after its asker went away. */
  forRequests?: boolean;
}

const stuckMs = 800;
/** Of a statement for which somebody waits, in milliseconds; longer ones are cancelled and answered 503. */
export const statementLimits = { request: 5_000, bulk: 25_000 };
const requestLimits = { statement_timeout: statementLimits.request, idle_in_transaction_session_timeout: 60_000 };

/** A pool whose connections may die without taking the process along: idle ones (node-postgres #1324), and lent ones between two statements of a transaction. */
export function createPool({ connection, size, onError, forRequests = false }: PoolOptions): pg.Pool {
  const options: pg.PoolConfig = {
    ...connection,
    max: size,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 0,
    keepAlive: true,
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  };
  const pool = forRequests ? new PoolWithLimit({ ...options, ...requestLimits }, stuckMs) : new pg.Pool(options);
  pool.on('error', onError);
  // Whoever borrowed it learns of the end from the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('connect', keepPlans);
  return pool;
}

/** PostgreSQL, as the rest of the server takes a database. */
export function postgresOver(pool: pg.Pool): Database {
  return { kind: 'postgres', db: kyselyOver(pool), pool, close: () => pool.end() };
}

export function kyselyOver(pool: pg.Pool): Db {
  return new KyselyWithHints({ dialect: new PostgresDialect({ pool }) });
}
