import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal } from '../../../../tests/support/counterparts/published-client';
import { sender } from '../../../../tests/support/directory';
import { newOrganisation, newPerson, unique } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

async function tenant(permissions: readonly Permission[] = ['fe.*', 'EDIT_USERS']) {
  const organisationId = await newOrganisation(app);
  const at = client.browser();
  await at.signIn(await newPerson(app, { organisationId, permissions }));
  return { organisationId, at };
}

const source = 'okta' as never;
const newcomer = () => ({ userName: `${unique('new').replace(/\s/g, '-')}@directory.test`, active: true });

describe('the published client’s calls about directories', () => {
  it('make a connection whose secret opens it, say who came by it, pause it and end it', async () => {
    const { organisationId, at } = await tenant();
    const made = await at.run((api) => api.directory.createConfiguration({ source, connectionName: 'Our Okta' }));
    expect(made).toEqual({
      id: expect.any(String),
      connectionName: 'Our Okta',
      token: expect.stringMatching(/^tare_scim_/),
    });
    const send = sender(app, { id: made.id, secret: made.token });
    const { id: userId } = (await send('post', '/Users', newcomer())).body as { id: string };
    const { id: groupId } = (
      await send('post', '/Groups', { displayName: unique('Pushed'), members: [{ value: userId }] })
    ).body as { id: string };
    expect(await at.run((api) => api.directory.countConfigurationUsers(made.id))).toEqual({ count: 1 });
    expect(await at.run((api) => api.directory.getConfigs())).toEqual([
      {
        id: made.id,
        connectionName: 'Our Okta',
        source: 'okta',
        syncToUserManagement: true,
        createdAt: expect.any(String),
        lastSync: expect.any(String),
      },
    ]);
    const people = await at.run((api) => api.teams.loadUsers({ pageSize: 10, pageOffset: 0 } as never));
    expect(JSON.stringify(people)).toContain('"provider":"scim2","managedBy":"scim2"');
    expect(await at.run((api) => api.groups.getGroupById({ groupId }))).toMatchObject({ managedBy: 'scim2' });
    for (const change of [
      () => at.run((api) => api.groups.updateGroup({ groupId, name: 'By hand' })),
      () => at.run((api) => api.groups.deleteGroup(groupId)),
      () => at.run((api) => api.groups.deleteUsersFromGroup(groupId, { userIds: [userId] })),
    ])
      expect((await refusal(change())).statusCode).toBe(422);
    await at.run((api) => api.directory.updateConfiguration(made.id, { syncToUserManagement: false }));
    expect((await send('delete', `/Users/${userId}`)).status).toBe(403);
    await at.run((api) => api.directory.deleteConfiguration(made.id));
    expect((await send('get', '/Users')).status).toBe(401);
    // They are kept, and looked after by nobody but the tenant.
    expect(await at.run((api) => api.groups.getGroupById({ groupId }))).toMatchObject({ managedBy: 'frontegg' });
    const kept = await app.db
      .selectFrom('identity.membership')
      .select('user_id')
      .where('tenant_number', '=', organisationId)
      .execute();
    expect(kept).toHaveLength(2);
  });

  it('end what a directory made with it, where that is said', async () => {
    const { organisationId, at } = await tenant();
    const made = await at.run((api) => api.directory.createConfiguration({ source }));
    expect(made.connectionName).toBe('Okta');
    const send = sender(app, { id: made.id, secret: made.token });
    const { id: userId } = (await send('post', '/Users', newcomer())).body as { id: string };
    await send('post', '/Groups', { displayName: unique('Pushed'), members: [{ value: userId }] });
    const answer = await fetch(`${client.baseUrl}/directory/resources/v1/configurations/scim2/${made.id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${at.accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ deleteAll: true }),
    });
    expect(answer.status).toBe(204);
    const left = await Promise.all([
      app.db.selectFrom('identity.membership').select('user_id').where('tenant_number', '=', organisationId).execute(),
      app.db.selectFrom('identity.group').select('id').where('tenant_number', '=', organisationId).execute(),
    ]);
    expect(left.map((rows) => rows.length)).toEqual([1, 0]);
  });

  it('are for nobody who may not add and remove people, and know no other tenant’s', async () => {
    const [{ at }, reader, other] = [
      await tenant(),
      await tenant(['fe.secure.write.samlConfiguration', 'fe.secure.read.samlConfiguration']),
      await tenant(),
    ];
    const made = await at.run((api) => api.directory.createConfiguration({ source }));
    expect((await refusal(reader.at.run((api) => api.directory.createConfiguration({ source })))).statusCode).toBe(403);
    expect((await refusal(other.at.run((api) => api.directory.countConfigurationUsers(made.id)))).statusCode).toBe(404);
    expect((await refusal(other.at.run((api) => api.directory.deleteConfiguration(made.id)))).statusCode).toBe(404);
  });
});
