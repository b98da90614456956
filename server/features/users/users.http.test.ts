import { beforeAll, describe, expect, it } from 'vitest';
import { auditedIn } from '../../../tests/support/acting';
import { addLocation, addSite } from '../../../tests/support/factories';
import {
  browser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  signedInAs,
  signIn,
  tokenOf,
  unique,
} from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { permissions } from '../../permission-matrix';
import { internalOrganisation } from '../../platform/actor';
import type { RoleList, UserDetail, UserList } from './users.contract';

let app: TestApp;
let organisationId: number;
let roles: Record<string, number>;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  roles = Object.fromEntries(
    (await app.db.selectFrom('identity.role').select(['key', 'id']).where('tenant_number', 'is', null).execute()).map(
      ({ key, id }) => [key, id],
    ),
  );
});

const admin = (more: object = {}) => signedInAs(app, { organisationId, permissions, ...more });
type Agent = Awaited<ReturnType<typeof admin>>;

const detailOf = async (agent: Agent, userId: number, query: object = {}) =>
  (await agent.get(`/rest/v1/users/${userId}`).query(query)).body as UserDetail;
const address = () => `${unique('user').replace(/\s/g, '-')}@kitchen.test`;
const codesOf = (answer: { body: { code: string; fields?: { field: string; code: string }[] } }) =>
  answer.body.fields?.map(({ field, code }) => `${field}: ${code}`) ?? [answer.body.code];

