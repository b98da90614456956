import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser,
  newOrganisation,
  newPerson,
  password,
  signIn,
  signedInAs,
  tokenOf,
  unique,
} from '../../../../tests/support/people';
import { publicUrl, testApp, testNow } from '../../../../tests/support/test-app';
import { newLink } from '../../../setup/operator.service';
import { addUser } from '../../core/accounts/user.store';
import { addMember } from '../../core/memberships/membership.store';
import { makePasswordLink } from '../../core/passwords/password-link';
import { sendResetLinkJob } from '../../core/passwords/reset-link';

let app: ClockedApp;
let organisationId: number;
const better = 'four words in a row';

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app);
});

beforeEach(() => app.clock.set(testNow));

async function askFor(email: string) {
  const agent = browser(app);
  const page = await agent.get('/forgot-password');
  return agent
    .post('/forgot-password')
    .type('form')
    .send({ _csrf: tokenOf(page.text), email });
}

async function newestLink(email: string): Promise<string> {
  await app.runJobs();
  const outbox = await browser(app)
    .get('/dev/outbox')
    .query({ to: email })
    .set('X-Forwarded-For', '127.0.0.1')
    .set('Accept', 'application/json');
  const [mail] = outbox.body as { text: string }[];
  return /http:\/\/tare\.test(\/password-reset\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function setPassword(link: string, typed: { password: string; repeatPassword: string }) {
  const agent = browser(app);
  const page = await agent.get(link);
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1];
  return agent
    .post('/password-reset')
    .type('form')
    .send({ _csrf: tokenOf(page.text), token, ...typed });
}

describe('a forgotten password', () => {
  // Spec 7: Request password reset with an email
  // ASVS V6.4.1; V7.4.1–3, .5
  it('is replaced by the mailed link, once, and ends every session', async () => {
    const { login } = await newPerson(app, { organisationId });
    const before = await signIn(app, login);
    expect((await askFor(login)).text).toContain('we have emailed you a link');
    const link = await newestLink(login);
    const done = await setPassword(link, { password: better, repeatPassword: better });
    expect(done.headers.location).toBe('/login?reset=1');
    expect((await before.get('/rest/v1/user')).status).toBe(401);

    const agent = browser(app);
    const page = await agent.get('/login');
    const signInAgain = (typed: string) =>
      agent
        .post('/login')
        .type('form')
        .send({ _csrf: tokenOf(page.text), username: login, password: typed });
    expect((await signInAgain(password)).status).toBe(422);
    expect((await signInAgain(better)).status).toBe(303);
    const again = await browser(app).get(link);
    expect(again.status).toBe(410);
    expect(again.text).toContain('This link no longer works');
  });

  // ASVS V6.3.8
  it('says the same for an address that nobody has, and mails nothing', async () => {
    const { login } = await newPerson(app, { organisationId });
    const plain = (text: string) => text.replace(/value="[0-9a-f]{64}[^"]*"/g, 'TOKEN');
    const known = await askFor(login);
    const nobody = `${unique('nobody').replace(/\s/g, '-')}@tare.test`;
    const unknown = await askFor(nobody);
    expect(plain(unknown.text)).toBe(plain(known.text));
    expect(await newestLink(nobody)).toBe('');
  });

  // ASVS V2.3.1; V6.4.1
  it('has a link that is too old after an hour', async () => {
    const { login } = await newPerson(app, { organisationId });
    await askFor(login);
    const link = await newestLink(login);
    app.clock.set(new Date(Date.parse(testNow) + 3601_000));
    expect((await browser(app).get(link)).status).toBe(410);
  });

  it('is mailed one link, however often the job that mails it runs', async () => {
    const { login } = await newPerson(app, { organisationId });
    const asked = { email: login, at: testNow, requestId: randomUUID() };
    for (let run = 0; run < 3; run += 1) await sendResetLinkJob.run(asked, app.resources);
    const mails = await app.db.selectFrom('outbox').select('key').where('target', '=', login).execute();
    const audited = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('request_id', '=', asked.requestId)
      .execute();
    expect([mails, audited]).toEqual([
      [{ key: `password-reset/${asked.requestId}` }],
      [{ action: 'user.passwordResetRequest' }],
    ]);
  });

  // Attack: host header
  it('links to the configured address whatever the Host header says', async () => {
    const { login } = await newPerson(app, { organisationId });
    const agent = browser(app).set('Host', 'evil.test').set('X-Forwarded-Host', 'evil.test');
    const page = await agent.get('/forgot-password');
    await agent
      .post('/forgot-password')
      .type('form')
      .send({ _csrf: tokenOf(page.text), email: login });
    expect(await newestLink(login)).toMatch(/^\/password-reset\?token=/);
  });

  it.each([
    ['too short', { password: 'short', repeatPassword: 'short' }, 'at least 12 characters'],
    ['The passwords do not match', { password: better, repeatPassword: `${better}!` }, 'The passwords do not match.'],
    ['too long', { password: 'x'.repeat(257), repeatPassword: 'x'.repeat(257) }, 'no more than 256 characters'],
  ])('refuses a new one that is %s and keeps the link good', async (_name, typed, sentence) => {
    const { login } = await newPerson(app, { organisationId });
    await askFor(login);
    const link = await newestLink(login);
    const answer = await setPassword(link, typed);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(sentence);
    expect((await setPassword(link, { password: better, repeatPassword: better })).status).toBe(303);
  });

  // Spec 5: Forgot-password email: required, valid format
  it.each(['', 'no-at-sign', `${'x'.repeat(255)}@tare.test`])('shows the form again for %j', async (email) => {
    const answer = await askFor(email);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Enter a valid email address.');
  });
});

describe('a new account', () => {
  async function invited(): Promise<{ userId: number; login: string; link: string }> {
    const login = `${unique('invited').replace(/\s/g, '-')}@tare.test`;
    const now = app.clock.now();
    return app.db.transaction().execute(async (trx) => {
      const userId = await addUser(trx, { login, email: login, fullName: 'Nina Holm', now });
      await addMember(trx, { tenantNumber: organisationId, userId, roles: ['viewer'] });
      const { link } = await makePasswordLink(trx, { userId, purpose: 'ACTIVATION', publicUrl, now });
      return { userId, login, link: link.replace(publicUrl, '') };
    });
  }

  async function choosePassword(link: string, agent = browser(app)) {
    const page = await agent.get(link);
    const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1];
    return {
      agent,
      page,
      answer: await agent
        .post('/activate-user')
        .type('form')
        .send({ _csrf: tokenOf(page.text), token, password, repeatPassword: password }),
    };
  }

  // Spec 2: activate-user exists
  it('is activated by its link, once, which signs the person in', async () => {
    const { userId, login, link } = await invited();
    await expect(signIn(app, login)).rejects.toThrow('422');
    const { agent, page, answer } = await choosePassword(link);
    expect(page.text).toContain('Welcome! Choose your password');
    expect(page.text).not.toContain('New password');
    expect(answer.headers.location).toBe('/home');
    expect((await agent.get('/rest/v1/user')).body).toMatchObject({
      loginName: login,
      organizationId: organisationId,
      privacyPolicyAccepted: false,
    });
    expect((await (await signIn(app, login)).get('/home')).headers.location).toBe('/privacy-policy');
    expect((await browser(app).get(link)).status).toBe(410);
    const audited = await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'user.activate')
      .where('entity_id', '=', String(userId))
      .execute();
    expect(audited).toHaveLength(1);
    const entered = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('organisation_id', '=', organisationId)
      .where('action', '=', 'session.signIn')
      .where('after', '@>', JSON.stringify({ login }))
      .execute();
    expect(entered).toHaveLength(2);
  });

  it.each([
    [
      'switched off',
      (userId: number) => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', userId).execute(),
    ],
    [
      'in no organization any more',
      (userId: number) =>
        app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', userId).execute(),
    ],
    [
      'signing in elsewhere',
      (userId: number) =>
        app.db.updateTable('identity.user').set({ sso_user: true }).where('id', '=', userId).execute(),
    ],
  ])('is not let in by its link while it is %s', async (_state, change) => {
    const { userId, link } = await invited();
    await change(userId);
    const { agent, answer } = await choosePassword(link);
    expect(answer.headers.location).toBe('/login?reset=1');
    expect((await agent.get('/rest/v1/user')).status).toBe(401);
    expect(await app.db.selectFrom('identity.session').select('id').where('user_id', '=', userId).execute()).toEqual(
      [],
    );
  });

  it('ends the session of whoever was signed in in this browser', async () => {
    const { login, link } = await invited();
    const other = await newPerson(app, { organisationId });
    const before = await signIn(app, other.login);
    await choosePassword(link, before);
    expect((await before.get('/rest/v1/user')).body).toMatchObject({ loginName: login });
    const left = await app.db
      .selectFrom('identity.session')
      .select('end_reason')
      .where('user_id', '=', other.userId)
      .execute();
    expect(left).toEqual([{ end_reason: 'signed out' }]);
  });

  it('has a link that waits for a week, and opens nothing else', async () => {
    const { link } = await invited();
    expect((await browser(app).get(link.replace('/activate-user', '/password-reset'))).status).toBe(410);
    app.clock.set(new Date(Date.parse(testNow) + 6 * 86_400_000));
    expect((await browser(app).get(link)).status).toBe(200);
    app.clock.set(new Date(Date.parse(testNow) + 7 * 86_400_000 + 1000));
    expect((await browser(app).get(link)).status).toBe(410);
  });
});

