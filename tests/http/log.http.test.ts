import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { loggedApp, type LoggedApp } from '../support/other-app';
import { browser, newOrganisation, newPerson, password, signIn, tokenOf, unique } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;
let watched: LoggedApp;
let organisationId: number;

beforeAll(async () => {
  app = await testApp();
  watched = loggedApp(app);
  organisationId = await newOrganisation(app);
});

const plant = () => `planted${randomUUID().replaceAll('-', '')}`;

describe('the log', () => {
  it('has a line for each request: its id, who asked, the route, the status, the time', async () => {
    const person = await newPerson(app, { organisationId, permissions: ['EDIT_TRANSACTIONS'] });
    const agent = await signIn(watched, person.login);
    const answer = await agent.put('/rest/v1/waste-events/918273').send({});
    const line = watched.logged().find(({ requestId }) => requestId === answer.headers['x-request-id']);
    expect(line).toEqual({
      level: 30,
      time: expect.any(String),
      msg: 'request completed',
      requestId: answer.headers['x-request-id'],
      method: 'PUT',
      route: '/rest/v1/waste-events/:id',
      status: answer.status,
      ms: expect.any(Number),
      userId: person.userId,
      organisationId,
    });
    const visit = await supertest(watched.app).get('/login');
    const unknown = watched.logged().find(({ requestId }) => requestId === visit.headers['x-request-id']);
    expect(unknown).not.toHaveProperty('userId');
  });

  // ASVS V16.2.5, V16.3.1–3, V16.4.1
  it('holds no secret and nothing that a person typed, whatever way they go', async () => {
    const person = await newPerson(app, {
      organisationId,
      permissions: ['EDIT_TRANSACTIONS', 'EDIT_SITES', 'VIEW_DATA_MANAGER'],
    });
    const planted = {
      wrong: plant(),
      search: plant(),
      link: plant(),
      key: plant(),
      path: plant(),
      body: plant(),
      agent: plant(),
      referer: plant(),
      unknownName: `${plant()}@tare.test`,
    };
    const agent = await signIn(watched, person.login);
    const entered = await browser(watched).post('/rest/v1/auth/login').send({ username: person.login, password });
    const session = /tare-session=([^;]+)/.exec(String(entered.headers['set-cookie']))?.[1] ?? '';
    expect(session.length).toBeGreaterThan(20);
    await supertest(watched.app).get('/home').set('Cookie', `tare-session=${session}`);

    for (const username of [person.login, planted.unknownName]) {
      const visitor = browser(watched);
      const page = await visitor
        .get('/login')
        .set('User-Agent', planted.agent)
        .set('Referer', `http://tare.test/${planted.referer}`);
      await visitor
        .post('/login')
        .type('form')
        .send({ _csrf: tokenOf(page.text), username, password: planted.wrong });
      await visitor.post('/rest/v1/auth/login').send({ username, password: planted.wrong });
      const forgot = await visitor.get('/forgot-password');
      await visitor
        .post('/forgot-password')
        .type('form')
        .send({ _csrf: tokenOf(forgot.text), email: username });
    }
    await watched.runJobs();
    await browser(watched).get('/dev/outbox').set('X-Forwarded-For', '127.0.0.1').set('Accept', 'application/json');
    const { payload } = await app.db
      .selectFrom('outbox')
      .select('payload')
      .where('target', '=', person.login)
      .executeTakeFirstOrThrow();
    const mailed = /password-reset\?token=([\w-]+)/.exec(JSON.stringify(payload))?.[1] ?? '';
    expect(mailed).not.toBe('');
    const reset = browser(watched);
    for (const token of [mailed, planted.link]) {
      const page = await reset.get(`/password-reset?token=${token}`);
      await reset
        .post('/password-reset')
        .type('form')
        .send({ _csrf: tokenOf(page.text), token, password: planted.body, repeatPassword: `${planted.body}x` });
    }
    await agent
      .get('/rest/v1/waste-events')
      .query({ search: planted.search, itemName: planted.search, sort: planted.search });
    await agent.get(`/sites?search=${planted.search}`);
    await agent.get(`/${planted.path}/${person.login}?token=${planted.link}`);
    await agent.post('/rest/v1/waste-events/manual').send({ note: planted.body, clientEventUuid: planted.body });
    await agent
      .post('/rest/v1/waste-events/manual')
      .set('Content-Type', 'application/json')
      .send(`{"note": "${planted.body}`);
    await supertest(watched.app)
      .post('/rest/v1/waste-events')
      .set('Authorization', `Bearer ${planted.key}`)
      .send({ events: [{ note: planted.body }] });

    const lines = watched.logged();
    const text = JSON.stringify(lines);
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.map(({ msg }) => msg)).toContain('sign-in refused');
    const secrets = { ...planted, mailed, password, login: person.login, session };
    for (const [what, secret] of Object.entries(secrets)) expect(text.includes(secret), what).toBe(false);
    expect(text).not.toMatch(/cookie|authorization|user-agent/i);
  });

  // ASVS V16.2.5, V16.3.1–3, V16.4.1
  it('cannot be given a second line by what somebody sends', async () => {
    const before = watched.logged().length;
    const answer = await supertest(watched.app)
      .get(`/${encodeURIComponent(unique('a\r\n{"level":50}'))}`)
      .set('X-Request-Id', 'forged');
    expect(watched.logged().length).toBe(before + 1);
    expect(answer.headers['x-request-id']).not.toBe('forged');
  });
});
