import pg from 'pg';
import { migrations } from '../../server/setup/prepare-database';
import { startPostgres, type PostgresServer } from '../support/counterparts/postgres-server';
import { startTare } from '../support/counterparts/tare-process';
import { inFolder } from '../support/in-folder';
import type { Fault, Finding } from './fault';
import { same } from './outage/asking';

const rounds = 3;

async function rowsOf<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const whole = `${migrations.length} migrations, 1 internal organisation, 0 roles twice`;

/** What a database must hold after its first start, whoever did it. */
async function prepared(url: string): Promise<string> {
  const [row] = await rowsOf<{ ran: number; internal: number; twice: number }>(
    url,
    `
    select (select count(*) from schema_migration)::int as ran, (select count(*) from organisation where id = 1)::int as internal,
      (select count(*) from (select key from identity.role where tenant_number is null group by key having count(*) > 1) r)::int as twice`,
  );
  return `${row?.ran} migrations, ${row?.internal} internal organisation, ${row?.twice} roles twice`;
}

async function together(postgres: PostgresServer): Promise<Finding[]> {
  const found: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const url = postgres.database(`together_${round}`);
    const wish = { env: { DATABASE_URL: url, LOG_LEVEL: 'error' } };
    const both = await Promise.all([startTare(wish), startTare(wish)]);
    const ready = await Promise.all(
      both.map((one) =>
        one.ready().then(
          () => 1,
          () => 0,
        ),
      ),
    );
    const complaints = both
      .map((one) => one.said())
      .filter((said) => /"level":50|cannot start/.test(said))
      .map((said) => said.slice(-1_500));
    found.push(`${ready.join('')} ${await prepared(url)}${complaints.length > 0 ? ` ${complaints.join()}` : ''}`);
    await Promise.all(both.map((one) => one.stop('SIGKILL')));
  }
  const right = found.filter((one) => one === `11 ${whole}`).length;
  return [
    same(
      `Two processes at once on an empty database, ${rounds} times: both ready and the schema whole`,
      right === rounds ? rounds : found.join('; '),
      rounds,
    ),
  ];
}

async function demoTogether(postgres: PostgresServer): Promise<Finding> {
  const url = postgres.database('demo_together');
  const wish = { env: { DATABASE_URL: url, DEMO: '1', DEMO_EVENTS: '1000' } };
  const both = await Promise.all([startTare(wish), startTare(wish)]);
  const ready = await Promise.all(
    both.map((one) =>
      one.ready().then(
        () => 'ready',
        (error: Error) => error.message.slice(0, 300),
      ),
    ),
  );
  const [row] = await rowsOf<{ loaded: number }>(url, 'select count(*)::int as loaded from organisation where id <> 1');
  await Promise.all(both.map((one) => one.stop('SIGKILL')));
  return same(
    'Two processes at once with the demo on an empty database: both ready, its two organisations there once',
    `${ready.join()}, ${row?.loaded}`,
    'ready,ready, 2',
  );
}

/** Kills a first start as soon as so many migrations have been noted. */
async function killAfter(url: string, migrationsDone: number): Promise<number> {
  const tare = await startTare({ env: { DATABASE_URL: url } });
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const count = () =>
    watcher.query<{ n: number }>('select count(*)::int as n from schema_migration').then(
      ({ rows }) => rows[0]?.n ?? 0,
      () => -1,
    );
  while ((await count()) < migrationsDone) await new Promise((later) => setTimeout(later, 1));
  await tare.stop('SIGKILL');
  const done = await count();
  await watcher.end();
  return done;
}

async function killed(postgres: PostgresServer): Promise<Finding> {
  const found: string[] = [];
  const stoppedAt: number[] = [];
  for (let done = 0; done < migrations.length; done += 1) {
    const url = postgres.database(`killed_${done}`);
    stoppedAt.push(await killAfter(url, done));
    const next = await startTare({ env: { DATABASE_URL: url } });
    const ready = await next.ready().then(
      () => 'ready',
      (error: Error) => error.message.slice(0, 300),
    );
    found.push(`${ready} ${await prepared(url)}`);
    await next.stop('SIGKILL');
  }
  const right = found.filter((one) => one === `ready ${whole}`).length;
  return same(
    `Killed among its migrations (after ${stoppedAt.join(', ')} of ${migrations.length}): the next start is ready and whole`,
    right === found.length ? right : found.join('; '),
    migrations.length,
  );
}

async function killedEmbedded(): Promise<Finding> {
  const moments = [600, 1_000, 1_500, 2_200, 3_000];
  const found: string[] = [];
  for (const moment of moments) {
    await inFolder(async (dataDir) => {
      const first = await startTare({ dataDir });
      await new Promise((later) => setTimeout(later, moment));
      await first.stop('SIGKILL');
      const next = await startTare({ dataDir });
      found.push(
        await next.ready().then(
          () => 'ready',
          (error: Error) => error.message.slice(0, 300),
        ),
      );
      await next.stop('SIGKILL');
    });
  }
  const right = found.filter((one) => one === 'ready').length;
  return same(
    `Killed in its first start on the embedded database, at ${moments.length} moments: the next start is ready`,
    right === found.length ? right : found.join('; '),
    moments.length,
  );
}

export const twoStarts: Fault = {
  name: 'two-starts',
  quick: false,
  needs: ['postgres'],
  async run() {
    const postgres = await startPostgres();
    try {
      return [
        ...(await together(postgres)),
        await demoTogether(postgres),
        await killed(postgres),
        await killedEmbedded(),
      ];
    } finally {
      postgres.remove();
    }
  },
};
