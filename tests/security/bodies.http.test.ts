import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { ZodArray } from 'zod';
import { nameOf, sendTo, signsOut } from '../support/declared-routes';
import { addressIn, keysOf, pathIn, valuesAt } from '../support/full-organisation';
import { browser, newPerson, password, signIn } from '../support/people';
import { routeWalk } from '../support/route-walk';

/** What a caller would like to decide by the way. */
const wishes = {
  id: 1,
  uuid: randomUUID(),
  roles: ['admin'],
  permissions: ['VIEW_CONSOLE'],
  tenantId: 1,
  tenant_number: 1,
  organisation_id: 1,
  organizationId: 1,
  verified: true,
  isAdmin: true,
  status: 'A',
  createdBy: 1,
  created_at: '2020-01-01T00:00:00Z',
  passwordHash: 'x',
  privacyPolicyAccepted: true,
  origin: 'IMPORT',
};

/** Of records whose state is theirs to say: a partner is active or retired. */
const meant: Record<string, string[]> = { 'put /rest/v1/donations/partners/:partnerId': ['status'] };

const { app, full, agent, agentFor, routes } = await routeWalk('Filled');

describe('keys that nobody asked for', () => {
  // ASVS V15.3.1–4, .6, .7
  // Attack: mass assignment
  it('are named as unknown by every call that takes a body', async () => {
    const calls = routes.filter(
      ({ kind, surface, body, upload, access }) =>
        kind === 'call' && surface === 'rest' && body !== undefined && !upload && access !== 'device',
    );
    expect(calls.length).toBeGreaterThan(20);
    for (const route of calls.filter(({ path }) => path !== '/imports/:id/mapping')) {
      // Some take a list of records.
      const body = route.body instanceof ZodArray ? [wishes] : wishes;
      const answer = await sendTo(agentFor(route), route, { url: pathIn(full, route), body });
      // What the address decides already, a body may repeat; and some names are what a call is for.
      const decided = Object.keys(wishes).filter(
        (name) =>
          keysOf(route.body).includes(name) &&
          (route.path.includes(`/:${name}`) || meant[nameOf(route)]?.includes(name)),
      );
      const unknown =
        (answer.body as { fields?: { field: string; code: string }[] }).fields
          ?.filter(({ code }) => code === 'unknownField')
          .map(({ field }) => field.replace(/^0\./, '')) ?? [];
      expect([nameOf(route), answer.status, Object.keys(wishes).filter((name) => !unknown.includes(name))]).toEqual([
        nameOf(route),
        400,
        decided,
      ]);
    }
  });

  it('are unknown in the mapping of an import too, which is checked as a whole', async () => {
    const upload = await agent
      .post('/rest/v1/imports')
      .field('mappingName', 'generic')
      .attach('file', Buffer.from('a,b\n1,2\n'), 'a.csv');
    const answer = await agent
      .put(`/rest/v1/imports/${(upload.body as { id: number }).id}/mapping`)
      .send({ name: 'Own', ...wishes });
    expect(answer.status).toBe(422);
  });

  // Attack: mass assignment
  it('are unknown in every row of a device', async () => {
    const row = {
      clientEventUuid: randomUUID(),
      occurredAt: '2026-03-16T12:00:00Z',
      wasteStageId: 8,
      grossWeight: 1,
      unit: 'kg',
    };
    const answer = await supertest(app.app)
      .post('/rest/v1/waste-events')
      .set('Authorization', `Bearer ${full.deviceKey}`)
      .send({ events: Object.entries(wishes).map(([name, value]) => ({ ...row, [name]: value })) });
    const rows = answer.body.events as { status: string; code: string; field: string }[];
    expect(rows.map(({ status, code, field }) => [status, code, field])).toEqual(
      Object.keys(wishes).map((name) => ['refused', 'unknownField', name]),
    );
  });

  // ASVS V15.3.1–4, .6, .7
  it('go nowhere from a form', async () => {
    for (const route of routes.filter(
      ({ kind, method, body, upload }) => kind === 'page' && method === 'post' && body !== undefined && !upload,
    )) {
      const parsed = route.body?.safeParse(wishes);
      const kept = parsed?.success
        ? Object.keys(parsed.data as object).filter((name) => name in wishes && name !== 'id')
        : [];
      expect([nameOf(route), kept]).toEqual([nameOf(route), []]);
    }
  });

  it('raise nobody: the person has the rights of before', async () => {
    const { login } = await newPerson(app, { organisationId: full.organisationId });
    const climber = await signIn(app, login);
    const before = (await climber.get('/rest/v1/user')).body as object;
    for (const path of ['/rest/v1/user/privacy-policy', '/rest/v1/session/keep-alive'])
      await climber.post(path).send(wishes);
    expect((await climber.get('/rest/v1/user')).body).toEqual(before);
  });
});

