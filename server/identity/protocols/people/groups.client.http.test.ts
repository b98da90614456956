import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import {
  browser as plainBrowser,
  newOrganisation,
  newPerson,
  signIn,
  unique,
  type Person,
} from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

const uuidOf = async ({ userId }: Person) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;
const held = async (at: ClientBrowser) =>
  ((await at.run((api) => api.auth.getMeV2())) as unknown as { permissions: { key: string }[] }).permissions.map(
    ({ key }) => key,
  );

async function tenant() {
  const organisationId = await newOrganisation(app);
  const signedIn = async (permissions: readonly Permission[]) => {
    const person = await newPerson(app, { organisationId, permissions });
    const at = client.browser();
    await at.signIn(person);
    return { person, at };
  };
  const admin = (await signedIn(['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE'])).at;
  const role = (permissions: string[]) =>
    admin.run((api) =>
      api.roles.addRole({
        key: unique('r'),
        name: 'Of a group',
        description: '',
        isDefault: false,
        level: 0,
        permissions,
      }),
    );
  const group = () => admin.run((api) => api.groups.createGroup({ name: unique('Group') }));
  return { organisationId, signedIn, admin, role, group };
}

/** Somebody who holds a role through a group alone. */
async function inGroup(permission: string) {
  const there = await tenant();
  const { id: groupId } = await there.group();
  const { id: roleId } = await there.role([permission]);
  const { person, at } = await there.signedIn([]);
  const userId = await uuidOf(person);
  await there.admin.run((api) => api.groups.addRolesToGroup(groupId, { roleIds: [roleId] }));
  await there.admin.run((api) => api.groups.addUsersToGroup(groupId, { userIds: [userId] }));
  return { ...there, groupId, roleId, person, userId, at };
}

describe('the people of a group', () => {
  it('hold its roles with their next request, by bearer and by cookie', async () => {
    const { at, person } = await inGroup('EDIT_USERS');
    expect(await held(at)).toEqual(['EDIT_USERS']);
    const pages = await signIn(app, person.login);
    expect((await pages.get('/rest/v1/user')).body.permissions).toEqual(['EDIT_USERS']);
    expect(
      (await plainBrowser(app).get('/rest/v1/users').set('Authorization', `Bearer ${at.accessToken}`)).status,
    ).toBe(200);
  });

  it.each([
    [
      'the group is deleted',
      ({ admin, groupId }: Awaited<ReturnType<typeof inGroup>>) => admin.run((api) => api.groups.deleteGroup(groupId)),
    ],
    [
      'they leave it',
      ({ admin, groupId, userId }: Awaited<ReturnType<typeof inGroup>>) =>
        admin.run((api) => api.groups.deleteUsersFromGroup(groupId, { userIds: [userId] })),
    ],
    [
      'it loses the role',
      ({ admin, groupId, roleId }: Awaited<ReturnType<typeof inGroup>>) =>
        admin.run((api) => api.groups.deleteRolesFromGroup(groupId, { roleIds: [roleId] })),
    ],
    [
      'the role is deleted',
      ({ admin, roleId }: Awaited<ReturnType<typeof inGroup>>) => admin.run((api) => api.roles.deleteRole({ roleId })),
    ],
    [
      'groups give no roles any more',
      ({ admin }: Awaited<ReturnType<typeof inGroup>>) =>
        admin.run((api) => api.groups.updateGroupConfiguration({ rolesEnabled: false })),
    ],
    [
      'groups are switched off',
      ({ admin }: Awaited<ReturnType<typeof inGroup>>) =>
        admin.run((api) => api.groups.updateGroupConfiguration({ enabled: false })),
    ],
  ])('hold them no more once %s', async (_what, change) => {
    const there = await inGroup('EDIT_USERS');
    const pages = await signIn(app, there.person.login);
    expect([await held(there.at), (await pages.get('/rest/v1/users')).status]).toEqual([['EDIT_USERS'], 200]);
    await change(there);
    expect([await held(there.at), (await pages.get('/rest/v1/users')).status]).toEqual([[], 403]);
  });

  it('are shown with it, as are its roles', async () => {
    const { admin, groupId, userId } = await inGroup('EDIT_USERS');
    expect(
      await admin.run((api) => api.groups.getGroupById({ groupId }, { _groupsRelations: 'rolesAndUsers' } as never)),
    ).toMatchObject({ roles: [{ permissions: ['EDIT_USERS'] }], users: [{ id: userId, activatedForTenant: true }] });
  });
});

