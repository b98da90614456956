import { once } from 'node:events';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createPool, postgresOver } from '../../../server/platform/db/database';
import { prepareDatabase } from '../../../server/setup/prepare-database';
import { signInOver } from '../../../tests/support/counterparts/visitor';
import { inFolder } from '../../../tests/support/in-folder';
import { newOrganisation, newPerson, password } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../cpu-time';
import { openBench } from '../kitchens';
import { median, perSecond, type Figure, type Measure, type Tools } from '../measure';

const rounds = 3;
const sampleEveryMs = 200;
const dayMs = 24 * 3_600_000;

/** A sheet is uploaded, checked and run as on the page, by the built server; the floor copies the events that it made. */
export const importRate: Measure = {
  name: 'import-rate',
  minutes: 6,
  run: (tools) =>
    withCounterparts(({ postgres, databaseUrl, tare: start }) =>
      inFolder(async (folder) => {
        const lines = tools.quick ? 100_000 : 1_000_000;
        const bench = await openBench({ DATABASE_URL: databaseUrl });
        const organisationId = await newOrganisation(bench);
        const { login } = await newPerson(bench, {
          organisationId,
          permissions: ['VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS'],
        });
        await bench.close();
        const tare = await start();
        const postmaster = postgres.processId();
        const visitor: Visitor = {
          url: tare.url,
          cookie: await signInOver(tare.url, { login, password }),
          used: () => ({ node: cpuSecondsOf(tare.pid), database: cpuSecondsOfFamily(postmaster) }),
        };
        const imported = await importSheet(visitor, { file: await sheetOf(folder, lines), lines, say: tools.say });
        const stopped = await tare.stop();
        if (stopped !== 0) throw new Error(`the server ended with ${stopped}`);
        const floors: number[] = [];
        const rows = join(folder, 'rows');
        await readRows(databaseUrl, rows);
        for (let round = 0; round < rounds; round += 1) {
          const before = cpuSecondsOfFamily(postmaster);
          floors.push(await copySeconds(postgres.database(`copied_${round}`), rows));
          tools.say(
            `COPY ${floors.at(-1)?.toFixed(1)} s, ${(cpuSecondsOfFamily(postmaster) - before).toFixed(1)} s of the database's processor time`,
          );
        }
        return figuresOf(imported, { lines, copying: median(floors) });
      }),
    ),
};

interface Visitor {
  url: string;
  cookie: string;
  /** Seconds of processor time so far. */
  used(): { node: number; database: number };
}

interface Imported {
  seconds: number;
  /** Between the share that was told and the share of lines that was done, at most. */
  untrue: number;
}

function figuresOf({ seconds, untrue }: Imported, { lines, copying }: { lines: number; copying: number }): Figure[] {
  const ratio = copying / seconds;
  return [
    {
      what: `check and run of a sheet of ${lines.toLocaleString('en-US')} lines`,
      ours: perSecond(lines / seconds),
      floor: `${perSecond(lines / copying)} by COPY`,
      ratio,
      bar: '≥ 0.15',
      met: ratio >= 0.15,
    },
    { what: 'its progress, beside the share of lines done', ours: untrue.toFixed(3), bar: '≤ 0.1', met: untrue <= 0.1 },
  ];
}

