import type { Agent } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser,
  newOrganisation,
  newPerson,
  password,
  signedInAs,
  tokenOf,
  type Person,
} from '../../../../tests/support/people';
import { codeAt, secretOf, sentCode } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app);
});

const page = '/account/login/second-factor';
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const code = (secret: string) => codeAt(secret, app.clock.now());
const own = '/identity/resources/users/v1/mfa';

/** Somebody with an authenticator. */
async function enrolled(): Promise<{ person: Person; secret: string; recoveryCode: string }> {
  app.clock.set(testNow);
  const agent = await signedInAs(app, { organisationId });
  await agent.post(`${own}/enroll`).send({}).expect(200);
  const secret = await secretOf(app, agent.person);
  const {
    body: { recoveryCode },
  } = await agent
    .post(`${own}/enroll/verify`)
    .send({ token: code(secret) })
    .expect(200);
  after(60);
  return { person: agent.person, secret, recoveryCode };
}

/** The sign-in page's form, as a browser without scripts sends it. */
async function withPassword(person: Person, agent: Agent = browser(app)): Promise<Agent> {
  const form = await agent.get('/login');
  const answer = await agent
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(form.text), username: person.login, password });
  expect([answer.status, answer.headers.location]).toEqual([303, page]);
  return agent;
}

async function send(agent: Agent, path: string, fields: Record<string, string>) {
  const { text } = await agent.get(page);
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(text), ...fields });
}
const isIn = async (agent: Agent) => (await agent.get('/rest/v1/user')).status === 200;

describe('the page of the second proof', () => {
  it('stands between the password and the session, and lets in by the right code', async () => {
    const { person, secret } = await enrolled();
    const agent = await withPassword(person);
    expect(await isIn(agent)).toBe(false);
    const wrong = await send(agent, page, { code: '000000' });
    expect([wrong.status, wrong.text.includes('The code is incorrect.'), await isIn(agent)]).toEqual([
      422,
      true,
      false,
    ]);
    const right = await send(agent, page, { code: code(secret) });
    expect([right.status, right.headers.location, await isIn(agent)]).toEqual([303, '/home', true]);
    const set = [right.headers['set-cookie']].flat().join('\n');
    expect(set).toMatch(/tare-sign-in=;/);
    expect(set).not.toMatch(/tare-known-browser/);
  });

  it('keeps its token where no script reads it, for ten minutes', async () => {
    const { person } = await enrolled();
    const agent = browser(app);
    const form = await agent.get('/login');
    const answer = await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(form.text), username: person.login, password });
    const set = [answer.headers['set-cookie']].flat().find((one) => one?.startsWith('tare-sign-in='));
    expect(set).toMatch(/^tare-sign-in=[\w-]{43}; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect((await agent.get(page)).text).not.toContain(/tare-sign-in=([\w-]{43})/.exec(set ?? '')?.[1]);
    after(60 + 600);
    const late = await agent.get(page);
    expect([late.status, late.headers.location]).toEqual([303, '/login?over=1']);
    expect((await agent.get('/login?over=1')).text).toContain('took too long');
  });

  it('leads who has no sign-in in progress to the sign-in', async () => {
    const agent = browser(app);
    expect((await agent.get(page)).headers.location).toBe('/login?over=1');
    const { text } = await agent.get('/login');
    const answer = await agent
      .post(page)
      .type('form')
      .send({ _csrf: tokenOf(text), code: '123456' });
    expect(answer.headers.location).toBe('/login?over=1');
  });

  it('says after five wrong codes how long to wait', async () => {
    const { person, secret } = await enrolled();
    const agent = await withPassword(person);
    for (let at = 0; at < 5; at += 1) await send(agent, page, { code: '000000' });
    const answer = await send(agent, page, { code: code(secret) });
    expect([answer.status, /Try again in \d+ seconds/.test(answer.text), await isIn(agent)]).toEqual([
      429,
      true,
      false,
    ]);
  });

  it('remembers the browser that is ticked', async () => {
    const { person, secret } = await enrolled();
    const agent = await withPassword(person);
    await send(agent, page, { code: code(secret), rememberDevice: 'on' });
    const home = await agent.get('/home');
    await agent
      .post('/logout')
      .type('form')
      .send({ _csrf: tokenOf(home.text) });
    const form = await agent.get('/login');
    const answer = await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(form.text), username: person.login, password });
    expect(answer.headers.location).toBe('/home');
  });

  it('sends a code to the mailbox or the phone of whoever has chosen them', async () => {
    const { person } = await enrolled();
    const phone = '+12125559876';
    const { id } = await app.db
      .insertInto('identity.phone_factor')
      .values({ user_id: person.userId, phone, created_at: new Date(testNow) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('identity.second_factor')
      .set({ email_since: new Date(testNow) })
      .where('user_id', '=', person.userId)
      .execute();
    for (const [fields, target] of [
      [{}, person.login],
      [{ deviceId: id }, phone],
    ] as const) {
      const agent = await withPassword(person);
      expect((await agent.get(page)).text).not.toContain(phone);
      const sent = await send(agent, `${page}/code`, fields);
      const otcToken = /name="otcToken" value="([^"]+)"/.exec(sent.text)?.[1] ?? '';
      expect([sent.status, otcToken.length]).toEqual([200, 43]);
      const wrong = await send(agent, page, { ...fields, otcToken, code: 'x' });
      expect([wrong.status, wrong.text.includes(otcToken)]).toEqual([422, true]);
      const right = await send(agent, page, { ...fields, otcToken, code: await sentCode(app, target) });
      expect([right.status, await isIn(agent)]).toEqual([303, true]);
    }
  });

  it('is what a program is told of by /rest/v1/auth/login', async () => {
    const { person } = await enrolled();
    const agent = browser(app);
    const answer = await agent.post('/rest/v1/auth/login').send({ username: person.login, password });
    expect([answer.status, answer.body.mfaRequired, await isIn(agent)]).toEqual([200, true, false]);
  });
});

