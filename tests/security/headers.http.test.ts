import { existsSync, readdirSync } from 'node:fs';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../server/permission-matrix';
import { translator } from '../../server/platform/i18n/messages';
import { declaredRoutes, nameOf, sendTo, signsOut, type DeclaredRoute } from '../support/declared-routes';
import { addressIn, fullOrganisation, keysOf, type FullPlace } from '../support/full-organisation';
import { mailsTo } from '../support/mails';
import { secureApp, secureUrl } from '../support/other-app';
import { browser, newPerson, password, tokenOf } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;
let full: FullPlace;
let routes: DeclaredRoute[];
let cookies: string;
/** Of every page and call that reads, to somebody with every right. */
const read = new Map<DeclaredRoute, Response>();

/** What this server says of itself as an OpenID provider: nobody's, and read by pages of other sites. */
const discovery = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

const visitor = () => browser(app).set('Origin', secureUrl).set('X-Forwarded-Proto', 'https');
const insider = () => visitor().set('Cookie', cookies);
const setCookies = (answer: Response) => (answer.headers['set-cookie'] as unknown as string[] | undefined) ?? [];

async function signInOverTls(login: string): Promise<Response> {
  const page = await visitor().get('/login');
  const csrf = setCookies(page)
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  return visitor()
    .post('/login')
    .set('Cookie', csrf)
    .type('form')
    .send({ _csrf: tokenOf(page.text), username: login, password, rememberMe: 'on' }) as unknown as Promise<Response>;
}

beforeAll(async () => {
  app = secureApp(await testApp());
  full = await fullOrganisation(app, { mark: 'Guarded' });
  routes = declaredRoutes(app);
  const { login } = await newPerson(app, { organisationId: full.organisationId, permissions });
  const entered = await signInOverTls(login);
  expect(entered.status).toBe(303);
  cookies = setCookies(entered)
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const agent = insider();
  for (const route of routes.filter((one) => one.method === 'get' && !signsOut(one)))
    read.set(route, await sendTo(agent, route, { url: addressed(route) }));
});

function policyOf(answer: Response): Map<string, string> {
  const directives = (answer.headers['content-security-policy'] ?? '').split(';').map((one) => one.trim().split(/\s+/));
  return new Map(directives.map(([name = '', ...values]) => [name, values.join(' ')]));
}

function checkGuards(what: string, answer: Response, frames = "'none'"): void {
  const { headers } = answer;
  const policy = policyOf(answer);
  const found = {
    what,
    hsts: headers['strict-transport-security'],
    type: headers['x-content-type-options'],
    referrer: headers['referrer-policy'],
    opener: headers['cross-origin-opener-policy'],
    resource: headers['cross-origin-resource-policy'],
    ancestors: policy.get('frame-ancestors'),
    fallback: policy.get('default-src'),
    object: policy.get('object-src'),
    base: policy.get('base-uri'),
    script: policy.get('script-src'),
    style: policy.get('style-src'),
    form: policy.get('form-action'),
    powered: headers['x-powered-by'],
    cors: headers['access-control-allow-origin'],
  };
  expect(found).toEqual({
    what,
    hsts: 'max-age=31536000; includeSubDomains',
    type: 'nosniff',
    referrer: 'same-origin',
    opener: 'same-origin',
    resource: 'same-origin',
    ancestors: frames,
    fallback: "'none'",
    object: "'none'",
    base: "'none'",
    script: "'self'",
    style: "'self'",
    form: "'self'",
    powered: undefined,
    cors: discovery.some((path) => what === `get ${path}`) ? '*' : undefined,
  });
}

const framesOf = (path: string) => (path.startsWith('/legacy/') ? "'self'" : "'none'");

const addressed = (route: DeclaredRoute) => addressIn(full, route);

