import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { somebodyWaits } from '../../../../tests/support/one-connection';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser,
  newOrganisation,
  newPerson,
  password,
  signedInAs,
  signIn,
  tokenOf,
} from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app);
});

async function tryPassword(login: string, typed: string) {
  const agent = browser(app);
  const page = await agent.get('/login');
  return agent
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(page.text), username: login, password: typed });
}

describe('signing in', () => {
  // Spec 4: Login success goes to /home
  // Spec 7: Fetch user; login
  it('leads home with a new session id in the cookie', async () => {
    const { login } = await newPerson(app, { organisationId });
    const agent = await signIn(app, login);
    const user = await agent.get('/rest/v1/user');
    expect(user.status).toBe(200);
    expect(user.body).toMatchObject({ loginName: login, organizationId: organisationId, permissions: [] });
  });

  // Spec 8: Password login failure: login.invalidUsernameOrPassword
  it('shows the form again with 422, the name kept and the password not', async () => {
    const { login } = await newPerson(app, { organisationId });
    const answer = await tryPassword(login, 'not this one');
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('The username or password is incorrect.');
    expect(answer.text).toContain(login);
    expect(answer.text).not.toContain('not this one');
  });

  it('keeps the language that was chosen on the way, also after a wrong password, and changes none that was not', async () => {
    const { login } = await newPerson(app, { organisationId, locale: 'de_DE' });
    const agent = browser(app);
    const page = await agent.get('/login?lang=fr_FR');
    const send = (typed: string, lang?: string) =>
      agent
        .post('/login')
        .type('form')
        .send({ _csrf: tokenOf(page.text), username: login, password: typed, lang });
    const chosen = '<input type="hidden" name="lang" value="fr_FR"/>';
    expect(page.text).toContain(chosen);
    expect((await send('not this one', 'fr_FR')).text).toContain(chosen);
    const localeNow = async (who: typeof agent) => ((await who.get('/rest/v1/user')).body as { locale: string }).locale;
    expect(
      (
        await agent
          .post('/login')
          .type('form')
          .send({ _csrf: tokenOf(page.text), username: login, password, lang: 'xx' })
      ).status,
    ).toBe(422);
    await send(password, 'fr_FR');
    expect(await localeNow(agent)).toBe('fr_FR');
    await agent.get('/login?lang=es_ES');
    expect(await localeNow(await signIn(app, login))).toBe('fr_FR');
  });

  // ASVS V6.3.8
  it('answers alike for an unknown name', async () => {
    const { login } = await newPerson(app, { organisationId });
    const known = await tryPassword(login, 'not this one');
    const unknown = await tryPassword('nobody@tare.test', 'not this one');
    const plain = (text: string, name: string) =>
      text.replaceAll(name, 'NAME').replace(/value="[0-9a-f]{64}[^"]*"/g, 'TOKEN');
    expect(unknown.status).toBe(known.status);
    expect(plain(unknown.text, 'nobody@tare.test')).toBe(plain(known.text, login));
  });

  // ASVS V6.3.1
  it('counts parallel tries and locks the account, even for the right password', async () => {
    const { login } = await newPerson(app, { organisationId });
    await Promise.all(Array.from({ length: 10 }, () => tryPassword(login, 'wrong')));
    expect((await tryPassword(login, password)).status).toBe(422);
    app.clock.set('2026-03-18T12:16:00Z');
    expect((await tryPassword(login, password)).status).toBe(303);
    app.clock.set(testNow);
  });

  it('lets many right passwords at once in, and counts none of them', async () => {
    const { login, userId } = await newPerson(app, { organisationId });
    await app.db
      .insertInto('identity.lockout_policy')
      .values({
        tenant_number: organisationId,
        enabled: true,
        max_attempts: 3,
        created_at: new Date(testNow),
        updated_at: new Date(testNow),
      })
      .execute();
    try {
      const send = (typed: string) =>
        browser(app).post('/rest/v1/auth/login').send({ username: login, password: typed });
      await send('wrong');
      const answers = await Promise.all(Array.from({ length: 12 }, () => send(password)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 204));
      const kept = () =>
        app.db
          .selectFrom('identity.user')
          .select(['failed_sign_ins', 'locked_until'])
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
      expect(await kept()).toEqual({ failed_sign_ins: 0, locked_until: null });
      await Promise.all(Array.from({ length: 6 }, () => send('wrong')));
      expect(await kept()).toEqual({ failed_sign_ins: 6, locked_until: new Date(Date.parse(testNow) + 15 * 60_000) });
      expect((await send(password)).status).toBe(401);
    } finally {
      await app.db.deleteFrom('identity.lockout_policy').where('tenant_number', '=', organisationId).execute();
    }
  });

  // The embedded database's one connection never has two transactions at once.
  it
    .runIf(process.env.TARE_TEST_DB === 'postgres')
    .each<[string, Partial<{ password_hash: string; locked_until: Date }>]>([
      ['another password was set', { password_hash: 'another' }],
      ['the account was locked', { locked_until: new Date(Date.parse(testNow) + 60_000) }],
    ])(
    'lets nobody in by a password that was right when it was looked at, where meanwhile %s',
    async (_what, change) => {
      const { login, userId } = await newPerson(app, { organisationId });
      const entering = await app.db.transaction().execute(async (trx) => {
        await trx.updateTable('identity.user').set(change).where('id', '=', userId).execute();
        const answer = browser(app)
          .post('/rest/v1/auth/login')
          .send({ username: login, password })
          .then(({ status }) => status);
        await somebodyWaits(app.db);
        return { answer };
      });
      expect(await entering.answer).toBe(401);
      expect(await app.db.selectFrom('identity.session').select('id').where('user_id', '=', userId).execute()).toEqual(
        [],
      );
    },
  );

  // Spec 7: Logout
  // ASVS V7.4.1–3, .5
  it('ends the session by the form, and the cookie opens nothing afterwards', async () => {
    const { login } = await newPerson(app, { organisationId });
    const entered = await tryPassword(login, password);
    const cookies = (entered.headers['set-cookie'] as unknown as string[])
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const stolen = () => browser(app).get('/rest/v1/user').set('Cookie', cookies);
    expect((await stolen()).status).toBe(200);
    const home = await browser(app).get('/home').set('Cookie', cookies);
    const csrf = (home.headers['set-cookie'] as unknown as string[])[0]?.split(';')[0];
    const out = await browser(app)
      .post('/logout')
      .set('Cookie', `${cookies}; ${csrf}`)
      .type('form')
      .send({ _csrf: tokenOf(home.text) });
    expect(out.status).toBe(303);
    expect(out.headers.location).toBe('/login');
    expect((await stolen()).status).toBe(401);
  });

  it('ends the session and records it, or neither', async () => {
    const agent = await signedInAs(app, { organisationId });
    const page = await agent.get('/home');
    const leave = () =>
      agent
        .post('/logout')
        .type('form')
        .send({ _csrf: tokenOf(page.text) });
    const recorded = () =>
      app.db
        .selectFrom('audit_log')
        .select('action')
        .where('user_id', '=', agent.person.userId)
        .where('action', '=', 'session.signOut')
        .execute();
    await sql`create function refuse_sign_out() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      app.db,
    );
    await sql`create trigger refuse_sign_out before insert on audit_log for each row when (new.action = 'session.signOut') execute function refuse_sign_out()`.execute(
      app.db,
    );
    try {
      expect((await leave()).status).toBe(500);
    } finally {
      await sql`drop trigger refuse_sign_out on audit_log`.execute(app.db);
      await sql`drop function refuse_sign_out()`.execute(app.db);
    }
    expect([(await agent.get('/rest/v1/user')).status, await recorded()]).toEqual([200, []]);
    expect((await leave()).status).toBe(303);
    expect([(await agent.get('/rest/v1/user')).status, await recorded()]).toEqual([
      401,
      [{ action: 'session.signOut' }],
    ]);
  });

  // Attack: CSRF
  it('does not sign out because another site linked to /logout', async () => {
    const agent = await signedInAs(app, { organisationId });
    const answer = await agent.get('/logout').set('Sec-Fetch-Site', 'cross-site');
    expect(answer.text).toContain('Sign out of Tare?');
    expect((await agent.get('/rest/v1/user')).status).toBe(200);
  });

  // Spec 2: Logout logs out any logged-in user and shows a confirmation
  it.each([
    ['en_US', 'You are signed out'],
    ['de_DE', 'abgemeldet'],
    ['es_ES', 'cerrado'],
    ['fr_FR', 'déconnecté'],
  ] as const)('signs out by the address /logout and confirms it in %s', async (locale, words) => {
    const agent = await signedInAs(app, { organisationId, locale });
    const answer = await agent.get('/logout');
    expect([answer.status, (await agent.get('/rest/v1/user')).status]).toEqual([200, 401]);
    expect(answer.text).toContain(words);
    expect(answer.text).toMatch(/<a [^>]*href="\/login"/);
  });

  it('keeps at most ten sessions; the oldest ends', async () => {
    const { login } = await newPerson(app, { organisationId });
    const first = await signIn(app, login);
    for (let at = 0; at < 10; at += 1) {
      app.clock.set(new Date(Date.parse(testNow) + (at + 1) * 1000));
      await signIn(app, login);
    }
    expect((await first.get('/rest/v1/user')).status).toBe(401);
    app.clock.set(testNow);
  });

  // ASVS V7.3.1/2
  it.each([
    ['idle for longer than an hour', [3601], 401],
    ['used again before an hour is over', [3000, 6000], 200],
  ])('%s', async (_name, seconds, status) => {
    const agent = await signedInAs(app, { organisationId });
    let answer;
    for (const second of seconds) {
      app.clock.set(new Date(Date.parse(testNow) + second * 1000));
      answer = await agent.get('/rest/v1/user');
    }
    app.clock.set(testNow);
    expect(answer?.status).toBe(status);
  });

  it.each(['https://evil.test', 'null'])('refuses a form from %s', async (origin) => {
    const agent = browser(app);
    const page = await agent.get('/login');
    const answer = await agent
      .post('/login')
      .set('Origin', origin)
      .unset('Sec-Fetch-Site')
      .type('form')
      .send({ _csrf: tokenOf(page.text), username: 'a', password: 'b' });
    expect(answer.status).toBe(403);
  });

  it('refuses a form without its token', async () => {
    const answer = await browser(app).post('/login').type('form').send({ username: 'a', password: 'b' });
    expect(answer.status).toBe(403);
  });
});

describe('the remembered target', () => {
  it.each(['/nowhere', '/', '/home?x={a}', '/privacy-policy', '/logout'])(
    'leads nobody in circles when it is %s',
    async (target) => {
      const { login } = await newPerson(app, { organisationId });
      const agent = browser(app);
      await agent.get(`/logout?ended=1&return=${encodeURIComponent(target)}`);
      const page = await agent.get('/login');
      await agent
        .post('/login')
        .type('form')
        .send({ _csrf: tokenOf(page.text), username: login, password });
      const seen: string[] = ['/home'];
      for (
        let answer = await agent.get('/home');
        answer.status !== 200 && seen.length < 8;
        answer = await agent.get(seen.at(-1) ?? '')
      )
        seen.push(String(answer.headers.location));
      expect(seen.length).toBeLessThan(8);
      expect((await agent.get('/home')).status).toBe(200);
    },
  );
});

describe('a cookie of a session that has ended', () => {
  it('does not stand in the way of signing in again', async () => {
    const agent = await signedInAs(app, { organisationId });
    app.clock.set(new Date(Date.parse(testNow) + 7200_000));
    expect((await agent.post('/rest/v1/auth/login').send({ username: agent.person.login, password })).status).toBe(204);
    expect((await agent.get('/rest/v1/user')).status).toBe(200);
    app.clock.set(testNow);
  });
});

describe('too many tries', () => {
  // ASVS V6.3.1
  it('lock the account in the middle of a burst, once, and the right password does not open it', async () => {
    const { login, userId } = await newPerson(app, { organisationId });
    for (let at = 0; at < 9; at += 1) await tryPassword(login, 'wrong');
    await Promise.all(Array.from({ length: 5 }, () => tryPassword(login, 'wrong')));
    const locks = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('organisation_id', '=', organisationId)
      .where('entity_id', '=', String(userId))
      .where('action', '=', 'user.lock')
      .execute();
    expect(locks).toEqual([{ after: expect.objectContaining({ failures: 10 }) }]);
    expect((await tryPassword(login, password)).status).toBe(422);
  });

  // ASVS V2.4.1; V6.3.1
  it('from one address against one account are answered 429 with the time to wait', async () => {
    const agent = browser(app);
    const page = await agent.get('/login');
    let answer;
    for (let at = 0; at < 31; at += 1)
      answer = await agent
        .post('/login')
        .type('form')
        .send({ _csrf: tokenOf(page.text), username: 'nobody-yet@tare.test', password: 'wrong' });
    expect(answer?.status).toBe(429);
    expect(answer?.text).toMatch(/Try again in \d+ seconds/);
  });
});
