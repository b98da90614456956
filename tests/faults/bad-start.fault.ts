import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../support/counterparts/ports';
import { startPostgres } from '../support/counterparts/postgres-server';
import { startTare, type TareProcess, type TareWish } from '../support/counterparts/tare-process';
import type { Fault, Finding } from './fault';
import { same } from './outage/asking';

const refusal = 'Tare cannot start. ';

interface Wrong {
  what: string;
  wish: TareWish;
  /** What each line names, in any order. */
  names: RegExp[];
}

/** One line for each thing that is wrong, no stack, exit code 1. */
async function refused({ what, wish, names }: Wrong): Promise<Finding> {
  const tare = await startTare(wish);
  const code = await Promise.race([
    tare.exited,
    new Promise<'still runs'>((late) => {
      setTimeout(() => late('still runs'), 60_000).unref();
    }),
  ]);
  await tare.stop('SIGKILL');
  const lines = tare
    .said()
    .split('\n')
    .filter((line) => line.startsWith(refusal));
  const clear = lines.length === names.length && names.every((name) => lines.some((line) => name.test(line)));
  const quiet = !/^\s+at /m.test(tare.said());
  return same(
    `Started with ${what}`,
    `exit ${code}, ${clear ? 'clear' : `unclear: ${tare.said().slice(-300)}`}${quiet ? '' : ', a stack'}`,
    'exit 1, clear',
  );
}

const tablesIn = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ tables: number }>(
    `select count(*)::int as tables from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  await client.end();
  return rows[0]?.tables ?? -1;
};

async function say(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function heldFolder(folder: string): Promise<Finding[]> {
  const first = await startTare({ dataDir: folder });
  try {
    await first.ready();
    const finding = await refused({
      what: 'a data folder that another process has',
      wish: { dataDir: folder },
      names: [/in use by another Tare process/],
    });
    const stillThere = await fetch(`${first.url}/readyz`).then(({ status }) => status);
    return [finding, same('The process that has the folder, afterwards', stillThere, 200)];
  } finally {
    await first.stop('SIGKILL');
  }
}

/** A service that starts later than Tare is waited for. */
async function lateService(): Promise<Finding> {
  const postgres = await startPostgres();
  let tare: TareProcess | undefined;
  try {
    const url = postgres.database('late');
    postgres.stop();
    tare = await startTare({ env: { DATABASE_URL: url } });
    for (let tries = 0; tries < 300 && !tare.said().includes('does not answer'); tries += 1)
      await new Promise((later) => setTimeout(later, 100));
    postgres.start();
    const ready = await tare.ready(30_000).then(
      () => 'ready',
      () => 'ended',
    );
    const lines = tare
      .said()
      .split('\n')
      .filter((line) => line.includes('does not answer'));
    return same('PostgreSQL comes after Tare', `${ready}, said in ${lines.length} line`, 'ready, said in 1 line');
  } finally {
    await tare?.stop('SIGKILL');
    postgres.remove();
  }
}

async function run(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tare-bad-start-'));
  const postgres = await startPostgres();
  const taken = createServer().listen(0);
  try {
    const empty = postgres.database('empty');
    const newer = postgres.database('newer');
    await say(
      newer,
      `create table schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
      insert into schema_migration (name, sha256) values ('features/9999_of_tomorrow', 'x')`,
    );
    const takenPort = (taken.address() as { port: number }).port;
    const nobody = await freePort();
    writeFileSync(join(folder, 'a-file'), '');
    const portData = join(folder, 'port');
    // Long enough for a service that is there while nine processes start on one core.
    const wait = { START_WAIT_SECONDS: '6' };
    const wrongs: Wrong[] = [
      {
        what: 'a short secret',
        wish: { env: { SESSION_SECRET: 'short' } },
        names: [/SESSION_SECRET: must have at least 32 characters/],
      },
      {
        what: 'nothing set in production',
        wish: { env: { NODE_ENV: 'production', PUBLIC_URL: '' } },
        names: [/SESSION_SECRET: is required/, /PUBLIC_URL: is required/, /DATABASE_URL: is required/],
      },
      {
        what: 'a port in use',
        wish: { port: takenPort, dataDir: portData },
        names: [new RegExp(`Port ${takenPort} is in use`)],
      },
      {
        what: 'a port of the metrics in use',
        wish: { dataDir: portData, env: { METRICS_TOKEN: 'x'.repeat(32), METRICS_PORT: String(takenPort) } },
        names: [new RegExp(`Port ${takenPort} is in use`)],
      },
      {
        what: 'no PostgreSQL',
        wish: { env: { ...wait, DATABASE_URL: `postgres://nobody:planted-password@127.0.0.1:${nobody}/none` } },
        names: [/DATABASE_URL: PostgreSQL did not answer within 6 s \(connect ECONNREFUSED/],
      },
      {
        what: 'an unknown database',
        wish: { env: { DATABASE_URL: empty.replace('/empty', '/unknown') } },
        names: [/DATABASE_URL: PostgreSQL refuses \(database "unknown" does not exist\)/],
      },
      {
        what: 'no Redis',
        wish: { env: { ...wait, DATABASE_URL: empty, REDIS_URL: `redis://127.0.0.1:${nobody}` } },
        names: [/REDIS_URL: Redis did not answer within 6 s/],
      },
      { what: 'a newer schema', wish: { env: { DATABASE_URL: newer } }, names: [/features\/9999_of_tomorrow/] },
      { what: 'a file for a data folder', wish: { dataDir: join(folder, 'a-file') }, names: [/DATA_DIR: .*a-file/] },
    ];
    const findings = await Promise.all(wrongs.map(refused));
    findings.push(
      same(
        'Refused starts: tables in the empty database, tables more in the newer one, files in the data folder',
        `${await tablesIn(empty)} ${(await tablesIn(newer)) - 1} ${filesIn(portData)}`,
        '0 0 0',
      ),
      ...(await heldFolder(join(folder, 'held'))),
      await lateService(),
    );
    return findings;
  } finally {
    taken.close();
    postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function filesIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}

export const badStart: Fault = { name: 'bad-start', quick: true, needs: ['postgres'], run };
