import { beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import {
  browser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  signedInAs,
  tokenOf,
  unique,
  type Person,
} from '../../../tests/support/people';
import { testApp, testNow } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const internal = 1;
const staffRights: Permission[] = ['CREATE_CLIENT_VIEW_SESSION', 'EDIT_SITES', 'VIEW_CONSOLE'];
const customerRights: Permission[] = ['EDIT_SITES', 'EDIT_USERS'];
const ended = '/client-view?clientViewSessionEnded=true';
const startMs = Date.parse(testNow);

let app: ClockedApp;
let organisationId: number;
let organisationName: string;
let siteName: string;
let siteId: number;
let customer: Person;
let staff: Agent;

beforeEach(async () => {
  app = withOwnClock(await testApp());
  organisationName = unique('Viewed kitchens');
  organisationId = await newOrganisation(app, { name: organisationName });
  siteName = unique('Harbour');
  siteId = await addSite(app, { organisationId, name: siteName });
  await addLocation(app, { organisationId, siteId });
  customer = await newPerson(app, { organisationId, permissions: customerRights });
  staff = await signedInAs(app, { organisationId: internal, permissions: staffRights });
});

const after = (minutes: number) => app.clock.set(new Date(startMs + minutes * 60_000));
const start = (agent: Agent, body: object = {}) =>
  agent
    .post('/rest/v1/client-view-session')
    .send({ organisationId, userId: customer.userId, reason: 'Case 4711', ...body });
const whoIs = async (agent: Agent) =>
  (await agent.get('/rest/v1/user')).body as { userId: number; organizationId: number; permissions: string[] };
const cookieOf = (agent: Agent) =>
  agent.jar.getCookie('tare-session', { domain: '127.0.0.1', path: '/', secure: false, script: false })?.value;

async function begun(): Promise<string> {
  const { body, status } = await start(staff);
  expect(status).toBe(200);
  return body.clientViewSessionId as string;
}

const auditOf = (action: string, entityId?: string) =>
  app.db
    .selectFrom('audit_log')
    .select(['organisation_id', 'user_id', 'actor', 'acting_user_id', 'acting_person', 'after'])
    .where('organisation_id', '=', organisationId)
    .where('action', '=', action)
    .$if(entityId !== undefined, (query) => query.where('entity_id', '=', entityId as string))
    .execute();

describe('a client view', () => {
  it('is started on its page: an organization, one of its people, a reason', async () => {
    const page = await staff.get(`/client-view?organisationId=${organisationId}`);
    expect(page.text).toContain(customer.login);
    const form = { _csrf: tokenOf(page.text), organisationId, search: '' };
    for (const [typed, sentence] of [
      [{ userId: customer.userId, reason: ' ' }, 'Fill in this field.'],
      [{ reason: 'Case 4711' }, 'Choose a user.'],
    ] as const) {
      const refused = await staff
        .post('/client-view')
        .type('form')
        .send({ ...form, ...typed });
      expect([refused.status, refused.text.includes(sentence)]).toEqual([422, true]);
    }
    const entered = await staff
      .post('/client-view')
      .type('form')
      .send({ ...form, userId: customer.userId, reason: 'Case 4711' });
    expect([entered.status, entered.headers.location]).toEqual([303, '/home']);
    expect((await whoIs(staff)).userId).toBe(customer.userId);
  });

  it('finds people by their names and offers nobody else', async () => {
    const inactive = await newPerson(app, { organisationId });
    await app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', inactive.userId).execute();
    const ours = await newPerson(app, { organisationId });
    await joinOrganisation(app, ours, { organisationId: internal });
    const { text } = await staff.get(`/client-view?organisationId=${organisationId}`);
    expect([customer, inactive, ours].map(({ login }) => text.includes(login))).toEqual([true, false, false]);
    expect(
      (await staff.get(`/client-view?organisationId=${organisationId}&search=nobody-of-this-name`)).text,
    ).toContain('No users available');
    expect((await staff.get('/client-view')).text).not.toContain(`value="${internal}"`);
  });

  // Spec 2: Client view lets a staff user view as a customer
  it('has a session of its own, the rights of the person and no others, and a band on every page', async () => {
    const before = cookieOf(staff);
    await begun();
    expect(cookieOf(staff)).not.toBe(before);
    expect(await whoIs(staff)).toMatchObject({
      userId: customer.userId,
      organizationId: organisationId,
      permissions: [...customerRights].sort(),
    });
    for (const address of ['/home', '/account-settings', '/privacy-policy']) {
      const { text } = await staff.get(address);
      expect([
        address,
        text.includes('data-client-view-band'),
        text.includes(organisationName),
        text.includes('60 min left'),
        /action="\/client-view\/exit"/.test(text),
      ]).toEqual([address, true, true, true, true]);
    }
    expect((await staff.get('/rest/v1/sites')).text).toContain(siteName);
    expect((await staff.get('/parked-jobs')).headers.location).toBe('/home');
  });

  it('records what is done in it with both identities', async () => {
    const id = await begun();
    expect(await auditOf('clientView.start')).toEqual([
      {
        organisation_id: organisationId,
        user_id: staff.person.userId,
        actor: staff.person.login,
        acting_user_id: null,
        acting_person: null,
        after: { viewedUserId: customer.userId, reason: 'Case 4711' },
      },
    ]);
    await staff.put(`/rest/v1/sites/${siteId}`).send({
      siteName: `${siteName} renamed`,
      countryCode: 'US',
      timeZone: 'America/New_York',
      currencyCode: 'USD',
      siteStatus: 'A',
    });
    await staff.delete(`/rest/v1/client-view-session/${id}`);
    const both = {
      user_id: customer.userId,
      actor: customer.login,
      acting_user_id: staff.person.userId,
      acting_person: staff.person.login,
    };
    for (const action of ['site.change', 'clientView.end']) expect(await auditOf(action)).toMatchObject([both]);
    const row = await app.db
      .selectFrom('identity.session')
      .select(['user_id', 'viewed_user_id', 'view_reason', 'ended_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      user_id: staff.person.userId,
      viewed_user_id: customer.userId,
      view_reason: 'Case 4711',
      ended_at: app.clock.now(),
    });
  });

  // Spec 2: Exiting deletes the client-view session and reloads the user
  // Spec 7: client view session get and delete (clientViewSessionId)
  it('is left for the session before it, with a new cookie', async () => {
    const id = await begun();
    const inside = cookieOf(staff);
    expect((await staff.get('/rest/v1/client-view-session')).body.clientViewSessionId).toBe(id);
    expect((await staff.delete(`/rest/v1/client-view-session/${id}`)).status).toBe(204);
    expect(cookieOf(staff)).not.toBe(inside);
    expect((await whoIs(staff)).userId).toBe(staff.person.userId);
    expect((await staff.get('/rest/v1/client-view-session')).body.clientViewSessionId).toBeNull();
  });

  it('is left by the button of its band', async () => {
    await begun();
    const page = await staff.get('/home');
    const left = await staff
      .post('/client-view/exit')
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    expect([left.status, left.headers.location]).toEqual([303, '/home']);
    expect((await whoIs(staff)).userId).toBe(staff.person.userId);
    expect((await staff.get('/home')).text).not.toContain('data-client-view-band');
  });

  it('that is over, signed out of, ends the session before it, which is written down', async () => {
    await begun();
    after(59);
    await staff.get('/home');
    after(61);
    expect((await staff.post('/rest/v1/auth/logout').send({})).status).toBeLessThan(300);
    expect(
      await app.db
        .selectFrom('identity.session')
        .select('id')
        .where('user_id', '=', staff.person.userId)
        .where('ended_at', 'is', null)
        .where('viewed_user_id', 'is', null)
        .execute(),
    ).toEqual([]);
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['organisation_id', 'after'])
      .where('action', '=', 'session.signOut')
      .execute();
    expect(rows).toContainEqual({ organisation_id: internal, after: { userId: staff.person.userId } });
  });

  it('does not count among the sessions of the person, and signs out of both', async () => {
    await begun();
    expect(
      await app.db.selectFrom('identity.session').select('id').where('user_id', '=', customer.userId).execute(),
    ).toEqual([]);
    const page = await staff.get('/home');
    await staff
      .post('/logout')
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    const open = await app.db
      .selectFrom('identity.session')
      .select('id')
      .where('user_id', '=', staff.person.userId)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toEqual([]);
  });
});

