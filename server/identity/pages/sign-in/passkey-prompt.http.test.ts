import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { otherApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, tokenOf, type Person } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { isPasskeyPrompted } from '../../ways-in/passkey/passkey-prompt.service';

const prompt = '/account/login/passkey-prompt';

let app: TestApp;
let someone: Person;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  someone = await newPerson(app, { organisationId: await newOrganisation(app), permissions: ['VIEW_BASE_LPO_PAGE'] });
});

/** Signs in by the login box, in a browser whose script said what it can. @returns where it led */
async function enter(able: boolean, { at = app, address = '/account/login', agent = browser(at) } = {}) {
  const first = await agent.get(address);
  const second = await agent
    .post('/account/login')
    .type('form')
    .send({ _csrf: tokenOf(first.text), email: someone.login });
  if (able) agent.jar.setCookie('passkeys-offered=able; path=/account/login', '127.0.0.1', '/account/login');
  const answer = await agent
    .post('/account/login/password')
    .type('form')
    .send({ _csrf: tokenOf(second.text), email: someone.login, password });
  return { agent, to: answer.headers.location };
}
const addPasskey = () =>
  app.db
    .insertInto('identity.passkey')
    .values({
      user_id: someone.userId,
      credential_id: Buffer.from(someone.login),
      public_key: Buffer.alloc(77),
      counter: 0,
      device_type: 'Platform',
      name: 'Phone',
      created_at: app.clock.now(),
    })
    .execute();

describe('after a sign-in by the login box', () => {
  it('somebody without a passkey is asked, and goes on to where they wanted', async () => {
    const agent = browser(app);
    expect((await agent.get('/deployment-status')).headers.location).toBe('/login');
    const { to } = await enter(true, { agent });
    expect(to).toBe(prompt);
    const page = await agent.get(prompt);
    expect([page.status, page.text.includes('Sign in without a password next time')]).toEqual([200, true]);
    const answer = await agent
      .post(prompt)
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    expect([answer.status, answer.headers.location]).toEqual([303, '/home']);
    expect((await agent.get('/home')).headers.location).toBe('/deployment-status');
  });

  it('is asked again the next time, unless they said no for good', async () => {
    const { agent } = await enter(true);
    const later = await agent.get(prompt);
    expect(
      (
        await agent
          .post(prompt)
          .type('form')
          .send({ _csrf: tokenOf(later.text) })
      ).status,
    ).toBe(303);
    const second = await enter(true);
    expect(second.to).toBe(prompt);
    const never = await second.agent.get(prompt);
    expect(
      (
        await second.agent
          .post(prompt)
          .type('form')
          .send({ _csrf: tokenOf(never.text), never: 'on' })
      ).status,
    ).toBe(303);
    expect((await enter(true)).to).toBe('/home');
    expect((await second.agent.get(prompt)).headers.location).toBe('/home');
  });

  it('nobody is asked in a browser that said nothing, as one without scripts', async () => {
    expect((await enter(false)).to).toBe('/home');
  });

  it('nobody is asked who has a passkey', async () => {
    await addPasskey();
    const { agent, to } = await enter(true);
    expect([to, (await agent.get(prompt)).headers.location]).toEqual(['/home', '/home']);
  });

  it('nobody is asked where the flag is off', async () => {
    const { identity } = app.resources.config;
    const off = otherApp(app, {
      config: { identity: { ...identity, flags: identity.flags.filter((flag) => flag !== 'show-passkeys-new') } },
    });
    const { agent, to } = await enter(true, { at: off });
    expect([to, (await agent.get(prompt)).headers.location]).toEqual(['/home', '/home']);
  });
});

it('nobody is asked who would have to prove themselves first', async () => {
  await enter(false);
  const { id: sessionId } = await app.db
    .selectFrom('identity.session')
    .select('id')
    .where('user_id', '=', someone.userId)
    .executeTakeFirstOrThrow();
  const isAsked = async (amr: string[], provedAt: Date | null = null) => {
    await app.db
      .updateTable('identity.session')
      .set({ amr, provider_proof_at: provedAt })
      .where('id', '=', sessionId)
      .execute();
    return isPasskeyPrompted(app.db, { sessionId, offered: true }, app.resources.config);
  };
  expect([
    await isAsked(['pwd']),
    await isAsked(['sso', 'otp', 'mfa']),
    await isAsked(['sso'], app.clock.now()),
    await isAsked(['sso']),
    await isAsked(['social']),
  ]).toEqual([true, true, true, false, false]);
});

it('is shown to nobody who has not signed in', async () => {
  expect((await browser(app).get(prompt)).headers.location).toBe('/account/login');
  const agent = browser(app);
  const page = await agent.get('/account/login');
  expect(
    (
      await agent
        .post(prompt)
        .type('form')
        .send({ _csrf: tokenOf(page.text), never: 'on' })
    ).headers.location,
  ).toBe('/account/login');
});
