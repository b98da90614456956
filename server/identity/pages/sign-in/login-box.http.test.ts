import { beforeAll, describe, expect, it } from 'vitest';
import { loggedApp, otherApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, signedInAs, tokenOf } from '../../../../tests/support/people';
import { codeAt, secretOf } from '../../../../tests/support/second-factor';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let login: string;
const partner = 'https://app.partner.test';

beforeAll(async () => {
  const plain = await testApp();
  app = otherApp(plain, { config: { identity: { ...plain.resources.config.identity, redirectOrigins: [partner] } } });
  ({ login } = await newPerson(app, {
    organisationId: await newOrganisation(app),
    permissions: ['VIEW_BASE_LPO_PAGE'],
  }));
});

/** Signs in step by step, as a browser without scripts does. */
async function through(
  agent: ReturnType<typeof browser>,
  address = '/account/login',
  { name = login, typed = password } = {},
) {
  const first = await agent.get(address);
  const second = await agent
    .post('/account/login')
    .type('form')
    .send({ _csrf: tokenOf(first.text), email: name });
  const answer = await agent
    .post('/account/login/password')
    .type('form')
    .send({ _csrf: tokenOf(second.text), email: name, password: typed });
  return { first, second, answer };
}

describe('the login box', () => {
  it('asks for the name, then for the password, and signs pages and front ends in', async () => {
    const agent = browser(app);
    const { first, second, answer } = await through(agent);
    expect([first.text.includes('Enter your username or email.'), first.text.includes('type="password"')]).toEqual([
      true,
      false,
    ]);
    expect([second.status, second.text.includes(login), second.text.includes('type="password"')]).toEqual([
      200,
      true,
      true,
    ]);
    expect([answer.status, answer.headers.location]).toEqual([303, '/home']);
    expect(String(answer.headers['set-cookie'])).toContain('fe_refresh_tare=');
    expect((await agent.get('/home')).status).toBe(200);
  });

  it('asks again where the password is wrong, in the same words for a name that nobody has', async () => {
    const wrong = await through(browser(app), undefined, { typed: 'another password' });
    const unknown = await through(browser(app), undefined, { name: 'nobody@tare.test', typed: 'another password' });
    const plain = (text: string) =>
      text
        .replaceAll(login, 'NAME')
        .replaceAll('nobody@tare.test', 'NAME')
        .replace(/value="[0-9a-f]{64}[^"]*"/g, 'TOKEN');
    expect([wrong.answer.status, wrong.answer.text.includes('The username or password is incorrect.')]).toEqual([
      422,
      true,
    ]);
    expect(plain(wrong.second.text)).toBe(plain(unknown.second.text));
    expect(plain(wrong.answer.text)).toBe(plain(unknown.answer.text));
  });

  it('asks for the name again where none was typed', async () => {
    const agent = browser(app);
    const page = await agent.get('/account/login');
    const answer = await agent
      .post('/account/login')
      .type('form')
      .send({ _csrf: tokenOf(page.text), email: ' ' });
    expect([answer.status, answer.text.includes('aria-invalid="true"')]).toEqual([422, true]);
  });

  it('leads whoever is signed in already on at once', async () => {
    const agent = await signedInAs(app, { organisationId: await newOrganisation(app) });
    expect((await agent.get('/account/login')).headers.location).toBe('/home');
    expect((await agent.get(`/account/login?redirectUrl=${encodeURIComponent(`${partner}/x`)}`)).headers.location).toBe(
      '/account/redirect',
    );
  });
});

