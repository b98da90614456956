import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { rotateDeviceKey } from '../../server/domain/places/device-key.store';
import { metricsServer } from '../../server/platform/http/health';
import { addressOf } from '../../server/platform/http/surface';
import { createMetrics } from '../../server/platform/metrics';
import { declaredRoutes } from '../support/declared-routes';
import { addLocation, addSite } from '../support/factories';
import { loggedApp, type LoggedApp } from '../support/other-app';
import { newOrganisation, newPerson, browser, signIn, tokenOf } from '../support/people';
import { databaseApart } from '../support/scratch-database';
import { testApp, type TestApp } from '../support/test-app';

const token = 'the token of the metrics, long enough for anybody';

let app: TestApp;
let watched: LoggedApp;
let organisationId: number;

beforeAll(async () => {
  app = await testApp();
  watched = loggedApp(app, { config: { metrics: { port: undefined, token } } });
  organisationId = await newOrganisation(app);
});

const scrape = (of: Express = watched.app) => supertest(of).get('/metrics').set('Authorization', `Bearer ${token}`);

/** The value of one series, and 0 where there is none. */
function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

const labelsOf = (text: string, label: string) => [
  ...new Set([...text.matchAll(new RegExp(`[{,]${label}="([^"]*)"`, 'g'))].map((match) => match[1] ?? '')),
];

describe('the metrics', () => {
  it('are an unknown address for visitors, for people who are signed in and with a wrong token', async () => {
    const { login } = await newPerson(app, { organisationId, permissions: ['VIEW_CONSOLE'] });
    const person = await signIn(watched, login);
    const asked = (address: string) => [
      supertest(watched.app).get(address),
      person.get(address),
      ...['Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token} `.repeat(2)].map((value) =>
        supertest(watched.app).get(address).set('Authorization', value),
      ),
    ];
    const said = async (address: string) =>
      (await Promise.all(asked(address))).map(({ status, body }) => [status, body.code]);
    expect(await said('/metrics')).toEqual(await said('/dev/nothing-here'));
    for (const answer of await Promise.all(asked('/metrics'))) {
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('tare_');
    }
  });

  it('are nowhere when no token and no port are set', async () => {
    expect((await scrape(app.app)).status).toBe(404);
    expect((await scrape(app.app)).text).not.toContain('tare_');
  });

  it('have every name, for whoever has the token', async () => {
    const answer = await scrape();
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const name of [
      'tare_build_info',
      'tare_http_request_duration_seconds',
      'tare_database_connections',
      'tare_database_figures_read',
      'tare_jobs',
      'tare_jobs_oldest_seconds',
      'tare_rollup_dirty_weeks',
      'tare_rollup_lag_seconds',
      'tare_mails_waiting',
      'tare_outbox_oldest_seconds',
      'tare_mails_total',
      'tare_sign_ins_total',
      'tare_ingest_rows_total',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ])
      expect(answer.text, name).toMatch(new RegExp(`^# TYPE ${name} `, 'm'));
    expect(valueOf(answer.text, 'tare_database_figures_read')).toBe(1);
    for (const state of ['total', 'idle', 'waiting'])
      expect(answer.text).toContain(`tare_database_connections{pool="work",state="${state}"}`);
    for (const state of ['waiting', 'active', 'parked'])
      expect(answer.text).toContain(`tare_jobs{job="password.send-link",state="${state}"}`);
    for (const state of ['waiting', 'parked'])
      expect(answer.text).toContain(`tare_outbox_items{channel="mail",state="${state}"}`);
  });

  it('name a route by its pattern, and every other address by one word', async () => {
    const planted = `planted-${randomUUID()}`;
    const { login } = await newPerson(app, { organisationId, permissions: ['EDIT_TRANSACTIONS'] });
    const person = await signIn(watched, login);
    await person.put('/rest/v1/waste-events/918273').send({});
    await person.get(`/${planted}?search=${planted}`);
    await supertest(watched.app).get(`/assets/${planted}.js`);
    await supertest(watched.app).get('/%E0%A4%A');
    await supertest(watched.app).get('/healthz');
    const { text } = await scrape();
    const routes = labelsOf(text, 'route');
    const declared = new Set(declaredRoutes(app).map(addressOf));
    expect(routes).toEqual(
      expect.arrayContaining(['/rest/v1/waste-events/:id', '/login', '/healthz', '/assets', 'none']),
    );
    // Of a declared name a number may be part, as of the icons.
    expect(routes.filter((route) => /\d{3,}|planted|\?/.test(route) && !declared.has(route))).toEqual([]);
    expect(text).not.toMatch(new RegExp(`planted|${login}`));
    expect(
      labelsOf(text, 'method').every((method) => /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|other)$/.test(method)),
    ).toBe(true);
    expect(labelsOf(text, 'status').every((status) => /^([1-5]xx|cut)$/.test(status))).toBe(true);
  });

  it('count sign-ins by their outcome', async () => {
    const { login } = await newPerson(app, { organisationId });
    const before = (await scrape()).text;
    await signIn(watched, login);
    const agent = browser(watched);
    const page = await agent.get('/login');
    await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(page.text), username: login, password: 'wrong' });
    const after = (await scrape()).text;
    for (const outcome of ['accepted', 'refused']) {
      const series = `tare_sign_ins_total{outcome="${outcome}"}`;
      expect(valueOf(after, series) - valueOf(before, series), outcome).toBe(1);
    }
  });

  it('count the rows of a device by what became of them', async () => {
    const siteId = await addSite(app, { organisationId });
    const locationId = await addLocation(app, { organisationId, siteId });
    const device = await app.db
      .insertInto('device')
      .values({ organisation_id: organisationId, serial: randomUUID(), name: 'Scale', location_id: locationId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const key = await app.db
      .transaction()
      .execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId: device.id }));
    const event = (more: object = {}) => ({
      clientEventUuid: randomUUID(),
      occurredAt: '2026-03-16T12:30:00-04:00',
      wasteStageId: 8,
      grossWeight: 2.5,
      unit: 'kg',
      ...more,
    });
    const same = event();
    const before = (await scrape()).text;
    await supertest(watched.app)
      .post('/rest/v1/waste-events')
      .set('Authorization', `Bearer ${key}`)
      .send({ events: [event(), same, same, event({ unit: 'stone' })] });
    const after = (await scrape()).text;
    const grown = ['taken', 'known', 'refused'].map((outcome) => {
      const series = `tare_ingest_rows_total{way="device",outcome="${outcome}"}`;
      return valueOf(after, series) - valueOf(before, series);
    });
    expect(grown).toEqual([2, 1, 1]);
  });
});

