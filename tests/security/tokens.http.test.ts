import { sql } from 'kysely';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { staffOnly } from '../../server/identity';
import { permissions } from '../../server/permission-matrix';
import { internalOrganisation } from '../../server/platform/actor';
import { bearerOf, eachToken, newToken, newTokenRole } from '../support/api-tokens';
import { declaredRoutes, nameOf, sendTo, type DeclaredRoute } from '../support/declared-routes';
import { changedTables, fingerprint } from '../support/fingerprint';
import { fullOrganisation, pathIn, type FullPlace } from '../support/full-organisation';
import { withOwnClock } from '../support/other-app';
import { browser, signedInAs } from '../support/people';
import { changing } from '../support/steps';
import { testApp, testNow, type TestApp } from '../support/test-app';

/** Changes that programs make, by hand: what is new here opens to every token that there is, and must show in review. None opens a way in or lifts a rule. */
const openChanges = [
  'post /rest/v1/enterprise-goals',
  'put /rest/v1/enterprise-goals/:goalId',
  'post /rest/v1/enterprise-goals/:goalId/steps/:step',
  'put /rest/v1/enterprise-goals/:goalId/sites/:siteId',
  'post /rest/v1/donations/partners',
  'put /rest/v1/donations/partners/:partnerId',
  'post /rest/v1/donations/pickups',
  'put /rest/v1/donations/pickups/:pickupId',
  ...['receipt', 'reopen', 'cancel'].map((step) => `post /rest/v1/donations/pickups/:pickupId/${step}`),
  'post /rest/v1/donations/schedules',
  'delete /rest/v1/donations/schedules/:scheduleId',
  'post /rest/v1/donations/schedules/:scheduleId/skip',
  'post /rest/v1/goals',
  'put /rest/v1/goals/:goalId',
  'post /rest/v1/goals/:goalId/steps/:step',
  'post /rest/v1/goals/:goalId/copies',
  'post /rest/v1/goals/:goalId/actions',
  'put /rest/v1/goals/:goalId/actions/:actionId/end',
  'delete /rest/v1/goals/:goalId/actions/:actionId',
  'post /rest/v1/leaderboard/contests',
  'put /rest/v1/leaderboard/contests/:contestId',
  'delete /rest/v1/leaderboard/contests/:contestId',
  'put /rest/v1/leaderboard/opt-outs/:siteId',
  'delete /rest/v1/leaderboard/opt-outs/:siteId',
  'post /rest/v1/volumes',
  'put /rest/v1/volumes/locks/:month',
  'post /rest/v1/volumes/locks/:month/unlock',
  'post /rest/v1/waste-events/manual',
  'put /rest/v1/waste-events/:id',
  'post /rest/v1/waste-events/:id/void',
  'delete /rest/v1/waste-events/:id/void',
  'post /rest/v1/imports',
  'delete /rest/v1/imports/:id',
  'put /rest/v1/imports/:id/mapping',
  ...['choices', 'check', 'run', 'undo'].map((step) => `post /rest/v1/imports/:id/${step}`),
  'post /rest/v1/imports/mappings',
  'put /rest/v1/imports/mappings/:id',
  'delete /rest/v1/imports/mappings/:id',
  'post /rest/v1/locationCalendar/bulk',
  'put /rest/v1/locationCalendar/:locationId/pattern',
  'delete /rest/v1/locationCalendar/:locationId/pattern/:validFrom',
  'post /rest/v1/locationCalendar/:locationId/exceptions',
  'delete /rest/v1/locationCalendar/:locationId/exceptions/:exceptionId',
  'put /rest/v1/locationCalendar/:locationId/holidays',
  'post /rest/v1/locationCalendar/:locationId/import',
  'post /rest/v1/hierarchies',
  'put /rest/v1/hierarchies/lists/:hierarchyId',
  'post /rest/v1/hierarchy-values',
  'put /rest/v1/hierarchy-values/:valueId',
  'put /rest/v1/hierarchy-values/:valueId/place',
  'post /rest/v1/hierarchy-values/:valueId/merge',
  'post /rest/v1/sites',
  'put /rest/v1/sites/:id',
  'post /rest/v1/locations',
  'put /rest/v1/locations/:id',
];
/** They are sent by POST, and look something up. */
const openQuestions = ['bulkGet', 'count', 'verify', 'verify/allow'];

