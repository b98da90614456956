import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let someone: Person;
let at: ClientBrowser;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  app.clock.set(testNow);
  organisationId = await newOrganisation(app);
  ({ person: someone, at } = await signedIn(['fe.*', 'VIEW_BASE_LPO_PAGE', 'EDIT_USERS']));
});

async function signedIn(
  permissions: readonly Permission[],
  wish: { organisationId?: number; restricted?: true } = {},
): Promise<{ person: Person; at: ClientBrowser }> {
  const person = await newPerson(app, { organisationId, permissions, ...wish });
  const browser = client.browser();
  await browser.signIn(person);
  return { person, at: browser };
}

let made = 0;
/** A role of the tenant's own. @returns its public id */
async function newRole(permissions: readonly Permission[], within = organisationId): Promise<string> {
  const role = await app.db
    .insertInto('identity.role')
    .values({ tenant_number: within, key: `tokens-${(made += 1)}`, name: `Role ${made}` })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  for (const key of permissions)
    await app.db.insertInto('identity.role_permission').values({ role_id: role.id, permission_key: key }).execute();
  return role.uuid;
}
const kept = () =>
  app.db
    .selectFrom('identity.api_token')
    .selectAll()
    .where('tenant_number', '=', organisationId)
    .orderBy('created_at')
    .execute();
const audited = async () =>
  await app.db
    .selectFrom('audit_log')
    .select(['action', 'severity', 'user_id', 'ip', 'user_agent'])
    .where('organisation_id', '=', organisationId)
    .where('entity', '=', 'apiToken')
    .orderBy('id')
    .execute();
type Shown = Record<string, unknown> & { id: string; secret: string };
const wish = { description: 'Nightly export', expiresInMinutes: 60 };

describe('a person’s tokens', () => {
  it('to be exchanged are made, listed without their secret, and deleted', async () => {
    const token = (await at.run((api) => api.auth.updateUserApiTokensData(wish))) as unknown as Shown;
    expect(token).toMatchObject({
      clientId: token.id,
      description: 'Nightly export',
      expires: '2026-03-18T13:00:00.000Z',
      createdAt: '2026-03-18T12:00:00.000Z',
    });
    expect(token.secret).toMatch(/^[\w-]{43}$/);
    const [row] = await kept();
    expect([row?.kind, row?.user_id, row?.made_by, row?.secret_hash.length]).toEqual([
      'API',
      someone.userId,
      someone.userId,
      32,
    ]);
    expect(JSON.stringify(row)).not.toContain(token.secret);
    const listed = (await at.run((api) => api.auth.getUserApiTokensData())) as unknown as Shown[];
    expect(listed).toEqual([{ ...token, secret: undefined }].map(({ secret: _secret, ...shown }) => shown));
    expect(await at.run((api) => api.auth.getUserAccessTokensData())).toEqual({ accessTokens: [] });
    await at.run((api) => api.auth.deleteUserApiToken({ tokenId: token.id } as never));
    expect([await kept(), await at.run((api) => api.auth.getUserApiTokensData())]).toEqual([[], []]);
    expect(
      (await audited()).map(({ action, severity, user_id, ip, user_agent }) => [
        action,
        severity,
        user_id,
        ip,
        user_agent !== null,
      ]),
    ).toEqual(
      ['apiToken.create', 'apiToken.remove'].map((action) => [action, 'warning', someone.userId, at.address, true]),
    );
  });

  it('to be sent as they are are made, listed and deleted, and never expire where nothing is said', async () => {
    const token = (await at.run((api) =>
      api.auth.createUserAccessToken({ ...wish, expiresInMinutes: null }),
    )) as unknown as Shown;
    expect(token.secret).toMatch(/^[\da-f]{32}\.[\w-]{43}$/);
    expect(token.expires).toBeNull();
    const { accessTokens } = await at.run((api) => api.auth.getUserAccessTokensData());
    expect(accessTokens.map(({ id, secret }) => [id, secret])).toEqual([[token.id, undefined]]);
    await at.run((api) => api.auth.deleteUserAccessToken({ id: token.id } as never));
    expect(await kept()).toEqual([]);
  });

  it('are theirs alone, and each kind has its own address', async () => {
    const token = (await at.run((api) => api.auth.updateUserApiTokensData(wish))) as unknown as Shown;
    const colleague = (await signedIn(['fe.*'])).at;
    expect(await colleague.run((api) => api.auth.getUserApiTokensData())).toEqual([]);
    for (const call of [
      () => colleague.run((api) => api.auth.deleteUserApiToken({ tokenId: token.id } as never)),
      () => colleague.run((api) => api.auth.deleteTenantApiToken({ tokenId: token.id } as never)),
      () => at.run((api) => api.auth.deleteUserAccessToken({ id: token.id } as never)),
    ])
      expect(await refusal(call())).toEqual({ statusCode: 404, message: 'Token not found.' });
    expect(await kept()).toHaveLength(1);
  });

  it('are a hundred at the most, those that have expired not counted', async () => {
    const row = {
      kind: 'API',
      tenant_number: organisationId,
      user_id: someone.userId,
      made_by: someone.userId,
      description: 'One of many',
      secret_hash: Buffer.alloc(32),
      created_at: app.clock.now(),
    };
    await app.db
      .insertInto('identity.api_token')
      .values([...Array.from({ length: 99 }, () => row), { ...row, expires_at: app.clock.now() }])
      .execute();
    await at.run((api) => api.auth.updateUserApiTokensData(wish));
    expect(await refusal(at.run((api) => api.auth.createUserAccessToken(wish)))).toMatchObject({ statusCode: 422 });
    expect(await kept()).toHaveLength(101);
  });
});

