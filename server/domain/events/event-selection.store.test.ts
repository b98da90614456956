// @databases both
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { rowsRead, watched, type Statement } from '../../../tests/support/statements';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { exportEvents, listEvents } from './event-list.store';
import { eventQuery } from './event-query.contract';
import { selectEvents, type EventSelection } from './event-selection.store';

const bounds = { read: 250, found: 100, exported: 125 };
const events = 3_000;

let app: TestApp;
let organisationId: number;
let ids: { kitchen: number; bar: number; barSite: number; often: number; rare: number; device: number };

interface Stored {
  id: number;
  day: string;
  grams: number;
  location: number;
  stage: number;
  origin: string;
  item: number | null;
  device: number | null;
  voided: boolean;
  note: string | null;
}
let stored: Stored[];

async function addPlace(name: string, timeZone: string) {
  const siteId = await addSite(app, { organisationId, name: `${name} house`, timeZone });
  return { siteId, id: await addLocation(app, { organisationId, siteId, name }) };
}

/** Twenty at the same instant, 150 days; the small place has a day of six, the rest is where days begin first on Earth. */
async function addStored(): Promise<void> {
  await sql`
    with numbered as (select n, date '2025-03-01' + (n / 20)::int as day, (n / 20) % 6 = 0 as small from generate_series(0, ${events - 1}::int) n)
    insert into waste_event (organisation_id, location_id, client_event_uuid, occurred_at, local_date, week_start, stage_id, item_id, device_id, gross_g, tare_g, net_g, entered_value,
      entered_unit, origin, note, created_at, voided_at)
    select ${organisationId}, case when small then ${ids.bar}::bigint else ${ids.kitchen}::bigint end, gen_random_uuid(), (day + interval '12 hours') at time zone 'UTC', day, date_trunc('week', day),
      case when n % 499 = 3 then 9 else 8 end, case when n < 4 then ${ids.rare}::bigint when n % 3 = 0 then ${ids.often}::bigint end, case when n % 20 = 7 then ${ids.device}::bigint end,
      g, 0, g, g, 'g', case when n in (5, 1000) then 'WEB' else 'API' end, case when n < 3 then 'scorched crust' end, now(), case when n % 9 = 1 then now() end
    from numbered cross join lateral (select 100 + (n * 37) % 3001 as g) weighed`.execute(app.db);
  // The first and the last minutes that a day has anywhere.
  const move = (day: string, hours: string) =>
    sql`
    update waste_event set occurred_at = (local_date + ${hours}::interval) at time zone 'UTC' where organisation_id = ${organisationId} and local_date = ${day}`.execute(
      app.db,
    );
  await move('2025-03-04', '-14 hours');
  await move('2025-03-07', '35 hours 59 minutes');
}

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { timeZone: 'UTC' });
  const [kitchen, bar] = [await addPlace('Kitchen', 'Pacific/Kiritimati'), await addPlace('Bar', 'Etc/GMT+12')];
  const device = await app.db
    .insertInto('device')
    .values({ organisation_id: organisationId, serial: 'S', name: 'Scale', location_id: kitchen.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids = {
    kitchen: kitchen.id,
    bar: bar.id,
    barSite: bar.siteId,
    device: device.id,
    often: await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Bread' }),
    rare: await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Truffle' }),
  };
  await addStored();
  // Other files of this database may have left a long list of entries that the GIN indexes have not taken yet: while it is long, reading a small organisation whole is cheaper.
  await sql`vacuum analyze waste_event`.execute(app.db);
  ({ rows: stored } = await sql<Stored>`
    select id, local_date as day, net_g as grams, location_id as location, stage_id as stage, origin, item_id as item, device_id as device, voided_at is not null as voided, note
    from waste_event where organisation_id = ${organisationId} order by occurred_at desc, id desc`.execute(app.db));
});

interface Asked {
  filter: object;
  where(event: Stored): boolean;
  restricted?: boolean;
}

const cases: [string, () => Asked][] = [
  ['everything', () => ({ filter: { state: 'all' }, where: () => true })],
  ['what counts', () => ({ filter: {}, where: ({ voided }) => !voided })],
  ['what is voided', () => ({ filter: { state: 'voided' }, where: ({ voided }) => voided })],
  [
    'a large place',
    () => ({ filter: { state: 'all', locationId: ids.kitchen }, where: ({ location }) => location === ids.kitchen }),
  ],
  [
    'a small place',
    () => ({ filter: { locationId: ids.bar }, where: ({ location, voided }) => location === ids.bar && !voided }),
  ],
  ['a site', () => ({ filter: { state: 'all', siteId: ids.barSite }, where: ({ location }) => location === ids.bar })],
  [
    'what somebody limited to a place sees',
    () => ({ filter: {}, restricted: true, where: ({ location, voided }) => location === ids.bar && !voided }),
  ],
  [
    'a place and the site of another',
    () => ({ filter: { state: 'all', siteId: ids.barSite, locationId: ids.kitchen }, where: () => false }),
  ],
  ['a frequent item', () => ({ filter: { state: 'all', itemId: ids.often }, where: ({ item }) => item === ids.often })],
  ['a rare item', () => ({ filter: { state: 'all', itemId: ids.rare }, where: ({ item }) => item === ids.rare })],
  [
    'a frequent item of a device',
    () => ({
      filter: { state: 'all', itemId: ids.often, deviceId: ids.device },
      where: ({ item, device }) => item === ids.often && device === ids.device,
    }),
  ],
  ['two items at once', () => ({ filter: { itemId: ids.often, reasonId: ids.rare }, where: () => false })],
  [
    'a device',
    () => ({ filter: { state: 'all', deviceId: ids.device }, where: ({ device }) => device === ids.device }),
  ],
  ['a rare stage', () => ({ filter: { state: 'all', wasteStageId: 9 }, where: ({ stage }) => stage === 9 })],
  ['a stage that nothing has', () => ({ filter: { state: 'all', wasteStageId: 23 }, where: () => false })],
  ['a rare origin', () => ({ filter: { state: 'all', origin: 'WEB' }, where: ({ origin }) => origin === 'WEB' })],
  ['an origin that nothing has', () => ({ filter: { origin: 'DEVICE' }, where: () => false })],
  [
    'a day that begins first on Earth',
    () => ({
      filter: { state: 'all', startDate: '2025-03-04', endDate: '2025-03-04' },
      where: ({ day }) => day === '2025-03-04',
    }),
  ],
  [
    'a day that ends last on Earth',
    () => ({
      filter: { state: 'all', startDate: '2025-03-07', endDate: '2025-03-07' },
      where: ({ day }) => day === '2025-03-07',
    }),
  ],
  [
    'the oldest days',
    () => ({ filter: { state: 'all', endDate: '2025-03-08' }, where: ({ day }) => day <= '2025-03-08' }),
  ],
  [
    'the first and last days there can be',
    () => ({ filter: { state: 'all', startDate: '0001-01-01', endDate: '9999-12-31' }, where: () => true }),
  ],
  ['days after all others', () => ({ filter: { startDate: '2027-01-01' }, where: () => false })],
  ['a rare text', () => ({ filter: { state: 'all', text: 'crust' }, where: ({ note }) => note !== null })],
  ['a text that is everywhere', () => ({ filter: { state: 'all', text: 'e' }, where: () => true })],
  ['a text that is nowhere', () => ({ filter: { text: 'nowhere to be found' }, where: () => false })],
  ['a digit', () => ({ filter: { state: 'all', text: '3' }, where: ({ id }) => String(id).includes('3') })],
];