let app: TestApp;
let full: FullPlace;
let routes: DeclaredRoute[];
/** Of each kind of token, one that holds every permission there is. */
let bearers: (readonly [string, string])[];

beforeAll(async () => {
  app = await testApp();
  full = await fullOrganisation(app, { mark: 'Programs' });
  routes = declaredRoutes(app).filter(
    ({ kind, access, surface }) => kind === 'call' && surface !== 'oauth' && access !== 'public' && access !== 'device',
  );
  const maker = await signedInAs(app, { organisationId: full.organisationId, permissions });
  const role = await newTokenRole(app, { organisationId: full.organisationId, permissions });
  bearers = [];
  for (const [owner, kind] of eachToken)
    bearers.push([
      `${owner} ${kind}`,
      await bearerOf(
        app,
        kind,
        await newToken(maker, { owner, kind, roleIds: owner === 'tenants' ? [role.uuid] : [] }),
      ),
    ]);
});

const asked = (bearer: string, route: DeclaredRoute): Promise<Response> => {
  const agent = browser(app);
  void agent.set('Authorization', `Bearer ${bearer}`);
  return sendTo(agent, route, { url: pathIn(full, route), ...(route.method === 'get' ? {} : { body: {} }) });
};
const isOpen = ({ opens }: DeclaredRoute) => opens?.programs === true;

describe('who comes by a token', () => {
  it('changes these and nothing else', () => {
    const isQuestion = (name: string) =>
      name.startsWith('post /identity') && openQuestions.some((question) => name.endsWith(`/${question}`));
    expect(
      routes
        .filter((route) => changing(route) && isOpen(route))
        .map(nameOf)
        .filter((name) => !isQuestion(name))
        .sort(),
    ).toEqual([...openChanges].sort());
  });

  it('is refused by every route that does not say that it is open, and changes nothing there', async () => {
    // Those of directories are for no other credential: see `scim.http.test.ts`.
    const closed = routes.filter((route) => !isOpen(route) && route.access !== 'tenant');
    expect(closed.filter(changing).length).toBeGreaterThan(150);
    const rows = () => fingerprint(app, { rowsOf: () => sql`true`, without: 'last_used_at' });
    // The first use of a token is audited.
    for (const [, bearer] of bearers)
      expect(
        (await browser(app).get('/identity/resources/roles/v1').set('Authorization', `Bearer ${bearer}`)).status,
      ).toBe(200);
    const before = await rows();
    for (const [what, bearer] of bearers) {
      for (const route of closed) {
        const { status, body } = await asked(bearer, route);
        expect([what, nameOf(route), status, body.code]).toEqual([what, nameOf(route), 403, 'needsPerson']);
      }
    }
    expect(changedTables(before, await rows())).toEqual([]);
  }, 120_000);

  it('is let on by every other, where a person is asked for as somebody’s own', async () => {
    const refused: unknown[] = [];
    for (const [what, bearer] of bearers.filter(([name]) => name.startsWith('users'))) {
      for (const route of routes.filter(isOpen)) {
        const { status, body } = await asked(bearer, route);
        if (status === 401 || status >= 500 || (status === 403 && body.code === 'needsPerson'))
          refused.push([what, nameOf(route), status]);
      }
    }
    expect(refused).toEqual([]);
  }, 60_000);
});