describe('ends', () => {
  /** Calls are told so and change nothing of the session; a page leads on as whoever looked. */
  async function expectEnded(): Promise<void> {
    const call = await staff.get('/rest/v1/sites');
    expect([call.status, call.body.apiErrorCode, call.body.apiErrorType]).toEqual([409, 1, 'ClientViewApiErrorCode']);
    expect((await staff.get('/legacy/sites.html')).text).toMatch(/session-ended/);
    const page = await staff.get('/account-settings');
    expect([page.status, page.headers.location]).toEqual([302, ended]);
    expect((await staff.get(ended)).text).toContain('Client view has ended.');
    expect((await whoIs(staff)).userId).toBe(staff.person.userId);
  }

  // Spec 8: apiErrorCode 1 with ClientViewApiErrorCode: the call
  it('after 60 minutes, whatever is done in it', async () => {
    await begun();
    for (const minutes of [20, 40, 59]) {
      after(minutes);
      expect((await staff.post('/rest/v1/session/keep-alive').send()).status).toBe(204);
    }
    expect((await staff.get('/home')).text).toContain('1 min left');
    after(60);
    await expectEnded();
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'when the person is switched off',
      () => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', customer.userId).execute(),
    ],
    [
      'when the person leaves the organization',
      () =>
        app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', customer.userId).execute(),
    ],
    [
      'when the organization is suspended',
      () =>
        app.db
          .updateTable('identity.tenant')
          .set({ status: 'SUSPENDED' })
          .where('number', '=', organisationId)
          .execute(),
    ],
    [
      'when the person joins the internal organization',
      () => joinOrganisation(app, customer, { organisationId: internal }),
    ],
    [
      'when whoever looks loses the right to',
      () => app.db.deleteFrom('identity.membership_role').where('user_id', '=', staff.person.userId).execute(),
    ],
  ])('%s', async (name, happens) => {
    await begun();
    await happens();
    if (!name.includes('loses the right')) return expectEnded();
    expect((await staff.get('/rest/v1/sites')).status).toBe(409);
    expect((await staff.get('/account-settings')).headers.location).toBe(ended);
    // Without the right, its page is not theirs either.
    expect((await staff.get(ended)).headers.location).toBe('/home');
    expect((await whoIs(staff)).userId).toBe(staff.person.userId);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'is switched off',
      () => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', staff.person.userId).execute(),
    ],
    [
      'is signed out elsewhere',
      () =>
        app.db
          .updateTable('identity.session')
          .set({ ended_at: app.clock.now() })
          .where('user_id', '=', staff.person.userId)
          .where('viewed_user_id', 'is', null)
          .execute(),
    ],
  ])('in the sign-in when whoever looks %s', async (_name, happens) => {
    await begun();
    await happens();
    expect((await staff.get('/rest/v1/sites')).status).toBe(401);
    expect((await staff.get('/home')).headers.location).toBe('/login');
  });
});