async function linkTo(email: string): Promise<string> {
  await app.runJobs();
  const sent = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('target', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return (
    /http:\/\/tare\.test(\S+)/.exec(
      (sent.at(-1)?.payload as unknown as { text: string } | undefined)?.text ?? '',
    )?.[1] ?? ''
  );
}

describe('the list', () => {
  // Spec 5: Organization user: userId, fullName, emailAddress
  // Spec 9: Users page size default 10, offset 0
  it('has 10 a page from offset 0, is searched, filtered and sorted', async () => {
    const own = await newOrganisation(app);
    const agent = await signedInAs(app, { organisationId: own, permissions });
    for (let at = 0; at < 11; at += 1) await newPerson(app, { organisationId: own });
    await app.db
      .updateTable('identity.user')
      .set({ full_name: 'Zoë (100%_x)' })
      .where('id', '=', (await newPerson(app, { organisationId: own, restricted: true })).userId)
      .execute();
    const list = async (query: object = {}) => (await agent.get('/rest/v1/users').query(query)).body as UserList;
    const first = await list();
    expect([first.users.length, first.total, first.limit, first.offset]).toEqual([10, 13, 10, 0]);
    const second = await list({ offset: 10 });
    expect(second.users).toHaveLength(3);
    expect(new Set([...first.users, ...second.users].map(({ userId }) => userId)).size).toBe(13);
    expect((await list({ sort: '-fullName' })).users[0]).toMatchObject({
      fullName: 'Zoë (100%_x)',
      secured: { sites: 0, locations: 0 },
    });
    expect((await list({ text: '100%_x' })).total).toBe(1);
    expect((await list({ text: 'ZOË' })).total).toBe(1);
    expect((await list({ status: 'INACTIVE' })).total).toBe(0);
    expect((await agent.get('/rest/v1/users').query({ limit: 0 })).status).toBe(400);
  });

  it('names the people of the organization that is chosen, and of no other', async () => {
    const other = await newOrganisation(app);
    const stranger = await newPerson(app, { organisationId: other });
    const agent = await admin();
    expect((await agent.get('/rest/v1/users').query({ text: stranger.login })).body.total).toBe(0);
    expect((await agent.get('/rest/v1/users').query({ organisationId: other })).status).toBe(404);
    expect((await agent.get(`/rest/v1/users/${stranger.userId}`)).status).toBe(404);
    const staff = await signedInAs(app, { organisationId: internalOrganisation, permissions: ['EDIT_USERS'] });
    expect((await staff.get('/rest/v1/users').query({ organisationId: other })).body.total).toBe(1);
  });
});

describe('the roles that are offered', () => {
  it('have one that allows everything; the one of the identity API stands where it is held', async () => {
    const agent = await admin();
    const namesIn = (body: { roles: { roleName: string }[] }) =>
      body.roles.map(({ roleName }) => roleName).filter((name) => /Administrator|full access/.test(name));
    expect(namesIn((await agent.get('/rest/v1/users/roles')).body as RoleList)).toEqual(['Administrator']);
    const { userId } = await newPerson(app, { organisationId });
    await app.db
      .insertInto('identity.membership_role')
      .values({ tenant_number: organisationId, user_id: userId, role_id: roles.Admin ?? 0 })
      .execute();
    expect(namesIn(await detailOf(agent, userId))).toEqual(['Administrator', 'Accounts: full access']);
    expect((await detailOf(agent, userId)).user.roleNames).toContain('Accounts: full access');
  });
});

describe('somebody new', () => {
  it('gets the activation mail, sets a password by its link and is there', async () => {
    const agent = await admin();
    const email = address();
    const made = await agent
      .post('/rest/v1/users')
      .send({ fullName: 'Nadia Rossi', email, locale: 'de_DE', roleIds: [roles.viewer] });
    expect(made.status).toBe(200);
    const { userId } = made.body as { userId: number };
    expect((await detailOf(agent, userId)).user).toMatchObject({
      login: email,
      email,
      status: 'INVITED',
      roleNames: ['Viewer'],
      secured: null,
    });
    const link = await linkTo(email);
    expect(link).toMatch(/^\/activate-user\?token=/);
    const visitor = browser(app);
    const page = await visitor.get(link);
    const token = new URLSearchParams(link.split('?')[1]).get('token');
    const password = 'three odd kettles sing';
    const set = await visitor
      .post('/activate-user')
      .type('form')
      .send({ _csrf: tokenOf(page.text), token, password, repeatPassword: password });
    expect([set.status, set.headers.location]).toEqual([303, '/home']);
    expect((await visitor.get('/rest/v1/user')).body).toMatchObject({
      name: 'Nadia Rossi',
      locale: 'de_DE',
      organizationId: organisationId,
    });
    expect((await detailOf(agent, userId)).user.status).toBe('ACTIVE');
    expect(await auditedIn(app.db, organisationId)).toContain('user.create');
  });

  it.each([
    ['a role that allows more', { roleIds: () => [roles.administrator] }, ['roleIds: users.roleBeyondYours']],
    ['a role of internal staff', { roleIds: () => [roles.support] }, ['roleIds: users.unknownRole']],
    ['a role of nobody', { roleIds: () => [900_000_001] }, ['roleIds: users.unknownRole']],
    ['no role', { roleIds: () => [] }, ['roleIds: users.noRole']],
    ['no address', { email: 'kitchen' }, ['email: password.invalidEmail']],
    ['a name of two lines', { fullName: 'A\nB' }, ['fullName: errors.controlCharacter']],
    ['a name of 201 characters', { fullName: 'x'.repeat(201) }, ['fullName: errors.tooLong']],
  ])(
    'is refused with %s',
    async (
      _what,
      { roleIds = () => [roles.basic], ...wrong }: { roleIds?: () => unknown; email?: string; fullName?: string },
      problems,
    ) => {
      const agent = await signedInAs(app, { organisationId, permissions: ['EDIT_USERS', 'VIEW_BASE_LPO_PAGE'] });
      const before = (await agent.get('/rest/v1/users')).body.total;
      const answer = await agent
        .post('/rest/v1/users')
        .send({ fullName: 'Anybody', email: address(), roleIds: roleIds(), ...wrong });
      expect([answer.status >= 400 && answer.status < 500, codesOf(answer)]).toEqual([
        true,
        problems.map((one) => one.replace(/: (errors)\./, ': ')),
      ]);
      expect((await agent.get('/rest/v1/users')).body.total).toBe(before);
    },
  );

  it('with an address or name that somebody else signs in with is refused alike, wherever that one belongs', async () => {
    const agent = await admin();
    const here = await newPerson(app, { organisationId });
    const there = await newPerson(app, { organisationId: await newOrganisation(app) });
    const send = (body: object) =>
      agent.post('/rest/v1/users').send({ fullName: 'Anybody', roleIds: [roles.basic], ...body });
    const [near, far] = [await send({ email: here.login.toUpperCase() }), await send({ email: there.login })];
    expect([near.status, codesOf(near)]).toEqual([422, ['email: users.emailTaken']]);
    expect({ ...near.body, requestId: '' }).toEqual({ ...far.body, requestId: '' });
    expect(codesOf(await send({ email: address(), login: there.login }))).toEqual(['login: users.loginTaken']);
  });
});

describe('a change', () => {
  it('of name, address and roles is kept, and the later of two editors is told', async () => {
    const agent = await admin();
    const { userId } = await newPerson(app, { organisationId });
    const { revision } = await detailOf(agent, userId);
    const edit = { fullName: 'Renamed', email: address(), roleIds: [roles.manager, roles.manager], revision };
    expect((await agent.put(`/rest/v1/users/${userId}`).send(edit)).status).toBe(204);
    expect((await detailOf(agent, userId)).user).toMatchObject({
      fullName: 'Renamed',
      email: edit.email,
      roleIds: [roles.manager],
    });
    const late = await agent.put(`/rest/v1/users/${userId}`).send({ ...edit, fullName: 'Upcoming' });
    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    expect((await detailOf(agent, userId)).user.fullName).toBe('Renamed');
  });

  it('of the address of somebody invited sends the link there, and the earlier one opens nothing', async () => {
    const agent = await admin();
    const [before, after] = [address(), address()];
    const { userId } = (
      await agent.post('/rest/v1/users').send({ fullName: 'Typo', email: before, roleIds: [roles.basic] })
    ).body as { userId: number };
    const first = await linkTo(before);
    await agent.put(`/rest/v1/users/${userId}`).send({
      fullName: 'Typo',
      email: after,
      roleIds: [roles.basic],
      revision: (await detailOf(agent, userId)).revision,
    });
    expect((await agent.get(first)).status).toBe(410);
    expect((await agent.get(await linkTo(after))).status).toBe(200);
  });

  it('of an account that belongs to another organization too is for internal staff', async () => {
    const agent = await admin();
    const person = await newPerson(app, { organisationId });
    await joinOrganisation(app, person, { organisationId: await newOrganisation(app) });
    const detail = await detailOf(agent, person.userId);
    expect(detail.refused).toEqual({ name: 'belongsElsewhere', email: 'belongsElsewhere', links: 'belongsElsewhere' });
    const edit = {
      fullName: detail.user.fullName,
      email: detail.user.email,
      roleIds: [roles.viewer],
      revision: detail.revision,
    };
    expect(codesOf(await agent.put(`/rest/v1/users/${person.userId}`).send({ ...edit, email: address() }))).toEqual([
      'email: users.belongsElsewhere',
    ]);
    expect((await agent.post(`/rest/v1/users/${person.userId}/link`).send({})).body.code).toBe(
      'users.belongsElsewhere',
    );
    expect((await agent.put(`/rest/v1/users/${person.userId}`).send(edit)).status).toBe(204);
    const staff = await signedInAs(app, { organisationId: internalOrganisation, permissions });
    const { revision } = await detailOf(staff, person.userId, { organisationId });
    expect(
      (await staff.put(`/rest/v1/users/${person.userId}`).send({ ...edit, email: address(), revision, organisationId }))
        .status,
    ).toBe(204);
  });

  it('of oneself or of somebody who may do more is refused', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: ['EDIT_USERS'] });
    const own = await detailOf(agent, agent.person.userId);
    const change = (userId: number, revision: string) =>
      agent.put(`/rest/v1/users/${userId}/status`).send({ active: false, revision });
    expect((await change(agent.person.userId, own.revision)).body.code).toBe('users.yourself');
    expect(
      codesOf(
        await agent
          .put(`/rest/v1/users/${agent.person.userId}`)
          .send({ fullName: own.user.fullName, email: own.user.email, roleIds: [roles.basic], revision: own.revision }),
      ),
    ).toEqual(['roleIds: users.yourself']);
    const stronger = await newPerson(app, { organisationId, permissions: ['EDIT_USERS', 'EDIT_SITES'] });
    expect((await change(stronger.userId, (await detailOf(agent, stronger.userId)).revision)).body.code).toBe(
      'users.outranksYou',
    );
  });

  it('is refused to somebody limited to sites, who still sees the list', async () => {
    const agent = await admin({ sites: [await addSite(app, { organisationId })] });
    const { userId } = await newPerson(app, { organisationId });
    expect((await agent.get('/rest/v1/users/roles')).body as RoleList).toMatchObject({ limited: true });
    expect(
      (await agent.post('/rest/v1/users').send({ fullName: 'Anybody', email: address(), roleIds: [roles.basic] })).body
        .code,
    ).toBe('users.limitedToSites');
    expect(
      (
        await agent
          .put(`/rest/v1/users/${userId}/status`)
          .send({ active: false, revision: (await detailOf(agent, userId)).revision })
      ).body.code,
    ).toBe('users.limitedToSites');
  });
});

