import { createHash } from 'node:crypto';
import type { Agent } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeFor, leadsTo, ownClient, refusalsOf } from '../../../../tests/support/oauth';
import { otherApp, withOwnClock } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, signedInAs, tokenOf } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';

const plain = await testApp();
const signingIn = (hostedLogin: 'on' | 'redirect') => {
  const { config } = plain.resources;
  return withOwnClock(otherApp(plain, { config: { identity: { ...config.identity, hostedLogin } } }));
};
const app = signingIn('on');
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const organisationId = await newOrganisation(app);
const wanted = '/deployment-status';
const someone = () => newPerson(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });

beforeEach(() => after(0));

const pathOf = (url: URL) => `${url.pathname}${url.search}`;

/** Goes on from an address step by step, each asked for once, until a page is shown. */
async function walk(at: Agent, path: string) {
  const passed: string[] = [];
  for (let next = path; passed.length < 12;) {
    passed.push(next.split('?')[0] ?? '');
    const answer = await at.get(next);
    if (answer.status !== 302 && answer.status !== 303) return { path: next, answer, passed };
    next = pathOf(leadsTo(answer));
  }
  throw new Error(`goes round: ${passed.join(' ')}`);
}

/** Signs in at the provider's own page. */
async function typePassword(at: Agent, login: string) {
  const form = await at.get('/account/login');
  const second = await at
    .post('/account/login')
    .type('form')
    .send({ _csrf: tokenOf(form.text), email: login });
  return at
    .post('/account/login/password')
    .type('form')
    .send({ _csrf: tokenOf(second.text), email: login, password });
}

/** From a page that somebody wants to the provider's answer, not yet taken. */
async function toAnswer(at: Agent, login: string): Promise<URL> {
  await walk(at, wanted);
  await typePassword(at, login);
  const led = await walk(at, '/home');
  expect(led.path).toMatch(/^\/oauth\/prelogin/);
  const finish = /url=(\S+)/.exec(String(led.answer.headers.refresh))?.[1] ?? '';
  return leadsTo(await at.get(finish));
}

const isSignedIn = async (at: Agent) => (await at.get('/rest/v1/user')).status === 200;

async function signIn(at: Agent, login: string) {
  return at.get(pathOf(await toAnswer(at, login)));
}

describe('our own pages', () => {
  it('send somebody to the provider with S256, a state and a nonce', async () => {
    const at = browser(app);
    expect((await at.get(wanted)).headers.location).toBe('/account/hosted-login');
    const asked = leadsTo(await at.get('/account/hosted-login?login_hint=a@b.test&max_age=60'));
    expect(asked.pathname).toBe('/oauth/authorize');
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'tare',
      redirect_uri: 'http://tare.test/oauth/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: 'a@b.test',
      max_age: '60',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(asked.searchParams.get('code_challenge')).not.toBe(
      createHash('sha256')
        .update(asked.searchParams.get('state') ?? '')
        .digest('base64url'),
    );
  });

  it('sign them in and lead to the page that they wanted', async () => {
    const [at, { login }] = [browser(app), await someone()];
    const asked = await walk(at, wanted);
    expect(asked.passed).toEqual([
      wanted,
      '/account/hosted-login',
      '/oauth/authorize',
      '/oauth/prelogin',
      '/account/login',
    ]);
    const back = await signIn(at, login);
    expect([back.status, back.headers.location]).toEqual([303, '/home']);
    expect((await walk(at, '/home')).path).toBe(wanted);
    expect(await isSignedIn(at)).toBe(true);
  });

  it('ask nobody who has a session of the provider in this browser', async () => {
    const { login } = await someone();
    const at = browser(app);
    // By the call of a front end, whose session the pages share.
    await typePassword(at, login);
    expect((await walk(at, wanted)).passed).toEqual([wanted]);
  });

  it('ask once more where that is wanted', async () => {
    const [at, { login }] = [browser(app), await someone()];
    await signIn(at, login);
    const asked = await walk(at, '/account/hosted-login?prompt=login');
    expect([asked.passed, asked.answer.text.includes('Sign in again')]).toEqual([
      ['/account/hosted-login', '/oauth/authorize', '/oauth/prelogin'],
      true,
    ]);
    expect((await at.get('/account/hosted-login')).headers.location).toBe('/home');
  });

  it('tell the provider again when somebody signs out', async () => {
    const [at, { login }] = [browser(app), await someone()];
    await signIn(at, login);
    const page = await at.get(wanted);
    const out = await at
      .post('/logout')
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    expect(out.headers.location).toBe('/account/hosted-login');
    expect((await walk(at, '/account/hosted-login')).passed).toEqual([
      '/account/hosted-login',
      '/oauth/authorize',
      '/oauth/prelogin',
      '/account/login',
    ]);
    expect(await isSignedIn(at)).toBe(false);
  });
});

