import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { newOrganisation, signedInAs, tokenOf, unique } from '../../../tests/support/people';
import { testApp } from '../../../tests/support/test-app';
import { createOutbound } from '../../platform/outbound/outbound';
import { startScheduled } from './runs.service';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const rights = ['VIEW_DYNAMIC_MENU_ACCOUNT_MANAGER'] as const;
const secret = 'hush-9f31c-never-shown';

const csv = [
  'Date;Kitchen;Meal;Dish;Portions',
  '18.03.2026;Main kitchen;Lunch;Tomato SOUP;40',
  '18.03.2026;Main kitchen;;Riz;30',
  '19.03.2026;Main kitchen;;Tomato soup;1.200',
  '19.03.2026;Garden bar;;Tomato soup;5',
  '31.02.2026;Main kitchen;;Tomato soup;5',
].join('\r\n');

let feed = csv;
/** Somebody does this while the source answers. */
let meanwhile: () => Promise<unknown> = async () => undefined;
const seen: { path: string; authorization: string | undefined }[] = [];
const answers: Record<string, RequestListener> = {
  '/menu.csv': (request, response) => {
    const fits = request.headers.authorization === `Bearer ${secret}`;
    response.writeHead(fits ? 200 : 401).end(fits ? feed : 'no');
  },
  '/meanwhile.csv': (_request, response) => void meanwhile().then(() => response.end(feed)),
  '/page': (_request, response) => response.end('<!doctype html><title>Sign in</title>'),
  '/large': (_request, response) => {
    response.setHeader('content-length', 200_000_000);
    response.write('date,dish\n');
  },
  '/moved': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/inside' }).end(),
  '/gone': (_request, response) => response.writeHead(404).end(),
  '/menu.json': (_request, response) =>
    response.end(
      JSON.stringify({ days: [{ date: '2026-03-20', site: 'Main kitchen', dishes: ['Tomato soup', 'Rice'] }] }),
    ),
  '/broken.json': (_request, response) => response.end('{"days": ['),
  '/rows': (_request, response) =>
    response.end(`date,dish\n${Array.from({ length: 20_001 }, () => '2026-03-18,Soup').join('\n')}`),
};
const server = createServer((request, response) => {
  seen.push({ path: request.url ?? '', authorization: request.headers.authorization });
  answers[request.url ?? '']?.(request, response);
});

