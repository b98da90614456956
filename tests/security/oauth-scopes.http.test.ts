import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../server/permission-matrix';
import type { ClientScope } from '../../server/platform/client-scopes.contract';
import { addressOf } from '../../server/platform/http/surface';
import { nameOf, sendTo, type DeclaredRoute } from '../support/declared-routes';
import { newClient, tokensFor } from '../support/oauth';
import { browser, joinOrganisation, newOrganisation } from '../support/people';
import { routeWalk } from '../support/route-walk';

const { app, full, agent, routes } = await routeWalk('scopes');
const tokens = new Map<string, string>();
const scopes = ['openid email profile', 'openid waste:read', 'openid waste:write'] as const;

/** An id for each of its parameters: whether it exists is not asked before who may. */
const urlOf = (route: DeclaredRoute) => addressOf(route).replace(/:\w+/g, '1');
const opens = ({ opens: opened }: DeclaredRoute, scope: string) =>
  opened?.scopes?.some((one: ClientScope) => scope.split(' ').includes(one)) === true;
const asClient = (scope: string) => browser(app).set('Authorization', `Bearer ${tokens.get(scope)}`);
/** Directories' calls know no credential but their own: see `scim.http.test.ts`. */
const closed = routes.filter(({ kind, access }) => kind === 'call' && access !== 'public' && access !== 'tenant');

beforeAll(async () => {
  // Somebody who may do everything, for whom it is all the client's scopes.
  const client = await newClient(app, { scopes: ['waste:read', 'waste:write'] });
  for (const scope of scopes) tokens.set(scope, (await tokensFor(app, agent, client, { scope })).access_token);
});

describe('an access token of a client', () => {
  // Attack: OAuth server
  it.each(scopes)(
    'with %s opens what that names, and is told of everything else that it does not suffice',
    async (scope) => {
      const at = asClient(scope);
      const wrong: string[] = [];
      for (const route of closed) {
        const { status, headers } = await sendTo(at, route, {
          url: urlOf(route),
          body: route.method === 'get' ? undefined : {},
        });
        const refused = status === 403 && headers['www-authenticate'] === 'Bearer error="insufficient_scope"';
        // One that it opens may miss what it needs to be answered: a parameter, or something with that id.
        const right = opens(route, scope) ? [200, 400, 404, 422].includes(status) : refused;
        if (!right) wrong.push(`${nameOf(route)}: ${status}`);
      }
      expect(wrong).toEqual([]);
      expect(closed.length).toBeGreaterThan(200);
    },
  );

  it('reads figures and enters an event by the scope for it', async () => {
    for (const path of ['/rest/v1/performance/selectableWasteStages', '/rest/v1/sites', '/rest/v1/refdata/units']) {
      expect([path, (await asClient('openid waste:read').get(path)).status]).toEqual([path, 200]);
      expect([path, (await asClient('openid waste:write').get(path)).status]).toEqual([path, 403]);
    }
    expect((await asClient('openid waste:write').post('/rest/v1/waste-events/manual').send({})).body.code).toBe(
      'badRequest',
    );
  });

  it('is of nobody where anybody may come, and of no use to pages', async () => {
    const at = asClient('openid waste:read');
    expect((await at.get('/account/apps')).headers.location).toBe('/login');
    expect(
      (await at.post('/oauth/postlogin').send({ state: 'x', token: tokens.get('openid waste:read') })).body,
    ).toMatchObject({ error: 'invalid_request', error_description: 'otherSession' });
  });

  // Attack: OAuth server
  it('is of the tenant that it was given in alone', async () => {
    const other = await newOrganisation(app);
    await joinOrganisation(app, agent.person, { organisationId: other, permissions });
    const { id } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', other)
      .executeTakeFirstOrThrow();
    const reading = asClient('openid waste:read');
    const sites = (organisationId: number) => ({ organisationId });
    expect((await agent.get('/rest/v1/sites').query(sites(other))).status).toBe(200);
    expect((await reading.get('/rest/v1/sites').query(sites(other))).status).toBe(404);
    expect((await reading.get('/rest/v1/sites').query(sites(full.organisationId))).status).toBe(200);
    for (const asked of [
      reading.put('/identity/resources/users/v1/tenant').send({ tenantId: id }),
      reading.get('/identity/resources/users/v2/me').set('frontegg-scoped-tenant', id),
    ])
      expect((await asked).status).toBe(403);
  });
});
