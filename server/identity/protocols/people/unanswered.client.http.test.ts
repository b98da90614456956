import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal } from '../../../../tests/support/counterparts/published-client';
import { newestLink } from '../../../../tests/support/mails';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));

async function tenant() {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  const admin = client.browser();
  await admin.signIn(await newPerson(app, { organisationId, permissions: ['fe.*', 'EDIT_USERS'] }));
  const signedIn = async () => {
    const person = await newPerson(app, { organisationId });
    await client.browser().signIn(person);
    const { uuid: id } = await app.db
      .selectFrom('identity.user')
      .select('uuid')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    return { person, id };
  };
  const team = (query: object = {}) =>
    admin.run((api) => api.teams.loadUsers({ pageOffset: 0, pageSize: 20, ...query } as never)) as unknown as Promise<{
      items: { id: string }[];
    }>;
  return { organisationId, admin, signedIn, team };
}

describe('an invitation that waits for its answer', () => {
  it('shows of somebody who has not said yes the address alone', async () => {
    const [here, there] = [await tenant(), await tenant()];
    const { person, id } = await there.signedIn();
    await app.db
      .updateTable('identity.user')
      .set({ full_name: 'Secret Name', login: 'secret-login' })
      .where('id', '=', person.userId)
      .execute();
    await here.admin.run((api) => api.teams.addUser({ email: person.login, roleIds: [] } as never));
    const views = async () => ({
      team: (await here.team()).items.find((one) => one.id === id) as unknown as object,
      one: await here.admin.run((api) => api.auth.getUserById({ userId: id })),
      product: await app.resources.members.find(app.db, { tenantNumber: here.organisationId, userId: person.userId }),
    });
    const before = await views();
    expect([before.team, before.one]).toMatchObject([
      { name: person.login, email: person.login },
      { name: person.login },
    ]);
    expect(before.team).not.toHaveProperty('lastLogin');
    expect(before.product).toMatchObject({
      fullName: person.login,
      login: person.login,
      lastSignInAt: null,
      status: 'INACTIVE',
    });
    for (const found of [
      await here.team({ filter: [{ id: 'name', value: 'secret' }] }),
      await here.admin.run((api) => api.users.getUsersV2({ _filter: 'secret' } as never)),
    ]) {
      expect((found as { items: { id: string }[] }).items.map((one) => one.id)).not.toContain(id);
    }
    after(120);
    expect(
      await here.admin.run((api) =>
        api.users.getUsersV3({ _preset: 'inactive', _maxInactiveSeconds: 60, ids: id } as never),
      ),
    ).toMatchObject({ items: [] });
    app.clock.set(testNow);
    const page = await app.resources.members.list(app.db, {
      tenantNumber: here.organisationId,
      text: 'secret',
      sort: { column: 'fullName', direction: 'asc' },
      limit: 10,
      offset: 0,
    });
    expect(page).toEqual({ members: [], total: 0 });
    const link = await newestLink(app, person.login);
    await client
      .browser()
      .run((api) => api.auth.acceptInvitation({ userId: id, token: link.searchParams.get('token') ?? '' }));
    const { team, one, product } = await views();
    expect([team, one, product]).toMatchObject([
      { name: 'Secret Name', lastLogin: expect.any(String) },
      { name: 'Secret Name' },
      { fullName: 'Secret Name', login: 'secret-login', lastSignInAt: expect.any(Date) },
    ]);
  });

  it('shows nothing else of them, in no list and by no order, before they say yes', async () => {
    // Their account is older than the other one, so that nothing but what is hidden decides the orders below.
    const { person, id } = await (await tenant()).signedIn();
    const here = await tenant();
    after(60);
    await app.db
      .updateTable('identity.user')
      .set({
        full_name: 'Aaa Secret',
        sso_user: true,
        created_at: new Date('2020-01-01'),
        locked_until: new Date('2030-01-01'),
      })
      .where('id', '=', person.userId)
      .execute();
    await here.admin.run((api) => api.teams.addUser({ email: person.login, roleIds: [] } as never));
    const { id: groupId } = await here.admin.run((api) => api.groups.createGroup({ name: 'Bakers' } as never));
    await here.admin.run((api) => api.groups.addUsersToGroup(groupId, { userIds: [id] }));
    const asked = {
      verified: false,
      isLocked: false,
      createdAt: app.clock.now().toISOString(),
      provider: 'local',
      activatedForTenant: false,
      mfaEnrolled: false,
      name: person.login,
    };
    const v3 = (query: object) =>
      here.admin.run((api) =>
        api.users.getUsersV3({ _limit: 20, _offset: 0, ...query } as never),
      ) as unknown as Promise<{ items: { id: string }[] }>;
    const shown = [
      (await here.team()).items,
      (await v3({})).items,
      (
        (await here.admin.run((api) => api.users.getUsersV2({ _limit: 20, _offset: 0 } as never))) as unknown as {
          items: { id: string }[];
        }
      ).items,
    ].map((items) => items.find((one) => one.id === id));
    for (const one of shown) expect(one).toMatchObject(asked);
    const { users = [] } = await here.admin.run((api) =>
      api.groups.getGroupById({ groupId }, { _groupsRelations: 'users' } as never),
    );
    expect(users).toMatchObject([{ id, name: person.login, activatedForTenant: false }]);

    const first = async (sortBy: string, order: string) => (await v3({ _sortBy: sortBy, _order: order })).items[0]?.id;
    expect([
      await first('createdAt', 'ASC'),
      await first('provider', 'DESC'),
      await first('isLocked', 'DESC'),
    ]).not.toContain(id);
  });

  it('asks somebody again who was switched off before they said yes; nobody says it for them', async () => {
    const [here, there] = [await tenant(), await tenant()];
    const { person, id } = await there.signedIn();
    const key = { tenantNumber: here.organisationId, userId: person.userId };
    const set = (active: boolean) =>
      app.db
        .transaction()
        .execute((trx) => app.resources.members.setActive(trx, { ...key, active, now: app.clock.now() }));
    const invited = () => here.admin.run((api) => api.teams.addUser({ email: person.login, roleIds: [] } as never));
    await invited();
    const first = await newestLink(app, person.login);
    await set(false);
    await expect(set(true)).rejects.toThrow('identity.notAccepted');
    expect(
      await app.resources.members.find(app.db, { tenantNumber: there.organisationId, userId: person.userId }),
    ).toMatchObject({ elsewhere: false });
    const accept = (link: URL) =>
      client
        .browser()
        .run((api) => api.auth.acceptInvitation({ userId: id, token: link.searchParams.get('token') ?? '' }));
    expect(await refusal(accept(first))).toMatchObject({ statusCode: 422 });
    after(60);
    await invited();
    await accept(await newestLink(app, person.login));
    await set(false);
    await set(true);
    expect(await app.resources.members.find(app.db, key)).toMatchObject({ status: 'ACTIVE' });
  });

  it('asks nobody more than a few times an hour', async () => {
    const [here, there] = [await tenant(), await tenant()];
    const { person } = await there.signedIn();
    const invited = async () => {
      await here.admin.run((api) => api.teams.addUser({ email: person.login, roleIds: [] } as never));
      await app.runJobs();
    };
    for (let times = 0; times < 5; times += 1) await invited();
    expect(await refusal(invited())).toMatchObject({ statusCode: 429 });
  });
});