describe('an organization that forces a second factor', () => {
  // ASVS V6.3.3
  it.each([
    ['en_US', 'Your recovery codes'],
    ['de_DE', 'Ihre Wiederherstellungscodes'],
    ['es_ES', 'Sus códigos de recuperación'],
    ['fr_FR', 'Vos codes de récupération'],
  ] as const)('has it set up on the way in, in %s', async (locale, words) => {
    app.clock.set(testNow);
    const tenant = await newOrganisation(app);
    await app.db
      .insertInto('identity.mfa_policy')
      .values({ tenant_number: tenant, enforce: 'Force', created_at: new Date(testNow), updated_at: new Date(testNow) })
      .execute();
    const person = await newPerson(app, { organisationId: tenant, locale });
    const agent = await withPassword(person, browser(app).set('Accept-Language', locale.slice(0, 2)));
    const shown = (await agent.get(page)).text;
    const secret = /<code[^>]*>([A-Z2-7]{32})<\/code>/.exec(shown)?.[1] ?? '';
    expect([
      /<img [^>]*src="data:image\/png;base64,/.test(shown),
      secret.length,
      (await agent.get(page)).text.includes(secret),
    ]).toEqual([true, 32, true]);
    expect((await send(agent, `${page}/enrolment`, { code: '000000' })).status).toBe(422);
    // No session, no page: the factor comes first.
    expect((await agent.get('/home')).headers.location).toBe('/login');
    const done = await send(agent, `${page}/enrolment`, { code: code(secret) });
    const recoveryCode = /<code[^>]*>([A-Z2-7-]{31})<\/code>/.exec(done.text)?.[1] ?? '';
    expect([done.status, recoveryCode.length, done.text.includes(words), await isIn(agent)]).toEqual([
      200,
      31,
      true,
      true,
    ]);
    after(60);
    const next = await withPassword(person);
    expect((await next.get(page)).text).not.toContain('data:image/png');
    expect((await send(next, page, { code: code(secret) })).status).toBe(303);
  });
});
