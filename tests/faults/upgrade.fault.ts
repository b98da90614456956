import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { findMigrations } from '../../scripts/build/migrations.mjs';
import { rotateDeviceKey } from '../../server/domain/places/device-key.store';
import { createPool, kyselyOver, type Db } from '../../server/platform/db/database';
import { freePort } from '../support/counterparts/ports';
import { startPostgres } from '../support/counterparts/postgres-server';
import { startRedis } from '../support/counterparts/redis-server';
import { startTare, type TareProcess } from '../support/counterparts/tare-process';
import { ask, pace, percentile, signInOver, type Asked } from '../support/counterparts/visitor';
import { inFolder } from '../support/in-folder';
import type { Fault, Finding } from './fault';
import { asPerson, batch, same, statusOf } from './outage/asking';
import { buildCommit, buildNext, commitBefore } from './upgrade/builds';

const rate = 50;
const seconds = { alone: 4, together: 8, after: 5 };
const pause = (ms: number) => new Promise((later) => setTimeout(later, ms));

/** What a release may bring while the one before serves: columns, with and without a value, and an index on the largest table. */
const nextMigrations = [
  { name: '2999-01-01_upgrade_note', text: 'alter table waste_event add column upgrade_note text;' },
  {
    name: '2999-01-02_upgrade_kind',
    text: `alter table organisation add column upgrade_kind text not null default 'plain';`,
  },
  {
    name: '2999-01-03_upgrade_check',
    text: 'alter table site add constraint upgrade_check check (length(name) > 0) not valid;',
  },
  {
    name: '2999-01-04_upgrade_index',
    text: '-- apart: concurrently\ndrop index concurrently if exists waste_event_upgrade_note;\ncreate index concurrently waste_event_upgrade_note on waste_event (organisation_id, upgrade_note);',
  },
];

const login = 'admin@caterer.test';

async function lookInto<T>(connectionString: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = createPool({ connection: { connectionString }, size: 2, onError: () => undefined });
  return work(kyselyOver(pool)).finally(() => pool.end());
}

const newDeviceKey = (url: string) =>
  lookInto(url, async (db) => {
    const { rows } = await sql<{ organisationId: number; deviceId: number }>`
    select d.organisation_id as "organisationId", d.id as "deviceId" from device d
    join identity.membership m on m.tenant_number = d.organisation_id join identity."user" u on u.id = m.user_id
    where u.login = ${login} and d.status = 'A' and d.location_id is not null order by d.id limit 1`.execute(db);
    const [device] = rows;
    if (!device) throw new Error('the demo has no device');
    return db.transaction().execute((trx) => rotateDeviceKey(trx, device));
  });

const pages = ['/home', '/deployment-status', '/rest/v1/config', '/waste-events', '/rest/v1/i18n/en_US'];

interface Traffic {
  serving: TareProcess[];
  cookie: string;
  deviceKey: string;
  sentRows: number;
}

/** Mixed work, turn by turn to each process that serves at the moment. */
function nextRequest(traffic: Traffic, index: number): Asked {
  const { url } = traffic.serving[index % traffic.serving.length] as TareProcess;
  if (index % 6 === 5) {
    traffic.sentRows += 1;
    return batch(url, traffic.deviceKey);
  }
  return { ...asPerson(url, pages[index % pages.length] ?? '/home', traffic.cookie), timeoutMs: 30_000 };
}

const eventsIn = (url: string) =>
  lookInto(
    url,
    async (db) => (await sql<{ n: number }>`select count(*)::int as n from waste_event`.execute(db)).rows[0]?.n ?? 0,
  );

