import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { newestLink } from '../../../../tests/support/mails';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser as plainBrowser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  signIn,
  unique,
  type Person,
} from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const uuidOf = async ({ userId }: Person) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;
const held = async (at: ClientBrowser) =>
  ((await at.run((api) => api.auth.getMeV2())) as unknown as { permissions: { key: string }[] }).permissions.map(
    ({ key }) => key,
  );
const linksOf = async (email: string) => {
  await app.runJobs();
  return (
    await app.db
      .selectFrom('identity.password_token as p')
      .innerJoin('identity.user as u', 'u.id', 'p.user_id')
      .select('p.purpose')
      .where('u.email', '=', email)
      .where('p.used_at', 'is', null)
      .execute()
  ).map(({ purpose }) => purpose);
};

async function tenant() {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  const signedIn = async (permissions: readonly Permission[] = []) => {
    const person = await newPerson(app, { organisationId, permissions });
    const at = client.browser();
    await at.signIn(person);
    return { person, at, id: await uuidOf(person) };
  };
  const administrator = await signedIn(['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE']);
  const admin = administrator.at;
  const role = async (permissions: string[], isDefault = false) =>
    (
      await admin.run((api) =>
        api.roles.addRole({
          key: unique('r'),
          name: unique('Role'),
          description: '',
          isDefault,
          level: 0,
          permissions,
        }),
      )
    ).id;
  const team = (query: object = {}) =>
    admin.run((api) => api.teams.loadUsers({ pageOffset: 0, pageSize: 20, ...query } as never)) as unknown as Promise<{
      items: { id: string; email: string; roleIds: string[] }[];
      totalItems: number;
      totalPages: number;
    }>;
  return { organisationId, signedIn, administrator, admin, role, team };
}

const newEmail = () => `${unique('new').replace(/\s/g, '-')}@tare.test`;

describe('the list of people', () => {
  it('comes by pages, sorted and filtered, of this tenant alone', async () => {
    const { team, signedIn, organisationId } = await tenant();
    const { person } = await signedIn();
    await signedIn();
    const all = await team({ sort: [{ id: 'email', desc: true }] });
    expect([all.totalItems, all.totalPages, all.items.length]).toEqual([3, 1, 3]);
    expect(all.items.map(({ email }) => email)).toEqual(
      all.items
        .map(({ email }) => email)
        .sort()
        .reverse(),
    );
    expect(await team({ pageSize: 2, pageOffset: 1 })).toMatchObject({ totalItems: 3, totalPages: 2, items: [{}] });
    expect(await team({ pageSize: 2, pageOffset: 7 })).toMatchObject({ totalItems: 3, items: [] });
    expect((await team({ filter: [{ id: 'email', value: person.login }] })).items.map(({ email }) => email)).toEqual([
      person.login,
    ]);
    expect(organisationId).toBeGreaterThan(0);
  });

  it.each(['searchFilter', '_filter'])(
    'is searched by a part of a name or an address (%s), and every page is of what was found',
    async (id) => {
      const { team, signedIn } = await tenant();
      const [{ person }, other] = [await signedIn(), await signedIn()];
      const found = async (value: string, pageSize = 20) => {
        const { items, ...counts } = await team({ pageSize, filter: [{ id, value }] });
        return { ...counts, emails: items.map(({ email }) => email).sort() };
      };
      const { full_name: name } = await app.db
        .selectFrom('identity.user')
        .select('full_name')
        .where('id', '=', person.userId)
        .executeTakeFirstOrThrow();
      expect(await found(person.login.toUpperCase())).toEqual({ totalItems: 1, totalPages: 1, emails: [person.login] });
      expect((await found(name.slice(1))).emails).toContain(person.login);
      expect(await found('nobody-is-called-so')).toEqual({ totalItems: 0, totalPages: 0, emails: [] });
      expect((await found('@', 1)).totalPages).toBe(3);
      expect((await found('')).emails).toEqual(expect.arrayContaining([person.login, other.person.login]));
    },
  );

  it('is read in the other two forms, too, with roles by id', async () => {
    const { admin, signedIn, role } = await tenant();
    const [{ id }, roleId] = [await signedIn(), await role(['VIEW_BASE_LPO_PAGE'])];
    await admin.run((api) => api.teams.updateUser({ id, roleIds: [roleId] } as never));
    const v2 = await admin.run((api) => api.users.getUsersV2({ ids: id }));
    expect(v2).toMatchObject({
      items: [{ id, roles: [{ id: roleId }], tenantIds: [expect.any(String)] }],
      _metadata: { totalItems: 1, totalPages: 1 },
    });
    expect(await admin.run((api) => api.users.getUsersV3({ ids: id }))).toMatchObject({
      items: [{ id }],
      _metadata: { totalItems: 1 },
    });
    expect(await admin.run((api) => api.users.getUsersRoles({ ids: [id] } as never))).toMatchObject([
      { userId: id, roleIds: [roleId] },
    ]);
    expect(await admin.run((api) => api.users.getUsersGroups({ ids: [id] } as never))).toMatchObject([
      { userId: id, groupIds: [] },
    ]);
    const foreign = (await tenant()).administrator.id;
    expect(await admin.run((api) => api.users.getUsersV2({ ids: foreign }))).toMatchObject({ items: [] });
    expect(await admin.run((api) => api.users.getUsersRoles({ ids: [foreign] } as never))).toEqual([]);
  });

  it('never names a tenant of theirs that whoever asks is no part of', async () => {
    const { admin, signedIn } = await tenant();
    const { person, id } = await signedIn();
    const elsewhere = await newOrganisation(app);
    await joinOrganisation(app, person, { organisationId: elsewhere, permissions: ['EDIT_USERS'] });
    const {
      items: [found],
    } = (await admin.run((api) => api.users.getUsersV2({ ids: id }))) as unknown as {
      items: { tenantIds: string[]; tenants: unknown[] }[];
    };
    expect([found?.tenantIds.length, found?.tenants.length]).toEqual([1, 1]);
  });
});

