import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../server/permission-matrix';
import { isClosedToViews } from '../../server/platform/http/guards';
import { declaredRoutes, nameOf, sendTo, type DeclaredRoute } from '../support/declared-routes';
import { changedTables, fingerprint } from '../support/fingerprint';
import { fullOrganisation, pathIn, type FullPlace } from '../support/full-organisation';
import { newPerson, signedInAs, tokenOf } from '../support/people';
import { changing } from '../support/steps';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;
let full: FullPlace;
let routes: DeclaredRoute[];
let staff: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  staff = await signedInAs(app, { organisationId: 1, permissions });
  full = await fullOrganisation(app, { mark: 'Viewed' });
  routes = declaredRoutes(app);
  const { userId } = await newPerson(app, { organisationId: full.organisationId, permissions });
  const { status } = await staff
    .post('/rest/v1/client-view-session')
    .send({ organisationId: full.organisationId, userId, reason: 'A test' });
  expect(status).toBe(200);
});

/** Changes by somebody signed in that a client view may make although their addresses speak of accounts and sessions. */
const open = new Set(['post /rest/v1/session/keep-alive', 'delete /rest/v1/client-view-session/:clientViewSessionId']);
const ofAccounts =
  /password|privacy|preferences|mfa|secured|\brole|\busers?\b|session|\bkey\b|push|\bpin$|^\/operators$/;

describe('a client view of somebody who may do everything', () => {
  it('is closed to whatever changes accounts, passwords, rights, sessions and keys', () => {
    const asked = routes.filter(
      (route) =>
        changing(route) &&
        route.access !== 'device' &&
        route.access !== 'tenant' &&
        (route.owner === 'identity' || ofAccounts.test(route.path)),
    );
    expect(asked.length).toBeGreaterThan(7);
    expect(
      asked
        .filter((route) => !isClosedToViews(route))
        .map(nameOf)
        .sort(),
    ).toEqual([...open].sort());
  });

  it('answers each of them with a refusal that signs nobody out, and changes nothing', async () => {
    const token = tokenOf((await staff.get('/home')).text);
    const rows = () =>
      fingerprint(app, {
        rowsOf: ({ name }) =>
          /^identity\.(user|membership|membership_role|role|password_token)$/.test(name) ? sql`true` : undefined,
      });
    const before = await rows();
    for (const route of routes.filter((one) => changing(one) && isClosedToViews(one))) {
      const answer = await sendTo(staff, route, {
        url: pathIn(full, route),
        body: route.kind === 'page' ? { _csrf: token } : {},
      });
      const said = route.kind === 'page' ? [answer.status, answer.headers.location] : [answer.status, answer.body.code];
      expect([nameOf(route), ...said]).toEqual([
        nameOf(route),
        ...(route.kind === 'page' ? [302, '/home'] : [409, 'notInClientView']),
      ]);
    }
    expect(changedTables(before, await rows())).toEqual([]);
    expect((await staff.get('/home')).text).toContain('data-client-view-band');
  });
});
