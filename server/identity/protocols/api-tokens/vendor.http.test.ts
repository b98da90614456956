import type { Response } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bearerOf,
  newToken as makeToken,
  newTokenRole,
  owners,
  type TokenOwner,
} from '../../../../tests/support/api-tokens';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, signedInAs } from '../../../../tests/support/people';
import { testApp, testNow, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: ClockedApp;
let admin: Awaited<ReturnType<typeof signedInAs>>;
let role: string;

const roles = '/identity/resources/roles/v1';
const held: readonly Permission[] = ['fe.*', 'VIEW_BASE_LPO_PAGE'];

beforeAll(async () => {
  app = withOwnClock(await testApp());
});
beforeEach(async () => {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  admin = await signedInAs(app, { organisationId, permissions: held });
  role = (await newTokenRole(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE', 'fe.secure.read.roles'] }))
    .uuid;
});

const newToken = (owner: TokenOwner, minutes?: number) =>
  makeToken(admin, { owner, kind: 'access', roleIds: [role], minutes: minutes ?? null });

describe('back-end clients of the installation', () => {
  const vendor = { clientId: 'the-back-end', secret: 'a secret of the back end, long enough' };
  const configured = () => ({
    ...otherApp(app, { config: { identity: { ...app.resources.config.identity, vendor } } }),
    clock: app.clock,
  });
  const vendorOnly = (owner: TokenOwner) => `/identity/resources/vendor-only/${owner}/access-tokens/v1`;
  const enter = (on: TestApp, body: object, path = '/auth/vendor') =>
    browser(on).post(path).send(body) as unknown as Promise<Response>;

  it.each(['/auth/vendor', '/auth/vendor/', '/frontegg/auth/vendor'])(
    'come in at %s where they are configured, and nowhere else',
    async (path) => {
      const answer = await enter(configured(), vendor, path);
      expect([answer.status, answer.body]).toEqual([200, { token: expect.any(String), expiresIn: 900 }]);
      expect((await enter(configured(), { ...vendor, secret: 'another secret' }, path)).status).toBe(401);
      expect((await enter(configured(), { ...vendor, clientId: 'another' }, path)).status).toBe(401);
      expect((await enter(app, vendor, path)).status).toBe(404);
    },
  );

  it('read the public key and the access tokens that are good, with their roles', async () => {
    const on = configured();
    const {
      body: { token },
    } = await enter(on, vendor);
    const read = (path: string) => browser(on).get(path).set('x-access-token', token) as unknown as Promise<Response>;
    const policy = await read('/identity/resources/configurations/v1');
    expect([policy.status, policy.body.publicKey]).toEqual([200, expect.stringContaining('BEGIN PUBLIC KEY')]);
    for (const owner of owners) {
      const [good, gone] = [await newToken(owner), await newToken(owner, 1)];
      await app.db
        .updateTable('identity.api_token')
        .set({ expires_at: app.clock.now() })
        .where('id', '=', gone.id)
        .execute();
      const active = (await read(`${vendorOnly(owner)}/active`)).body as string[];
      expect([active.includes(good.id), active.includes(gone.id)]).toEqual([true, false]);
      const one = await read(`${vendorOnly(owner)}/${good.id}`);
      expect(one.body).toMatchObject({
        id: good.id,
        roles: [expect.any(String)],
        permissions: owner === 'users' ? [...held].sort() : ['VIEW_BASE_LPO_PAGE', 'fe.secure.read.roles'].sort(),
      });
      expect([
        (await read(`${vendorOnly(owner)}/${gone.id}`)).status,
        (await read(`${vendorOnly(owner === 'users' ? 'tenants' : 'users')}/${good.id}`)).status,
      ]).toEqual([404, 404]);
    }
  });

  it('read where the hosted login is, and a snapshot of entitlements in which nothing is bundled; nobody else does', async () => {
    const on = configured();
    const {
      body: { token },
    } = await enter(on, vendor);
    const snapshot = {
      data: { features: [], featureBundles: [], entitlements: [], featureFlags: [] },
      snapshotOffset: 0,
    };
    for (const [path, body] of [
      ['/vendors/base-url', { baseURL: 'http://tare.test' }],
      ['/entitlements/api/v1/vendor-entitlements-snapshot-offset', { snapshotOffset: 0 }],
      ['/entitlements/api/v1/vendor-entitlements', snapshot],
    ] as const) {
      for (const mount of ['', '/frontegg']) {
        const answer = await browser(on).get(`${mount}${path}`).set('x-access-token', token);
        expect([answer.status, answer.body]).toEqual([200, body]);
      }
      expect([(await browser(on).get(path)).status, (await admin.get(path)).status]).toEqual([401, 403]);
    }
  });

  it('do nothing else, and nobody else does that', async () => {
    const on = configured();
    const {
      body: { token },
    } = await enter(on, vendor);
    expect((await browser(on).get(roles).set('x-access-token', token)).status).toBe(403);
    expect((await browser(on).get(roles).set('Authorization', `Bearer ${token}`)).status).toBe(401);
    const bearer = await bearerOf(
      app,
      'api',
      await makeToken(admin, { owner: 'tenants', kind: 'api', roleIds: [role] }),
    );
    for (const [header, value, status] of [
      ['Authorization', `Bearer ${bearer}`, 403],
      ['x-access-token', bearer, 401],
      ['x-access-token', 'nonsense', 401],
    ] as const) {
      expect([
        header,
        (
          await browser(on)
            .get(`${vendorOnly('users')}/active`)
            .set(header, value)
        ).status,
      ]).toEqual([header, status]);
    }
    expect(
      (
        await browser(app)
          .get(`${vendorOnly('users')}/active`)
          .set('x-access-token', token)
      ).status,
    ).toBe(401);
    app.clock.set(new Date(Date.parse(testNow) + 900_000));
    expect(
      (
        await browser(on)
          .get(`${vendorOnly('users')}/active`)
          .set('x-access-token', token)
      ).status,
    ).toBe(401);
  });
});
