import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  breachedPasswordsService,
  type BreachedPasswordsService,
} from '../../../../tests/support/counterparts/breached-passwords';
import { publishedClient, refusal, type PublishedApi } from '../../../../tests/support/counterparts/published-client';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import {
  loggedApp,
  otherApp,
  withOwnClock,
  type ClockedApp,
  type LoggedApp,
} from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, tokenOf, type Person } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { createOutbound } from '../../../platform/outbound/outbound';
import { addUser } from '../../core/accounts/user.store';
import { addMember } from '../../core/memberships/membership.store';
import { makePasswordLink } from '../../core/passwords/password-link';
import { isOnEmbeddedList } from '../../policies/breaches/breaches';

let app: ClockedApp & LoggedApp;
let service: BreachedPasswordsService;
let client: Awaited<ReturnType<typeof publishedClient>>;
let someone: Person;
let organisationId: number;
const better = 'seven quiet lorries sing';
const lost = 'nine wooden moons float';

beforeAll(async () => {
  const plain = withOwnClock(await testApp());
  service = await breachedPasswordsService();
  const resources = { ...plain.resources, outbound: createOutbound({ allow: [service.host] }) };
  app = {
    ...loggedApp(otherApp({ ...plain, resources }, { config: { breachedPasswordsUrl: service.url } })),
    clock: plain.clock,
  };
  client = await publishedClient(app);
});
afterAll(async () => {
  await client.close();
  await service.close();
});
beforeEach(async () => {
  app.clock.set(testNow);
  service.known = new Set();
  service.fails = null;
  service.asked.length = 0;
  organisationId = await newOrganisation(app);
  someone = await newPerson(app, { organisationId, permissions: ['fe.secure.write.users'] });
});

const enter = (typed = password) =>
  client.browser().run((api) => api.auth.login({ email: someone.login, password: typed }));
const markOf = ({ userId }: Person) =>
  app.db
    .selectFrom('identity.user')
    .select(['password_breached_at as breachedAt', 'breach_checked_at as checkedAt', 'failed_sign_ins as failures'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
const auditsOf = async (action: string) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', action)
      .where('organisation_id', '=', organisationId)
      .execute()
  ).length;
const sessionsOf = async ({ userId }: Person) =>
  (
    await app.db
      .selectFrom('identity.session')
      .select('id')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
  ).length;

async function linkOf(purpose: 'RESET' | 'ACTIVATION', { userId }: Person): Promise<{ userId: string; token: string }> {
  const { link } = await app.db
    .transaction()
    .execute((trx) => makePasswordLink(trx, { userId, purpose, publicUrl: 'http://tare.test', now: app.clock.now() }));
  const { searchParams } = new URL(link);
  return { userId: searchParams.get('userId') ?? '', token: searchParams.get('token') ?? '' };
}

/** Each way of setting a password. */
const settings = {
  async reset(typed: string) {
    const link = await linkOf('RESET', someone);
    return client.browser().run((api: PublishedApi) => api.auth.resetPassword({ ...link, password: typed }));
  },
  async change(typed: string) {
    const at = client.browser();
    await at.signIn(someone);
    return at.run((api) => api.teams.changePassword({ password, newPassword: typed }));
  },
  async activation(typed: string) {
    const login = `fresh-${someone.login}`;
    const userId = await app.db.transaction().execute(async (trx) => {
      const id = await addUser(trx, { login, email: login, fullName: 'Fresh', now: app.clock.now() });
      await addMember(trx, { tenantNumber: organisationId, userId: id, roles: [] });
      return id;
    });
    const link = await linkOf('ACTIVATION', { userId, login });
    return client.browser().run((api) => api.auth.activateAccount({ ...link, password: typed }));
  },
  async forced(typed: string) {
    const forced = await newPerson(app, { organisationId, passwordResetRequired: true });
    const agent = browser(app);
    const page = await agent.get('/login');
    await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(page.text), username: forced.login, password });
    const form = await agent.get('/password-reset/force');
    const answer = await agent
      .post('/password-reset/force')
      .type('form')
      .send({ _csrf: tokenOf(form.text), password: typed, repeatPassword: typed });
    if (answer.status !== 303)
      throw Object.assign(
        new Error(answer.text.includes('exposed in a data breach') ? 'exposed in a data breach' : 'another reason'),
        { statusCode: answer.status },
      );
  },
};

