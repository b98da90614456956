import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { joinOrganisation, newOrganisation, newPerson, unique, type Person } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

const newEmail = () => `${unique('sub').replace(/\s/g, '-')}@tare.test`;
const idOf = async (number: number) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;
const uuidOf = async ({ userId }: Person) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;

async function signedIn(
  organisationId: number,
  permissions: readonly Permission[] = ['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE'],
) {
  const person = await newPerson(app, { organisationId, permissions });
  const at = client.browser();
  await at.signIn(person);
  return { person, at, id: await uuidOf(person) };
}

/** A tenant with two below it, and somebody who may everything at the top. */
async function family() {
  const top = await newOrganisation(app);
  const [first, second] = [
    await newOrganisation(app, { parentId: top }),
    await newOrganisation(app, { parentId: top }),
  ];
  return {
    top,
    first,
    second,
    ids: { top: await idOf(top), first: await idOf(first), second: await idOf(second) },
    admin: (await signedIn(top)).at,
  };
}

/** A role of the tenant's own. */
async function role(tenant: number, permissions: readonly string[]): Promise<string> {
  const { id, uuid } = await app.db
    .insertInto('identity.role')
    .values({ tenant_number: tenant, key: unique('r'), name: unique('Role') })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  for (const permission_key of permissions)
    await app.db.insertInto('identity.role_permission').values({ role_id: id, permission_key }).execute();
  return uuid;
}

/** By e-mail address: each membership with its state, its reach and its own roles. */
async function memberships(email: string) {
  const rows = await app.db
    .selectFrom('identity.membership as m')
    .innerJoin('identity.user as u', 'u.id', 'm.user_id')
    .leftJoin('identity.membership_role as mr', (join) =>
      join.onRef('mr.user_id', '=', 'm.user_id').onRef('mr.tenant_number', '=', 'm.tenant_number'),
    )
    .leftJoin('identity.role as r', 'r.id', 'mr.role_id')
    .select(['m.tenant_number as tenant', 'm.status', 'm.reaches_below as reaches', 'r.uuid as role'])
    .where('u.email', '=', email)
    .orderBy('m.tenant_number')
    .orderBy('r.id')
    .execute();
  return rows;
}
const audited = async (organisationId: number) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
const mailsTo = async (email: string) => {
  await app.runJobs();
  return Number(
    (
      await app.db
        .selectFrom('identity.password_token as p')
        .innerJoin('identity.user as u', 'u.id', 'p.user_id')
        .select((count) => count.fn.countAll().as('n'))
        .where('u.email', '=', email)
        .executeTakeFirstOrThrow()
    ).n,
  );
};