describe('every answer is guarded, over TLS', () => {
  // ASVS V1.3.4; V3.4.1; V3.4.3
  // Attack: clickjacking with legacy frames
  it('of every route and method, to nobody', async () => {
    for (const route of routes)
      checkGuards(nameOf(route), await sendTo(visitor(), route, { url: addressed(route) }), framesOf(route.path));
  });

  // ASVS V3.4.4–6
  it('of every page and call that reads, to somebody with every right', () => {
    for (const [route, answer] of read) checkGuards(nameOf(route), answer, framesOf(route.path));
    expect([...read.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(30);
  });

  // ASVS V3.4.4–6
  it.each([
    ['get', '/healthz'],
    ['get', '/readyz'],
    ['get', '/metrics'],
    ['get', '/favicon.svg'],
    ['get', '/robots.txt'],
    ['get', '/service-worker.js'],
    ['get', '/assets/nothing.js'],
    ['get', '/nothing'],
    ['get', '/nothing.json'],
    ['head', '/login'],
    ['options', '/rest/v1/user'],
    ['options', '/login'],
    ['patch', '/login'],
    ['delete', '/rest/v1/user'],
    ['trace', '/login'],
    ['get', '/rest/v1/i18n/%E0%A4%A'],
    ['get', '/%'],
  ] as const)('of %s %s', async (method, path) => {
    checkGuards(path, await visitor()[method](path));
  });

  // ASVS V3.4.4–6
  it('of a published file', async () => {
    const folder = 'dist/client/assets';
    const file = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.js')) : undefined;
    const answer = await visitor().get(`/assets/${file ?? 'unbuilt.js'}`);
    checkGuards('asset', answer);
    expect(answer.status).toBe(file ? 200 : 404);
  });

  // ASVS V3.4.4–6
  it('of bodies that are refused', async () => {
    const bodies: [string, string][] = [
      ['application/json', '{'],
      ['application/json; charset=klingon', '{}'],
      ['application/json', JSON.stringify({ a: 'x'.repeat(2_100_000) })],
    ];
    for (const [type, body] of bodies)
      checkGuards(type, await visitor().post('/rest/v1/auth/login').set('Content-Type', type).send(body));
    checkGuards('no token', await visitor().post('/login').type('form').send({ username: 'a', password: 'b' }));
    checkGuards(
      'foreign',
      await visitor().post('/login').set('Origin', 'https://evil.test').unset('Sec-Fetch-Site').send({}),
    );
  });
});

describe('answers for programs', () => {
  // ASVS V3.2.1
  it('are JSON or a file to be saved, never a page', () => {
    for (const [route, answer] of [...read].filter(
      ([{ kind }, { status }]) => kind === 'call' && (status < 300 || status >= 400),
    )) {
      const type = String(answer.headers['content-type']);
      if (route.path === '/auth/saml/metadata') {
        expect(type).toBe('application/samlmetadata+xml; charset=utf-8');
        continue;
      }
      expect([nameOf(route), /^(application\/(scim\+)?json|text\/csv); charset=utf-8$/.test(type)]).toEqual([
        nameOf(route),
        true,
      ]);
      if (type.startsWith('text/csv')) expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
    }
  });

  // ASVS V3.4.2
  it.each(['https://evil.test', 'null', 'https://tare.test.evil.test', 'http://tare.test'])(
    'are not shared with %s',
    async (origin) => {
      for (const method of ['get', 'options'] as const) {
        const answer = await insider()
          [method]('/rest/v1/user')
          .set('Origin', origin)
          .set('Access-Control-Request-Method', 'GET');
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );
});

describe('cookies, over TLS', () => {
  // ASVS V3.3.1–4
  it('are bound to this host, to TLS, to HTTP and to this site, each of them', async () => {
    const { login } = await newPerson(app, { organisationId: full.organisationId });
    const wire = '/identity/resources/auth/v1';
    const link = await visitor().post(`${wire}/passwordless/magiclink/prelogin`).send({ email: login });
    const answers = [
      await visitor().get('/login?lang=de_DE'),
      await visitor().get('/deployment-status'),
      link as unknown as Response,
      await signInOverTls(login),
      await insider().get('/home'),
    ];
    const given = answers.flatMap(setCookies).filter((cookie) => !/=;/.test(cookie));
    expect([...new Set(given.map((cookie) => cookie.split('=')[0]))].sort()).toEqual([
      ...['csrf', 'entry', 'locale', 'name', 'session', 'target'].map((name) => `__Host-tare-${name}`),
      'fe_refresh_tare',
    ]);
    const [mail = ''] = await mailsTo(app, login);
    const kept = setCookies(link as unknown as Response)[0]?.split(';')[0] ?? '';
    const seen = (cookie: string) =>
      visitor()
        .get(/https?:\/\/tare\.test(\/\S+)/.exec(mail)?.[1] ?? '/')
        .set('Cookie', cookie);
    // Read by that name alone: what a neighbouring host has planted under the other says nothing.
    const elsewhere = translator('en_US')('identity.linkElsewhere');
    expect([
      (await seen(kept)).text.includes(elsewhere),
      (await seen(kept.replace('__Host-', ''))).text.includes(elsewhere),
    ]).toEqual([false, true]);
    for (const cookie of given) {
      const [, ...attributes] = cookie.split('; ').map((part) => part.toLowerCase());
      expect([
        cookie,
        attributes.filter((one) => ['secure', 'httponly', 'samesite=lax', 'path=/'].includes(one)).sort(),
      ]).toEqual([cookie, ['httponly', 'path=/', 'samesite=lax', 'secure']]);
      expect(attributes.some((one) => one.startsWith('domain'))).toBe(false);
    }
  });

  // ASVS V3.3.1–4
  it('are not given over a plain connection', async () => {
    const answer = await browser(app)
      .set('Origin', secureUrl)
      .post('/rest/v1/auth/login')
      .send({ username: 'nobody@tare.test', password: 'x' });
    expect(setCookies(answer as unknown as Response)).toEqual([]);
  });
});

describe('what was answered to somebody', () => {
  // ASVS V14.2.1, V14.3.1–3
  it('is kept by no cache that would show it to another', () => {
    // The public keys are nobody's either, and what a picture's name finds never changes.
    for (const [route, answer] of [...read].filter(
      ([{ path }]) => ![...discovery, '/.well-known/jwks.json', '/images/:imageFile'].includes(path),
    )) {
      expect([nameOf(route), /^(no-store|private, no-cache)$/.test(String(answer.headers['cache-control']))]).toEqual([
        nameOf(route),
        true,
      ]);
    }
  });
});

// ASVS V14.2.1, V14.3.1–3
it('no address takes a secret, but for the token of a mailed link', () => {
  const secret = /password|token|secret|key|csrf|session/i;
  const inAddress = routes
    .filter(({ method }) => method === 'get')
    .flatMap((route) =>
      keysOf(route.query)
        .filter((name) => secret.test(name))
        .map((name) => `${nameOf(route)} ${name}`),
    );
  // Published so: a link that is handed on to many, which joins nobody by itself; a sign-in in progress, which opens nothing by itself; an ID token that names the session to be ended; the flag of an ended client view.
  expect(inAddress).toEqual([
    'get /account/login invitationToken',
    'get /account/reset-password token',
    'get /password-reset token',
    'get /activate-user token',
    'get /account/login/magic-link token',
    'get /identity/resources/users/v1/activate/strategy token',
    'get /account/sign-up invitationToken',
    'get /account/activate token',
    'get /account/invitation/accept token',
    'get /account/invitation/join invitationToken',
    'get /identity/resources/configurations/v1/mfa-policy/allow-remember-device mfaToken',
    'get /oauth/logout id_token_hint',
    'get /client-view clientViewSessionEnded',
  ]);
});
