import { sql } from 'kysely';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherApp } from '../../../../tests/support/other-app';
import {
  browser as anyBrowser,
  newOrganisation,
  newPerson,
  password,
  signIn,
  tokenOf,
} from '../../../../tests/support/people';
import { ssoPeers, type DomainTenant, type SsoPeers } from '../../../../tests/support/sso-peers';
import { publicUrl, type TestApp } from '../../../../tests/support/test-app';

let peers: SsoPeers;
let there: DomainTenant;
beforeAll(async () => {
  peers = await ssoPeers();
  there = await peers.withProvenDomain();
});
afterAll(() => peers.close());

/** A browser that came by the address that people type. */
const browser = (app: TestApp = peers.app) => anyBrowser(app).set('Host', 'tare.test');
type Agent = ReturnType<typeof browser>;

const kim = () => `kim@${there.name}`;
const refreshOf = ({ headers }: Response) =>
  /^2; url=(https:\/\/idp\.example\/sso\?SAMLRequest=.+)$/.exec(String(headers.refresh))?.[1];
const cookiesOf = ({ headers }: Response) =>
  ([] as string[]).concat(headers['set-cookie'] ?? []).map((one) => one.split('=')[0]);
const requests = async () =>
  (await peers.app.db.selectFrom('identity.sso_request').select('request_id').execute()).length;

async function send(email: string | undefined, at: Agent = browser()): Promise<Response> {
  const form = await at.get('/sso-login');
  return at
    .post('/sso-login')
    .type('form')
    .send({ _csrf: tokenOf(form.text), ...(email === undefined ? {} : { email }) });
}

