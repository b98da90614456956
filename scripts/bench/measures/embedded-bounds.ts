import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { request } from 'node:http';
import { declaredRoutes, filledWith } from '../../../tests/support/declared-routes';
import { keysOf } from '../../../tests/support/full-organisation';
import { newPerson, password } from '../../../tests/support/people';
import { startTare } from '../../../tests/support/counterparts/tare-process';
import { signInOver } from '../../../tests/support/counterparts/visitor';
import { eventTable } from '../../../server/features/waste-events/event.table';
import type { Route } from '../../../server/platform/http/define-route';
import { permissions } from '../../../server/features/permissions';
import { addSimulatedOrganisation } from '../../../server/setup/demo';
import { milliseconds, type Figure, type Measure, type Tools } from '../measure';
import { openBench, type Bench } from '../kitchens';
import type { TestApp } from '../../../tests/support/test-app';

const barMs = 1_000;
/** A download is read for so long: its slices are alike. */
const longestReadMs = 6_000;

/** The embedded database has one connection and cancels nothing: whoever holds it for long holds up everybody. */
export const embeddedBounds: Measure = {
  name: 'embedded-bounds',
  minutes: 25,
  async run(tools) {
    const folder = mkdtempSync(join(tmpdir(), 'tare-bounds-'));
    try {
      return await boundsIn(folder, tools);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Filled {
  login: string;
  addresses: string[];
}

export async function boundsIn(dataDir: string, { say, quick }: Tools): Promise<Figure[]> {
  const events = quick ? 20_000 : 1_000_000;
  const bench = await openBench({ DATA_DIR: dataDir });
  const { login, addresses } = await fill(bench, { events, say }).finally(() => bench.close());
  say(`${events.toLocaleString('en-US')} events are there; ${addresses.length} addresses`);
  const tare = await startTare({ dataDir, env: { RATE_LIMITS: 'off' } });
  try {
    await tare.ready();
    const cookie = await signInOver(tare.url, { login, password });
    const waits = await walk({ url: tare.url, cookie, addresses, say });
    const worst = waits.sort((a, b) => b.ms - a.ms)[0];
    return [{ what: `longest wait of a neighbour, embedded, ${events.toLocaleString('en-US')} events (${worst?.address ?? ''})`.slice(0, 150), ours: milliseconds(worst?.ms ?? Number.NaN), bar: `≤ ${barMs} ms`, met: (worst?.ms ?? Number.NaN) <= barMs }];
  } finally {
    await tare.stop();
  }
}

async function fill(bench: Bench & TestApp, { events, say }: { events: number; say(line: string): void }): Promise<Filled> {
  const found = await bench.db.selectFrom('waste_event').select('organisation_id').limit(1).executeTakeFirst();
  const organisationId = found?.organisation_id ?? (await addSimulatedOrganisation(bench.resources, { name: 'Bench', events, seed: 1, password, say })).organisationId;
  await bench.resources.database.pool.query('vacuum analyze');
  const { login } = await newPerson(bench, { organisationId, permissions });
  return { login, addresses: await addressesOf(bench, organisationId) };
}

/** What the routes call the things, each with one that has much. */
async function valuesOf({ db }: Bench, organisationId: number): Promise<Record<string, string>> {
  const { rows: [row] } = await sql<Record<string, string | number>>`
    select l.id as "locationId", l.site_id as "siteId", e.id as "eventId", e.device_id as "deviceId", e.item_id as "itemId", h.id as "hierId",
      min(e.local_date) over () as "startDate", e.local_date as "endDate", to_char(e.local_date, 'YYYY-MM') as month
    from (select * from waste_event where organisation_id = ${organisationId} and item_id is not null order by occurred_at desc limit 1) e
    join location l on l.id = e.location_id
    cross join lateral (select id from hierarchy where organisation_id = ${organisationId} limit 1) h`.execute(db);
  const first = await db.selectFrom('waste_event').select('local_date').where('organisation_id', '=', organisationId).orderBy('occurred_at').limit(1).executeTakeFirstOrThrow();
  return {
    ...Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, String(value)])), startDate: String(first.local_date),
    location: String(row?.locationId), organisationId: String(organisationId), orgId: String(organisationId), wasteStageId: '8', stageId: '8', wasteStageName: 'Pre-consumer', range: 'custom', element: 'WASTEITEM', elementCode: 'WASTEITEM',
    permission: 'EDIT_SITES', q: 'e', period: 'preBaselinePeriod', validFrom: '2026-01-05', locale: 'en_US',
  };
}