describe('somebody deactivated', () => {
  // Spec 8: Somebody deactivated is signed out at their next step
  it('is signed out at once, comes in no more, and again when reactivated', async () => {
    const agent = await admin();
    const person = await newPerson(app, { organisationId });
    const theirs = await signIn(app, person.login);
    expect((await theirs.get('/rest/v1/user')).status).toBe(200);
    const set = async (active: boolean) =>
      (
        await agent
          .put(`/rest/v1/users/${person.userId}/status`)
          .send({ active, revision: (await detailOf(agent, person.userId)).revision })
      ).status;
    expect(await set(false)).toBe(204);
    expect((await theirs.get('/rest/v1/user')).status).toBe(401);
    await expect(signIn(app, person.login)).rejects.toThrow('422');
    expect((await detailOf(agent, person.userId)).refused).toEqual({ links: 'isInactive' });
    expect(await set(true)).toBe(204);
    expect((await theirs.get('/rest/v1/user')).status).toBe(401);
    expect((await (await signIn(app, person.login)).get('/rest/v1/user')).status).toBe(200);
    expect(await auditedIn(app.db, organisationId)).toEqual(
      expect.arrayContaining(['member.deactivate', 'member.reactivate']),
    );
  });

  it('stays signed in to another organization of theirs', async () => {
    const [first, second] = [await newOrganisation(app), await newOrganisation(app)];
    const person = await newPerson(app, { organisationId: first });
    await joinOrganisation(app, person, { organisationId: second });
    const theirs = await signIn(app, person.login);
    const agent = await signedInAs(app, { organisationId: second, permissions });
    const { revision } = await detailOf(agent, person.userId);
    expect((await agent.put(`/rest/v1/users/${person.userId}/status`).send({ active: false, revision })).status).toBe(
      204,
    );
    expect((await theirs.get('/rest/v1/user')).status).toBe(200);
  });

  it('is signed out everywhere when switched on again where a second factor is forced', async () => {
    const [first, second] = [await newOrganisation(app), await newOrganisation(app)];
    const person = await newPerson(app, { organisationId: first });
    await joinOrganisation(app, person, { organisationId: second });
    const agent = await signedInAs(app, { organisationId: second, permissions });
    const set = async (active: boolean) =>
      agent
        .put(`/rest/v1/users/${person.userId}/status`)
        .send({ active, revision: (await detailOf(agent, person.userId)).revision })
        .expect(204);
    await set(false);
    const theirs = await signIn(app, person.login);
    await app.db
      .insertInto('identity.mfa_policy')
      .values({ tenant_number: second, enforce: 'Force', created_at: app.clock.now(), updated_at: app.clock.now() })
      .execute();
    // Whoever acts there has given both proofs.
    await app.db
      .updateTable('identity.session')
      .set({ amr: ['pwd', 'otp', 'mfa'] })
      .where('tenant_number', '=', second)
      .execute();
    expect((await theirs.get('/rest/v1/user')).status).toBe(200);
    await set(true);
    expect((await theirs.get('/rest/v1/user')).status).toBe(401);
  });

  it('is never the last administrator, also where two of them act at once', async () => {
    const own = await newOrganisation(app);
    const staff = await signedInAs(app, { organisationId: internalOrganisation, permissions });
    const [one, other] = [
      await newPerson(app, { organisationId: own, permissions: ['EDIT_USERS'] }),
      await newPerson(app, { organisationId: own, permissions: ['EDIT_USERS'] }),
    ];
    const revisions = await Promise.all(
      [one, other].map(async ({ userId }) => ({
        userId,
        revision: (await detailOf(staff, userId, { organisationId: own })).revision,
      })),
    );
    const answers = await Promise.all(
      revisions.map(({ userId, revision }) =>
        staff.put(`/rest/v1/users/${userId}/status`).send({ active: false, revision, organisationId: own }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('identity.lastAdministrator');
    const [left] = revisions.filter((_, at) => answers[at]?.status === 422);
    const { revision, user } = await detailOf(staff, left?.userId ?? 0, { organisationId: own });
    const demoted = await staff
      .put(`/rest/v1/users/${left?.userId}`)
      .send({ fullName: user.fullName, email: user.email, roleIds: [roles.viewer], revision, organisationId: own });
    expect(demoted.body.code).toBe('identity.lastAdministrator');
  });
});

describe('links', () => {
  it('are mailed to somebody with a password as a reset, and not more than a few in an hour', async () => {
    const agent = await admin();
    const person = await newPerson(app, { organisationId });
    const send = () => agent.post(`/rest/v1/users/${person.userId}/link`).send({});
    expect((await send()).status).toBe(204);
    expect(await linkTo(person.login)).toMatch(/^\/password-reset\?token=/);
    for (let at = 0; at < 4; at += 1) {
      expect((await send()).status).toBe(204);
      await app.runJobs();
    }
    expect((await send()).status).toBe(429);
  });
});

describe('what somebody sees', () => {
  it('is narrowed to sites and locations, copied to another, and lifted again', async () => {
    const own = await newOrganisation(app);
    const agent = await signedInAs(app, { organisationId: own, permissions });
    const siteId = await addSite(app, { organisationId: own, name: 'North' });
    const locationId = await addLocation(app, {
      organisationId: own,
      siteId: await addSite(app, { organisationId: own, name: 'South' }),
      name: 'Bar',
    });
    const [one, other] = [
      await newPerson(app, { organisationId: own }),
      await newPerson(app, { organisationId: own, permissions: ['EDIT_SITES'] }),
    ];
    const narrow = async (items: object | null) =>
      agent
        .put(`/rest/v1/users/${one.userId}/access`)
        .send({ items, revision: (await detailOf(agent, one.userId)).revision });
    expect((await narrow({ siteIds: [siteId], locationIds: [locationId] })).status).toBe(204);
    expect((await detailOf(agent, one.userId)).items).toMatchObject({
      sites: [{ siteName: 'North' }],
      locations: [{ locationName: 'Bar', siteName: 'South' }],
    });
    expect(codesOf(await narrow({ siteIds: [await addSite(app, { organisationId })], locationIds: [] }))).toEqual([
      'siteIds: dataSecurity.unknownSites',
    ]);

    const copy = async (fromUserId: number) =>
      agent
        .post(`/rest/v1/users/${other.userId}/access/copy`)
        .send({ fromUserId, revision: (await detailOf(agent, other.userId)).revision });
    expect(codesOf(await copy((await newPerson(app, { organisationId })).userId))).toEqual([
      'fromUserId: users.unknownSource',
    ]);
    expect((await copy(one.userId)).status).toBe(204);
    const [from, to] = [await detailOf(agent, one.userId), await detailOf(agent, other.userId)];
    expect([to.items, to.user.roleIds]).toEqual([from.items, from.user.roleIds]);

    expect((await narrow(null)).status).toBe(204);
    expect(await detailOf(agent, one.userId)).toMatchObject({ items: null, user: { secured: null } });
  });
});
