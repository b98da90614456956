import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, signIn, unique, type Person } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';
import { listHolders } from '../../core/memberships/administrators.store';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  app.clock.set(testNow);
  client = await publishedClient(app);
});
afterAll(() => client.close());

const all = ['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE'] as const satisfies readonly Permission[];
const uuidOf = async ({ userId }: Person) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;
const inDays = (days: number) => new Date(Date.parse(testNow) + days * 86_400_000);

type Change = { status: number } | { refused: { statusCode: number; message: string } };

interface Scene {
  organisationId: number;
  tenantId: string;
  /** The one whose rights go. */
  last: Person;
  id: string;
  /** Of a role, and of a group that holds it: by either `last` is what they are. */
  roleId: string;
  groupId: string;
  /** Somebody who may do the same, for some days. */
  at: ClientBrowser;
  actor: Person;
}

/** A tenant whose only administrator for good is `last`, and a temporary one who acts. */
async function scene(by: 'role' | 'group'): Promise<Scene> {
  const organisationId = await newOrganisation(app);
  const [last, actor] = [
    await newPerson(app, { organisationId }),
    await newPerson(app, { organisationId, permissions: all }),
  ];
  const id = await uuidOf(last);
  const at = client.browser();
  await at.signIn(actor);
  const { id: roleId } = await at.run((api) =>
    api.roles.addRole({
      key: unique('r'),
      name: unique('Role'),
      description: '',
      isDefault: false,
      level: 0,
      permissions: [...all],
    }),
  );
  const { id: groupId } = await at.run((api) => api.groups.createGroup({ name: unique('Group') }));
  if (by === 'role') await at.run((api) => api.teams.updateUser({ id, roleIds: [roleId] } as never));
  else {
    await at.run((api) => api.groups.addRolesToGroup(groupId, { roleIds: [roleId] }));
    await at.run((api) => api.groups.addUsersToGroup(groupId, { userIds: [id] }));
  }
  await app.db
    .updateTable('identity.membership')
    .set({ ends_at: inDays(7) })
    .where('user_id', '=', actor.userId)
    .execute();
  const { id: tenantId } = await app.db
    .selectFrom('identity.tenant')
    .select('id')
    .where('number', '=', organisationId)
    .executeTakeFirstOrThrow();
  return { organisationId, tenantId, last, id, roleId, groupId, at, actor };
}

const wire =
  (run: (there: Scene) => Promise<unknown>) =>
  async (there: Scene): Promise<Change> => {
    try {
      await run(there);
      return { status: 200 };
    } catch (error) {
      return { refused: (await refusal(Promise.reject(error as Error))) as { statusCode: number; message: string } };
    }
  };

/** On the pages of people, in the product. */
async function onPage(
  { actor, last }: Scene,
  change: (user: {
    revision: string;
    user: { fullName: string; email: string };
  }) => [path: string, method: 'put' | 'post', body: object],
): Promise<Change> {
  const agent = await signIn(app, actor.login);
  const { body } = await agent.get(`/rest/v1/users/${last.userId}`);
  const [path, method, sent] = change(body);
  const { status, body: answer } = await agent[method](`/rest/v1/users/${last.userId}${path}`).send(sent);
  return status === 422
    ? { refused: { statusCode: 422, message: (answer as { message: string }).message } }
    : { status };
}