describe('two tabs', () => {
  it('a page from before or after does nothing in the wrong name', async () => {
    const shows = (view: string) =>
      staff
        .put(`/rest/v1/sites/${siteId}`)
        .set('X-Client-View', view)
        .send({
          siteName: unique('Wrong'),
          countryCode: 'US',
          timeZone: 'America/New_York',
          currencyCode: 'USD',
          siteStatus: 'A',
        });
    const id = await begun();
    for (const view of ['none', staff.person.login])
      expect((await shows(view)).body).toMatchObject({ apiErrorCode: 1, apiErrorType: 'ClientViewApiErrorCode' });
    expect((await staff.get('/home')).text).toContain(`data-client-view="${id}"`);
    const stale = tokenOf((await staff.get('/home')).text);
    await staff.delete(`/rest/v1/client-view-session/${id}`);
    expect((await shows(id)).body).toMatchObject({ apiErrorCode: 1 });
    expect((await staff.post('/client-view/exit').type('form').send({ _csrf: stale })).status).toBe(403);
    expect((await staff.get('/home')).text).toContain('data-client-view="none"');
    expect(await auditOf('site.change')).toEqual([]);
  });

  it('the page of the viewed person is not the one that is kept for whoever looks', async () => {
    const own = (await staff.get('/account-settings')).headers.etag;
    await begun();
    const page = await staff.get('/home');
    expect((await staff.get('/home').set('If-None-Match', page.headers.etag as string)).status).toBe(304);
    after(1);
    const later = await staff.get('/home').set('If-None-Match', page.headers.etag as string);
    expect([later.status, later.text.includes('59 min left'), own === page.headers.etag]).toEqual([200, true, false]);
  });
});