describe('adding somebody', () => {
  it('makes an account that waits for a password, with the roles, and mails the link again for the same address', async () => {
    const { admin, role, team } = await tenant();
    const [email, roleId] = [newEmail(), await role(['VIEW_BASE_LPO_PAGE'])];
    const added = await admin.run((api) => api.teams.addUser({ email, name: 'New Cook', roleIds: [roleId] } as never));
    expect(added).toMatchObject({ email, name: 'New Cook', roles: [{ id: roleId }], activatedForTenant: false });
    expect(await linksOf(email)).toEqual(['ACTIVATION']);
    const again = await admin.run((api) => api.teams.addUser({ email: email.toUpperCase(), roleIds: [] } as never));
    expect(again).toMatchObject({ id: added.id, roles: [{ id: roleId }] });
    expect(await linksOf(email)).toEqual(['ACTIVATION']);
    expect((await team()).items.filter((one) => one.email === email)).toHaveLength(1);
    await admin.run((api) => api.teams.resendActivationLink({ userId: added.id } as never));
    expect(await linksOf(email)).toEqual(['ACTIVATION']);
    const mailed = await app.db
      .selectFrom('identity.password_token as p')
      .innerJoin('identity.user as u', 'u.id', 'p.user_id')
      .select('p.purpose')
      .where('u.email', '=', email)
      .execute();
    expect(mailed).toHaveLength(3);
  });

  it('gives the usual roles where none are named', async () => {
    const { admin, role } = await tenant();
    const usual = await role(['VIEW_BASE_LPO_PAGE'], true);
    expect(await admin.run((api) => api.teams.addUser({ email: newEmail() } as never))).toMatchObject({
      roleIds: [usual],
    });
  });

  it('invites somebody with an account elsewhere, who is in once they have said yes', async () => {
    const [here, there] = [await tenant(), await tenant()];
    const { person, id } = await there.signedIn();
    const roleId = await here.role(['EDIT_USERS']);
    expect(
      await here.admin.run((api) =>
        api.teams.addUser({ email: person.login, name: 'Another', roleIds: [roleId] } as never),
      ),
    ).toMatchObject({ id, isDisabled: true });
    expect(await linksOf(person.login)).toEqual([]);
    const { id: tenantId } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', here.organisationId)
      .executeTakeFirstOrThrow();
    const at = client.browser();
    await at.signIn(person);
    at.tenantId = tenantId;
    expect(await refusal(at.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 403 });
    const link = await newestLink(app, person.login);
    expect(link.searchParams.get('userId')).toBe(id);
    at.tenantId = null;
    await at.run((api) => api.auth.acceptInvitation({ userId: id, token: link.searchParams.get('token') ?? '' }));
    await at.signIn(person);
    at.tenantId = tenantId;
    expect(await held(at)).toEqual(['EDIT_USERS']);
  });

  it('is made active by nobody else while they have not said yes, and stays their first tenant’s to change', async () => {
    const [here, there] = [await tenant(), await tenant()];
    const { person } = await there.signedIn();
    await here.admin.run((api) => api.teams.addUser({ email: person.login, roleIds: [] } as never));
    const key = { tenantNumber: here.organisationId, userId: person.userId };
    await expect(
      app.db
        .transaction()
        .execute((trx) => app.resources.members.setActive(trx, { ...key, active: true, now: app.clock.now() })),
    ).rejects.toThrow('identity.notAccepted');
    expect(
      await app.resources.members.find(app.db, { tenantNumber: there.organisationId, userId: person.userId }),
    ).toMatchObject({ elsewhere: false });
  });

  it('is refused for roles beyond one’s own, roles of others and who sees only some sites', async () => {
    const { signedIn, role, team, organisationId } = await tenant();
    const { at } = await signedIn(['fe.secure.*']);
    const rich = await role(['EDIT_USERS']);
    const foreign = await (await tenant()).role([]);
    expect(
      await refusal(at.run((api) => api.teams.addUser({ email: newEmail(), roleIds: [rich] } as never))),
    ).toMatchObject({ statusCode: 403 });
    for (const roleId of [foreign, randomUUID()])
      expect(
        await refusal(at.run((api) => api.teams.addUser({ email: newEmail(), roleIds: [roleId] } as never))),
      ).toEqual({ statusCode: 404, message: 'Role not found.' });
    const limited = client.browser();
    await limited.signIn(await newPerson(app, { organisationId, permissions: ['fe.*'], restricted: true }));
    expect(
      await refusal(limited.run((api) => api.teams.addUser({ email: newEmail(), roleIds: [] } as never))),
    ).toMatchObject({ statusCode: 403 });
    expect((await team()).totalItems).toBe(3);
  });

  it('of the same address several times at once makes one account', async () => {
    const { admin, team } = await tenant();
    const email = newEmail();
    const headers = { Authorization: `Bearer ${admin.accessToken}` };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        plainBrowser(app).post('/identity/resources/users/v2').set(headers).send({ email, roleIds: [] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await team()).items.filter((one) => one.email === email)).toHaveLength(1);
  });
});