describe.each(Object.keys(settings) as (keyof typeof settings)[])('setting a password by %s', (way) => {
  // ASVS V6.2.4, V6.2.12
  it('refuses one that is known from a breach', async () => {
    service.known.add(lost);
    expect(await refusal(settings[way](lost))).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('exposed in a data breach'),
    });
  });

  it('takes one that is not', async () => {
    service.known.add(lost);
    await settings[way](better);
  });

  it('takes one while the service does not answer and the list of Tare does not know it', async () => {
    service.fails = 503;
    await settings[way](better);
  });
});

it('tells the service five signs of a digest and asks it to fill its answer up', async () => {
  await settings.reset(better);
  expect(service.asked).toHaveLength(1);
  expect(service.asked[0]?.path).toMatch(/^\/range\/[\dA-F]{5}$/);
  expect(service.asked[0]?.headers).toMatchObject({ 'add-padding': 'true' });
});

it('refuses a sign-up with a password that is known, and keeps none of another', async () => {
  const open = await publishedClient(
    otherApp(app, { config: { identity: { ...app.resources.config.identity, signUps: true } } }),
  );
  try {
    service.known.add(lost);
    const signUp = (typed: string) =>
      open.browser().run((api) =>
        api.auth.signUpUser({
          email: `${randomUUID()}@tare.test`,
          companyName: 'Kitchens',
          name: 'Nina Holm',
          password: typed,
        } as never),
      );
    expect(await refusal(signUp(lost))).toMatchObject({ statusCode: 422 });
    expect(await signUp(better)).toMatchObject({ shouldActivate: true });
  } finally {
    await open.close();
  }
});

describe('the list that comes with Tare', () => {
  it.each(['leavemealone', 'LeaveMeAlone', '123qweasdzxc'])('knows %s', async (typed) => {
    expect(await isOnEmbeddedList(typed)).toBe(true);
  });
  it.each([better, password, ''])('does not know %j', async (typed) => {
    expect(await isOnEmbeddedList(typed)).toBe(false);
  });

  it('serves where no service is named, at the sign-in too', async () => {
    const alone = await publishedClient(otherApp(app, { config: { breachedPasswordsUrl: undefined } }));
    const careless = await newPerson(app, { organisationId, password: 'leavemealone' });
    expect(
      await alone.browser().run((api) => api.auth.login({ email: careless.login, password: 'leavemealone' })),
    ).toMatchObject({ isBreachedPassword: true });
    expect(service.asked).toEqual([]);
    await alone.close();
  });
});

describe('a sign-in with a password that is known', () => {
  beforeEach(() => {
    service.known.add(password);
  });

  it('opens no session, marks the account, says so, and counts no failure', async () => {
    expect(await enter()).toEqual({ mfaRequired: false, isBreachedPassword: true, userEmail: someone.login });
    expect(await markOf(someone)).toEqual({ breachedAt: app.clock.now(), checkedAt: app.clock.now(), failures: 0 });
    expect([
      await sessionsOf(someone),
      await auditsOf('user.passwordBreached'),
      await auditsOf('session.refuse'),
    ]).toEqual([0, 1, 1]);
  });

  it('is told nothing of it with a wrong password', async () => {
    expect(await refusal(enter('another password'))).toMatchObject({ statusCode: 401 });
    expect([service.asked.length, (await markOf(someone)).breachedAt]).toEqual([0, null]);
  });

  it('comes in again after a reset, and the mark is gone', async () => {
    await enter();
    await settings.reset(better);
    expect(await markOf(someone)).toMatchObject({ breachedAt: null });
    expect(await enter(better)).toMatchObject({ mfaRequired: false, accessToken: expect.any(String) });
  });

  it('comes in where the steps of the security center are off, and is marked all the same', async () => {
    const flags = app.resources.config.identity.flags.filter((flag) => flag !== 'security-center-show-login-flows');
    const off = await publishedClient(
      otherApp(app, {
        config: { breachedPasswordsUrl: service.url, identity: { ...app.resources.config.identity, flags } },
      }),
    );
    expect(await off.browser().run((api) => api.auth.login({ email: someone.login, password }))).toMatchObject({
      accessToken: expect.any(String),
    });
    expect((await markOf(someone)).breachedAt).toEqual(app.clock.now());
    await off.close();
  });

  it('is led by the pages to a mail with a link, and by nothing else', async () => {
    const agent = browser(app);
    const page = await agent.get('/login');
    const answer = await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(page.text), username: someone.login, password });
    expect([answer.status, answer.headers.location]).toEqual([303, '/account/login/breached-password']);
    expect((await agent.get('/home')).headers.location).toBe('/login');
    const step = await agent.get('/account/login/breached-password');
    expect([step.status, step.text.includes('Choose a new password')]).toEqual([200, true]);
    const sent = await agent
      .post('/account/login/breached-password')
      .type('form')
      .send({ _csrf: tokenOf(step.text) });
    expect(sent.text).toContain('The link expires in 60 minutes.');
    const link = await newestLink(app, someone.login);
    expect([link.pathname, link.searchParams.get('token')?.length]).toEqual(['/password-reset', 43]);
    expect((await agent.get('/account/login/breached-password')).headers.location).toBe('/login?over=1');
  });

  it('shows the page to nobody whose password was not right, or was so too long ago', async () => {
    expect((await browser(app).get('/account/login/breached-password')).headers.location).toBe('/login?over=1');
    expect(
      (await browser(app).get('/account/login/breached-password').set('Cookie', 'tare-breached=bm90aGluZw')).headers
        .location,
    ).toBe('/login?over=1');
    const agent = browser(app);
    const page = await agent.get('/login');
    await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(page.text), username: someone.login, password });
    app.clock.set(new Date(Date.parse(testNow) + 601_000));
    expect((await agent.get('/account/login/breached-password')).headers.location).toBe('/login?over=1');
  });
});