/** Does something with the events of a filter. @returns what it was asked of the events meanwhile */
async function withEvents<T>(
  { filter, restricted }: Asked,
  use: (db: Db, of: { scope: Scope; selection: EventSelection }) => Promise<T>,
): Promise<{ answer: T; statements: Statement[] }> {
  const { db, statements } = watched(app.resources.database);
  const scope: Scope = { organisationId, restriction: restricted ? { sites: [], locations: [ids.bar] } : null };
  const selection = { ...(await selectEvents(db, scope, eventQuery.parse(filter))), bounds };
  statements.length = 0;
  return {
    answer: await use(db, { scope, selection }),
    statements: statements.filter(({ text }) => text.includes('waste_event e')),
  };
}

const pageOf = (sort: string, page: number) => (db: Db, of: { scope: Scope; selection: EventSelection }) =>
  listEvents(db, { ...of, locale: 'en_US', query: eventQuery.parse({ sort, page, limit: 60 }) });

/** Rows that are found already are read by their ids; a table as small as this one the planner may then as well read whole. */
const namedIn = ({ text, values }: Statement) => (text.includes('array_position') ? (values[1] as number[]) : null);

/** A little more where that is cheaper: when the rest is not much more, or when what is sought is frequent. */
async function expectBounded(statements: readonly Statement[]): Promise<void> {
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    const read = namedIn(statement)?.length ?? (await rowsRead(app.resources.database, statement, 'waste_event'));
    expect(read, statement.text).toBeLessThan(4 * bounds.read);
  }
}

const orders = {
  '-occurredAt': (found: Stored[]) => found.slice(0, bounds.found),
  occurredAt: (found: Stored[]) => [...found].reverse().slice(0, bounds.found),
  '-netGrams': (found: Stored[]) => found.slice(0, bounds.found).sort((a, b) => b.grams - a.grams || b.id - a.id),
  netGrams: (found: Stored[]) => found.slice(0, bounds.found).sort((a, b) => a.grams - b.grams || a.id - b.id),
};

describe.each(cases)('of %s', (_, asked) => {
  it.each(Object.entries(orders))(
    'a list by %s is whole up to its bound, says where it ends, and no query of it reads much',
    async (sort, inOrder) => {
      const matching = stored.filter(asked().where);
      const listed: number[] = [];
      for (const page of [1, 2]) {
        const {
          answer: { events: shown, ...counted },
          statements,
        } = await withEvents(asked(), pageOf(sort, page));
        expect(counted).toEqual({
          total: Math.min(matching.length, bounds.found),
          totalIsCapped: matching.length > bounds.found,
        });
        await expectBounded(statements);
        listed.push(...shown.map(({ eventId }) => eventId));
      }
      expect(listed).toEqual(inOrder(matching).map(({ id }) => id));
    },
  );

  it('a download has all, newest first, and no query of it reads much', async () => {
    const { answer, statements } = await withEvents(asked(), async (db, { scope, selection }) => {
      const found: number[] = [];
      for await (const { eventId } of exportEvents(db, { scope, locale: 'en_US', selection })) found.push(eventId);
      return found;
    });
    expect(answer).toEqual(stored.filter(asked().where).map(({ id }) => id));
    await expectBounded(statements);
  });
});

it('walks in slices through what no index finds', async () => {
  const { statements } = await withEvents(
    { filter: { origin: 'DEVICE' }, where: () => false },
    pageOf('-occurredAt', 1),
  );
  // The last is empty: only then it is known that there is no more.
  expect(statements).toHaveLength(stored.length / bounds.read + 1);
});

it('reads what is rare by its index alone', async () => {
  const {
    statements: [asking, naming, ...more],
  } = await withEvents({ filter: { itemId: ids.rare }, where: () => false }, pageOf('-occurredAt', 1));
  expect(more).toEqual([]);
  expect(await rowsRead(app.resources.database, asking as Statement, 'waste_event')).toBe(4);
  expect(naming?.text).toContain('array_position');
});