describe('is refused', () => {
  const sessionsOf = (userId: number) =>
    app.db.selectFrom('identity.session').select('id').where('viewed_user_id', '=', userId).execute();

  // Spec 2: client-view: CREATE_CLIENT_VIEW_SESSION
  it('to a customer, whatever they may', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: ['CREATE_CLIENT_VIEW_SESSION'] });
    expect((await start(agent)).status).toBe(403);
    expect((await agent.get('/client-view')).headers.location).toBe('/home');
    expect((await agent.get('/home')).text).not.toContain('href="/client-view"');
  });

  it('within a client view', async () => {
    await app.db
      .insertInto('identity.role_permission')
      .columns(['role_id', 'permission_key'])
      .expression((query) =>
        query
          .selectFrom('identity.membership_role')
          .select(({ val }) => ['role_id', val('CREATE_CLIENT_VIEW_SESSION').as('permission_key')])
          .where('user_id', '=', customer.userId),
      )
      .execute();
    await begun();
    const again = await start(staff);
    expect([again.status, again.body.code, again.body.apiErrorCode]).toEqual([409, 'notInClientView', undefined]);
    expect((await staff.get('/client-view')).headers.location).toBe('/home');
    expect(await sessionsOf(customer.userId)).toHaveLength(1);
  });

  it('for members of the internal organization, for the inactive, for other organizations and without a reason', async () => {
    const colleague = await newPerson(app, { organisationId: internal });
    const both = await newPerson(app, { organisationId });
    await joinOrganisation(app, both, { organisationId: internal });
    const elsewhere = await newPerson(app, { organisationId: await newOrganisation(app) });
    for (const wish of [
      { organisationId: internal, userId: colleague.userId },
      { userId: colleague.userId },
      { userId: both.userId },
      { userId: elsewhere.userId },
      { userId: 900_000_001 },
    ]) {
      const { status, body } = await start(staff, wish);
      expect([wish, status, body.code]).toEqual([wish, 422, 'clientView.notViewable']);
    }
    expect((await start(staff, { organisationId: 900_000_001 })).status).toBe(404);
    for (const reason of ['', '  ', 'x'.repeat(301), 'a\u0000b', 7])
      expect([reason, (await start(staff, { reason })).status]).toEqual([reason, 400]);
    for (const { userId } of [colleague, both, elsewhere, customer]) expect(await sessionsOf(userId)).toEqual([]);
  });

  it('where whoever looks sees only a part of the organization', async () => {
    await app.db
      .insertInto('secured_site')
      .values({ organisation_id: organisationId, user_id: staff.person.userId, site_id: siteId })
      .execute();
    expect((await start(staff)).body.code).toBe('clientView.narrowed');
  });

  it('where the person reaches another organization, of which whoever looks sees only a part', async () => {
    const below = await newOrganisation(app);
    await app.db
      .updateTable('identity.tenant')
      .set({ parent_number: organisationId })
      .where('number', '=', below)
      .execute();
    await app.db
      .insertInto('secured_site')
      .values({
        organisation_id: below,
        user_id: staff.person.userId,
        site_id: await addSite(app, { organisationId: below }),
      })
      .execute();
    expect((await start(staff)).body.code).toBe('clientView.narrowed');
    await app.db.updateTable('identity.tenant').set({ parent_number: null }).where('number', '=', below).execute();
    expect((await start(staff)).status).toBe(200);
  });

  it('to end that of somebody else', async () => {
    const id = await begun();
    const other = await signedInAs(app, { organisationId: internal, permissions: staffRights });
    expect((await other.delete(`/rest/v1/client-view-session/${id}`)).status).toBe(404);
    expect((await browser(app).delete(`/rest/v1/client-view-session/${id}`)).status).toBe(401);
    await start(other);
    expect((await other.delete(`/rest/v1/client-view-session/${id}`)).status).toBe(404);
    expect((await whoIs(staff)).userId).toBe(customer.userId);
  });
});

describe('what waits for the person', () => {
  it('waits on for themselves and for nobody else', async () => {
    await app.db
      .updateTable('identity.user')
      .set({ privacy_accepted_at: null, password_reset_required: true })
      .where('id', '=', customer.userId)
      .execute();
    await begun();
    expect((await staff.get('/home')).status).toBe(200);
    expect((await staff.post('/rest/v1/user/privacy-policy').send()).body.code).toBe('notInClientView');
    const row = await app.db
      .selectFrom('identity.user')
      .select(['privacy_accepted_at', 'password_reset_required'])
      .where('id', '=', customer.userId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ privacy_accepted_at: null, password_reset_required: true });
  });
});