/** Weighings as a scale writes them: no two lines are alike. */
async function sheetOf(folder: string, lines: number): Promise<string> {
  const path = join(folder, 'weighings.csv');
  const file = createWriteStream(path);
  file.write('Date,Time,Site,Item,Reason,Kg\n');
  const items = ['Rice', 'Bread', 'Soup', 'Salad', 'Fish', 'Beef', 'Pasta', 'Fruit'];
  const reasons = ['Spoiled', 'Trim', 'Overcooked', 'Leftover'];
  for (let at = 0; at < lines; at += 1) {
    const weighed = new Date(Date.now() - dayMs - (lines - at) * 60_000).toISOString();
    const cells = [
      weighed.slice(0, 10),
      weighed.slice(11, 16),
      `School ${at % 60}`,
      items[(at % 7) + (at % 2)],
      reasons[at % 4],
      (((at * 7919) % 9_000) + 1) / 1_000,
    ];
    if (!file.write(`${cells.join(',')}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return path;
}

/** Written in UTC, which has every minute: a site's own clock jumps over an hour a year, and those lines would be refused. */
const mapping = {
  version: 1,
  name: 'Bench',
  decimal: '.',
  dates: { column: 'Date', timeColumn: 'Time', patterns: ['yyyy-MM-dd HH:mm'], precision: 'datetime', timeZone: 'UTC' },
  site: { column: 'Site' },
  location: { sameAsSite: true },
  item: { column: 'Item' },
  reason: { column: 'Reason' },
  unknownSites: 'create',
  newSites: { country: 'US', timeZone: 'America/New_York', currency: 'USD' },
  stage: { constant: 8 },
  measures: [{ kind: 'weight', name: 'Waste', column: 'Kg', unit: 'kg' }],
};

async function importSheet(
  visitor: Visitor,
  { file, lines, say }: { file: string; lines: number; say: Tools['say'] },
): Promise<Imported> {
  const form = new FormData();
  form.set('mapping', JSON.stringify(mapping));
  form.set('file', await openAsBlob(file), 'weighings.csv');
  const { id } = await call(visitor, '', { method: 'POST', body: form });
  const passed = { seconds: 0, untrue: 0 };
  for (const [step, end] of [
    ['check', 'CHECKED'],
    ['run', 'DONE'],
  ] as const) {
    const before = visitor.used();
    const started = performance.now();
    await call(visitor, `/${id}/${step}`, { method: 'POST' });
    const { untrue, view } = await untilState(visitor, { id, end, lines });
    const seconds = (performance.now() - started) / 1_000;
    const after = visitor.used();
    say(
      `${step} ${seconds.toFixed(1)} s: Node.js ${(after.node - before.node).toFixed(1)} s, database ${(after.database - before.database).toFixed(1)} s of processor time; progress off by ${untrue.toFixed(3)}`,
    );
    if (view.eventsTaken !== lines) throw new Error(`the ${step} tells ${view.eventsTaken} events`);
    passed.seconds += seconds;
    passed.untrue = Math.max(passed.untrue, untrue);
  }
  return passed;
}

interface Waiting {
  id: number;
  end: string;
  lines: number;
}

/** A run's share of lines is as committed; of a check nobody but itself knows it. */
async function untilState(
  visitor: Visitor,
  { id, end, lines }: Waiting,
): Promise<{ untrue: number; view: ImportView }> {
  let untrue = 0;
  for (;;) {
    const view = await call(visitor, `/${id}`);
    if (view.state === end) return { untrue, view };
    if (view.failure) throw new Error(`the import failed: ${JSON.stringify(view.failure)}`);
    if (view.state !== 'QUEUED' && view.progress !== null)
      untrue = Math.max(untrue, Math.abs(view.progress - view.linesRead / lines));
    await wait(sampleEveryMs);
  }
}

interface ImportView {
  id: number;
  state: string;
  progress: number | null;
  linesRead: number;
  eventsTaken: number;
  failure: unknown;
}

async function call(visitor: Visitor, path: string, init: RequestInit = {}): Promise<ImportView> {
  const { url, cookie } = visitor;
  const answer = await fetch(`${url}/rest/v1/imports${path}`, {
    ...init,
    headers: { cookie, origin: url, accept: 'application/json' },
  });
  // A machine that others keep busy asks to try again.
  if (answer.status === 503 && init.method === undefined) return wait(sampleEveryMs).then(() => call(visitor, path));
  if (!answer.ok)
    throw new Error(
      `${init.method ?? 'GET'} ${path} was answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`,
    );
  return (await answer.json()) as ImportView;
}

async function readRows(url: string, path: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await pipeline(client.query(copyTo('copy waste_event to stdout')), createWriteStream(path));
  await client.end();
}

/** The same rows into the same table of another database, with all of its indexes and checks. */
async function copySeconds(url: string, path: string): Promise<number> {
  const database = postgresOver(
    createPool({ connection: { connectionString: url }, size: 2, onError: () => undefined }),
  );
  await prepareDatabase(database.db);
  await database.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = performance.now();
  await pipeline(createReadStream(path), client.query(copyFrom('copy waste_event from stdin')));
  const seconds = (performance.now() - started) / 1_000;
  await client.end();
  return seconds;
}