describe('the prototype of all objects', () => {
  const clean = () => expect(({} as Record<string, unknown>).polluted).toBeUndefined();

  // ASVS V1.5.2
  // Attack: prototype pollution
  it.each([
    '{"username":"a","password":"b","__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}},"username":"a","password":"b"}',
    '{"username":{"__proto__":{"polluted":1}},"password":"b"}',
    '[{"__proto__":{"polluted":1}}]',
  ])('is out of reach of the body %s', async (body) => {
    const answer = await browser(app).post('/rest/v1/auth/login').set('Content-Type', 'application/json').send(body);
    expect(answer.status).toBe(400);
    clean();
  });

  // ASVS V15.3.1–4, .6, .7
  // Attack: prototype pollution
  it('is out of reach of every query', async () => {
    const query =
      '__proto__[polluted]=1&__proto__.polluted=1&constructor[prototype][polluted]=1&locationId[__proto__][polluted]=1';
    for (const route of routes.filter((one) => one.method === 'get' && one.query !== undefined && !signsOut(one))) {
      const url = addressIn(full, route);
      expect(
        (await sendTo(agent, route, { url: `${url}${url.includes('?') ? '&' : '?'}${query}` })).status,
      ).toBeLessThan(500);
    }
    clean();
  });

  // Attack: prototype pollution
  it.each(['__proto__[polluted]=1', 'constructor.prototype.polluted=1'])(
    'is out of reach of the form %s',
    async (form) => {
      await browser(app).post('/login').type('form').send(form);
      clean();
    },
  );

  // Attack: prototype pollution
  it('is out of reach of a mapping', async () => {
    const mapping =
      '{"version":1,"name":"x","__proto__":{"polluted":1},"dates":{"column":"a","patterns":["iso"]},"constructor":{"prototype":{"polluted":1}}}';
    const answer = await agent
      .post('/rest/v1/imports')
      .field('mapping', mapping)
      .field('__proto__[polluted]', '1')
      .attach('file', Buffer.from('a\n1\n'), 'a.csv');
    expect([400, 422]).toContain(answer.status);
    clean();
  });
});

describe('text that no database can hold', () => {
  // ASVS V2.2.1/2
  it.each(['a\u0000b', 'a\ud800b'])('is refused wherever it is typed: %j', async (text) => {
    const named: string[] = [];
    for (const route of routes.filter(
      ({ kind, method, upload, access }) =>
        kind === 'call' && method !== 'get' && !upload && access !== 'device' && access !== 'public',
    )) {
      const typed = Object.fromEntries(keysOf(route.body).map((name) => [name, text]));
      named.push(...Object.keys(typed));
      const answer = await sendTo(agent, route, { url: pathIn(full, route), body: typed });
      expect([nameOf(route), answer.status < 500]).toEqual([nameOf(route), true]);
    }
    expect(named).toEqual(expect.arrayContaining(['reason', 'siteName', 'deviceName', 'serial']));
    expect(
      (await agent.post(`/rest/v1/imports/${valuesAt(full, 'imports')['imports/:id']}/undo`).send({ reason: text }))
        .status,
    ).toBe(400);
    const mapping = {
      version: 1,
      name: text,
      dates: { column: 'date', patterns: ['iso'] },
      site: { column: 'site' },
      location: { sameAsSite: true },
      stage: { constant: 8 },
      measures: [{ kind: 'weight', name: 'Weight', column: 'kg', unit: 'kg' }],
    };
    const answer = await agent
      .post('/rest/v1/imports')
      .field('mapping', JSON.stringify(mapping))
      .attach('file', Buffer.from('a\n1\n'), 'a.csv');
    expect([answer.status, (answer.body as { fields: { field: string }[] }).fields.map(({ field }) => field)]).toEqual([
      422,
      ['mapping.name'],
    ]);
  });

  it('signs nobody in', async () => {
    expect((await browser(app).post('/rest/v1/auth/login').send({ username: 'a\u0000', password })).status).toBe(400);
  });
});
