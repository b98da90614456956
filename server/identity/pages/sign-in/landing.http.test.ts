import { beforeAll, describe, expect, it } from 'vitest';
import { publishedClient } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, signedInAs, tokenOf } from '../../../../tests/support/people';
import { codeAt, enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;

beforeAll(async () => {
  app = withOwnClock(await testApp());
});

const outside = ['/account/social/success', '/account/oidc/callback', '/account/saml/callback', '/oauth/callback'];

describe.each(outside)('%s', (path) => {
  it('tells nobody to sign in, and stays', async () => {
    const page = await browser(app).get(`${path}?code=abc&redirectUri=https://evil.test`);
    expect([
      page.status,
      page.headers.refresh,
      page.text.includes('href="/account/login"'),
      page.text.includes('href="https://evil.test'),
    ]).toEqual([200, undefined, true, false]);
  });

  it('leads whoever is signed in on after a second', async () => {
    const agent = await signedInAs(app, { organisationId: await newOrganisation(app) });
    const page = await agent.get(path);
    expect([page.status, page.headers.refresh, page.text.includes('href="/home"')]).toEqual([
      200,
      '1; url=/home',
      true,
    ]);
  });
});

it.each(['/account/social/success', '/account/oidc/callback'])(
  '%s lets nobody in by an answer to what nobody has asked',
  async (path) => {
    const agent = browser(app);
    const page = await agent.get(`${path}?code=abc&state=def&redirectUri=https://evil.test`);
    expect([
      page.status,
      page.text.includes('href="https://evil.test'),
      (await agent.get('/rest/v1/user')).status,
    ]).toEqual([401, false, 401]);
  },
);

it('a tenant’s own sign-in page leads to everybody’s, and keeps where somebody wanted to go', async () => {
  const agent = browser(app);
  const page = await agent.get('/account/custom-login?redirectUrl=/deployment-status');
  expect([page.status, page.text.includes('href="/account/login"')]).toEqual([200, true]);
  const { login } = await newPerson(app, {
    organisationId: await newOrganisation(app),
    permissions: ['VIEW_BASE_LPO_PAGE'],
  });
  const form = await agent.get('/login');
  await agent
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(form.text), username: login, password });
  expect((await agent.get('/home')).headers.location).toBe('/deployment-status');
});

it('the landing of an impersonation says that none is under way', async () => {
  for (const agent of [browser(app), await signedInAs(app, { organisationId: await newOrganisation(app) })]) {
    const page = await agent.get('/account/impersonate');
    expect([
      page.status,
      page.headers.refresh,
      page.text.includes('You are not using client view in this browser'),
    ]).toEqual([200, undefined, true]);
  }
});

describe('a step-up', () => {
  it('asks nobody who is not signed in, and comes back to its question', async () => {
    const agent = browser(app);
    expect((await agent.get('/account/step-up?maxAge=60')).headers.location).toBe('/login');
  });

  it('tells whoever has no second factor', async () => {
    const agent = await signedInAs(app, { organisationId: await newOrganisation(app) });
    const page = await agent.get('/account/step-up');
    const answer = await agent
      .post('/account/step-up')
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    expect([
      answer.status,
      answer.text.includes('You have no second factor yet'),
      answer.text.includes('href="/home"'),
    ]).toEqual([422, true, true]);
  });

  it('asks for the second factor once more and goes on to what was wanted', async () => {
    const client = await publishedClient(app);
    const someone = await newPerson(app, {
      organisationId: await newOrganisation(app),
      permissions: ['VIEW_BASE_LPO_PAGE'],
    });
    const at = client.browser();
    await at.signIn(someone);
    const { secret } = await enrolAuthenticator(app, at, someone);
    await client.close();
    app.clock.set(new Date(Date.parse(testNow) + 60_000));
    const entering = await signInWithCode(someone.login, secret);
    app.clock.set(new Date(Date.parse(testNow) + 1_200_000));
    const page = await entering.get('/account/step-up?maxAge=600&redirectUrl=/deployment-status');
    const asked = await entering
      .post('/account/step-up')
      .type('form')
      .send({ _csrf: tokenOf(page.text), maxAge: '600' });
    expect([asked.status, asked.headers.location]).toEqual([303, '/account/login/second-factor']);
    const factor = await entering.get('/account/login/second-factor');
    const proven = await entering
      .post('/account/login/second-factor')
      .type('form')
      .send({ _csrf: tokenOf(factor.text), code: codeAt(secret, app.clock.now()) });
    expect(proven.headers.location).toBe('/home');
    expect((await entering.get('/home')).headers.location).toBe('/deployment-status');
    const fresh = await entering
      .post('/account/step-up')
      .type('form')
      .send({ _csrf: tokenOf(page.text), maxAge: '600' });
    expect([fresh.status, fresh.headers.location]).toEqual([303, '/home']);
  });
});

/** By password and code. */
async function signInWithCode(login: string, secret: string) {
  const agent = browser(app);
  const page = await agent.get('/login');
  await agent
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(page.text), username: login, password });
  const factor = await agent.get('/account/login/second-factor');
  await agent
    .post('/account/login/second-factor')
    .type('form')
    .send({ _csrf: tokenOf(factor.text), code: codeAt(secret, app.clock.now()) });
  return agent;
}