describe('who proved themselves more than five minutes ago', () => {
  const opensSomething =
    /^(fe\.secure\.(write|delete)\.|fe\.account-hierarchy\.(write|delete)\.|EDIT_OAUTH_CLIENTS$|EDIT_USERS$)/;
  /** They end something, mail a link to whom it is of, note what changes nothing yet, or only look. */
  const unasked = [
    'post /account/audits/check',
    'post /identity/resources/users/sessions/v1/revoke',
    'post /identity/resources/users/v1/passwords/breached/reset/bulk',
    'post /team/resources/members/v1/:memberId/resendActivationEmail',
    'post /rest/v1/users/:id/link',
    'post /user-manager/people/:userId/link',
    'post /user-manager/reviews',
    'post /user-manager/reviews/:reviewId/decide',
    'post /user-manager/reviews/:reviewId/discard',
    'delete /identity/resources/tenants/api-tokens/v1/:tenantTokenId',
    'delete /identity/resources/tenants/access-tokens/v1/:tenantTokenId',
    'post /api-tokens/:tenantTokenId/remove',
    'post /oauth-clients/:oauthClientId/remove',
    'post /oauth-clients/:oauthClientId/off',
    'post /sso/:ssoConfigId/test',
    'post /account/provisioning/:connectionId/secrets/:secretId/revoke',
  ];
  const ownTokens = [
    'post /identity/resources/users/api-tokens/v1',
    'post /identity/resources/users/access-tokens/v1',
    'post /account/api-tokens',
  ];

  it('is asked who they are by each change that opens a way in or lifts a rule, and by no token', () => {
    const all = declaredRoutes(app).filter(changing);
    const asking = all.filter(({ freshProof }) => freshProof).map(nameOf);
    expect(asking).toEqual(expect.arrayContaining(ownTokens));
    expect(
      all
        .filter(({ access, freshProof }) => opensSomething.test(access) && !freshProof)
        .map(nameOf)
        .sort(),
    ).toEqual([...unasked].sort());
    expect(all.filter(({ freshProof, opens }) => freshProof && opens)).toEqual([]);
  });

  it('changes nothing by any of them: a call is refused, and a page leads to the question and back', async () => {
    const late = withOwnClock(app);
    late.clock.set(testNow);
    const stale = await signedInAs(late, { organisationId: full.organisationId, permissions });
    const staff = await signedInAs(late, { organisationId: internalOrganisation, permissions });
    const agentFor = ({ condition }: DeclaredRoute) => (condition === staffOnly ? staff : stale);
    const asking = declaredRoutes(app).filter((route) => route.freshProof);
    const sent = (agent: typeof stale, route: DeclaredRoute) =>
      sendTo(agent, route, { url: pathIn(full, route), body: {} });
    const isAsked = ({ body, headers }: Response) =>
      body.code === 'identity.signInAgain' || (headers.location ?? '').startsWith('/account/confirm');
    late.clock.set(new Date(Date.parse(testNow) + 299_000));
    for (const route of asking.slice(0, 20))
      expect([nameOf(route), isAsked(await sent(agentFor(route), route))]).toEqual([nameOf(route), false]);
    late.clock.set(new Date(Date.parse(testNow) + 301_000));
    const rows = () =>
      fingerprint(app, { rowsOf: ({ name }) => (name === 'identity.session' ? undefined : sql`true`) });
    const before = await rows();
    for (const route of asking) {
      const { status, body, headers } = await sent(agentFor(route), route);
      if (route.kind === 'call')
        expect([nameOf(route), status, body.code]).toEqual([nameOf(route), 403, 'identity.signInAgain']);
      else {
        expect([nameOf(route), status, headers.location]).toEqual([
          nameOf(route),
          303,
          expect.stringMatching(/^\/account\/confirm\?to=%2F/),
        ]);
        // The question knows the page that it is to lead back to.
        const back = decodeURIComponent(headers.location?.split('to=')[1] ?? '');
        const shown = await agentFor(route).get(headers.location ?? '');
        expect([
          nameOf(route),
          shown.status,
          shown.text.includes(`name="to" value="${back}"`),
          /[:]/.test(back),
        ]).toEqual([nameOf(route), 200, true, false]);
        expect([back, (await agentFor(route).get(back)).status < 400]).toEqual([back, true]);
      }
    }
    expect(changedTables(before, await rows())).toEqual([]);
  }, 60_000);
});

it('the API description says of each call whether a token opens it', async () => {
  const { body } = await browser(app).get('/rest/v1/openapi.json');
  const takes = (path: string, method: string) =>
    (body.paths[path][method].security as Record<string, unknown>[]).flatMap((one) => Object.keys(one));
  expect([
    takes('/rest/v1/waste-events/manual', 'post'),
    takes('/rest/v1/users', 'get'),
    takes('/rest/v1/users', 'post'),
    takes('/rest/v1/waste-events', 'post'),
  ]).toEqual([
    ['session', 'person', 'program', 'client'],
    ['session', 'person', 'program'],
    ['session', 'person'],
    ['device'],
  ]);
});