describe('a password that is easy to guess', () => {
  const fullName = 'Jonathan Holmberg';
  const weak = [
    'passwordpassword',
    'aaaaaaaaaaaa',
    '123456789012',
    'JonathanHolmberg',
    'Greenfield2026!',
    'tare-tare-tare',
    `${'a'.repeat(100)}${better}`,
  ];

  async function account(): Promise<{ userId: number; login: string }> {
    const tenantNumber = await newOrganisation(app, { name: unique('Greenfield Catering') });
    const login = `${unique('guess').replace(/\s/g, '-')}@tare.test`;
    return app.db.transaction().execute(async (trx) => {
      const userId = await addUser(trx, {
        login,
        email: login,
        fullName,
        password,
        passwordResetRequired: true,
        privacyAccepted: true,
        now: app.clock.now(),
      });
      await addMember(trx, { tenantNumber, userId, roles: ['viewer'] });
      return { userId, login };
    });
  }

  async function link(userId: number, purpose: 'RESET' | 'ACTIVATION'): Promise<string> {
    const made = await app.db
      .transaction()
      .execute((trx) => makePasswordLink(trx, { userId, purpose, publicUrl, now: app.clock.now() }));
    return made.link.replace(publicUrl, '');
  }

  type Choose = (typed: string) => Promise<{ status: number; text: string }>;

  const byLink = (purpose: 'RESET' | 'ACTIVATION') => async (): Promise<Choose> => {
    const path = await link((await account()).userId, purpose);
    const agent = browser(app);
    const page = await agent.get(path);
    expect(page.text).toContain('Do not use your name or your organization’s name.');
    const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1];
    return (typed) =>
      agent
        .post(path.split('?')[0] ?? '')
        .type('form')
        .send({ _csrf: tokenOf(page.text), token, password: typed, repeatPassword: typed });
  };

  it.each<[string, () => Promise<Choose>]>([
    ['a reset', byLink('RESET')],
    ['an activation', byLink('ACTIVATION')],
    [
      'the link of an operator',
      async () => {
        const { login } = await account();
        const { link: made } = await newLink({ db: app.db, now: app.clock.now(), publicUrl, dryRun: false }, login);
        const agent = browser(app);
        const page = await agent.get(made.replace(publicUrl, ''));
        const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1];
        return (typed) =>
          agent
            .post('/password-reset')
            .type('form')
            .send({ _csrf: tokenOf(page.text), token, password: typed, repeatPassword: typed });
      },
    ],
    [
      'a forced reset',
      async () => {
        const agent = await signIn(app, (await account()).login);
        const page = await agent.get('/password-reset/force');
        return (typed) =>
          agent
            .post('/password-reset/force')
            .type('form')
            .send({ _csrf: tokenOf(page.text), password: typed, repeatPassword: typed });
      },
    ],
  ])('is refused at %s, with what to do instead', async (_name, begin) => {
    const choose = await begin();
    for (const typed of weak) {
      const answer = await choose(typed);
      expect([typed, answer.status]).toEqual([typed, 422]);
      expect(answer.text).toContain('This password is too easy to guess');
    }
    expect((await choose(better)).status).toBe(303);
  });
});

