import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let admin: ClientBrowser;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
  admin = (await signedIn(['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE'])).at;
});
afterAll(() => client.close());

async function signedIn(
  permissions: readonly Permission[],
  within = organisationId,
): Promise<{ person: Person; at: ClientBrowser }> {
  const person = await newPerson(app, { organisationId: within, permissions });
  const at = client.browser();
  await at.signIn(person);
  return { person, at };
}

let made = 0;
const newRole = (permissions: string[] = []) => ({
  key: `own-${(made += 1)}`,
  name: `Own ${made}`,
  description: '',
  isDefault: false,
  level: 0,
  permissions,
});
const held = async (at: ClientBrowser) =>
  ((await at.run((api) => api.auth.getMeV2())) as unknown as { permissions: { key: string }[] }).permissions.map(
    ({ key }) => key,
  );
/** Gives somebody a role behind the API's back. */
async function give({ userId }: Person, roleId: string): Promise<void> {
  const role = await app.db
    .selectFrom('identity.role')
    .select('id')
    .where('uuid', '=', roleId)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('identity.membership_role')
    .values({ tenant_number: organisationId, user_id: userId, role_id: role.id })
    .execute();
}

describe('the roles of a tenant', () => {
  it('are the built-in ones and its own, none of another tenant or of internal staff', async () => {
    const mine = await admin.run((api) => api.roles.addRole(newRole()));
    const other = await signedIn(['fe.*'], await newOrganisation(app));
    const foreign = await other.at.run((api) => api.roles.addRole(newRole()));
    const roles = await admin.run((api) => api.roles.getRoles());
    expect(roles.map(({ id }) => id)).toContain(mine.id);
    expect(roles.map(({ id }) => id)).not.toContain(foreign.id);
    const builtIn = roles.filter(({ tenantId }) => tenantId === undefined);
    expect(builtIn.map(({ key }) => key)).toEqual(['basic', 'viewer', 'manager', 'administrator', 'ReadOnly', 'Admin']);
    expect(builtIn.find(({ key }) => key === 'ReadOnly')?.permissions).toEqual([
      'fe.account-hierarchy.read.*',
      'fe.account-settings.read.*',
      'fe.secure.read.*',
    ]);
    expect(builtIn.find(({ key }) => key === 'Admin')?.permissions).toEqual(['fe.*']);
  });

  it('act at once: what a role is given and loses, its people may and may no more', async () => {
    const { person, at } = await signedIn([]);
    const role = await admin.run((api) => api.roles.addRole(newRole(['VIEW_BASE_LPO_PAGE'])));
    expect(role).toMatchObject({ permissions: ['VIEW_BASE_LPO_PAGE'], isDefault: false });
    await give(person, role.id);
    expect(await held(at)).toEqual(['VIEW_BASE_LPO_PAGE']);
    const changed = await admin.run((api) =>
      api.roles.attachPermissionsToRole({ roleId: role.id, permissionIds: ['fe.secure.read.roles'] }),
    );
    expect(changed.permissions).toEqual(['fe.secure.read.roles']);
    expect(await held(at)).toEqual(['fe.secure.read.roles']);
    expect((await at.run((api) => api.roles.getRoles())).length).toBeGreaterThan(5);
    await admin.run((api) => api.roles.deleteRole({ roleId: role.id }));
    expect(await held(at)).toEqual([]);
    expect(await refusal(at.run((api) => api.roles.getRoles()))).toMatchObject({ statusCode: 403 });
  });

  it('are begun from another one, and changed but for what is not said', async () => {
    const base = await admin.run((api) => api.roles.addRole(newRole(['EDIT_USERS', 'fe.secure.read.users'])));
    const { permissions, ...fields } = newRole();
    const role = await admin.run((api) =>
      api.roles.addRoleV2({ ...fields, permissionIds: permissions, baseRoleId: base.id }),
    );
    expect(role.permissions).toEqual(base.permissions);
    await admin.run((api) => api.roles.updateRole({ roleId: role.id, name: 'Another name' }));
    const kept = (await admin.run((api) => api.roles.getRoles())).find(({ id }) => id === role.id);
    expect(kept).toMatchObject({ name: 'Another name', key: fields.key, permissions: base.permissions });
  });

  it('have keys of their own', async () => {
    const role = newRole();
    await admin.run((api) => api.roles.addRole(role));
    for (const key of [role.key, 'administrator', 'Administrator'])
      expect(await refusal(admin.run((api) => api.roles.addRole({ ...role, key })))).toMatchObject({ statusCode: 409 });
    const second = await admin.run((api) => api.roles.addRole(newRole()));
    for (const key of [role.key, 'admin'])
      expect(
        await refusal(admin.run((api) => api.roles.updateRole({ roleId: second.id, key } as never))),
      ).toMatchObject({ statusCode: 409 });
  });

  it('that are built in stay as they are', async () => {
    const before = await admin.run((api) => api.roles.getRoles());
    const roleId = before.find(({ key }) => key === 'basic')?.id ?? '';
    for (const call of [
      () => admin.run((api) => api.roles.updateRole({ roleId, name: 'Mine' })),
      () => admin.run((api) => api.roles.deleteRole({ roleId })),
      () => admin.run((api) => api.roles.attachPermissionsToRole({ roleId, permissionIds: ['fe.*'] })),
      () =>
        admin.run((api) =>
          api.roles.attachPermissionToRoles({ permissionId: 'fe.secure.read.users', roleIds: [roleId] }),
        ),
    ])
      expect(await refusal(call())).toMatchObject({ statusCode: 403 });
    expect(await admin.run((api) => api.roles.getRoles())).toEqual(before);
  });

  it('of another tenant are not there', async () => {
    const other = await signedIn(['fe.*'], await newOrganisation(app));
    const { id: roleId } = await other.at.run((api) => api.roles.addRole(newRole(['fe.secure.read.users'])));
    for (const call of [
      () => admin.run((api) => api.roles.updateRole({ roleId, name: 'Mine' })),
      () => admin.run((api) => api.roles.deleteRole({ roleId })),
      () => admin.run((api) => api.roles.attachPermissionsToRole({ roleId, permissionIds: [] })),
      () =>
        admin.run((api) =>
          api.roles.attachPermissionToRoles({ permissionId: 'fe.secure.read.users', roleIds: [roleId] }),
        ),
      () => admin.run((api) => api.roles.addRoleV2({ ...newRole(), permissionIds: [], baseRoleId: roleId } as never)),
    ])
      expect(await refusal(call())).toEqual({ statusCode: 404, message: 'Role not found.' });
    expect((await other.at.run((api) => api.roles.getRoles())).find(({ id }) => id === roleId)).toMatchObject({
      permissions: ['fe.secure.read.users'],
    });
  });
});