describe('changing somebody', () => {
  it('gives and takes roles with their next request; one empty text is none', async () => {
    const { admin, signedIn, role } = await tenant();
    const [{ id, at }, roleId] = [await signedIn(['EDIT_USERS']), await role(['VIEW_BASE_LPO_PAGE'])];
    const answer = await admin.run((api) =>
      api.teams.updateUser({
        id,
        roleIds: [roleId],
        email: 'other@tare.test',
        tenantId: randomUUID(),
        verified: true,
      } as never),
    );
    expect(answer).toMatchObject({ item: { id, roleIds: [roleId] } });
    expect(await held(at)).toEqual(['VIEW_BASE_LPO_PAGE']);
    await admin.run((api) => api.teams.updateUser({ id, roleIds: [''] } as never));
    expect(await held(at)).toEqual([]);
    expect(((await at.run((api) => api.auth.getMeV2())) as unknown as { email: string }).email).not.toBe(
      'other@tare.test',
    );
  });

  it('is refused for what one lacks, for oneself and for whoever is in another tenant', async () => {
    const { admin, administrator, signedIn, role } = await tenant();
    const { at, id } = await signedIn(['fe.secure.*']);
    const other = await signedIn(['EDIT_USERS']);
    const rich = await role(['EDIT_USERS']);
    for (const [target, roleIds] of [
      [other.id, ['']],
      [other.id, [rich]],
    ] as const)
      expect(
        await refusal(at.run((api) => api.teams.updateUser({ id: target, roleIds: [...roleIds] } as never))),
      ).toMatchObject({ statusCode: 403 });
    expect(await refusal(at.run((api) => api.teams.deleteUser({ userId: administrator.id } as never)))).toMatchObject({
      statusCode: 403,
    });
    for (const call of [
      () => at.run((api) => api.teams.updateUser({ id, roleIds: [''] } as never)),
      () => admin.run((api) => api.teams.deleteUser({ userId: administrator.id } as never)),
      () =>
        admin.run((api) =>
          api.teams.updateUserExpirationTime({ userId: administrator.id, expirationInSeconds: 60 } as never),
        ),
    ])
      expect(await refusal(call())).toMatchObject({ statusCode: 422 });
    const foreign = (await tenant()).administrator.id;
    for (const userId of [foreign, randomUUID()]) {
      for (const call of [
        () => admin.run((api) => api.teams.updateUser({ id: userId, roleIds: [''] } as never)),
        () => admin.run((api) => api.teams.deleteUser({ userId } as never)),
        () => admin.run((api) => api.teams.updateUserExpirationTime({ userId, expirationInSeconds: 60 } as never)),
        () => admin.run((api) => api.teams.setPermanentUser(userId as never)),
        () => admin.run((api) => api.teams.resendActivationLink({ userId } as never)),
      ])
        expect(await refusal(call())).toEqual({ statusCode: 404, message: 'User not found.' });
    }
    expect(await held(other.at)).toEqual(['EDIT_USERS']);
    expect(await held(admin)).toContain('fe.*');
  });

  it('keeps the last administrator', async () => {
    const { administrator, signedIn } = await tenant();
    const { at } = await signedIn(['fe.*', 'VIEW_BASE_LPO_PAGE']);
    await app.db
      .insertInto('identity.role_permission')
      .columns(['role_id', 'permission_key'])
      .expression(
        app.db
          .selectFrom('identity.membership_role as mr')
          .innerJoin('identity.user as u', 'u.id', 'mr.user_id')
          .where('u.uuid', '=', administrator.id)
          .select((where) => ['mr.role_id', where.val('EDIT_SITES').as('permission_key')]),
      )
      .execute();
    expect(await refusal(at.run((api) => api.teams.deleteUser({ userId: administrator.id } as never)))).toMatchObject({
      statusCode: 403,
    });
    const { at: second } = await signedIn(['fe.*', 'EDIT_SITES', 'VIEW_BASE_LPO_PAGE', 'EDIT_USERS']);
    await second.run((api) => api.teams.deleteUser({ userId: administrator.id } as never));
    expect(await held(second)).toContain('EDIT_USERS');
  });
});

