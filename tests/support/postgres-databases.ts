import pg from 'pg';
import { createPool, postgresOver, type Database } from '../../server/platform/db/database';
import { migrateFresh, schemaKey } from './schema-key';

/** Any fixed number: whoever makes or drops databases of tests waits for the others. */
const makingDatabases = 7_274_002;
const templateDays = 7;
let made = 0;

const serverUrl = () => process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

type Ask = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

async function onServer<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  return work(
    async (statement, values) => (await client.query<Record<string, unknown>>(statement, values)).rows,
  ).finally(() => client.end());
}

export const urlOfDatabase = (name: string) => Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).href;

/**
 * No test looks at what a server that crashes would have lost; the faults, which do, open their own. Starting parallel workers takes eight times as
 * long as reading the few rows of a test.
 */
function hurried(name: string): string {
  const url = new URL(urlOfDatabase(name));
  url.searchParams.set('options', '-c synchronous_commit=off -c max_parallel_workers_per_gather=0 -c jit=off');
  return url.href;
}

export const openPostgres = (name: string, onError: (error: Error) => void): Database =>
  postgresOver(createPool({ connection: { connectionString: hurried(name) }, size: 5, onError }));

/** A database that nothing else uses, empty or with the migrated schema. @returns its name */
export async function makeDatabase(content: 'empty' | 'schema'): Promise<string> {
  const name = `tare_run_${process.pid}_${process.env.VITEST_POOL_ID ?? '0'}_${(made += 1)}`;
  await onServer(async (ask) => {
    await ask('select pg_advisory_lock($1)', [makingDatabases]);
    await dropLeftOver(ask);
    const template = content === 'schema' ? await schemaTemplate(ask) : 'template1';
    // Of a worker of this process that is over, where each file has one of its own.
    await ask(`drop database if exists ${name} with (force)`);
    await ask(`create database ${name} template ${template}`);
  });
  return name;
}

export const dropDatabase = (name: string) => onServer((ask) => ask(`drop database if exists ${name} with (force)`));

/** The migrated schema as a database to clone, made once for each state of the migrations and kept for later runs. */
async function schemaTemplate(ask: Ask): Promise<string> {
  const template = `tare_template_${schemaKey()}`;
  const there = await ask('select 1 from pg_database where datname = $1', [template]);
  if (there.length > 0) return template;
  const unfinished = `${template}_unfinished`;
  await ask(`drop database if exists ${unfinished} with (force)`);
  await ask(`create database ${unfinished} template template1`);
  const database = openPostgres(unfinished, () => undefined);
  await migrateFresh(database).finally(() => database.close());
  await ask(`comment on database ${unfinished} is '${new Date().toISOString()}'`);
  await ask(`alter database ${unfinished} rename to ${template}`);
  return template;
}

/** What runs that were killed left behind, and templates of schemas of the past. */
async function dropLeftOver(ask: Ask): Promise<void> {
  const ofRuns = await ask(`select datname as name from pg_database where datname ~ '^tare_run_[0-9]+_'`);
  const old = await ask(
    `select datname as name from pg_database where datname ~ '^tare_template_[0-9a-f]+$' and datname <> $1
       and shobj_description(oid, 'pg_database')::timestamptz < now() - make_interval(days => $2)`,
    [`tare_template_${schemaKey()}`, templateDays],
  );
  const names = [
    ...ofRuns.map(({ name }) => String(name)).filter((name) => !isRunning(Number(name.split('_')[2]))),
    ...old.map(({ name }) => String(name)),
  ];
  for (const name of names) await ask(`drop database if exists ${name} with (force)`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