describe('people of sub-accounts', () => {
  it('are added to one, with roles and the right to go on below or not', async () => {
    const { admin, first, ids } = await family();
    const [one, two, roleId] = [newEmail(), newEmail(), await role(first, ['VIEW_BASE_LPO_PAGE'])];
    await admin.run((api) =>
      api.subTenants.addUsersToSubTenant({
        users: [{ email: one, name: 'One' }, { email: two }],
        tenantId: ids.first,
        roleIds: [roleId],
        allowSubAccountAccess: false,
      }),
    );
    for (const email of [one, two]) {
      expect(await memberships(email)).toEqual([{ tenant: first, status: 'A', reaches: false, role: roleId }]);
      expect(await mailsTo(email)).toBe(1);
    }
    expect((await audited(first)).filter((action) => action === 'member.add')).toHaveLength(2);
  });

  it('are added to several at once, with the roles of each, by one account and one mail', async () => {
    const { admin, top, first, second, ids } = await family();
    const [email, roleId] = [newEmail(), await role(second, ['EDIT_USERS'])];
    await admin.run((api) =>
      api.subTenants.addUserToTenantAndSubTenants({
        user: { email, name: 'Several' },
        subTenants: [
          { tenantId: ids.second, roleIds: [roleId] },
          { tenantId: ids.first, roleIds: [] },
          { tenantId: ids.top, roleIds: [] },
        ],
      }),
    );
    expect(await memberships(email)).toEqual([
      { tenant: top, status: 'A', reaches: true, role: null },
      { tenant: first, status: 'A', reaches: true, role: null },
      { tenant: second, status: 'A', reaches: true, role: roleId },
    ]);
    expect(await mailsTo(email)).toBe(1);
  });

  it('who have an account elsewhere are asked first', async () => {
    const { admin, first, ids } = await family();
    const person = await newPerson(app, { organisationId: await newOrganisation(app) });
    await admin.run((api) =>
      api.subTenants.addUserToTenantAndSubTenants({
        user: { email: person.login },
        subTenants: [{ tenantId: ids.first, roleIds: [] }],
      }),
    );
    expect((await memberships(person.login)).find(({ tenant }) => tenant === first)).toMatchObject({ status: 'I' });
  });

  it('are added nowhere where one of the tenants is not theirs to add to', async () => {
    const [here, there] = [await family(), await family()];
    for (const tenantId of [there.ids.first, there.ids.top, randomUUID()]) {
      const email = newEmail();
      const users = [{ email }];
      for (const call of [
        () => here.admin.run((api) => api.subTenants.addUsersToSubTenant({ users, tenantId })),
        () =>
          here.admin.run((api) =>
            api.subTenants.addUserToTenantAndSubTenants({
              user: { email },
              subTenants: [{ tenantId: here.ids.first }, { tenantId }],
            }),
          ),
      ])
        expect(await refusal(call())).toEqual({ statusCode: 404, message: 'Organization not found.' });
      expect(await memberships(email)).toEqual([]);
    }
    const email = newEmail();
    expect(
      await refusal(
        here.admin.run((api) =>
          api.subTenants.addUserToTenantAndSubTenants({
            user: { email },
            subTenants: [{ tenantId: here.ids.first }, { tenantId: here.ids.second, roleIds: [randomUUID()] }],
          }),
        ),
      ),
    ).toEqual({ statusCode: 404, message: 'Role not found.' });
    await app.db
      .updateTable('identity.tenant')
      .set({ status: 'SUSPENDED' })
      .where('number', '=', here.second)
      .execute();
    expect(
      await refusal(
        here.admin.run((api) => api.subTenants.addUsersToSubTenant({ users: [{ email }], tenantId: here.ids.second })),
      ),
    ).toMatchObject({ statusCode: 409 });
    expect(await memberships(email)).toEqual([]);
  });

  it('get and lose roles in each, as the three calls say', async () => {
    const { admin, first, second, ids } = await family();
    const { person, id } = await signedIn(first, []);
    await joinOrganisation(app, person, { organisationId: second });
    await app.db.deleteFrom('identity.membership_role').where('user_id', '=', person.userId).execute();
    const [a, b, c] = [
      await role(first, ['VIEW_BASE_LPO_PAGE']),
      await role(first, ['EDIT_USERS']),
      await role(second, ['EDIT_USERS']),
    ];
    const given = async () => (await memberships(person.login)).map(({ tenant, role: held }) => [tenant, held]);
    await admin.run((api) =>
      api.subTenants.addUserRolesForSubTenants(id, {
        subTenantsRoles: [
          { tenantId: ids.first, roleIds: [a] },
          { tenantId: ids.second, roleIds: [c] },
        ],
      }),
    );
    expect(await given()).toEqual([
      [first, a],
      [second, c],
    ]);
    await admin.run((api) =>
      api.subTenants.addUserRolesForSubTenants(id, { subTenantsRoles: [{ tenantId: ids.first, roleIds: [b] }] }),
    );
    expect(await given()).toEqual([
      [first, a],
      [first, b],
      [second, c],
    ]);
    await admin.run((api) =>
      api.subTenants.removeUserRolesFromSubTenants(id, { subTenantsRoles: [{ tenantId: ids.first, roleIds: [a] }] }),
    );
    expect(await given()).toEqual([
      [first, b],
      [second, c],
    ]);
    await admin.run((api) =>
      api.subTenants.setUserRolesForSubTenants(id, {
        subTenantsRoles: [
          { tenantId: ids.first, roleIds: [a] },
          { tenantId: ids.second, roleIds: [''] },
        ],
      }),
    );
    expect(await given()).toEqual([
      [first, a],
      [second, null],
    ]);
    expect((await audited(first)).filter((action) => action === 'member.setRoles')).toHaveLength(4);
  });

  it('are taken out of those that are named, and of no other', async () => {
    const { admin, first, second, ids } = await family();
    const { person, id, at } = await signedIn(first, ['EDIT_USERS']);
    await joinOrganisation(app, person, { organisationId: second });
    await admin.run((api) =>
      api.subTenants.removeUserFromTenantAndSubTenants({ userId: id, subTenants: [{ tenantId: ids.first }] }),
    );
    expect((await memberships(person.login)).map(({ tenant }) => tenant)).toEqual([second]);
    expect(await refusal(at.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 401 });
    expect(await audited(first)).toContain('member.remove');
    expect(
      await refusal(
        admin.run((api) =>
          api.subTenants.removeUserFromTenantAndSubTenants({ userId: id, subTenants: [{ tenantId: ids.first }] }),
        ),
      ),
    ).toEqual({ statusCode: 404, message: 'User not found.' });
  });

  it('of other families are not there', async () => {
    const [here, there] = [await family(), await family()];
    const { person, id } = await signedIn(there.first, ['EDIT_USERS']);
    const before = await memberships(person.login);
    const mine = await role(here.first, []);
    const unknown = { statusCode: 404, message: 'User not found.' };
    for (const userId of [id, randomUUID()]) {
      expect(
        await refusal(
          here.admin.run((api) =>
            api.subTenants.setUserRolesForSubTenants(userId, {
              subTenantsRoles: [{ tenantId: here.ids.first, roleIds: [mine] }],
            }),
          ),
        ),
      ).toEqual(unknown);
      expect(
        await refusal(
          here.admin.run((api) =>
            api.subTenants.removeUserFromTenantAndSubTenants({ userId, subTenants: [{ tenantId: here.ids.first }] }),
          ),
        ),
      ).toEqual(unknown);
      expect(
        await refusal(here.admin.run((api) => api.subTenants.updateSubAccountAccess(userId, { allowAccess: false }))),
      ).toEqual(unknown);
      expect(
        await refusal(
          here.admin.run((api) =>
            api.subTenants.removeUserRolesFromSubTenants(userId, {
              subTenantsRoles: [{ tenantId: there.ids.first, roleIds: [] }],
            }),
          ),
        ),
      ).toMatchObject({ statusCode: 404 });
    }
    expect(await memberships(person.login)).toEqual(before);
  });
});

