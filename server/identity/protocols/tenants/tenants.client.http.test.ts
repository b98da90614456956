import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal } from '../../../../tests/support/counterparts/published-client';
import { newOrganisation, newPerson } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

const idOf = async (number: number) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;

async function signedIn(organisationId: number, permissions: readonly Permission[] = ['fe.*']) {
  const at = client.browser();
  await at.signIn(await newPerson(app, { organisationId, permissions }));
  return at;
}

/** A tenant above `top`, `top`, two below it and one below the first of these. */
async function family() {
  const above = await newOrganisation(app);
  const top = await newOrganisation(app, { parentId: above });
  const [first, second] = [
    await newOrganisation(app, { parentId: top }),
    await newOrganisation(app, { parentId: top }),
  ];
  const deep = await newOrganisation(app, { parentId: first });
  return {
    top,
    ids: {
      above: await idOf(above),
      top: await idOf(top),
      first: await idOf(first),
      second: await idOf(second),
      deep: await idOf(deep),
    },
    first,
    at: await signedIn(top),
  };
}

describe('the tenants below', () => {
  it('are listed with their level, as a tree and by pages', async () => {
    const { at, ids } = await family();
    const list = (await at.run((api) => api.tenants.getSubTenants())) as unknown as {
      tenantId: string;
      level: number;
    }[];
    expect(new Map(list.map(({ tenantId, level }) => [tenantId, level]))).toEqual(
      new Map([
        [ids.first, 1],
        [ids.second, 1],
        [ids.deep, 2],
      ]),
    );
    const tree = await at.run((api) => api.tenants.getSubTenantsAsTree());
    expect(tree).toMatchObject({ tenantId: ids.top });
    expect(tree.children.find(({ tenantId }) => tenantId === ids.first)?.children).toMatchObject([
      { tenantId: ids.deep, children: [] },
    ]);
    const search = (query: object) =>
      at.run((api) => api.tenants.searchSubTenants(query as never)) as unknown as Promise<{
        items: { tenantId: string }[];
        _metadata: object;
        _links: { next?: string };
      }>;
    expect((await search({})).items.map(({ tenantId }) => tenantId).sort()).toEqual([ids.first, ids.second].sort());
    expect((await search({ _subTenantId: ids.first })).items).toMatchObject([{ tenantId: ids.deep }]);
    expect(await search({ _limit: 1 })).toMatchObject({
      items: [{}],
      _metadata: { totalItems: 2, totalPages: 2 },
      _links: { next: '_limit=1&_offset=1' },
    });
    expect((await search({ _limit: 1, _offset: 1 }))._links).toEqual({});
  });

  it('are counted, and their people', async () => {
    const { at, ids, first } = await family();
    await signedIn(first);
    expect(await at.run((api) => api.tenants.getHierarchyMetadata({ _tenantIds: [ids.top, ids.second] }))).toEqual(
      expect.arrayContaining([
        { tenantId: ids.top, totalSubTenants: 2, isParent: true },
        { tenantId: ids.second, totalSubTenants: 0, isParent: false },
      ]),
    );
    expect(
      await at.run((api) =>
        api.tenants.getTenantsUsersCount({ tenantIds: [ids.first, ids.above, randomUUID()] } as never),
      ),
    ).toEqual([{ tenantId: ids.first, totalUsers: 1, totalAccessAllowedUsers: 1 }]);
  });

  it('know those above them, up to the tenant that is acted in and never beyond', async () => {
    const { at, ids } = await family();
    const parents = (tenantId: string) => at.run((api) => api.tenants.getParentTenantsById(tenantId as never));
    expect(await parents(ids.deep)).toMatchObject([
      { tenantId: ids.first, level: 1 },
      { tenantId: ids.top, level: 0 },
    ]);
    expect(await at.run((api) => api.tenants.getParentTenants())).toEqual([]);
    for (const foreign of [ids.above, await idOf(await newOrganisation(app)), randomUUID()]) {
      expect(await refusal(parents(foreign))).toEqual({ statusCode: 404, message: 'Organization not found.' });
      expect(
        await refusal(at.run((api) => api.tenants.searchSubTenants({ _subTenantId: foreign } as never))),
      ).toMatchObject({ statusCode: 404 });
    }
  });

  it('show their people to who may see them, and to nobody else', async () => {
    const { at, top, first, ids } = await family();
    const below = await newPerson(app, { organisationId: first });
    const emails = async (who: typeof at, query: object) =>
      (
        (await who.run((api) => api.users.getUsersV3({ _limit: 50, ...query } as never))) as unknown as {
          items: { email: string }[];
        }
      ).items.map(({ email }) => email);
    expect([
      (await emails(at, { _includeSubTenants: true })).includes(below.login),
      (await emails(at, {})).includes(below.login),
      await emails(at, { _tenantId: ids.first }),
    ]).toEqual([true, false, [below.login]]);
    const reader = await signedIn(top, ['fe.secure.read.users']);
    expect(await emails(reader, { _includeSubTenants: true })).not.toContain(below.login);
    expect(await refusal(emails(reader, { _tenantId: ids.first }))).toMatchObject({ statusCode: 404 });
    expect(await refusal(reader.run((api) => api.tenants.getSubTenants()))).toMatchObject({ statusCode: 403 });
  });
});

describe('what a tenant says of itself', () => {
  it('is kept field by field, for this tenant alone', async () => {
    const organisationId = await newOrganisation(app);
    const at = await signedIn(organisationId);
    const tenantId = await idOf(organisationId);
    await at.run((api) =>
      api.accountSettings.updateSettings({ address: '1 Kitchen Row', currency: 'EUR', timezone: 'Europe/Berlin' }),
    );
    const name = `Kitchens ${tenantId}`;
    const renamed = { name, currency: 'GBP', tenantId: randomUUID() };
    expect(await at.run((api) => api.accountSettings.updateSettings(renamed))).toMatchObject({ tenantId, name });
    expect(await at.run((api) => api.accountSettings.getSettings())).toEqual({
      tenantId,
      name,
      address: '1 Kitchen Row',
      currency: 'GBP',
      timezone: 'Europe/Berlin',
    });
    expect(await at.run((api) => api.accountSettings.getPublicSettings())).toEqual({ tenantId });
    expect(
      await (await signedIn(await newOrganisation(app))).run((api) => api.accountSettings.getSettings()),
    ).not.toHaveProperty('currency');
  });

  it('is changed with the right to do so, and no script comes in by a logo', async () => {
    const organisationId = await newOrganisation(app);
    const reader = await signedIn(organisationId, ['fe.account-settings.read.*']);
    expect(await refusal(reader.run((api) => api.accountSettings.updateSettings({ currency: 'GBP' })))).toMatchObject({
      statusCode: 403,
    });
    const at = await signedIn(organisationId);
    for (const logo of ['javascript:alert(1)', 'data:image/svg+xml;base64,AAAA', 'data:text/html;base64,AAAA'])
      expect(await refusal(at.run((api) => api.accountSettings.updateSettings({ logo })))).toMatchObject({
        statusCode: 400,
      });
    expect(await reader.run((api) => api.accountSettings.getSettings())).toEqual({
      tenantId: await idOf(organisationId),
      name: expect.any(String),
    });
  });
});

it('says of a tenant whether it is a reseller', async () => {
  const organisationId = await newOrganisation(app);
  await app.db.updateTable('identity.tenant').set({ is_reseller: true }).where('number', '=', organisationId).execute();
  expect(await (await signedIn(organisationId)).run((api) => api.tenants.getTenants())).toMatchObject([
    { tenantId: await idOf(organisationId), isReseller: true },
  ]);
});
