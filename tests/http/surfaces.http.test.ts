import type { Express } from 'express';
import supertest, { type Test } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../support/factories';
import { fullOrganisation, type FullPlace } from '../support/full-organisation';
import { browser, newOrganisation, newPerson, password } from '../support/people';
import { appWithScim, scimOrigin, scimToken } from '../support/scim-surface';
import { publicUrl, testApp, type TestApp } from '../support/test-app';

let app: TestApp;
let withScim: Express;
let full: FullPlace;

beforeAll(async () => {
  app = await testApp();
  full = await fullOrganisation(app, { mark: 'Surfaces' });
  withScim = appWithScim(app, { tenantId: 'the-tenant', organisationId: full.organisationId });
});

const errorOf = (status: number, detail: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  detail,
});
const bodyOf = (answer: { text: string }) => JSON.parse(answer.text) as unknown;

describe('a surface of its own', () => {
  const make = (path = '/scim/v2/Users') =>
    supertest(withScim)
      .post(path)
      .set('Authorization', `bearer ${scimToken}`)
      .set('Content-Type', 'application/scim+json');

  it.each(['/scim/v2/Users', '/frontegg/scim/v2/Users'])(
    'takes its own media type from a client without Origin at %s, and sets headers and cookies',
    async (path) => {
      const answer = await make(path).send('{"userName":"kim"}');
      expect([answer.status, answer.type, answer.headers.location]).toEqual([
        201,
        'application/scim+json',
        '/scim/v2/Users/1',
      ]);
      expect(bodyOf(answer)).toEqual({ id: '1', userName: 'kim', tenant: 'the-tenant' });
      expect(answer.headers['set-cookie']).toEqual(['seen=yes; Path=/scim; HttpOnly']);
    },
  );

  it('runs a use case of the product for the whole tenant, and its audit row names it', async () => {
    const fields = { serial: 'made-by-a-tenant', deviceName: 'Scale', locationId: full.locationId };
    const answer = await make('/scim/v2/Devices').send(JSON.stringify(fields));
    expect(answer.status).toBe(201);
    const { id } = bodyOf(answer) as { id: number };
    const row = await app.db
      .selectFrom('audit_log')
      .select(['organisation_id', 'user_id', 'actor', 'action', 'entity_id'])
      .where('actor', '=', 'tenant the-tenant')
      .executeTakeFirst();
    expect(row).toEqual({
      organisation_id: full.organisationId,
      user_id: null,
      actor: 'tenant the-tenant',
      action: 'device.create',
      entity_id: String(id),
    });
    const strangers = await newOrganisation(app);
    const theirs = await addLocation(app, {
      organisationId: strangers,
      siteId: await addSite(app, { organisationId: strangers }),
    });
    expect(
      (await make('/scim/v2/Devices').send(JSON.stringify({ ...fields, serial: 'elsewhere', locationId: theirs })))
        .status,
    ).toBe(422);
  });

  it('runs no session, even where a cookie comes along', async () => {
    const answer = await make().set('Cookie', 'tare-session=s%3Aforged.signature').send('{"userName":"kim"}');
    expect(answer.status).toBe(201);
    expect(String(answer.headers['set-cookie'])).not.toContain('tare');
  });

  it.each([
    [
      'a wrong bearer',
      () =>
        supertest(withScim)
          .post('/scim/v2/Users')
          .set('Authorization', 'Bearer this-is-another-token-than-theirs')
          .send('{}'),
      401,
      'Token is not valid.',
    ],
    ['none', () => supertest(withScim).post('/scim/v2/Users').send('{}'), 401, 'Token is not valid.'],
    [
      'another media type',
      () => make().set('Content-Type', 'application/json').send('{"userName":"kim"}'),
      415,
      'errors.unsupportedType',
    ],
    ['malformed JSON', () => make().send('{"userName":'), 400, 'errors.malformedJson'],
    ['an unknown key', () => make().send('{"userName":"kim","admin":true}'), 400, 'errors.badRequest'],
    ['an unknown address', () => make('/scim/v2/Groups').send('{}'), 404, 'errors.notFound'],
    ['an unknown address beside the mount', () => supertest(withScim).get('/scim'), 404, 'errors.notFound'],
    [
      'a method that the address does not have',
      () => supertest(withScim).delete('/scim/v2/Users'),
      405,
      'errors.methodNotAllowed',
    ],
  ])('answers %s in its own form', async (_, send, status, detail) => {
    const answer = await send();
    expect([answer.status, answer.type, bodyOf(answer)]).toEqual([
      status,
      'application/scim+json',
      errorOf(status, detail),
    ]);
  });

  it('answers the preflight of its origin, and lets no other one read', async () => {
    const preflight = (origin: string) =>
      supertest(withScim).options('/scim/v2/Users').set('Origin', origin).set('Access-Control-Request-Method', 'POST');
    const asked = await preflight(scimOrigin);
    expect([
      asked.status,
      asked.headers['access-control-allow-origin'],
      asked.headers['access-control-allow-methods'],
    ]).toEqual([204, scimOrigin, 'GET,POST']);
    expect((await preflight('https://evil.test')).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('sends bytes as a download', async () => {
    const answer = await supertest(withScim)
      .get('/scim/v2/Bulk')
      .set('Authorization', `Bearer ${scimToken}`)
      .buffer(true)
      .parse((stream, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
      });
    expect([answer.headers['content-disposition'], [...(answer.body as Buffer)]]).toEqual([
      `attachment; filename="users.bin"; filename*=UTF-8''users.bin`,
      [1, 2, 3],
    ]);
  });

  it('owns whole segments only', async () => {
    const answer = await supertest(withScim).get('/scimitar').redirects(0);
    expect([answer.status, answer.headers.location]).toEqual([302, '/login']);
  });
});

describe('each surface of the product answers its own addresses, the unknown ones too', () => {
  it.each([
    ['/rest/v1/nothing', 404, 'application/json', undefined],
    ['/rest/nothing', 404, 'application/json', undefined],
    ['/rest/v1/docs', 200, 'text/html', undefined],
    ['/legacy/nothing.html', 404, 'text/html', undefined],
    ['/nothing', 302, 'text/html', '/login'],
    ['/restaurant', 302, 'text/html', '/login'],
  ])('%s', async (path, status, type, location) => {
    const answer = await browser(app).get(path).set('Accept', 'text/html');
    expect([answer.status, answer.type, answer.headers.location]).toEqual([status, type, location]);
  });

  it.each([
    '/rest/v1/nothing',
    '/rest/nothing',
    '/oauth/nothing',
    '/oauth/token/nothing',
    '/oauth/authorize/nothing',
    '/identity/nothing',
    '/frontegg/nothing',
    '/frontegg/oauth/nothing',
    '/.well-known/openid-configuration/nothing',
  ])('%s, to a browser as to a program', async (path) => {
    const document = {
      Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Mode': 'navigate',
    };
    for (const headers of [document, {}, { Authorization: 'Bearer of-nobody-in-particular' }]) {
      const answer = await browser(app)
        .get(path)
        .set(headers as Record<string, string>);
      expect([headers, answer.status, answer.type, answer.headers.location]).toEqual([
        headers,
        404,
        'application/json',
        undefined,
      ]);
    }
  });

  it.each(['/nothing', '/legacy/nothing.html', '/account/nothing'])(
    '%s, as JSON to whoever brings a token',
    async (path) => {
      const answer = await browser(app)
        .get(path)
        .set('Accept', 'text/html')
        .set('Authorization', 'Bearer of-nobody-in-particular');
      expect([answer.status, answer.type]).toEqual([404, 'application/json']);
    },
  );
});

describe('a change by credential, origin and method', () => {
  type Credential = 'cookie' | 'device key' | 'both' | 'wrong key and cookie' | 'none';
  const events = { events: [] };
  let cookie: string;

  beforeAll(async () => {
    const { login } = await newPerson(app, { organisationId: full.organisationId, permissions: ['EDIT_SITES'] });
    const entered = await browser(app).post('/rest/v1/auth/login').send({ username: login, password });
    cookie = /tare-session=[^;]+/.exec(String(entered.headers['set-cookie']))?.[0] ?? '';
  });

  /** From where: our own page, a page elsewhere, a sandboxed one, a program. */
  const origins = {
    own: { Origin: publicUrl, 'Sec-Fetch-Site': 'same-origin' },
    foreign: { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' },
    sandbox: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    none: {},
  };

  function headersOf(credential: Credential): Record<string, string> {
    const key = { Authorization: `Bearer ${full.deviceKey}` };
    const session = { Cookie: cookie };
    return {
      cookie: session,
      'device key': key,
      both: { ...session, ...key },
      'wrong key and cookie': { ...session, Authorization: 'Bearer tare_this-key-belongs-to-no-device' },
      none: {},
    }[credential];
  }

  const send = (method: 'post' | 'get', path: string, headers: object): Test => {
    const request = supertest(app.app)
      [method](path)
      .set(headers as Record<string, string>);
    return method === 'post' ? request.send(path.endsWith('waste-events') ? events : {}) : request;
  };
  const person = '/rest/v1/session/keep-alive';
  const device = '/rest/v1/waste-events';

  it.each<[Credential, keyof typeof origins, 'post' | 'get', string, number, string | undefined]>([
    ['cookie', 'own', 'post', person, 204, undefined],
    ['cookie', 'foreign', 'post', person, 403, 'crossSite'],
    ['cookie', 'sandbox', 'post', person, 403, 'crossSite'],
    ['cookie', 'none', 'post', person, 403, 'crossSite'],
    ['cookie', 'foreign', 'get', '/rest/v1/user', 200, undefined],
    ['cookie', 'own', 'post', device, 401, 'signedOut'],
    ['device key', 'none', 'post', device, 400, 'badRequest'],
    ['device key', 'foreign', 'post', device, 400, 'badRequest'],
    ['device key', 'none', 'post', person, 403, 'forbidden'],
    ['both', 'foreign', 'post', person, 403, 'forbidden'],
    ['both', 'own', 'post', person, 403, 'forbidden'],
    ['both', 'none', 'post', device, 400, 'badRequest'],
    ['wrong key and cookie', 'own', 'post', person, 401, 'signedOut'],
    ['wrong key and cookie', 'foreign', 'post', person, 401, 'signedOut'],
    ['wrong key and cookie', 'own', 'get', '/rest/v1/user', 401, 'signedOut'],
    ['none', 'none', 'post', person, 401, 'signedOut'],
    ['none', 'foreign', 'post', person, 401, 'signedOut'],
    ['none', 'none', 'post', device, 401, 'signedOut'],
    ['none', 'foreign', 'post', '/rest/v1/auth/login', 403, 'crossSite'],
    ['none', 'none', 'post', '/rest/v1/auth/login', 403, 'crossSite'],
    ['device key', 'foreign', 'post', '/rest/v1/auth/login', 403, 'crossSite'],
    ['none', 'own', 'post', '/rest/v1/auth/login', 400, 'badRequest'],
  ])('%s from %s: %s %s → %i %s', async (credential, origin, method, path, status, code) => {
    const answer = await send(method, path, {
      ...headersOf(credential),
      ...origins[origin],
      'X-Forwarded-For': '10.9.8.7',
    });
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([status, code]);
  });
});

describe('POST /rest/v1/waste-events', () => {
  it.each([
    ['nothing', undefined, 401],
    ['an empty header', '', 401],
    ['another scheme', 'Basic YTpi', 401],
    ['a key that is too short', 'Bearer abc', 401],
    ['two keys', 'Bearer a b', 401],
    ['the scheme in capitals', 'BEARER', 200],
    ['the scheme in small letters', 'bearer', 200],
  ])('with %s', async (_, authorization, status) => {
    const request = supertest(app.app).post('/rest/v1/waste-events');
    if (authorization !== undefined)
      void request.set('Authorization', status === 200 ? `${authorization} ${full.deviceKey}` : authorization);
    const answer = await request.send({ events: [{}] });
    expect(answer.status).toBe(status);
  });
});