describe('a sign-in with a password that is not known', () => {
  it('is looked for once a day', async () => {
    await enter();
    await enter();
    expect(service.asked).toHaveLength(1);
    app.clock.set(new Date(Date.parse(testNow) + 24 * 3_600_000));
    await enter();
    expect(service.asked).toHaveLength(2);
  });

  it('is kept out by no service that fails; the log says so and no password', async () => {
    service.fails = 500;
    expect(await enter()).toMatchObject({ accessToken: expect.any(String) });
    expect((await markOf(someone)).checkedAt).toBeNull();
    const text = JSON.stringify(app.logged());
    expect(text).toContain('the service of breached passwords gave no range');
    expect(text).not.toContain(password);
  });
});

describe('mails to everybody with such a password', () => {
  const ask = async (at = client.browser()) => {
    await at.signIn(someone);
    return at.run((api) => api.users.sendResetBreachedPasswordEmails());
  };
  const marked = async () => {
    const person = await newPerson(app, { organisationId });
    await app.db
      .updateTable('identity.user')
      .set({ password_breached_at: app.clock.now() })
      .where('id', '=', person.userId)
      .execute();
    return person;
  };

  it('go to those of this tenant, once, and are audited', async () => {
    const [one, two, clean] = [await marked(), await marked(), await newPerson(app, { organisationId })];
    const elsewhere = await newPerson(app, { organisationId: await newOrganisation(app) });
    await app.db
      .updateTable('identity.user')
      .set({ password_breached_at: app.clock.now() })
      .where('id', '=', elsewhere.userId)
      .execute();
    await ask();
    // The job for all sends one for each.
    await app.runJobs();
    await app.runJobs();
    const mails = await Promise.all(
      [one, two, clean, elsewhere].map(async ({ login }) => (await mailsTo(app, login)).length),
    );
    expect([mails, await auditsOf('user.askBreachedResets')]).toEqual([[1, 1, 0, 0], 1]);
    expect((await newestLink(app, one.login)).pathname).toBe('/password-reset');
  });

  it('are asked for by whoever may change people alone, and not without end', async () => {
    const viewer = await newPerson(app, { organisationId, permissions: ['fe.secure.read.users'] });
    const at = client.browser();
    await at.signIn(viewer);
    expect(await refusal(at.run((api) => api.users.sendResetBreachedPasswordEmails()))).toMatchObject({
      statusCode: 403,
    });
    const admin = client.browser();
    for (let times = 0; times < 3; times += 1) await ask(admin);
    expect(await refusal(ask(admin))).toMatchObject({ statusCode: 429 });
  });
});