describe('where a sign-in leads', () => {
  const arrive = async (redirectUrl: string) => {
    const agent = browser(app);
    const { answer } = await through(agent, `/account/login?redirectUrl=${encodeURIComponent(redirectUrl)}`);
    return { agent, to: String(answer.headers.location) };
  };

  it.each(['/deployment-status', 'http://tare.test/deployment-status'])(
    'is %s where that was asked for',
    async (wanted) => {
      const { agent, to } = await arrive(wanted);
      expect(to).toBe('/home');
      expect((await agent.get(to)).headers.location).toBe('/deployment-status');
    },
  );

  it('is the page that somebody was turned away from, by whichever of the two sign-ins', async () => {
    const agent = browser(app);
    expect((await agent.get('/deployment-status')).headers.location).toBe('/login');
    await through(agent);
    expect((await agent.get('/home')).headers.location).toBe('/deployment-status');
  });

  it('is another site that is allowed, by a page between that forgets it', async () => {
    const { agent, to } = await arrive(`${partner}/kitchen?id=1`);
    expect(to).toBe('/account/redirect');
    const page = await agent.get(to);
    expect([page.status, page.headers.refresh, page.text.includes(`href="${partner}/kitchen?id=1"`)]).toEqual([
      200,
      `0; url=${partner}/kitchen?id=1`,
      true,
    ]);
    expect((await agent.get('/account/redirect')).headers.location).toBe('/home');
  });

  it('is still that site after a second proof', async () => {
    const enrolled = await signedInAs(app, { organisationId: await newOrganisation(app) });
    const own = '/identity/resources/users/v1/mfa';
    await enrolled.post(`${own}/enroll`).send({}).expect(200);
    const secret = await secretOf(app, enrolled.person);
    await enrolled
      .post(`${own}/enroll/verify`)
      .send({ token: codeAt(secret, app.clock.now()) })
      .expect(200);
    await app.db
      .updateTable('identity.authenticator')
      .set({ last_step: 0 })
      .where('user_id', '=', enrolled.person.userId)
      .execute();
    const agent = browser(app);
    const { answer } = await through(agent, `/account/login?redirectUrl=${encodeURIComponent(`${partner}/kitchen`)}`, {
      name: enrolled.person.login,
    });
    expect(answer.headers.location).toBe('/account/login/second-factor');
    const page = await agent.get('/account/login/second-factor');
    const proven = await agent
      .post('/account/login/second-factor')
      .type('form')
      .send({ _csrf: tokenOf(page.text), code: codeAt(secret, app.clock.now()) });
    expect([proven.status, proven.headers.location]).toEqual([303, '/account/redirect']);
    expect((await agent.get('/account/redirect')).headers.refresh).toBe(`0; url=${partner}/kitchen`);
  });

  it.each([
    'https://evil.test/',
    '//evil.test',
    'https://app.partner.test.evil.test/',
    'javascript:alert(1)',
    '/\\evil.test',
  ])('is home where %s was asked for, and the log says so', async (wanted) => {
    const watched = loggedApp(app);
    const agent = browser(watched);
    await agent.get(`/account/login?redirectUrl=${encodeURIComponent(wanted)}`);
    expect(
      watched.logged().filter(({ msg }) => msg === 'a redirectUrl leads to an origin that is not allowed'),
    ).toHaveLength(1);
    const { agent: arrived, to } = await arrive(wanted);
    expect(to).toBe('/home');
    expect((await arrived.get('/home')).status).toBe(200);
  });

  it.each(['/login', '/logout', '/account/login', '/account/social/success', '/account/activate?token=x', ''])(
    'is home where %j was asked for',
    async (wanted) => {
      const { agent, to } = await arrive(wanted);
      expect([to, (await agent.get(to)).status]).toEqual(['/home', 200]);
    },
  );

  it('is no other site by a cookie that somebody made up', async () => {
    const agent = await signedInAs(app, { organisationId: await newOrganisation(app) });
    const { value = '' } =
      agent.jar.getCookie('tare-session', { domain: '127.0.0.1', path: '/', secure: false, script: false }) ?? {};
    const answer = await browser(app)
      .get('/account/redirect')
      .set('Cookie', `tare-session=${value}; tare-return=${encodeURIComponent('https://evil.test/')}`);
    expect(answer.headers.location).toBe('/home');
  });

  it('is the sign-in for who opens the page between without one', async () => {
    expect((await browser(app).get('/account/redirect')).headers.location).toBe('/account/login');
  });
});

it.each([
  ['/account', '/home'],
  ['/account/logout', '/logout'],
  ['/account/forget-password', '/forgot-password'],
  ['/account/reset-password?userId=u&token=abc', '/password-reset?token=abc&userId=u'],
  ['/account/activate?token=a%26b', '/activate-user?token=a%26b'],
])('%s leads to %s', async (path, to) => {
  const answer = await browser(app).get(path);
  expect([answer.status, answer.headers.location]).toEqual([303, to]);
});