describe('on a port of their own', () => {
  async function served(metricsToken: string | undefined) {
    const server = metricsServer({ metrics: app.resources.metrics, metricsToken });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const asking = supertest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return { asking, close: () => new Promise((done) => server.close(done)) };
  }

  it('are there for this machine, and nothing else is', async () => {
    const { asking, close } = await served(undefined);
    expect((await asking.get('/metrics')).text).toContain('tare_build_info');
    for (const path of ['/', '/login', '/healthz', '/rest/v1/config'])
      expect((await asking.get(path)).status, path).toBe(404);
    await close();
  });

  it('ask for the token where one is set', async () => {
    const { asking, close } = await served(token);
    const refused = await asking.get('/metrics').set('Authorization', 'Bearer wrong');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await asking.get('/metrics').set('Authorization', `Bearer ${token}`)).status).toBe(200);
    await close();
  });
});

describe('figures from the database', () => {
  const figure = {
    gauges: [{ name: 'tare_test_figure', help: 'A figure.' }],
    labels: [],
    read: async () => [{ tare_test_figure: 7 }],
  };

  it('are left out, and nobody waits for long, while every connection is taken', async () => {
    const { database, drop } = await databaseApart();
    const metrics = createMetrics({ database, build: 'test', measures: [figure] });
    const taken = await Promise.all(
      Array.from({ length: database.pool.options.max ?? 1 }, () => database.pool.connect()),
    );
    const texts = await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
    for (const text of texts) {
      expect(valueOf(text, 'tare_database_figures_read')).toBe(0);
      expect(text).not.toMatch(/^tare_test_figure /m);
    }
    // Three who ask cost one place in the queue.
    expect(database.pool.waitingCount).toBe(1);
    for (const client of taken) client.release();
    await expect.poll(async () => valueOf(await metrics.text(), 'tare_test_figure'), { timeout: 5_000 }).toBe(7);
    await drop();
  });

  it('are left out when reading them fails', async () => {
    const { database, drop } = await databaseApart();
    const broken = { ...figure, read: () => Promise.reject(new Error('no')) };
    const text = await createMetrics({ database, build: 'test', measures: [broken] }).text();
    expect(valueOf(text, 'tare_database_figures_read')).toBe(0);
    expect(text).not.toMatch(/^tare_test_figure /m);
    await drop();
  });
});