async function upgraded(folder: string, say: (line: string) => void): Promise<Finding[]> {
  const before = commitBefore();
  say(`from ${before.revision}, ${before.title}`);
  const old = buildCommit(before.revision, join(folder, 'old'));
  const next = buildNext(join(folder, 'next'), nextMigrations);
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const started: TareProcess[] = [];
  try {
    const databaseUrl = postgres.database('tare');
    const publicUrl = `http://127.0.0.1:${await freePort()}`;
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      RATE_LIMITS: 'off',
      PUBLIC_URL: publicUrl,
      DEMO: '1',
      DEMO_EVENTS: '1000',
      DEMO_PASSWORD: 'tare-demo-1234',
      DATA_DIR: join(folder, 'data'),
    };
    const start = async (main: string, more: Record<string, string> = {}) => {
      const tare = await startTare({ main, env: { ...env, ...more }, dataDir: join(folder, 'data') });
      started.push(tare);
      return tare;
    };
    const first = await start(old);
    await first.ready(300_000);
    const signIn = (tare: TareProcess) => signInOver(tare.url, { login, origin: publicUrl });
    const traffic: Traffic = {
      serving: [first],
      cookie: await signIn(first),
      deviceKey: await newDeviceKey(databaseUrl),
      sentRows: 0,
    };
    const eventsBefore = await eventsIn(databaseUrl);
    for (const path of pages)
      if ((await statusOf(asPerson(first.url, path, traffic.cookie))) !== 200)
        throw new Error(`${path} is not answered with 200`);

    const enough = new AbortController();
    const load = pace({ rate, seconds: 300, next: (index) => nextRequest(traffic, index), signal: enough.signal });
    await pause(seconds.alone * 1000);
    const second = await start(next, { DEMO: '0', DEMO_PASSWORD: '' });
    const ready = await second.ready();
    const ran = /Prepared the schema \((\d+) migrations\)/.exec(second.said())?.[1] ?? '0';
    say(`ready after ${Math.round(ready)} ms; it said:\n${second.said()}`);
    traffic.serving = [first, second];
    const across = await Promise.all([signIn(first), signIn(second)]);
    const crossed = await Promise.all([
      statusOf(asPerson(second.url, '/home', across[0])),
      statusOf(asPerson(first.url, '/home', across[1])),
    ]);
    await pause(seconds.together * 1000);
    traffic.serving = [second];
    const code = await first.stop();
    await pause(seconds.after * 1000);
    enough.abort();
    const { sent, failures, latencies } = await load;

    const survived = await ask(asPerson(second.url, '/home', traffic.cookie));
    const again = await start(old);
    const refusedOld = await again.exited;
    const stored = (await eventsIn(databaseUrl)) - eventsBefore;
    say(
      `95th percentile ${Math.round(percentile(latencies, 0.95))} ms, 99th ${Math.round(percentile(latencies, 0.99))} ms`,
    );
    return [
      same(
        'Migrations that the new build ran while the old one served',
        ran,
        nextMigrations.length + newerThan(join(folder, 'old')),
      ),
      same(
        `Failed of ${sent} requests, ${rate} a second, while both builds served one database`,
        failures.length === 0 ? '0' : `${failures.length} (${[...new Set(failures)].slice(0, 3).join('; ')})`,
        '0',
      ),
      same(`Rows lost of ${traffic.sentRows}`, traffic.sentRows - stored, 0),
      same(
        'Sessions: one of the old build on the new, one of the new on the old, the first one at the end',
        `${crossed.join(' ')} ${survived.status}`,
        '200 200 200',
      ),
      same('The old build stopped with', `exit ${code}`, 'exit 0'),
      same(
        'The old build started on the new schema',
        `exit ${refusedOld}, ${/does not know: .*upgrade_index/.test(again.said()) ? 'says why' : again.said().slice(-200)}`,
        'exit 1, says why',
      ),
    ];
  } finally {
    await Promise.all(started.map((one) => one.stop('SIGKILL')));
    await redis.remove();
    postgres.remove();
  }
}

/** How many migrations these files have that the old build has not. */
function newerThan(oldTree: string): number {
  return findMigrations(process.cwd()).length - findMigrations(oldTree).length;
}

export const upgrade: Fault = {
  name: 'upgrade',
  quick: false,
  needs: ['postgres', 'redis'],
  run: (say) => inFolder((folder) => upgraded(folder, say)),
};
