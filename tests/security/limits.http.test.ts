import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { strangersBytes } from '../../server/platform/http/read-body';
import { declaredRoutes, nameOf, sendTo } from '../support/declared-routes';
import { fullOrganisation, pathIn, type FullPlace } from '../support/full-organisation';
import { browser, signedInAs, tokenOf } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;
let full: FullPlace;

beforeAll(async () => {
  app = await testApp();
  full = await fullOrganisation(app, { mark: 'Limited' });
});

const strangers = () => declaredRoutes(app).filter(({ method, access }) => method !== 'get' && access === 'public');
const manyKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

describe('of somebody who is not signed in', () => {
  it('every body is read up to 16 KB and no further, and up to a limit of its own where answers of identity providers come', async () => {
    expect(strangers().length).toBeGreaterThan(6);
    expect(
      strangers()
        .filter(({ strangersBody }) => strangersBody)
        .map(nameOf),
    ).toEqual(['post /identity/resources/auth/v1/user/saml/postlogin', 'post /auth/saml/callback']);
    for (const route of strangers()) {
      const bytes = route.strangersBody?.bytes ?? strangersBytes;
      const answer = await sendTo(browser(app), route, { url: pathIn(full, route), body: { text: 'x'.repeat(bytes) } });
      expect([nameOf(route), answer.status]).toEqual([nameOf(route), 413]);
    }
  });

  it('no compressed body is unpacked', async () => {
    const bomb = gzipSync(JSON.stringify(manyKeys(200_000)));
    for (const route of strangers()) {
      const answer = await browser(app)
        [route.method](pathIn(full, route))
        .set('Content-Type', 'application/json')
        .set('Content-Encoding', 'gzip')
        .serialize((body: unknown) => body as string)
        .send(bomb.subarray(0, strangersBytes - 1) as unknown as string);
      expect([nameOf(route), answer.status]).toEqual([nameOf(route), 415]);
    }
  });

  it('at most a hundred problems are found and said', async () => {
    const answer = await browser(app).post('/rest/v1/auth/login').send(manyKeys(900));
    expect([answer.status, (answer.body as { fields: unknown[] }).fields.length]).toEqual([400, 100]);
  });

  it('more than a thousand members of one object are refused before any of them is looked at', async () => {
    const answer = await browser(app).post('/rest/v1/auth/login').send(manyKeys(1_100));
    expect([answer.status, (answer.body as { fields: { code: string }[] }).fields.map(({ code }) => code)]).toEqual([
      400,
      ['tooMuchAtOnce'],
    ]);
  });

  it('values in each other beyond forty levels are refused', async () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 60; depth += 1) nested = { nested };
    const answer = await browser(app).post('/rest/v1/auth/login').send({ username: nested, password: 'x' });
    expect([answer.status, (answer.body as { fields: { code: string }[] }).fields.map(({ code }) => code)]).toEqual([
      400,
      ['tooMuchAtOnce'],
    ]);
  });
});

describe('of a device', () => {
  const events = (count: number) => ({
    events: Array.from({ length: count }, () => ({
      clientEventUuid: randomUUID(),
      occurredAt: '2026-03-16T12:00:00Z',
      wasteStageId: 8,
      grossWeight: 1,
      unit: 'kg',
      note: 'x'.repeat(200),
    })),
  });
  const send = (body: Buffer) =>
    supertest(app.app)
      .post('/rest/v1/waste-events')
      .set('Authorization', `Bearer ${full.deviceKey}`)
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', 'gzip')
      .serialize((given: unknown) => given as string)
      .send(body as unknown as string);

  it('a compressed batch is taken', async () => {
    const answer = await send(gzipSync(JSON.stringify(events(300))));
    expect([answer.status, (answer.body as { events: unknown[] }).events.length]).toEqual([200, 300]);
  });

  it('one that expands beyond 2 MB is refused, however small it came', async () => {
    const bomb = gzipSync(JSON.stringify({ events: ['x'.repeat(3_000_000)] }));
    expect(bomb.length).toBeLessThan(16_000);
    expect((await send(bomb)).status).toBe(413);
  });
});

describe('of somebody signed in', () => {
  it('an ordinary body is read up to 100 KB, and none is unpacked', async () => {
    const agent = await signedInAs(app, { organisationId: full.organisationId });
    expect((await agent.post('/rest/v1/session/keep-alive').send({ text: 'x'.repeat(101 * 1024) })).status).toBe(413);
    const packed = await agent
      .post('/rest/v1/session/keep-alive')
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', 'gzip')
      .serialize((given: unknown) => given as string)
      .send(gzipSync('{}') as unknown as string);
    expect(packed.status).toBe(415);
  });
});

describe('the token of a form', () => {
  it('of one session is worth nothing in another of the same browser', async () => {
    const agent = await signedInAs(app, { organisationId: full.organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    const token = tokenOf((await agent.get('/home')).text);
    await agent.post('/rest/v1/auth/logout');
    const next = await signedInAs(app, { organisationId: full.organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await next.post('/logout').type('form').send({ _csrf: token })).status).toBe(403);
    const own = await next.get('/home');
    expect(
      (
        await next
          .post('/logout')
          .type('form')
          .send({ _csrf: tokenOf(own.text) })
      ).status,
    ).toBe(303);
  });

  it('stands in no name, whatever somebody calls a site', async () => {
    await app.db
      .updateTable('site')
      .set({ name: 'CSRF-TOKEN-OF-THIS-PAGE <!--island:0--> CONTENT-OF-THIS-PAGE' })
      .where('id', '=', full.siteId)
      .execute();
    const agent = await signedInAs(app, { organisationId: full.organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    const { text } = await agent.get('/deployment-status?wasteStageId=all');
    expect(text).toContain('CSRF-TOKEN-OF-THIS-PAGE &lt;!--island:0--&gt; CONTENT-OF-THIS-PAGE');
  });
});
