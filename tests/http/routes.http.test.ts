import { beforeAll, describe, expect, it } from 'vitest';
import { internalOrganisation } from '../../server/platform/actor';
import type { Route } from '../../server/platform/http/define-route';
import { addressOf } from '../../server/platform/http/surface';
import { permissions } from '../../server/features/permissions';
import type { Permission } from '../../server/platform/permissions';
import { declaredRoutes, nameOf } from '../support/declared-routes';
import { browser, newOrganisation, newPerson, password, signedInAs, tokenOf } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/** Every page of the specification that exists so far, and ours, with what it needs. A new page needs a row. */
const pages: [path: string, access: Permission | 'signed-in', alsoNeeds?: Permission][] = [
  ['/home', 'signed-in'],
  ['/deployment-status', 'VIEW_BASE_LPO_PAGE'],
  ['/baselines/readiness', 'VIEW_BASE_LPO_PAGE'],
  ['/baselines/detail', 'VIEW_BASE_LPO_PAGE'],
  ['/locationCalendar', 'VIEW_BASE_LPO_PAGE'],
  ['/performanceDashboard', 'VIEW_PERFORMANCE_DASHBOARD'],
  ['/waste-events', 'EDIT_TRANSACTIONS'],
  ['/sites', 'EDIT_SITES'],
  ['/manage-baselines', 'EDIT_BASELINES'],
  ['/imports', 'VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS'],
  ['/parked-jobs', 'VIEW_CONSOLE'],
];

/** Pages that members of the internal organisation alone may open. */
const forStaff = new Set(['/parked-jobs']);

/** Addresses that anybody may open. A change here is a change of the front door: it shows in review. */
const publicRoutes = [
  'get /', 'get /html/manageAlerts.html', 'get /html/manageGoals.html',
  'get /login', 'post /login', 'get /logout', 'post /logout', 'get /privacy-policy',
  'get /forgot-password', 'post /forgot-password', 'get /password-reset', 'post /password-reset', 'get /activate-user', 'post /activate-user',
  'get /dev/outbox', 'get /rest/v1/docs', 'get /rest/v1/openapi.json', 'get /rest/v1/config', 'get /rest/v1/i18n/:locale',
  'post /rest/v1/auth/login', 'post /rest/v1/auth/logout', 'post /rest/v1/auth/password-reset',
];

let app: TestApp;
let organisationId: number;
let routes: Route[];

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  routes = declaredRoutes(app);
});

/** A path with something in the place of each parameter. */
const filled = (route: Route) => addressOf(route).replace(/:\w+/g, '1');

describe('the list of public routes is pinned', () => {
  it('holds these and no other', () => {
    expect(routes.filter((route) => route.access === 'public').map(nameOf).sort()).toEqual([...publicRoutes].sort());
  });
});

describe('every page', () => {
  it('stands in the table of this test with the access it declares', () => {
    const known = new Map<string, string>(pages.map(([path, access]) => [path, access]));
    const guarded = routes.filter((route) => route.kind === 'page' && route.method === 'get' && route.access !== 'public' && !route.early && !route.path.includes(':') && !route.path.startsWith('/legacy/'));
    for (const route of guarded.filter(({ path }) => known.has(path))) expect([route.path, route.access]).toEqual([route.path, known.get(route.path)]);
    const parents = [...known.keys()];
    expect(guarded.map(({ path }) => path).filter((path) => !parents.some((parent) => path === parent || path.startsWith(`${parent}/`)))).toEqual([]);
  });

  it.each(pages)('%s: nobody → sign-in, and back to it afterwards', async (path, access, alsoNeeds) => {
    const wanted = `${path}?remembered=1`;
    const agent = browser(app);
    const refused = await agent.get(wanted);
    expect([refused.status, refused.headers.location]).toEqual([302, '/login']);
    const person = await newPerson(app, { organisationId: forStaff.has(path) ? internalOrganisation : organisationId, permissions: [access, alsoNeeds].filter((key): key is Permission => key !== undefined && key !== 'signed-in') });
    const login = await agent.get('/login');
    const entered = await agent.post('/login').type('form').send({ _csrf: tokenOf(login.text), username: person.login, password });
    expect(entered.headers.location).toBe('/home');
    if (path !== '/home') expect((await agent.get('/home')).headers.location).toBe(wanted);
    // Some pages need more in their address; what counts here is that the guards let through.
    const arrived = await agent.get(wanted);
    expect([200, 400, 404, 422]).toContain(arrived.status);
    expect((await agent.get('/home')).status).toBe(200);
  });

  it.each(pages.filter(([, access]) => access !== 'signed-in'))('%s: without %s → home', async (path, access) => {
    const everythingElse = permissions.filter((other) => other !== access);
    const agent = await signedInAs(app, { organisationId, permissions: everythingElse });
    const answer = await agent.get(path);
    expect([answer.status, answer.headers.location]).toEqual([302, '/home']);
  });
});

describe('every call', () => {
  it('answers 401 to nobody', async () => {
    for (const route of routes.filter((one) => one.kind === 'call' && one.access !== 'public')) {
      const answer = await browser(app)[route.method](filled(route));
      expect([nameOf(route), answer.status, answer.body.code]).toEqual([nameOf(route), 401, 'signedOut']);
    }
  });

  it('answers 403 to somebody without its permission, before it looks at the input', async () => {
    const agent = await signedInAs(app, { organisationId });
    for (const route of routes.filter((one) => one.kind === 'call' && !['public', 'signed-in', 'device'].includes(one.access))) {
      const answer = await agent[route.method](filled(route));
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