describe('nobody gives what they lack', () => {
  it('in a sub-account, nor takes it', async () => {
    const { top, first, ids } = await family();
    const { at } = await signedIn(top, ['fe.secure.*', 'fe.account-hierarchy.*']);
    const { person, id } = await signedIn(first, ['EDIT_USERS']);
    const rich = await role(first, ['EDIT_USERS']);
    const email = newEmail();
    const before = await memberships(person.login);
    for (const call of [
      () =>
        at.run((api) =>
          api.subTenants.addUsersToSubTenant({ users: [{ email }], tenantId: ids.first, roleIds: [rich] }),
        ),
      () =>
        at.run((api) =>
          api.subTenants.addUserToTenantAndSubTenants({
            user: { email },
            subTenants: [{ tenantId: ids.first, roleIds: [rich] }],
          }),
        ),
      () =>
        at.run((api) =>
          api.subTenants.addUserRolesForSubTenants(id, { subTenantsRoles: [{ tenantId: ids.first, roleIds: [rich] }] }),
        ),
      () =>
        at.run((api) =>
          api.subTenants.setUserRolesForSubTenants(id, { subTenantsRoles: [{ tenantId: ids.first, roleIds: [''] }] }),
        ),
      () =>
        at.run((api) =>
          api.subTenants.removeUserFromTenantAndSubTenants({ userId: id, subTenants: [{ tenantId: ids.first }] }),
        ),
    ])
      expect(await refusal(call())).toMatchObject({ statusCode: 403 });
    expect([await memberships(email), await memberships(person.login)]).toEqual([[], before]);
  });

  it('and each call asks for its permission', async () => {
    const { top, ids } = await family();
    const { at, id } = await signedIn(top, [
      'fe.secure.*',
      'fe.account-hierarchy.read.*',
      'fe.account-hierarchy.write.subAccount',
    ]);
    for (const call of [
      () =>
        at.run((api) => api.subTenants.addUsersToSubTenant({ users: [{ email: newEmail() }], tenantId: ids.first })),
      () =>
        at.run((api) =>
          api.subTenants.removeUserFromTenantAndSubTenants({ userId: id, subTenants: [{ tenantId: ids.first }] }),
        ),
      () =>
        at.run((api) =>
          api.subTenants.setUserRolesForSubTenants(id, { subTenantsRoles: [{ tenantId: ids.first, roleIds: [] }] }),
        ),
      () => at.run((api) => api.subTenants.updateSubAccountAccess(id, { allowAccess: true })),
    ])
      expect(await refusal(call())).toMatchObject({ statusCode: 403 });
    const blind = (await signedIn(top, ['fe.account-hierarchy.*'])).at;
    expect(
      await refusal(blind.run((api) => api.subTenants.loadAllUsers({ _offset: 0, _limit: 20 } as never))),
    ).toMatchObject({ statusCode: 403 });
  });
});

