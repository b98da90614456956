import { beforeAll, describe, expect, it } from 'vitest';
import { internalOrganisation } from '../../server/platform/actor';
import type { Route } from '../../server/platform/http/define-route';
import { features } from '../../server/features';
import { permissions } from '../../server/features/permissions';
import type { Permission } from '../../server/platform/permissions';
import { declaredRoutes, nameOf, type DeclaredRoute } from '../support/declared-routes';
import { examplesOf } from '../support/examples';
import { addressIn, fullOrganisation, pathIn, type FullPlace } from '../support/full-organisation';
import { browser, newPerson, password, signedInAs, tokenOf } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/** Addresses that anybody may open, by hand although every other list is gone: a change of the front door must show in review. */
const publicRoutes = [
  'get /', 'get /html/manageAlerts.html', 'get /html/manageGoals.html',
  'get /login', 'post /login', 'get /logout', 'post /logout', 'get /privacy-policy',
  'get /forgot-password', 'post /forgot-password', 'get /password-reset', 'post /password-reset', 'get /activate-user', 'post /activate-user',
  'get /dev/outbox', 'get /rest/v1/docs', 'get /rest/v1/openapi.json', 'get /rest/v1/config', 'get /rest/v1/import-mapping.schema.json', 'get /rest/v1/i18n/:locale',
  'post /rest/v1/auth/login', 'post /rest/v1/auth/logout', 'post /rest/v1/auth/password-reset',
];

let app: TestApp;
let full: FullPlace;
let routes: DeclaredRoute[];

beforeAll(async () => {
  app = await testApp();
  full = await fullOrganisation(app, { mark: 'Routes' });
  routes = declaredRoutes(app);
});

/** Pages that stand behind a sign-in and whatever else must be done first. */
const isGuarded = ({ kind, method, surface, access, early }: Route) => kind === 'page' && method === 'get' && surface === 'pages' && access !== 'public' && !early;
const guarded = features.flatMap(({ name, routes: own }) => own.filter(isGuarded).map((route): [string, DeclaredRoute] => [route.path, { ...route, owner: name }]));

describe('the list of public routes is pinned', () => {
  it('holds these and no other', () => {
    expect(routes.filter((route) => route.access === 'public').map(nameOf).sort()).toEqual([...publicRoutes].sort());
  });

  it('has one that is nowhere but on the machine of the server', () => {
    expect(routes.filter((route) => route.thisMachineOnly).map(nameOf)).toEqual(['get /dev/outbox']);
  });
});

describe('every page', () => {
  it('is tried below', () => {
    expect(guarded.map(([path]) => path)).toEqual(routes.filter(isGuarded).map(({ path }) => path));
    expect(guarded.length).toBeGreaterThan(10);
  });

  it.each(guarded)('%s: nobody → sign-in, and back to it afterwards', async (path, route) => {
    const wanted = addressIn(full, route);
    const agent = browser(app);
    const refused = await agent.get(wanted);
    expect([refused.status, refused.headers.location]).toEqual([302, '/login']);
    const [visitor] = examplesOf(route.owner).flatMap((example) => example.visitor ?? []);
    const person = await newPerson(app, {
      organisationId: visitor?.internal ? internalOrganisation : full.organisationId,
      permissions: [...(route.access === 'signed-in' ? [] : [route.access as Permission]), ...(visitor?.permissions ?? [])],
    });
    const login = await agent.get('/login');
    const entered = await agent.post('/login').type('form').send({ _csrf: tokenOf(login.text), username: person.login, password });
    expect(entered.headers.location).toBe('/home');
    if (path !== '/home') expect((await agent.get('/home')).headers.location).toBe(wanted);
    const arrived = await agent.get(wanted);
    expect([arrived.status < 400 || arrived.text, path !== '/home' && arrived.headers.location === '/home']).toEqual([true, false]);
    expect((await agent.get('/home')).status).toBe(200);
  });

  it.each(guarded.filter(([, { access }]) => access !== 'signed-in'))('%s: without its permission → home', async (_path, route) => {
    const everythingElse = permissions.filter((other) => other !== route.access);
    const agent = await signedInAs(app, { organisationId: full.organisationId, permissions: everythingElse });
    const answer = await agent.get(addressIn(full, route));
    expect([answer.status, answer.headers.location]).toEqual([302, '/home']);
  });
});

describe('every call', () => {
  it('answers 401 to nobody', async () => {
    for (const route of routes.filter((one) => one.kind === 'call' && one.access !== 'public')) {
      const answer = await browser(app)[route.method](pathIn(full, route));
      expect([nameOf(route), answer.status, answer.body.code]).toEqual([nameOf(route), 401, 'signedOut']);
    }
  });

  it('answers 403 to somebody without its permission, before it looks at the input', async () => {
    const agent = await signedInAs(app, { organisationId: full.organisationId });
    for (const route of routes.filter((one) => one.kind === 'call' && !['public', 'signed-in', 'device'].includes(one.access))) {
      const answer = await agent[route.method](pathIn(full, route));
      expect([nameOf(route), answer.status]).toEqual([nameOf(route), 403]);
    }
  });
});

describe('the API description', () => {
  it('names every call', async () => {
    const { body } = await browser(app).get('/rest/v1/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
    const calls = routes.filter((route) => route.kind === 'call').map((route) => nameOf(route).replace(/:(\w+)/g, '{$1}'));
    expect(described.sort()).toEqual(calls.sort());
  });

  it('tells what an event of a device’s batch holds, and what a route asks beside its permission', async () => {
    const { body } = await browser(app).get('/rest/v1/openapi.json');
    const batch = body.paths['/rest/v1/waste-events'].post;
    const { events } = batch.requestBody.content['application/json'].schema.properties;
    expect(Object.keys(events.items.properties)).toEqual(expect.arrayContaining(['clientEventUuid', 'occurredAt', 'wasteStageId', 'grossWeight', 'netWeight', 'unit', 'cost']));
    expect([events.maxItems, batch.security]).toEqual([1_000, [{ device: [] }]]);
    expect(body.paths['/rest/v1/imports'].post.description).toBe('Needs the permission VIEW_DATA_MANAGER. Needs the permission EDIT_TRANSACTIONS too, and not to be limited to some sites.');
  });
});