describe('removing somebody', () => {
  it('ends the membership and its sessions, on every face, and no other tenant’s', async () => {
    const { admin, signedIn, team } = await tenant();
    const { at, person, id } = await signedIn(['VIEW_BASE_LPO_PAGE']);
    const pages = await signIn(app, person.login);
    const elsewhere = await newOrganisation(app);
    await joinOrganisation(app, person, { organisationId: elsewhere, permissions: ['EDIT_USERS'] });
    await admin.run((api) => api.teams.deleteUser({ userId: id } as never));
    expect(await refusal(at.run((api) => api.auth.getMeV2()))).toEqual({
      message: 'Session not found',
      statusCode: 401,
    });
    expect((await pages.get('/rest/v1/user')).status).toBe(401);
    expect((await team()).items.map((one) => one.id)).not.toContain(id);
    const again = client.browser();
    await again.signIn(person);
    expect(await held(again)).toEqual(['EDIT_USERS']);
  });
});

describe('a membership that ends by itself', () => {
  it('holds to the second, by cookie and by bearer, and then opens nothing', async () => {
    const { admin, signedIn } = await tenant();
    const { at, person, id } = await signedIn(['VIEW_BASE_LPO_PAGE']);
    const pages = await signIn(app, person.login);
    const { temporaryExpirationDate } = (await admin.run((api) =>
      api.teams.updateUserExpirationTime({ userId: id, expirationInSeconds: 300 } as never),
    )) as unknown as { temporaryExpirationDate: string };
    expect(Date.parse(temporaryExpirationDate)).toBe(Date.parse(testNow) + 300_000);
    after(299);
    expect([(await pages.get('/rest/v1/user')).status, await held(at)]).toEqual([200, ['VIEW_BASE_LPO_PAGE']]);
    after(300);
    expect([
      (await pages.get('/rest/v1/user')).status,
      (await refusal(at.run((api) => api.auth.getMeV2()))).statusCode,
    ]).toEqual([401, 401]);
    expect(await refusal(at.run((api) => api.auth.refreshTokenV2()))).toMatchObject({ statusCode: 401 });
    expect(await refusal(client.browser().signIn(person))).toMatchObject({ statusCode: 401 });
  });

  it('lasts again once it is made to', async () => {
    const { admin, signedIn } = await tenant();
    const { at, id } = await signedIn(['VIEW_BASE_LPO_PAGE']);
    await admin.run((api) => api.teams.updateUserExpirationTime({ userId: id, expirationInSeconds: 300 } as never));
    await admin.run((api) => api.teams.setPermanentUser(id as never));
    after(301);
    expect(await held(at)).toEqual(['VIEW_BASE_LPO_PAGE']);
    expect(await admin.run((api) => api.teams.getTemporaryUserConfiguration())).toEqual({ enabled: true });
  });

  it('lasts again for whoever is made active once their time has ended, and only then', async () => {
    const { admin, signedIn, organisationId } = await tenant();
    const { person, id } = await signedIn(['VIEW_BASE_LPO_PAGE']);
    const key = { tenantNumber: organisationId, userId: person.userId };
    const set = (active: boolean) =>
      app.db
        .transaction()
        .execute((trx) => app.resources.members.setActive(trx, { ...key, active, now: app.clock.now() }));
    const end = async () =>
      (
        await app.db
          .selectFrom('identity.membership')
          .select('ends_at')
          .where('user_id', '=', person.userId)
          .executeTakeFirstOrThrow()
      ).ends_at;
    await admin.run((api) => api.teams.updateUserExpirationTime({ userId: id, expirationInSeconds: 300 } as never));
    after(299);
    await set(false);
    await set(true);
    expect(await end()).toEqual(new Date(Date.parse(testNow) + 300_000));
    after(300);
    expect(await refusal(client.browser().signIn(person))).toMatchObject({ statusCode: 401 });
    await set(true);
    expect(await end()).toBeNull();
    expect(await client.browser().signIn(person)).toMatchObject({ mfaRequired: false });
  });

  it('is given with the invitation, too', async () => {
    const { admin } = await tenant();
    const added = await admin.run((api) =>
      api.teams.addUser({ email: newEmail(), roleIds: [], expirationInSeconds: 60 } as never),
    );
    expect(added).toMatchObject({ temporaryExpirationDate: new Date(Date.parse(testNow) + 60_000).toISOString() });
  });
});

it('counts people, those of the week and those who may everything', async () => {
  const { admin } = await tenant();
  await admin.run((api) => api.teams.addUser({ email: newEmail(), roleIds: [] } as never));
  expect(await admin.run((api) => api.teams.loadStats())).toMatchObject({
    totalItems: 2,
    superAdmins: 1,
    addedThisWeek: expect.any(Number),
  });
});