describe('the right to go on below', () => {
  it('is switched for each person, at once, by whoever has it', async () => {
    const { admin, top, ids } = await family();
    const { person, at, id } = await signedIn(top, ['fe.account-hierarchy.*', 'fe.secure.*']);
    const seen = async () =>
      ((await at.run((api) => api.tenants.getSubTenants())) as unknown as { tenantId: string }[])
        .map(({ tenantId }) => tenantId)
        .sort();
    expect(await seen()).toEqual([ids.first, ids.second].sort());
    await admin.run((api) => api.subTenants.updateSubAccountAccess(id, { allowAccess: false }));
    expect([await seen(), (await memberships(person.login))[0]?.reaches]).toEqual([[], false]);
    expect(
      await refusal(at.run((api) => api.tenants.searchSubTenants({ _subTenantId: ids.first } as never))),
    ).toMatchObject({ statusCode: 404 });
    const { id: other } = await signedIn(top, []);
    expect(
      await refusal(at.run((api) => api.subTenants.updateSubAccountAccess(other, { allowAccess: true }))),
    ).toMatchObject({ statusCode: 403 });
    const email = newEmail();
    await at.run((api) => api.teams.addUser({ email, roleIds: [] } as never));
    expect((await memberships(email))[0]?.reaches).toBe(false);
    expect(
      await refusal(
        at.run((api) =>
          api.subTenants.addUsersToSubTenant({
            users: [{ email: newEmail() }],
            tenantId: ids.top,
            allowSubAccountAccess: true,
          }),
        ),
      ),
    ).toMatchObject({ statusCode: 403 });
    await admin.run((api) => api.subTenants.updateSubAccountAccess(id, { allowAccess: true }));
    expect(await seen()).toHaveLength(2);
    expect((await audited(top)).filter((action) => action === 'member.setAccess')).toHaveLength(2);
  });
});

describe('the people of a family', () => {
  interface Page {
    items: {
      id: string;
      name: string;
      email: string;
      tenantIds: string[];
      tenants: {
        tenantId: string;
        activated: boolean;
        roles: { permissions: string[] }[];
        permissions: { key: string }[];
      }[];
    }[];
    _metadata: { totalItems: number; totalPages: number };
  }
  const load = (at: ClientBrowser, query: object = {}) =>
    at.run((api) =>
      api.subTenants.loadAllUsers({ _offset: 0, _limit: 20, ...query } as never),
    ) as unknown as Promise<Page>;

  it('come by pages, each with what they hold in every tenant, the last name first', async () => {
    const { admin, first, second, ids } = await family();
    const { person, id } = await signedIn(first, ['EDIT_USERS']);
    await joinOrganisation(app, person, { organisationId: second, permissions: ['VIEW_BASE_LPO_PAGE'] });
    await joinOrganisation(app, person, { organisationId: await newOrganisation(app), permissions: ['EDIT_USERS'] });
    const all = await load(admin);
    const names = all.items.map(({ name }) => name.toLowerCase());
    expect([all._metadata, names]).toEqual([{ totalItems: 2, totalPages: 1 }, [...names].sort().reverse()]);
    const found = all.items.find((one) => one.id === id);
    expect(found?.tenantIds).toEqual([ids.first, ids.second]);
    expect(
      found?.tenants.map(({ tenantId, activated, permissions }) => [
        tenantId,
        activated,
        permissions.map(({ key }) => key),
      ]),
    ).toEqual([
      [ids.first, true, ['EDIT_USERS']],
      [ids.second, true, ['VIEW_BASE_LPO_PAGE']],
    ]);
    expect((await load(admin, { _filter: person.login })).items.map(({ email }) => email)).toEqual([person.login]);
    const [one, two] = [
      await load(admin, { _limit: 1, _sortBy: 'email', _order: 'ASC' }),
      await load(admin, { _limit: 1, _offset: 1, _sortBy: 'email', _order: 'ASC' }),
    ];
    expect([one.items.length, two.items.length, one._metadata.totalPages]).toEqual([1, 1, 2]);
    expect((one.items[0]?.email ?? '') < (two.items[0]?.email ?? '')).toBe(true);
  });

  it('are those of this family alone', async () => {
    const [here, there] = [await family(), await family()];
    const { id } = await signedIn(there.first, []);
    expect((await load(here.admin)).items.map((one) => one.id)).not.toContain(id);
    expect((await load(there.admin)).items.map((one) => one.id)).toContain(id);
  });
});