describe('nobody gives what they lack', () => {
  it('in a new role, in another’s permissions, in several roles, and not by a role that is begun from a richer one', async () => {
    const { at } = await signedIn(['fe.secure.*']);
    const role = await at.run((api) => api.roles.addRole(newRole(['fe.secure.read.users'])));
    const rich = await admin.run((api) => api.roles.addRole(newRole(['EDIT_USERS'])));
    for (const call of [
      () => at.run((api) => api.roles.addRole(newRole(['EDIT_USERS']))),
      () => at.run((api) => api.roles.addRole(newRole(['fe.*']))),
      () => at.run((api) => api.roles.attachPermissionsToRole({ roleId: role.id, permissionIds: ['EDIT_USERS'] })),
      () =>
        at.run((api) =>
          api.roles.attachPermissionToRoles({ permissionId: 'fe.account-settings.write.app', roleIds: [role.id] }),
        ),
      () => at.run((api) => api.roles.addRoleV2({ ...newRole(), permissionIds: [], baseRoleId: rich.id } as never)),
      () => at.run((api) => api.roles.attachPermissionsToRole({ roleId: rich.id, permissionIds: [] })),
      () => at.run((api) => api.roles.deleteRole({ roleId: rich.id })),
    ])
      expect(await refusal(call())).toMatchObject({ statusCode: 403 });
    const roles = await admin.run((api) => api.roles.getRoles());
    expect([role.id, rich.id].map((wanted) => roles.find(({ id }) => id === wanted)?.permissions)).toEqual([
      ['fe.secure.read.users'],
      ['EDIT_USERS'],
    ]);
  });

  it('nor what belongs to the internal organisation, even where they hold it', async () => {
    const { at } = await signedIn(['fe.*', 'EDIT_ORGANIZATIONS']);
    expect(await refusal(at.run((api) => api.roles.addRole(newRole(['EDIT_ORGANIZATIONS']))))).toMatchObject({
      statusCode: 403,
    });
  });

  it('nor anything at all where they see only some sites', async () => {
    const person = await newPerson(app, { organisationId, permissions: ['fe.*'], restricted: true });
    const at = client.browser();
    await at.signIn(person);
    expect(await refusal(at.run((api) => api.roles.addRole(newRole())))).toMatchObject({ statusCode: 403 });
  });

  it('and an unknown permission is none', async () => {
    expect(await refusal(admin.run((api) => api.roles.addRole(newRole(['fe.secure.read.everything']))))).toMatchObject({
      statusCode: 404,
    });
  });

  it('nor changes roles with the right to read them', async () => {
    const { at } = await signedIn(['fe.secure.read.*']);
    expect((await at.run((api) => api.roles.getRoles())).length).toBeGreaterThan(0);
    expect(await refusal(at.run((api) => api.roles.addRole(newRole())))).toMatchObject({ statusCode: 403 });
  });
});