let app: ClockedApp;
let host: string;
let organisationId: number;
let siteId: number;
let kitchen: number;
let soup: number;
let rice: number;
let agent: Agent;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const plain = await testApp();
  app = withOwnClock({ ...plain, resources: { ...plain.resources, outbound: createOutbound({ allow: [host] }) } });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function addItem(element: 'WASTEITEM' | 'DAYPART', name: string): Promise<number> {
  const { id: hierarchyId } = await app.db
    .insertInto('hierarchy')
    .values({ organisation_id: organisationId, element_code: element, name: unique(name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await app.db
    .insertInto('ref_value')
    .values({ organisation_id: organisationId, hierarchy_id: hierarchyId, element_code: element, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeEach(async () => {
  feed = csv;
  meanwhile = async () => undefined;
  seen.length = 0;
  app.clock.set('2026-03-18T12:00:00Z');
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'Harbor' });
  kitchen = await addLocation(app, { organisationId, siteId, name: 'Main kitchen' });
  await addLocation(app, { organisationId, siteId, name: 'Bar' });
  soup = await addItem('WASTEITEM', 'Tomato soup');
  rice = await addItem('WASTEITEM', 'Rice');
  await addItem('DAYPART', 'Lunch');
  agent = await signedInAs(app, { organisationId, permissions: rights });
});

const tokens = new WeakMap<Agent, string>();
async function tokenFor(who: Agent): Promise<string> {
  const token = tokens.get(who) ?? tokenOf((await who.get('/account/profile')).text);
  tokens.set(who, token);
  return token;
}

async function post(path: string, form: Record<string, string | string[]> = {}, who = agent) {
  const token = await tokenFor(who);
  return who
    .post(path)
    .type('form')
    .send({ _csrf: token, ...form });
}

/** @returns the address of its page */
async function create(form: Record<string, string | string[]>): Promise<string> {
  const answer = await post('/dynamic-menu-adapters/new', {
    organisationId: String(organisationId),
    name: unique('Feed'),
    ...form,
  });
  expect(answer.status).toBe(303);
  return answer.headers.location?.replace(/\?.*/, '') ?? '';
}

const feedAt = (path: string, form: Record<string, string | string[]> = {}) =>
  create({ kind: 'feed', address: `http://${host}${path}`, ...form });

/** Starts a run and does it. @returns its page */
async function run(adapter: string, mode: 'test' | 'run'): Promise<string> {
  const begun = await post(`${adapter}/${mode}`);
  expect(begun.status).toBe(303);
  await app.runJobs();
  return decoded((await agent.get(begun.headers.location ?? '')).text);
}

const decoded = (text: string) => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll('<!-- -->', '');

async function versionOf(adapter: string): Promise<string> {
  return /name="version" value="(\d+)"/.exec((await agent.get(adapter)).text)?.[1] ?? '';
}

const columns = {
  date: 'Date',
  dish: 'Dish',
  location: 'Kitchen',
  daypart: 'Meal',
  portions: 'Portions',
  order: 'auto',
};
const confirm = async (adapter: string, chosen: Record<string, string | string[]> = columns) =>
  post(`${adapter}/columns`, { version: await versionOf(adapter), ...chosen });

const menus = () =>
  app.db
    .selectFrom('daily_menu')
    .select(['location_id', 'date', 'ref_item_id', 'planned_portions'])
    .where('organisation_id', '=', organisationId)
    .orderBy('date')
    .orderBy('ref_item_id')
    .execute();

describe('a feed', () => {
  it('is tested, its columns and names are confirmed, and its menus are loaded again and again', async () => {
    const adapter = await feedAt('/menu.csv', { auth: 'bearer', secret, hour: '5', weekdays: ['1', '2', '3'] });
    expect((await post(`${adapter}/run`)).status).toBe(422);
    const test = await run(adapter, 'test');
    for (const said of [
      'What would be saved',
      'Check the suggested columns',
      'Row 6: “31.02.2026” is not a date',
      'Garden bar',
    ])
      expect(test).toContain(said);
    expect(await menus()).toEqual([]);

    expect((await confirm(adapter, { ...columns, dish: 'Date' })).status).toBe(422);
    expect((await confirm(adapter, { ...columns, dish: 'Nothing' })).status).toBe(422);
    expect((await confirm(adapter)).status).toBe(303);
    const locations = (await agent.get(`${adapter}/locations`)).text;
    expect(locations.indexOf('Garden bar')).toBeLessThan(locations.indexOf('Main kitchen</'));
    const shown = { version: await versionOf(adapter), 'name-0': 'Garden bar' };
    expect((await post(`${adapter}/locations`, { ...shown, 'meaning-0': '999999999' })).status).toBe(422);
    expect((await post(`${adapter}/locations`, { ...shown, 'meaning-0': 'none' })).status).toBe(303);
    // Whoever has still open what was shown before takes nothing back.
    const late = await post(`${adapter}/locations`, { ...shown, 'meaning-0': '' });
    expect([late.status, late.text.includes('Someone else has changed this menu feed')]).toEqual([409, true]);
    expect(late.text).toMatch(/<option(?=[^>]*value="none")[^>]*selected/);

    const dishes = (await agent.get(`${adapter}/dishes`)).text;
    expect(dishes).toContain('value="Riz"');
    const typed = { element: 'WASTEITEM', 'name-0': 'Riz', 'meaning-0': '', 'other-0': 'Pudding' };
    const refused = await post(`${adapter}/dishes`, typed);
    expect([refused.status, refused.text.includes('value="Pudding"')]).toEqual([422, true]);
    expect((await post(`${adapter}/dishes`, { ...typed, 'other-0': 'RICE' })).status).toBe(303);

    const loaded = await run(adapter, 'run');
    expect(loaded).toContain('What was saved');
    const expected = [
      { location_id: kitchen, date: '2026-03-18', ref_item_id: soup, planned_portions: 40 },
      { location_id: kitchen, date: '2026-03-18', ref_item_id: rice, planned_portions: 30 },
      { location_id: kitchen, date: '2026-03-19', ref_item_id: soup, planned_portions: 1200 },
    ];
    expect(await menus()).toEqual(expected);
    await run(adapter, 'run');
    expect(await menus()).toEqual(expected);
    // A day of the source takes the place of what stood there; other days stay.
    feed = 'Date;Kitchen;Meal;Dish;Portions\r\n18.03.2026;Main kitchen;;Rice;10';
    await run(adapter, 'run');
    expect(await menus()).toEqual([{ ...expected[1], planned_portions: 10 }, expected[2]]);

    const menu = (
      await agent.get(`/dynamic-menu-adapters/${organisationId}/menu?locationId=${kitchen}&date=2026-03-18`)
    ).text;
    expect(menu.indexOf('>Rice<')).toBeLessThan(menu.indexOf('>Tomato soup<'));
    const { body } = await agent.get(`/rest/v1/daily-menus?locationId=${kitchen}&from=2026-03-18&to=2026-03-18`);
    expect(body).toEqual({
      limit: 1000,
      offset: 0,
      menus: [
        {
          locationId: kitchen,
          date: '2026-03-18',
          daypartId: null,
          daypartName: null,
          itemId: rice,
          itemName: 'Rice',
          plannedPortions: 10,
        },
      ],
    });
    expect((await agent.get('/rest/v1/daily-menus?from=2026-03-18&to=2026-03-17')).status).toBe(400);
  });

  it('runs once on its days from its hour on, unless it is paused', async () => {
    const adapter = await feedAt('/menu.csv', { auth: 'bearer', secret, hour: '5', weekdays: ['1', '2', '3', '4'] });
    await run(adapter, 'test');
    await confirm(adapter);
    const { time_zone: zone } = await app.db
      .selectFrom('organisation')
      .select('time_zone')
      .where('id', '=', organisationId)
      .executeTakeFirstOrThrow();
    expect(zone).toBe('America/New_York');
    const runs = async () => {
      await startScheduled(app.resources);
      await app.runJobs();
      const { count } = await app.db
        .selectFrom('menu_adapter_run')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('organisation_id', '=', organisationId)
        .where('origin', '=', 'schedule')
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    const at = async (instant: string) => {
      app.clock.set(instant);
      return runs();
    };
    // Set after five o'clock of that day: it begins with the next.
    expect(await at('2026-03-18T13:00:00Z')).toBe(0);
    expect(await at('2026-03-19T08:30:00Z')).toBe(0);
    expect(await at('2026-03-19T09:05:00Z')).toBe(1);
    expect(await at('2026-03-19T12:00:00Z')).toBe(1);
    expect(await at('2026-03-20T12:00:00Z')).toBe(1);
    // Sessions do not last for days.
    const later = async () => signedInAs(app, { organisationId, permissions: rights });
    app.clock.set('2026-03-22T12:00:00Z');
    expect((await post(`${adapter}/pause`, {}, await later())).status).toBe(303);
    expect(await at('2026-03-23T12:00:00Z')).toBe(1);
    agent = await later();
    expect((await post(`${adapter}/resume`)).status).toBe(303);
    expect(await runs()).toBe(2);
    expect((await agent.get(adapter)).text).toContain('Scheduled');
  });

  it.each(['locations', 'columns', 'remove'] as const)(
    'writes nothing where its %s came while it was read',
    async (form) => {
      const adapter = await feedAt('/meanwhile.csv');
      await run(adapter, 'test');
      await confirm(adapter);
      const version = await versionOf(adapter);
      const forms: Record<typeof form, Record<string, string>> = {
        locations: { version, 'name-0': 'Garden bar', 'meaning-0': 'none' },
        columns: { version, ...columns, portions: '' },
        remove: {},
      };
      meanwhile = async () => expect((await post(`${adapter}/${form}`, forms[form])).status).toBe(303);
      const page = await run(adapter, 'run');
      expect(page.includes('The menu feed was changed while it was running')).toBe(form !== 'remove');
      const last = await app.db
        .selectFrom('menu_adapter_run')
        .select(['state', 'problem'])
        .where('organisation_id', '=', organisationId)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      expect(last).toEqual({
        state: 'failed',
        problem: { code: form === 'remove' ? 'removed' : 'changedMeanwhile', params: {} },
      });
      expect(await menus()).toEqual([]);
    },
  );

  it('shows refused names on their page, each with what was said of it, and leaves days that it does not understand', async () => {
    const adapter = await feedAt('/meanwhile.csv');
    await run(adapter, 'test');
    await confirm(adapter);
    await run(adapter, 'run');
    const before = await menus();
    const dishes = Array.from({ length: 60 }, (_, at) => `Dish ${String(at + 1).padStart(2, '0')}`);
    feed = ['Date;Kitchen;Meal;Dish;Portions', ...dishes.map((dish) => `18.03.2026;Main kitchen;;${dish};1`)].join(
      '\n',
    );
    expect(await run(adapter, 'run')).toContain(
      '1 day keeps its current menu because none of its rows could be matched.',
    );
    expect(await menus()).toEqual(before);

    expect((await agent.get(`${adapter}/dishes?page=2`)).text).toContain('name="page" value="2"');
    const refused = await post(`${adapter}/dishes`, {
      element: 'WASTEITEM',
      page: '2',
      'name-0': 'Dish 58',
      'meaning-0': '',
      'other-0': 'Pudding',
    });
    expect([refused.status, refused.text.includes('name="page" value="2"')]).toEqual([422, true]);
    const fields = refused.text.match(/<input[^>]*name="other-\d+"[^>]*>/g) ?? [];
    expect(fields).toHaveLength(10);
    expect(fields.flatMap((field, at) => (field.includes('Pudding') ? [at] : []))).toEqual([7]);
  });

  it('of JSON is read too', async () => {
    const adapter = await feedAt('/menu.json');
    await run(adapter, 'test');
    await confirm(adapter, {
      date: 'date',
      dish: 'dishes',
      location: 'site',
      daypart: '',
      portions: '',
      order: 'auto',
    });
    await run(adapter, 'run');
    expect((await menus()).map(({ ref_item_id: item }) => item)).toEqual([soup, rice]);
  });

  // Attack: SSRF
  it.each([
    ['/page', 'The source is a web page'],
    ['/large', 'larger than 10 MB'],
    ['/moved', 'redirects to another one'],
    ['/gone', 'Nothing was found at the web address (404)'],
    ['/menu.csv', 'refused the sign-in (401)'],
    ['/broken.json', 'The JSON is not valid'],
    ['/rows', 'more than 20,000 rows'],
  ])('that answers with %s says why nothing was read', async (path, said) => {
    const adapter = await feedAt(path);
    expect(await run(adapter, 'test')).toContain(said);
    expect((await agent.get('/dynamic-menu-adapters')).text).toContain('Last run failed');
    expect(seen.map((one) => one.path)).toEqual([path]);
  });

  // Attack: SSRF
  it.each([
    'https://10.0.0.7/menu.csv',
    'https://[::1]/menu.csv',
    'http://example.org/menu.csv',
    'https://kim:secret@example.org/',
    'ftp://example.org/menu.csv',
  ])('at %s is refused', async (address) => {
    const form = { organisationId: String(organisationId), kind: 'feed', name: 'Menus', address };
    const answer = await post('/dynamic-menu-adapters/new', form);
    expect([answer.status, answer.text.includes('value="Menus"')]).toEqual([422, true]);
  });
});

describe('what lets us into a source', () => {
  it('is never shown, logged or kept in the clear, and goes to no other server', async () => {
    const address = `http://${host}/menu.csv`;
    const form = { name: unique('Feed'), address, auth: 'bearer', secret };
    const refused = await post('/dynamic-menu-adapters/new', {
      organisationId: String(organisationId),
      kind: 'feed',
      ...form,
      name: '',
    });
    expect([refused.status, refused.text.includes(secret)]).toEqual([422, false]);
    const adapter = await feedAt('/menu.csv', form);
    await run(adapter, 'test');
    expect(seen.map(({ authorization }) => authorization)).toEqual([`Bearer ${secret}`]);

    const settings = { auth: 'bearer', authName: '', secret: '', hour: '', name: 'Renamed' };
    const change = async (more: Record<string, string>) =>
      post(`${adapter}/settings`, { version: await versionOf(adapter), address, ...settings, ...more });
    expect((await change({ address: 'https://elsewhere.example/menu.csv' })).status).toBe(422);
    expect((await change({ auth: 'basic', authName: 'kim' })).status).toBe(422);
    expect((await change({ secret: 'a\r\nb' })).status).toBe(422);
    expect((await change({ address: `${address}?days=7` })).status).toBe(303);
    answers['/menu.csv?days=7'] = answers['/menu.csv']!;
    await run(adapter, 'test');
    expect(seen.at(-1)?.authorization).toBe(`Bearer ${secret}`);

    const pages = await Promise.all(
      ['', '/columns', '/locations', '/dishes'].map(async (page) => (await agent.get(`${adapter}${page}`)).text),
    );
    const rows = await Promise.all([
      app.db.selectFrom('audit_log').selectAll().where('organisation_id', '=', organisationId).execute(),
      app.db.selectFrom('menu_adapter').selectAll().where('organisation_id', '=', organisationId).execute(),
      app.db.selectFrom('menu_adapter_run').selectAll().where('organisation_id', '=', organisationId).execute(),
    ]);
    const kept = rows
      .flat()
      .map((row) =>
        Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value))),
      );
    expect([...pages, ...kept.flat()].filter((text) => text?.includes(secret))).toEqual([]);
    expect(JSON.stringify(rows[0])).not.toContain('days=7');
    await post(`${adapter}/remove`);
    const removed = await app.db
      .selectFrom('menu_adapter')
      .select(['secret', 'auth'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow();
    expect(removed).toEqual({ secret: null, auth: 'none' });
    expect((await agent.get(adapter)).status).toBe(404);
  });
});

describe('a file', () => {
  it('is uploaded, tested, and loaded for the chosen locations', async () => {
    const adapter = await create({ kind: 'file' });
    const token = await tokenFor(agent);
    const upload = async (content: string, mode: string) =>
      agent
        .post(`${adapter}/upload`)
        .field('_csrf', token)
        .field('mode', mode)
        .attach('file', Buffer.from(content), 'week.csv');
    expect((await post(`${adapter}/test`)).status).toBe(422);
    const nantes = 'date,course_rank,dish_fr\n2016-09-01,1,Tomato soup*\n2016-09-01,2,-\n2016-09-02,1,Tomato sou\n';
    expect((await upload('', 'test')).status).toBe(422);
    const large = await upload('x'.repeat(10_000_001), 'test');
    expect([large.status, large.text.includes(`action="${adapter}/upload"`)]).toEqual([413, true]);
    expect(large.text).toContain('This is too large');
    expect((await upload(nantes, 'write')).status).toBe(422);
    expect((await upload(nantes, 'test')).status).toBe(303);
    expect((await post(`${adapter}/test`)).status).toBe(409);
    await app.runJobs();
    const chosen = { date: 'date', dish: 'dish_fr', location: '', daypart: '', portions: '', order: 'auto' };
    expect((await confirm(adapter, chosen)).status).toBe(422);
    expect((await confirm(adapter, { ...chosen, locationIds: [String(kitchen)] })).status).toBe(303);
    // All that is close is confirmed together.
    const all = { element: 'WASTEITEM', 'name-0': 'Tomato sou', 'meaning-0': '', 'other-0': '', all: '1' };
    expect((await post(`${adapter}/dishes`, all)).status).toBe(303);
    expect((await upload(nantes, 'write')).status).toBe(303);
    await app.runJobs();
    expect((await menus()).map(({ date, ref_item_id: item }) => [date, item])).toEqual([
      ['2016-09-01', soup],
      ['2016-09-02', soup],
    ]);
    expect((await agent.get(`${adapter}/dishes`)).text).toContain('Tomato sou<');
    await post(`${adapter}/forget`, { element: 'WASTEITEM', key: 'tomato sou' });
    await run(adapter, 'test');
    expect((await agent.get(`${adapter}/dishes`)).text).toContain('value="Tomato sou"');
  });
});

describe('whoever sees only some sites', () => {
  it('changes nothing and sees the menus of their locations; another organization finds nothing', async () => {
    const adapter = await feedAt('/menu.csv');
    const far = await addSite(app, { organisationId });
    const bar = await addLocation(app, { organisationId, siteId: far, name: 'Far bar' });
    await app.db
      .insertInto('daily_menu')
      .values(
        [kitchen, bar].map((location_id) => ({
          organisation_id: organisationId,
          location_id,
          date: '2026-03-18',
          ref_item_id: soup,
        })),
      )
      .execute();
    const own = await signedInAs(app, { organisationId, permissions: rights, sites: [far] });
    const stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: rights });
    const form = { organisationId: String(organisationId), kind: 'file', name: 'Mine' };
    const menuOf = (id: number) => `/dynamic-menu-adapters/${organisationId}/menu?locationId=${id}&date=2026-03-18`;
    const asked = '/rest/v1/daily-menus?from=2026-03-18&to=2026-03-18';
    expect([
      (await own.get(adapter)).status,
      (await post('/dynamic-menu-adapters/new', form, own)).status,
      (await post(`${adapter}/pause`, {}, own)).status,
      (await own.get(menuOf(bar))).status,
      (await own.get(menuOf(kitchen))).status,
      (await own.get(asked)).body.menus.map(({ locationId }: { locationId: number }) => locationId),
    ]).toEqual([404, 422, 404, 200, 404, [bar]]);
    expect([
      (await stranger.get(adapter)).status,
      (await stranger.get(menuOf(kitchen))).status,
      (await post(`${adapter}/run`, {}, stranger)).status,
      (await post(`${adapter}/remove`, {}, stranger)).status,
      (await stranger.get(`${asked}&organisationId=${organisationId}`)).status,
      (await stranger.get(asked)).body.menus,
    ]).toEqual([404, 404, 404, 404, 404, []]);
  });
});