describe('the login by one’s organization', () => {
  // Spec 2: The SSO variant is used when the URL path contains sso: an email field alone, and a switch between SSO and password login
  it('asks for the address alone, and leads to the login by a password and back', async () => {
    const page = await browser().get('/sso-login');
    expect([
      page.status,
      [...page.text.matchAll(/<input (?!type="hidden")[^>]*name="([^"]+)"/g)].map(([, name]) => name),
    ]).toEqual([200, ['email']]);
    expect(page.text).toContain('href="/login"');
    expect((await browser().get('/login')).text).toContain('href="/sso-login"');
  });

  it.each(['kim', 'nobody-there', 'KIM'])('leads %s of a proven domain to its provider, known or not', async (name) => {
    const at = browser();
    const answer = await send(` ${name}@${there.name} `, at);
    expect([answer.status, refreshOf(answer) !== undefined, cookiesOf(answer).includes('tare-sso')]).toEqual([
      200,
      true,
      true,
    ]);
  });

  // Spec 7: SSO preflight or mobile attempt failure: message login.ssoError, and the login form returns with the email kept
  it.each<[what: string, email: () => string | undefined, status: number, says: string]>([
    ['of a domain that nobody has proved', () => 'kim@nowhere.example', 422, 'could not sign you in'],
    ['that is none', () => 'kim', 422, 'could not sign you in'],
    ['of spaces', () => '   ', 422, 'Enter your email.'],
    ['that is missing', () => undefined, 422, 'Enter your email.'],
    ['that is too long', () => `${'k'.repeat(250)}@${there.name}`, 422, 'could not sign you in'],
  ])(
    'shows the form again for an address %s, with what was typed, and begins nothing',
    async (_what, email, status, says) => {
      const before = await requests();
      const answer = await send(email());
      expect([
        answer.status,
        answer.text.includes(says),
        answer.text.includes(`value="${email() ?? ''}"`),
        cookiesOf(answer).includes('tare-sso'),
      ]).toEqual([status, true, true, false]);
      expect(await requests()).toBe(before);
    },
  );

  it('answers alike for people who are known and who are not, where nobody serves their domain', async () => {
    const { login } = await newPerson(peers.app, { organisationId: there.organisationId });
    const plain = ({ text }: Response, name: string) =>
      text.replaceAll(name, 'NAME').replace(/value="[0-9a-f]{64}[^"]*"/g, 'TOKEN');
    expect(plain(await send(login), login)).toBe(plain(await send('nobody@tare.test'), 'nobody@tare.test'));
  });

  // Spec 7: Password login failure: login.ssoError if status 500 in SSO mode
  it('says so and keeps the address where it fails itself', async () => {
    await sql`create function refuse_request() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      peers.app.db,
    );
    await sql`create trigger refuse_request before insert on identity.sso_request for each row execute function refuse_request()`.execute(
      peers.app.db,
    );
    try {
      const answer = await send(kim());
      expect([
        answer.status,
        answer.text.includes('could not sign you in'),
        answer.text.includes(`value="${kim()}"`),
      ]).toEqual([500, true, true]);
    } finally {
      await sql`drop trigger refuse_request on identity.sso_request`.execute(peers.app.db);
      await sql`drop function refuse_request()`.execute(peers.app.db);
    }
    expect((await send(kim())).status).toBe(200);
  });

  it('leads home whoever is signed in, and begins with a name that is remembered and an address', async () => {
    const organisationId = await newOrganisation(peers.app);
    const { login } = await newPerson(peers.app, { organisationId });
    const signedIn = await signIn(peers.app, login);
    expect((await signedIn.get('/sso-login')).headers.location).toBe('/home');
    const at = browser();
    const form = await at.get('/login');
    await at
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(form.text), username: login, password: 'not this one', rememberMe: 'on' });
    await at
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(form.text), username: login, password, rememberMe: 'on' });
    await at.get('/logout').set('Sec-Fetch-Site', 'same-origin');
    expect((await at.get('/sso-login')).text).toContain(`value="${login}"`);
    expect((await at.get('/sso-login?email=someone%40tare.test')).text).toContain('value="someone@tare.test"');
  });

  it('is limited by address like every other beginning', async () => {
    const at = browser();
    const form = await at.get('/sso-login');
    let status = 422;
    let tries = 0;
    for (; status === 422 && tries < 400; tries += 1) {
      const answer = await at
        .post('/sso-login')
        .type('form')
        .send({ _csrf: tokenOf(form.text), email: 'kim@nowhere.example' });
      ({ status } = answer);
    }
    expect([status, tries]).toEqual([429, 301]);
    expect((await at.get(`/rest/v1/auth/sso/preflight?loginName=${encodeURIComponent(kim())}`)).status).toBe(429);
  });
});

describe('the calls of the login by one’s organization', () => {
  const login = (at: Agent, email: string) => at.post('/rest/v1/auth/sso/login').type('form').send({ email });
  const preflight = (at: Agent, email: string) => at.get('/rest/v1/auth/sso/preflight').query({ loginName: email });
  const mobile = (at: Agent, email: string) =>
    at.post('/rest/v1/auth/sso/mobileSignInAttempt').type('form').send({ userEmail: email });
  const calls = { login, preflight, mobile };
  type Call = keyof typeof calls;

  // Spec 7: POST /auth/sso/login (form field email; response address, idpType), GET /auth/sso/preflight?loginName=, POST /auth/sso/mobileSignInAttempt (form field userEmail)
  it('answer where to go, whether there is a way, and which page an app opens', async () => {
    const begun = await login(browser(), kim());
    expect([begun.status, begun.body, cookiesOf(begun)]).toEqual([
      200,
      { address: expect.stringMatching(/^https:\/\/idp\.example\/sso\?SAMLRequest=/), idpType: 'saml' },
      ['tare-sso'],
    ]);
    const before = await requests();
    expect((await preflight(browser(), kim())).body).toEqual({
      available: true,
      idpType: 'saml',
      environment: 'production',
    });
    const opened = await mobile(browser(), kim());
    expect([opened.body, cookiesOf(opened)]).toEqual([
      { address: `${publicUrl}/sso-login?${new URLSearchParams({ email: kim() })}`, idpType: 'saml' },
      [],
    ]);
    const { pathname, search } = new URL(opened.body.address as string);
    expect((await browser().get(`${pathname}${search}`)).text).toContain(`value="${kim()}"`);
    expect(await requests()).toBe(before);
  });

  it('take JSON too', async () => {
    expect((await browser().post('/rest/v1/auth/sso/login').send({ email: kim() })).status).toBe(200);
    expect((await browser().post('/rest/v1/auth/sso/mobileSignInAttempt').send({ userEmail: kim() })).status).toBe(200);
  });

  it.each(['login', 'preflight', 'mobile'] as const satisfies Call[])(
    '%s: refuses an address that nobody serves and one that is missing, alike for whoever it is',
    async (name) => {
      const { login: known } = await newPerson(peers.app, { organisationId: there.organisationId });
      const answers = await Promise.all(
        [known, 'nobody@tare.test', 'kim', 'kim@nowhere.example'].map((email) => calls[name](browser(), email)),
      );
      for (const { status, body, headers } of answers) {
        expect([status, body, headers['set-cookie']]).toEqual([
          404,
          {
            code: 'login.ssoError',
            message: expect.stringContaining('could not sign you in'),
            requestId: expect.any(String),
          },
          undefined,
        ]);
      }
      const empty = await calls[name](browser(), '');
      expect([empty.status, empty.body.fields]).toEqual([
        400,
        [expect.objectContaining({ field: { login: 'email', preflight: 'loginName', mobile: 'userEmail' }[name] })],
      ]);
      expect((await calls[name](browser(), kim())).status).toBe(200);
    },
  );

  it.each([
    ['another site', 'https://evil.test', 'cross-site'],
    ['a page without an origin', 'null', 'cross-site'],
    ['a sibling', publicUrl, 'same-site'],
  ])('take the form of %s for none', async (_who, origin, site) => {
    const before = await requests();
    for (const [path, field] of [
      ['login', 'email'],
      ['mobileSignInAttempt', 'userEmail'],
    ] as const) {
      const answer = await browser()
        .post(`/rest/v1/auth/sso/${path}`)
        .set('Origin', origin)
        .set('Sec-Fetch-Site', site)
        .type('form')
        .send({ [field]: kim() });
      expect([answer.status, answer.body.code, answer.headers['set-cookie']]).toEqual([403, 'crossSite', undefined]);
    }
    expect(await requests()).toBe(before);
  });

  it('are described from the same schemas, with their forms', async () => {
    const { body } = (await browser().get('/rest/v1/openapi.json')) as unknown as {
      body: {
        paths: Record<string, Record<string, { requestBody?: { content: object }; parameters?: { name: string }[] }>>;
      };
    };
    const of = (path: string) => body.paths[`/rest/v1/auth/sso/${path}`] ?? {};
    expect([
      Object.keys(of('login').post?.requestBody?.content ?? {}),
      of('preflight').get?.parameters?.map(({ name }) => name),
      Object.keys(of('mobileSignInAttempt').post?.requestBody?.content ?? {}),
    ]).toEqual([
      ['application/x-www-form-urlencoded', 'application/json'],
      ['loginName'],
      ['application/x-www-form-urlencoded', 'application/json'],
    ]);
  });
});

describe('a host', () => {
  const on = (hosts: [string, 'production' | 'uat' | 'dev' | 'local'][]) => {
    const { identity } = peers.app.resources.config;
    return otherApp(peers.app, { config: { identity: { ...identity, ssoHosts: new Map(hosts) } } });
  };
  const preflight = (app: TestApp, host: string) =>
    anyBrowser(app).set('Host', host).get('/rest/v1/auth/sso/preflight').query({ loginName: kim() });

  // Spec 7: Single sign-on settings per environment, chosen by host name; otherwise SSO is not set up
  it.each([
    ['tare.test', 'production'],
    ['TARE.test:443', 'production'],
    ['uat.tare.test:8443', 'uat'],
    ['dev.tare.test', 'dev'],
    ['localhost:3000', 'local'],
  ])('%s has the settings of %s', async (host, environment) => {
    const answer = await preflight(
      on([
        ['tare.test', 'production'],
        ['uat.tare.test', 'uat'],
        ['dev.tare.test', 'dev'],
        ['localhost', 'local'],
      ]),
      host,
    );
    expect([answer.status, answer.body.environment]).toEqual([200, environment]);
  });

  it.each(['other.test', 'tare.test.evil.test', '127.0.0.1:3000', 'constructor'])(
    '%s has none: nothing is begun there, and the page says where it is set up',
    async (host) => {
      const before = await requests();
      const at = anyBrowser(peers.app).set('Host', host);
      const page = await at.get('/sso-login');
      expect([
        page.status,
        page.text.includes('is not set up for this URL'),
        page.text.includes(`href="${publicUrl}/sso-login"`),
        page.text.includes('name="email"'),
      ]).toEqual([200, true, true, false]);
      const form = await at.get('/login');
      expect(form.text).not.toContain('/sso-login');
      const sent = await at
        .post('/sso-login')
        .type('form')
        .send({ _csrf: tokenOf(form.text), email: kim() });
      expect([sent.status, sent.headers.refresh, cookiesOf(sent).includes('tare-sso')]).toEqual([
        404,
        undefined,
        false,
      ]);
      const calls = [
        await at.post('/rest/v1/auth/sso/login').send({ email: kim() }),
        await preflight(peers.app, host),
        await at.post('/rest/v1/auth/sso/mobileSignInAttempt').send({ userEmail: kim() }),
      ];
      expect(calls.map(({ status, body }) => [status, body.code])).toEqual(
        Array.from({ length: 3 }, () => [404, 'login.ssoNotSetUp']),
      );
      expect(await requests()).toBe(before);
    },
  );

  it('is led nowhere where none is set up', async () => {
    const page = await browser(on([])).get('/sso-login');
    expect([page.text.includes('is not set up for this URL'), page.text.includes('href="http')]).toEqual([true, false]);
  });
});