describe('the privacy policy', () => {
  // Spec 4: Privacy policy not accepted: go to /privacy-policy; accepting goes to /home
  // Spec 5: Privacy policy continue requires the checkbox
  it('is asked for first; the button alone does not do', async () => {
    const agent = await signedInAs(app, {
      organisationId,
      privacyAccepted: false,
      permissions: ['VIEW_BASE_LPO_PAGE'],
    });
    expect((await agent.get('/home')).headers.location).toBe('/privacy-policy');
    const page = await agent.get('/privacy-policy');
    const without = await agent
      .post('/privacy-policy')
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    expect(without.status).toBe(422);
    expect(without.text).toContain('Accept the policy to continue.');
    const done = await agent
      .post('/privacy-policy')
      .type('form')
      .send({ _csrf: tokenOf(page.text), accept: 'on' });
    expect(done.headers.location).toBe('/home');
    expect((await agent.get('/home')).status).toBe(200);
  });

  // Spec 4: Privacy accept: error goes to /login
  // Spec 8: Privacy accept error goes to /login
  it('leads to the sign-in where accepting it fails, and nothing is accepted', async () => {
    const agent = await signedInAs(app, { organisationId, privacyAccepted: false });
    const page = await agent.get('/privacy-policy');
    const accept = () =>
      agent
        .post('/privacy-policy')
        .type('form')
        .send({ _csrf: tokenOf(page.text), accept: 'on' });
    await sql`create function refuse_policy() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      app.db,
    );
    await sql`create trigger refuse_policy before insert on audit_log for each row when (new.action = 'user.acceptPolicy') execute function refuse_policy()`.execute(
      app.db,
    );
    try {
      const failed = await accept();
      expect([failed.status, failed.headers.location]).toEqual([303, '/login']);
    } finally {
      await sql`drop trigger refuse_policy on audit_log`.execute(app.db);
      await sql`drop function refuse_policy()`.execute(app.db);
    }
    expect((await agent.get('/rest/v1/user')).body).toMatchObject({ privacyPolicyAccepted: false });
    expect((await accept()).headers.location).toBe('/home');
  });
});