/** A browser in which only the cookie is left by which tokens are renewed. */
async function withRefreshCookie(there = app, name?: string) {
  const login = name ?? (await someone()).login;
  const first = browser(there);
  const entered = await typePassword(first, login);
  const cookie =
    ([entered.headers['set-cookie']].flat() as string[]).find((line) => line.startsWith('fe_refresh_')) ?? '';
  const at = browser(there);
  at.jar.setCookie(cookie.split(';')[0] ?? '', '127.0.0.1', '/');
  return at;
}

describe('a silent sign-in', () => {
  it('comes first: no page is shown', async () => {
    const at = await withRefreshCookie();
    const led = await walk(at, wanted);
    expect([led.passed, led.answer.status]).toEqual([[wanted, '/account/hosted-login', '/home', wanted], 200]);
  });

  it('is not tried where it is switched off', async () => {
    const at = await withRefreshCookie(signingIn('redirect'));
    expect((await walk(at, wanted)).passed).toEqual([
      wanted,
      '/account/hosted-login',
      '/oauth/authorize',
      '/oauth/prelogin',
      '/account/login',
    ]);
  });

  it('is not tried where somebody is to sign in anew', async () => {
    const at = await withRefreshCookie();
    expect((await walk(at, '/account/hosted-login?prompt=login')).passed).toEqual([
      '/account/hosted-login',
      '/oauth/authorize',
      '/oauth/prelogin',
      '/account/login',
    ]);
  });

  it('that fails falls back to the provider’s page', async () => {
    const at = browser(app);
    at.jar.setCookie('fe_refresh_tare=nothing', '127.0.0.1', '/');
    expect((await walk(at, wanted)).passed).toEqual([
      wanted,
      '/account/hosted-login',
      '/oauth/authorize',
      '/oauth/prelogin',
      '/account/login',
    ]);
  });
});

describe('an answer', () => {
  // ASVS V10.1.2, V10.2.1/2
  it.each([
    ['with another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43)), 'state'],
    ['without a state', (url: URL) => url.searchParams.delete('state'), 'state'],
    ['of another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.test'), 'issuer'],
    ['without an issuer', (url: URL) => url.searchParams.delete('iss'), 'issuer'],
    ['with a code that there is not', (url: URL) => url.searchParams.set('code', 'y'.repeat(43)), 'code'],
    [
      'with an error',
      (url: URL) => {
        url.searchParams.delete('code');
        url.searchParams.set('error', 'server_error');
      },
      'provider',
    ],
  ])('%s lets nobody in, and is written down', async (_name, change, reason) => {
    const [at, { login }] = [browser(app), await someone()];
    const url = await toAnswer(at, login);
    const signedIn = await at.get('/rest/v1/user');
    change(url);
    const page = await at.get(pathOf(url));
    expect([page.status, page.text.includes('href="/account/hosted-login?prompt=login"')]).toEqual([401, true]);
    expect((await refusalsOf(app, 'tare')).slice(-1)).toEqual([reason]);
    // Nothing is taken a second time.
    expect((await at.get(pathOf(url))).text).toContain('no sign-in is in progress');
    expect(signedIn.status).toBe(200);
  });

  it('that was asked for in another browser lets nobody in', async () => {
    const { login } = await someone();
    const url = await toAnswer(browser(app), login);
    const other = browser(app);
    await other.get('/account/hosted-login');
    expect((await other.get(pathOf(url))).status).toBe(401);
    expect(await isSignedIn(other)).toBe(false);
    expect((await refusalsOf(app, 'tare')).slice(-1)).toEqual(['state']);
  });

  // ASVS V10.1.2, V10.2.1/2
  it('with a code of another request lets nobody in: the verifier is that of its own', async () => {
    const [at, { login }] = [browser(app), await someone()];
    const url = await toAnswer(at, login);
    const thief = await signedInAs(app, { organisationId });
    url.searchParams.set('code', (await codeFor(thief, ownClient)).code);
    expect((await at.get(pathOf(url))).status).toBe(401);
    expect((await refusalsOf(app, 'tare')).slice(-1)).toEqual(['pkceVerifier']);
  });

  it('says why somebody may not come in', async () => {
    const [at, { login }] = [browser(app), await someone()];
    const url = await toAnswer(at, login);
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    const page = await at.get(pathOf(url));
    expect([page.status, page.text.includes('you do not belong to that organization')]).toEqual([401, true]);
  });
});