/** Every page and call that reads, and the list of events in every order and by every filter. */
async function addressesOf(bench: Bench & TestApp, organisationId: number): Promise<string[]> {
  const values = await valuesOf(bench, organisationId);
  const subjects: [RegExp, string][] = [[/waste-events/, 'eventId'], [/devices/, 'deviceId'], [/locations/, 'locationId'], [/sites/, 'siteId']];
  const addressOf = (route: Route) => {
    const query = new URLSearchParams(keysOf(route.query).filter((name) => values[name] !== undefined && !/^(deviceId|itemId)$/.test(name)).map((name) => [name, values[name] ?? '']));
    const id = values[subjects.find(([pattern]) => pattern.test(route.path))?.[1] ?? 'siteId'] ?? '1';
    return [filledWith(route, { ...values, id }), query.toString()].filter(Boolean).join('?');
  };
  const routes = declaredRoutes(bench).filter(({ method, access }) => method === 'get' && access !== 'public' && access !== 'device');
  const lists = [
    ...eventTable.sortKeys.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]), 'page=2000', 'sort=netGrams&page=2000&limit=50', 'state=voided', 'state=all', 'origin=API', 'wasteStageId=9',
    `deviceId=${values.deviceId}`, `siteId=${values.siteId}`, `locationId=${values.locationId}`, `itemId=${values.itemId}`, `itemId=${values.itemId}&sort=netGrams`, 'itemId=1', 'deviceId=1&origin=WEB',
    ...['e', 'salmon', 'walk-in', 'zzzz', '4711', '999999', '47', 'cafe', 'Patient kitchen'].flatMap((text) => [`text=${text}`, `text=${text}&sort=itemName`]),
  ].map((query) => `/rest/v1/waste-events?${query}`);
  const downloads = ['', 'origin=API', 'text=zzzz', 'deviceId=1', 'state=voided'].map((query) => `/rest/v1/waste-events/export?${query}`);
  return [...new Set([...routes.map(addressOf), ...lists, ...downloads])];
}

interface Walk {
  url: string;
  cookie: string;
  addresses: readonly string[];
  say(line: string): void;
}

/** Asks for one address after the other, while a neighbour asks for something small all the time. */
async function walk({ url, cookie, addresses, say }: Walk): Promise<{ address: string; ms: number }[]> {
  const waits: { address: string; ms: number }[] = [];
  for (const address of addresses) {
    let asking = true;
    let longest = 0;
    const neighbour = (async () => {
      do longest = Math.max(longest, (await timed(`${url}/rest/v1/config`, cookie)).ms); while (asking);
    })();
    const asked = await timed(url + address, cookie);
    asking = false;
    await neighbour;
    if (asked.status >= 500 || asked.ms > 300 || longest > 300) say(`${asked.status} ${milliseconds(asked.ms)}, neighbour ${milliseconds(longest)}: ${address}`);
    waits.push({ address, ms: longest });
  }
  return waits;
}

function timed(url: string, cookie: string): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  return new Promise((done, refuse) => {
    const asked = request(url, { headers: { cookie, accept: 'text/html, application/json' } }, (response) => {
      const end = () => done({ status: response.statusCode ?? 0, ms: performance.now() - started });
      const late = setTimeout(() => response.destroy(), longestReadMs);
      response.on('close', () => { clearTimeout(late); end(); }).resume();
    });
    asked.on('error', refuse).end();
  });
}