describe('a tenant’s tokens', () => {
  it('are made with roles, listed for whoever may see them, and deleted', async () => {
    const role = await newRole(['VIEW_BASE_LPO_PAGE']);
    const exchanged = (await at.run((api) =>
      api.auth.updateTenantApiTokensData({ ...wish, roleIds: [role] }),
    )) as unknown as Shown;
    const access = (await at.run((api) =>
      api.auth.createTenantAccessToken({ ...wish, roleIds: [role] }),
    )) as unknown as Shown;
    expect([exchanged.roleIds, access.roleIds]).toEqual([[role], [role]]);
    expect((await kept()).map(({ kind, user_id }) => [kind, user_id]).sort()).toEqual([
      ['ACCESS', null],
      ['API', null],
    ]);
    const reader = (await signedIn(['fe.secure.read.tenantApiTokens'])).at;
    expect(
      (await reader.run((api) => api.auth.getTenantApiTokensData())).map(({ clientId, roleIds, secret }) => [
        clientId,
        roleIds,
        secret,
      ]),
    ).toEqual([[exchanged.id, [role], undefined]]);
    expect((await reader.run((api) => api.auth.getTenantAccessTokensData())).accessTokens.map(({ id }) => id)).toEqual([
      access.id,
    ]);
    expect(
      await refusal(reader.run((api) => api.auth.deleteTenantApiToken({ tokenId: exchanged.id } as never))),
    ).toMatchObject({ statusCode: 403 });
    await at.run((api) => api.auth.deleteTenantApiToken({ tokenId: exchanged.id } as never));
    await at.run((api) => api.auth.deleteTenantAccessToken({ id: access.id } as never));
    expect(await kept()).toEqual([]);
  });

  it.each<[string, () => Promise<{ by: ClientBrowser; roleIds: string[] }>, number]>([
    [
      'with a role that holds more than whoever asks',
      async () => ({ by: (await signedIn(['fe.secure.*'])).at, roleIds: [await newRole(['EDIT_USERS'])] }),
      403,
    ],
    [
      'with one of two roles that holds more',
      async () => ({
        by: (await signedIn(['fe.secure.*'])).at,
        roleIds: [await newRole(['fe.secure.read.users']), await newRole(['fe.*'])],
      }),
      403,
    ],
    [
      'by somebody who sees a part of the organization',
      async () => ({ by: (await signedIn(['fe.*'], { restricted: true })).at, roleIds: [await newRole([])] }),
      403,
    ],
    [
      'by somebody who may only read them',
      async () => ({ by: (await signedIn(['fe.secure.read.*'])).at, roleIds: [await newRole([])] }),
      403,
    ],
    [
      'with a role of another tenant',
      async () => ({ by: at, roleIds: [await newRole([], await newOrganisation(app))] }),
      404,
    ],
    ['without a role', async () => ({ by: at, roleIds: [] }), 400],
  ])('are not made %s', async (_what, given, statusCode) => {
    const { by, roleIds } = await given();
    expect(await refusal(by.run((api) => api.auth.updateTenantApiTokensData({ ...wish, roleIds })))).toMatchObject({
      statusCode,
    });
    expect(await refusal(by.run((api) => api.auth.createTenantAccessToken({ ...wish, roleIds })))).toMatchObject({
      statusCode,
    });
    expect(await kept()).toEqual([]);
  });

  it('of another tenant are neither seen nor deleted', async () => {
    const token = (await at.run(async (api) =>
      api.auth.updateTenantApiTokensData({ ...wish, roleIds: [await newRole([])] }),
    )) as unknown as Shown;
    const stranger = (await signedIn(['fe.*'], { organisationId: await newOrganisation(app) })).at;
    expect(await stranger.run((api) => api.auth.getTenantApiTokensData())).toEqual([]);
    expect(
      await refusal(stranger.run((api) => api.auth.deleteTenantApiToken({ tokenId: token.id } as never))),
    ).toMatchObject({ statusCode: 404 });
    expect(await kept()).toHaveLength(1);
  });
});

describe('where new tokens are switched off', () => {
  it('none is made, those that there are go on, and front ends are told', async () => {
    const { identity } = app.resources.config;
    const off = await publishedClient(otherApp(app, { config: { identity: { ...identity, apiTokens: false } } }));
    const role = await newRole([]);
    const browser = off.browser();
    await browser.signIn(someone);
    await at.run((api) => api.auth.updateUserApiTokensData(wish));
    for (const call of [
      () => browser.run((api) => api.auth.updateUserApiTokensData(wish)),
      () => browser.run((api) => api.auth.createUserAccessToken(wish)),
      () => browser.run((api) => api.auth.updateTenantApiTokensData({ ...wish, roleIds: [role] })),
      () => browser.run((api) => api.auth.createTenantAccessToken({ ...wish, roleIds: [role] })),
    ])
      expect(await refusal(call())).toMatchObject({ statusCode: 403 });
    expect(await browser.run((api) => api.auth.getUserApiTokensData())).toHaveLength(1);
    expect((await browser.run((api) => api.auth.getGlobalSecurityPolicy())).apiTokensEnabled).toBe(false);
    expect((await at.run((api) => api.auth.getGlobalSecurityPolicy())).apiTokensEnabled).toBe(true);
    expect(await kept()).toHaveLength(1);
    await off.close();
  });
});