describe('what the pages hold', () => {
  const grants = async (login: string) =>
    app.db
      .selectFrom('identity.oauth_grant as held')
      .innerJoin('identity.session as session', 'session.id', 'held.session_id')
      .innerJoin('identity.user as person', 'person.id', 'session.user_id')
      .select(['held.id', 'held.session_id'])
      .where('person.login', '=', login)
      .execute();
  const end = async (login: string) =>
    app.db
      .updateTable('identity.oauth_grant')
      .set({ ended_at: app.clock.now(), end_reason: 'test' })
      .where(
        'id',
        'in',
        (await grants(login)).map(({ id }) => id),
      )
      .execute();

  it('is asked for when its time is over, and not before', async () => {
    const [at, { login }] = [browser(app), await someone()];
    await signIn(at, login);
    const {
      rows: [before],
    } = await app.resources.database.pool.query<{ ends: string | null }>(
      'select ended_at as ends from identity.session where id = $1',
      [(await grants(login))[0]?.session_id],
    );
    expect(before).toEqual({ ends: null });
    for (const seconds of [899, 900, 1799, 1800]) {
      after(seconds);
      expect(await isSignedIn(at)).toBe(true);
    }
    await end(login);
    after(2699);
    expect(await isSignedIn(at)).toBe(true);
    after(2700);
    expect(await isSignedIn(at)).toBe(false);
  });

  it.each(['by the provider’s page', 'silently'])('clears whoever came %s where it has ended', async (way) => {
    const { login } = await someone();
    const at = way === 'silently' ? await withRefreshCookie(app, login) : browser(app);
    if (way === 'silently') await walk(at, wanted);
    else await signIn(at, login);
    await end(login);
    expect(await isSignedIn(at)).toBe(true);
    after(900);
    expect((await walk(at, wanted)).passed).toEqual([
      wanted,
      '/account/hosted-login',
      '/oauth/authorize',
      '/oauth/prelogin',
      '/account/login',
    ]);
    after(0);
    expect(await isSignedIn(at)).toBe(false);
  });

  it('signs nobody out by tabs that ask at one instant', async () => {
    const [at, { login }] = [browser(app), await someone()];
    await signIn(at, login);
    after(900);
    const pages = await Promise.all(Array.from({ length: 4 }, () => at.get(wanted)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    after(1900);
    expect(await isSignedIn(at)).toBe(true);
  });

  it('is no token that anybody else could use', async () => {
    const [at, { login }] = [browser(app), await someone()];
    await signIn(at, login);
    const { rows } = await app.resources.database.pool.query<{ sess: { grant?: object } }>(
      `select sess from http_session where sess ->> 'sessionId' = $1`,
      [(await grants(login))[0]?.session_id],
    );
    expect(rows.map(({ sess }) => Object.keys(sess.grant ?? {}).sort())).toEqual([['id', 'sessionId', 'until']]);
  });
});

it('leads to another site that was asked for once the sign-in is whole', async () => {
  const { config } = app.resources;
  const there = withOwnClock(
    otherApp(app, { config: { identity: { ...config.identity, redirectOrigins: ['https://other.test'] } } }),
  );
  const [at, { login }] = [browser(there), await someone()];
  await walk(at, '/account/hosted-login?redirectUrl=https://other.test/reports');
  await typePassword(at, login);
  const led = await walk(at, '/home');
  const back = await at.get(
    pathOf(leadsTo(await at.get(/url=(\S+)/.exec(String(led.answer.headers.refresh))?.[1] ?? ''))),
  );
  expect(back.headers.location).toBe('/account/redirect');
  expect((await at.get('/account/redirect')).headers.refresh).toBe('0; url=https://other.test/reports');
});

it('is not there where an operator has not asked for it', async () => {
  const at = browser(plain);
  expect([(await at.get(wanted)).headers.location, (await at.get('/account/hosted-login')).headers.location]).toEqual([
    '/login',
    '/login',
  ]);
});

it('is where a page leads whose session has ended', async () => {
  expect((await browser(app).get('/logout?ended=1')).headers.location).toBe('/account/hosted-login');
});