const ways: [string, 'role' | 'group', (there: Scene) => Promise<Change>][] = [
  [
    'removed from the team',
    'role',
    wire(({ at, id }) => at.run((api) => api.teams.deleteUser({ userId: id } as never))),
  ],
  [
    'given other roles',
    'role',
    wire(({ at, id }) => at.run((api) => api.teams.updateUser({ id, roleIds: [''] } as never))),
  ],
  [
    'made temporary',
    'role',
    wire(({ at, id }) =>
      at.run((api) => api.teams.updateUserExpirationTime({ userId: id, expirationInSeconds: 60 } as never)),
    ),
  ],
  [
    'taken out of the tenant and those below',
    'role',
    wire(({ at, id, tenantId }) =>
      at.run((api) => api.subTenants.removeUserFromTenantAndSubTenants({ userId: id, subTenants: [{ tenantId }] })),
    ),
  ],
  [
    'given other roles in the tenant and those below',
    'role',
    wire(({ at, id, tenantId }) =>
      at.run((api) => api.subTenants.setUserRolesForSubTenants(id, { subTenantsRoles: [{ tenantId, roleIds: [''] }] })),
    ),
  ],
  ['left by their role', 'role', wire(({ at, roleId }) => at.run((api) => api.roles.deleteRole({ roleId })))],
  [
    'left by the permissions of their role',
    'role',
    wire(({ at, roleId }) =>
      at.run((api) => api.roles.attachPermissionsToRole({ roleId, permissionIds: ['VIEW_BASE_LPO_PAGE'] })),
    ),
  ],
  ['left by their group', 'group', wire(({ at, groupId }) => at.run((api) => api.groups.deleteGroup(groupId)))],
  [
    'taken out of their group',
    'group',
    wire(({ at, groupId, id }) => at.run((api) => api.groups.deleteUsersFromGroup(groupId, { userIds: [id] }))),
  ],
  [
    'left by the role of their group',
    'group',
    wire(({ at, groupId, roleId }) => at.run((api) => api.groups.deleteRolesFromGroup(groupId, { roleIds: [roleId] }))),
  ],
  [
    'left by groups that give no roles',
    'group',
    wire(({ at }) => at.run((api) => api.groups.updateGroupConfiguration({ rolesEnabled: false }))),
  ],
  [
    'removed from the team, whose group says who they are',
    'group',
    wire(({ at, id }) => at.run((api) => api.teams.deleteUser({ userId: id } as never))),
  ],
  [
    'narrowed to some sites on the page',
    'role',
    (there) =>
      onPage(there, ({ revision }) => ['/access', 'put', { items: { siteIds: [], locationIds: [] }, revision }]),
  ],
  [
    'switched off on the page',
    'role',
    (there) => onPage(there, ({ revision }) => ['/status', 'put', { active: false, revision }]),
  ],
  [
    'given other roles on the page',
    'role',
    async (there) => {
      const { id } = await app.db
        .insertInto('identity.role')
        .values({ tenant_number: there.organisationId, key: unique('plain'), name: 'Plain' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return onPage(there, ({ revision, user: { fullName, email } }) => [
        '',
        'put',
        { fullName, email, roleIds: [id], revision },
      ]);
    },
  ],
];

describe('the last administrator of a tenant is not', () => {
  it.each(ways)('%s, while there is no other for good', async (_what, by, change) => {
    const there = await scene(by);
    expect(await change(there)).toMatchObject({
      refused: {
        statusCode: 422,
        message: expect.stringContaining('This would leave no one to manage users') as string,
      },
    });
    expect(
      await listHolders(app.db, { tenantNumber: there.organisationId, permission: 'EDIT_USERS', now: app.clock.now() }),
    ).toMatchObject([{ userId: there.last.userId, permanent: true }]);
    await newPerson(app, { organisationId: there.organisationId, permissions: all });
    const { status } = (await change(there)) as { status: number };
    expect([200, 204]).toContain(status);
  });

  it.each<[string, object]>([
    ['who has never come in', { password_hash: null }],
    ['who is locked out', { locked_until: inDays(1) }],
    ['whose account is off', { status: 'I' }],
  ])('replaced by somebody %s', async (_who, but) => {
    const there = await scene('role');
    const other = await newPerson(app, { organisationId: there.organisationId, permissions: all });
    await app.db.updateTable('identity.user').set(but).where('id', '=', other.userId).execute();
    expect(await refusal(there.at.run((api) => api.teams.deleteUser({ userId: there.id } as never)))).toMatchObject({
      statusCode: 422,
    });
    await app.db
      .updateTable('identity.user')
      .set({ password_hash: 'a hash', locked_until: null, status: 'A' })
      .where('id', '=', other.userId)
      .execute();
    await there.at.run((api) => api.teams.deleteUser({ userId: there.id } as never));
  });

  it('replaced by somebody whom others have narrowed to some sites', async () => {
    const there = await scene('role');
    const other = await newPerson(app, { organisationId: there.organisationId, permissions: all, restricted: true });
    expect(await refusal(there.at.run((api) => api.teams.deleteUser({ userId: there.id } as never)))).toMatchObject({
      statusCode: 422,
    });
    await app.db.deleteFrom('restricted_person').where('user_id', '=', other.userId).execute();
    await there.at.run((api) => api.teams.deleteUser({ userId: there.id } as never));
  });

  it('left without the provider that alone lets them in, nor replaced by somebody whose provider is off', async () => {
    const { last, organisationId: tenant_number, at } = await scene('role');
    const now = app.clock.now();
    const domain = `${unique('last').replace(/\W/g, '-').toLowerCase()}.example`;
    const { id: config_id, uuid } = await app.db
      .insertInto('identity.sso_config')
      .values({
        tenant_number,
        type: 'saml',
        enabled: true,
        verification: unique('v'),
        created_at: now,
        updated_at: now,
      })
      .returning(['id', 'uuid'])
      .executeTakeFirstOrThrow();
    const { id: domainId } = await app.db
      .insertInto('identity.sso_domain')
      .values({ config_id, domain, validated_at: now, added_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('identity.user')
      .set({ sso_user: true, password_hash: null, email: `last@${domain}` })
      .where('id', '=', last.userId)
      .execute();
    const off = () => at.run((api) => api.auth.updateSSOConfiguration(uuid, { enabled: false }));
    for (const change of [
      off,
      () => at.run((api) => api.auth.deleteSSODomain(uuid, domainId)),
      () => at.run((api) => api.auth.deleteSSOConfiguration(uuid)),
    ]) {
      expect(await refusal(change())).toMatchObject({
        statusCode: 422,
        message: expect.stringContaining('This would leave no one to manage users') as string,
      });
    }
    const other = await newPerson(app, { organisationId: tenant_number, permissions: all });
    await off();
    const id = await uuidOf(other);
    const remove = () => at.run((api) => api.teams.deleteUser({ userId: id } as never));
    expect(await refusal(remove())).toMatchObject({ statusCode: 422 });
    await app.db.updateTable('identity.sso_config').set({ enabled: true }).where('id', '=', config_id).execute();
    await remove();
  });

  it('lost while two remove one each at once, on the wire and on a page', async () => {
    const there = await scene('role');
    const other = await newPerson(app, { organisationId: there.organisationId, permissions: all });
    const outcomes = await Promise.all([
      wire(({ at, id }) => at.run((api) => api.teams.deleteUser({ userId: id } as never)))(there),
      onPage({ ...there, last: other }, ({ revision }) => ['/status', 'put', { active: false, revision }]),
    ]);
    expect(outcomes.filter((outcome) => 'refused' in outcome)).toHaveLength(1);
  });
});