describe('groups', () => {
  it('are listed as the front end reads them, changed and kept apart by name', async () => {
    const { admin, group } = await tenant();
    const made = await group();
    expect(made).toMatchObject({ managedBy: 'frontegg', color: '', description: '' });
    await admin.run((api) => api.groups.updateGroup({ groupId: made.id, color: '#123456', description: 'Cooks' }));
    expect(await admin.run((api) => api.groups.getGroups())).toEqual({
      groups: [{ ...made, color: '#123456', description: 'Cooks' }],
    });
    expect(
      await admin.run((api) => api.groups.getGroupsByIds({ groupsIds: [made.id, randomUUID()] } as never)),
    ).toHaveLength(1);
    expect(await refusal(admin.run((api) => api.groups.createGroup({ name: made.name.toUpperCase() })))).toMatchObject({
      statusCode: 409,
    });
    const other = await group();
    expect(
      await refusal(admin.run((api) => api.groups.updateGroup({ groupId: other.id, name: made.name }))),
    ).toMatchObject({ statusCode: 409 });
  });

  it('are on and give roles until their tenant says otherwise, for itself alone', async () => {
    const [here, there] = [await tenant(), await tenant()];
    const config = (at: ClientBrowser) => at.run((api) => api.groups.getGroupConfiguration());
    expect(await config(here.admin)).toEqual({ enabled: true, rolesEnabled: true });
    await here.admin.run((api) => api.groups.updateGroupConfiguration({ rolesEnabled: false }));
    expect([await config(here.admin), await config(there.admin)]).toEqual([
      { enabled: true, rolesEnabled: false },
      { enabled: true, rolesEnabled: true },
    ]);
    expect(await refusal(config((await here.signedIn(['VIEW_BASE_LPO_PAGE'])).at))).toMatchObject({ statusCode: 403 });
  });

  it('give nothing that their administrator lacks', async () => {
    const { signedIn, admin, role, group } = await tenant();
    const { person, at } = await signedIn(['fe.secure.*']);
    const [{ id: rich }, { id: open }, { id: closed }] = [await role(['EDIT_USERS']), await group(), await group()];
    await admin.run((api) => api.groups.addRolesToGroup(closed, { roleIds: [rich] }));
    const me = await uuidOf(person);
    for (const call of [
      () => at.run((api) => api.groups.addRolesToGroup(open, { roleIds: [rich] })),
      () => at.run((api) => api.groups.addUsersToGroup(closed, { userIds: [me] })),
      () => at.run((api) => api.groups.deleteRolesFromGroup(closed, { roleIds: [rich] })),
      () => at.run((api) => api.groups.deleteGroup(closed)),
      () => at.run((api) => api.groups.updateGroupConfiguration({ rolesEnabled: false })),
    ])
      expect(await refusal(call())).toMatchObject({ statusCode: 403 });
    await at.run((api) => api.groups.addUsersToGroup(open, { userIds: [me] }));
    expect(await held(at)).toEqual(['fe.secure.*']);
  });

  it('and the groups, roles and people of another tenant are not there', async () => {
    const here = await inGroup('VIEW_BASE_LPO_PAGE');
    const there = await inGroup('VIEW_BASE_LPO_PAGE');
    for (const call of [
      () => here.admin.run((api) => api.groups.getGroupById({ groupId: there.groupId } as never)),
      () => here.admin.run((api) => api.groups.deleteGroup(there.groupId)),
      () => here.admin.run((api) => api.groups.updateGroup({ groupId: there.groupId, name: 'Mine' })),
      () => here.admin.run((api) => api.groups.addUsersToGroup(there.groupId, { userIds: [here.userId] })),
      () => here.admin.run((api) => api.groups.addUsersToGroup(here.groupId, { userIds: [there.userId] })),
      () => here.admin.run((api) => api.groups.addRolesToGroup(here.groupId, { roleIds: [there.roleId] })),
    ])
      expect(await refusal(call())).toMatchObject({ statusCode: 404 });
    expect(await held(there.at)).toEqual(['VIEW_BASE_LPO_PAGE']);
  });

  it('keep the last administrator', async () => {
    const { admin, groupId, role, organisationId, person, at } = await inGroup('VIEW_BASE_LPO_PAGE');
    const { id: all } = await role(['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE']);
    await admin.run((api) => api.groups.addRolesToGroup(groupId, { roleIds: [all] }));
    await app.db
      .deleteFrom('identity.membership_role')
      .where('tenant_number', '=', organisationId)
      .where('user_id', '<>', person.userId)
      .execute();
    expect(await refusal(at.run((api) => api.groups.deleteGroup(groupId)))).toMatchObject({ statusCode: 422 });
    expect(await held(at)).toEqual(['EDIT_USERS', 'VIEW_BASE_LPO_PAGE', 'fe.*']);
  });
});
