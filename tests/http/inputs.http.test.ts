import { beforeAll, describe, expect, it } from 'vitest';
import { browser, newOrganisation, signedInAs, tokenOf } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

const shape = {
  code: expect.any(String),
  message: expect.any(String),
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
};

// ASVS V2.2.1/2
describe('what is not as promised gets a clear 4xx in the promised shape', () => {
  it.each([
    ['malformed JSON', '{"username": ', 'application/json', 400, 'malformedJson'],
    [
      'JSON of very many levels',
      `{"username":${'['.repeat(100)}${']'.repeat(100)}}`,
      'application/json',
      400,
      'malformedJson',
    ],
    ['JSON that is no object', '7', 'application/json', 400, 'malformedJson'],
    ['an empty object', '{}', 'application/json', 400, 'badRequest'],
    ['wrong types', '{"username": 7, "password": []}', 'application/json', 400, 'badRequest'],
    ['unknown fields', '{"username": "a", "password": "b", "roles": ["admin"]}', 'application/json', 400, 'badRequest'],
    [
      'prototype pollution',
      '{"username": "a", "password": "b", "__proto__": {"admin": true}}',
      'application/json',
      400,
      'badRequest',
    ],
    ['a control character', '{"username": "a\\u0000", "password": "b"}', 'application/json', 400, 'badRequest'],
    ['a text body', 'username=a', 'text/plain', 415, 'unsupportedType'],
    ['a form', 'username=a&password=b', 'application/x-www-form-urlencoded', 415, 'unsupportedType'],
    ['an unknown charset', '{}', 'application/json; charset=klingon', 415, 'unsupportedType'],
  ])('%s', async (_name, body, type, status, code) => {
    const answer = await browser(app).post('/rest/v1/auth/login').set('Content-Type', type).send(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ ...shape, code });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('names each wrong field', async () => {
    const answer = await browser(app).post('/rest/v1/auth/login').send({ username: '', extra: 1 });
    expect(answer.body.fields).toEqual(
      expect.arrayContaining([
        { field: 'username', code: 'required', message: 'Fill in this field.' },
        { field: 'password', code: 'required', message: 'Fill in this field.' },
        { field: 'extra', code: 'unknownField', message: 'Unknown field: extra.' },
      ]),
    );
  });

  it('refuses an oversized body with 413', async () => {
    const answer = await browser(app)
      .post('/rest/v1/auth/login')
      .send({ username: 'x'.repeat(3_000_000), password: 'b' });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ ...shape, code: 'tooLarge' });
  });

  // Trap: Express shows stacks, and breaks on a broken escape
  it.each([
    ['an unknown call', 'get', '/rest/v1/nothing', 404, 'notFound'],
    ['the wrong method', 'delete', '/rest/v1/user', 405, 'methodNotAllowed'],
    ['a broken escape', 'get', '/rest/v1/i18n/%E0%A4%A', 400, 'notFound'],
    ['signed out', 'get', '/rest/v1/user', 401, 'signedOut'],
  ] as const)('%s', async (_name, method, path, status, code) => {
    const answer = await browser(app)[method](path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ ...shape, code });
  });

  it('answers in the language of the browser', async () => {
    const answer = await browser(app).get('/rest/v1/user').set('Accept-Language', 'de-CH,de;q=0.9');
    expect(answer.body.message).toBe('Melden Sie sich an, um fortzufahren.');
  });
});

describe('addresses', () => {
  // Spec 2: Unknown paths redirect to login; an empty path goes to home; html/manageGoals.html and html/manageAlerts.html go to theirs
  it.each([
    ['/', '/home'],
    ['/html/manageGoals.html', '/goals'],
    ['/html/manageAlerts.html', '/alerts'],
    ['/no/such/page', '/login'],
  ])('%s leads to %s', async (from, to) => {
    expect((await browser(app).get(from)).headers.location).toBe(to);
  });

  // Spec 2: /login redirects to /home when already logged in
  it('leads home from the sign-in whoever is signed in', async () => {
    const agent = await signedInAs(app, { organisationId: await newOrganisation(app) });
    expect((await agent.get('/login')).headers.location).toBe('/home');
  });

  it.each(['//evil.test', '/\\evil.test', '/login/..//evil.test'])('never remembers %s as a target', async (path) => {
    const agent = browser(app);
    const answer = await agent.get(path);
    expect(answer.headers['set-cookie']?.toString() ?? '').not.toContain('evil');
  });
});

describe('every answer carries its guards', () => {
  it.each(['/login', '/rest/v1/user', '/no/such/page', '/healthz', '/assets/nothing.js', '/rest/v1/openapi.json'])(
    '%s',
    async (path) => {
      const { headers } = await browser(app).get(path);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).toContain("object-src 'none'");
      expect(headers['content-security-policy']).toContain("base-uri 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );

  it('lets a foreign origin read nothing', async () => {
    const { headers } = await browser(app).get('/rest/v1/config').set('Origin', 'https://evil.test');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each(['https://evil.test', 'null', undefined])('refuses a change by cookie from origin %s', async (origin) => {
    const agent = await signedInAs(app, { organisationId: await newOrganisation(app) });
    const request = agent.post('/rest/v1/auth/logout').unset('Sec-Fetch-Site');
    const answer = await (origin === undefined ? request.unset('Origin') : request.set('Origin', origin));
    expect(answer.status).toBe(403);
    expect((await agent.get('/rest/v1/user')).status).toBe(200);
  });

  it('gives cookies that scripts cannot read and other sites do not send', async () => {
    const agent = browser(app);
    const page = await agent.get('/login');
    expect(tokenOf(page.text)).not.toBe('');
    for (const cookie of page.headers['set-cookie'] as unknown as string[])
      expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  });
});