it('keeps the last administrator of a tenant', async () => {
  const tenant = await newOrganisation(app);
  const { person, at } = await signedIn([], tenant);
  await app.db.deleteFrom('identity.membership_role').where('user_id', '=', person.userId).execute();
  await joinRole(person, tenant, ['fe.*', 'EDIT_USERS']);
  const own = (await at.run((api) => api.roles.getRoles())).find(({ key }) => key === 'the-only');
  expect(
    await refusal(
      at.run((api) => api.roles.attachPermissionsToRole({ roleId: own?.id ?? '', permissionIds: ['EDIT_USERS'] })),
    ),
  ).toMatchObject({ statusCode: 422 });
  expect(await refusal(at.run((api) => api.roles.deleteRole({ roleId: own?.id ?? '' })))).toMatchObject({
    statusCode: 422,
  });
  expect(await held(at)).toEqual(['EDIT_USERS', 'fe.*']);
  await newPerson(app, { organisationId: tenant, permissions: ['fe.*', 'EDIT_USERS'] });
  await at.run((api) => api.roles.deleteRole({ roleId: own?.id ?? '' }));
  expect(await held(at)).toEqual([]);
});

async function joinRole({ userId }: Person, tenant: number, permissions: string[]): Promise<void> {
  const { id } = await app.db
    .insertInto('identity.role')
    .values({ tenant_number: tenant, key: 'the-only', name: 'The only' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const permission_key of permissions)
    await app.db.insertInto('identity.role_permission').values({ role_id: id, permission_key }).execute();
  await app.db
    .insertInto('identity.membership_role')
    .values({ tenant_number: tenant, user_id: userId, role_id: id })
    .execute();
}

describe('what may be given to people', () => {
  it('is listed for the pages of people as for those of roles, of this tenant alone', async () => {
    const { at } = await signedIn(['fe.secure.read.*']);
    const mine = await admin.run((api) => api.roles.addRole(newRole(['VIEW_BASE_LPO_PAGE'])));
    const foreign = await (
      await signedIn(['fe.*'], await newOrganisation(app))
    ).at.run((api) => api.roles.addRole(newRole()));
    const { items } = (await at.run((api) => api.teams.loadAvailableRoles())) as unknown as {
      items: { id: string; permissions: string[] }[];
    };
    expect(items).toEqual(await at.run((api) => api.roles.getRoles()));
    expect([items.find(({ id }) => id === mine.id)?.permissions, items.some(({ id }) => id === foreign.id)]).toEqual([
      ['VIEW_BASE_LPO_PAGE'],
      false,
    ]);
    expect(await at.run((api) => api.teams.loadAvailablePermissions())).toEqual(
      await at.run((api) => api.roles.getPermissions()),
    );
    const blind = (await signedIn(['VIEW_BASE_LPO_PAGE'])).at;
    for (const call of [
      () => blind.run((api) => api.teams.loadAvailableRoles()),
      () => blind.run((api) => api.teams.loadAvailablePermissions()),
    ])
      expect(await refusal(call())).toMatchObject({ statusCode: 403 });
  });
});

describe('permissions', () => {
  it('say which roles hold them and whether they may be given, in two categories', async () => {
    const role = await admin.run((api) => api.roles.addRole(newRole()));
    const put = await admin.run((api) =>
      api.roles.attachPermissionToRoles({ permissionId: 'VIEW_BASE_LPO_PAGE', roleIds: [role.id] }),
    );
    expect((put as unknown as { roleIds: string[] }).roleIds).toContain(role.id);
    const permissions = await admin.run((api) => api.roles.getPermissions());
    const of = (wanted: string) => permissions.find(({ key }) => key === wanted);
    expect(of('VIEW_BASE_LPO_PAGE')).toMatchObject({
      id: 'VIEW_BASE_LPO_PAGE',
      fePermission: false,
      categoryId: 'product',
      assignmentType: 'ASSIGNABLE',
    });
    expect([
      of('fe.secure.read.users')?.assignmentType,
      of('EDIT_ORGANIZATIONS')?.assignmentType,
      of('VIEW_CONSOLE')?.assignmentType,
    ]).toEqual(['ASSIGNABLE', 'NEVER', 'NEVER']);
    const categories = await admin.run((api) => api.roles.getPermissionCategories());
    expect(categories.map(({ id, feCategory }) => [id, feCategory])).toEqual([
      ['identity', true],
      ['product', false],
    ]);
    expect(categories.flatMap(({ permissionIds }) => permissionIds).sort()).toEqual(
      permissions.map(({ id }) => id).sort(),
    );
  });
});
