import type { Agent } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, signedInAs, tokenOf } from '../../../../tests/support/people';
import { codeAt, secretOf, sentCode } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app);
});

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const factors = '/account/second-factors';
const stale = 301;

async function somebody() {
  app.clock.set(testNow);
  return signedInAs(app, { organisationId });
}

async function send(agent: Agent, path: string, fields: Record<string, string> = {}) {
  const { text } = await agent.get('/account/password');
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(text), ...fields });
}
const valueOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
const confirm = (to: string) => `/account/confirm?to=${encodeURIComponent(to)}`;

/** Sets an authenticator up by the screens. @returns its secret and the recovery code */
async function setUp(agent: Awaited<ReturnType<typeof somebody>>) {
  const begun = await send(agent, `${factors}/authenticator`);
  expect([begun.status, begun.text.includes('data:image/')]).toEqual([200, true]);
  const secret = await secretOf(app, agent.person);
  expect(begun.text).toContain(secret);
  const shown = await send(agent, `${factors}/authenticator/verify`, { code: codeAt(secret, app.clock.now()) });
  return { secret, recoveryCode: shown.text.match(/<code[^>]*>([A-Z2-7-]+)<\/code>/)?.[1] ?? '' };
}

describe('a browser that was left open', () => {
  // ASVS V7.5.1/2
  it.each([
    ['phone-numbers', { phoneNumber: '+12125550142' }, '/account/phone-numbers'],
    ['second-factors/authenticator', {}, `${factors}/authenticator`],
    ['second-factors/sms', { phoneNumber: '+12125550142' }, `${factors}/sms`],
  ])('%s: is asked who sits there', async (path, fields, to) => {
    const agent = await somebody();
    after(stale);
    const refused = await send(agent, `/account/${path}`, fields);
    expect([refused.status, refused.headers.location]).toEqual([303, confirm(to)]);
  });

  it.each([[`${factors}/authenticator`], [`${factors}/sms`]])('%s: leads to the question at once', async (path) => {
    const agent = await somebody();
    expect((await agent.get(path)).status).toBe(200);
    after(stale);
    expect((await agent.get(path)).headers.location).toBe(confirm(path));
  });

  it('goes on where it was once the password is right, under a new id', async () => {
    const agent = await somebody();
    after(stale);
    const asked = await agent.get(confirm('/account/phone-numbers'));
    expect([asked.status, asked.text.includes('type="password"')]).toEqual([200, true]);
    const wrong = await send(agent, '/account/confirm', { to: '/account/phone-numbers', password: 'not this one' });
    expect([wrong.status, wrong.text.includes('Your current password is incorrect.')]).toEqual([422, true]);
    expect((await send(agent, '/account/phone-numbers', { phoneNumber: '+12125550143' })).headers.location).toBe(
      confirm('/account/phone-numbers'),
    );
    const right = await send(agent, '/account/confirm', { to: '/account/phone-numbers', password });
    expect([right.status, right.headers.location]).toEqual([303, '/account/phone-numbers']);
    expect([right.headers['set-cookie']].flat().join()).toContain('tare-session=');
    expect((await send(agent, '/account/phone-numbers', { phoneNumber: '+12125550143' })).status).toBe(200);
  });

  it.each([
    ['https://elsewhere.test/'],
    ['//elsewhere.test/account/'],
    ['/logout'],
    ['/account/../logout'],
    ['/oauth/logout?x=1'],
    ['/account/confirm'],
    [''],
  ])('is led to no other site, and nowhere where something happens: %j', async (to) => {
    const agent = await somebody();
    expect(valueOf((await agent.get(confirm(to))).text, 'to')).toBe('/account/profile');
    expect((await send(agent, '/account/confirm', { to, password })).headers.location).toBe('/account/profile');
  });

  it('gets a code by mail where there is no password', async () => {
    const agent = await somebody();
    await app.db
      .updateTable('identity.user')
      .set({ password_hash: null })
      .where('id', '=', agent.person.userId)
      .execute();
    after(stale);
    const to = '/account/passkeys';
    expect((await send(agent, '/account/confirm', { to, password })).status).toBe(422);
    const sent = await send(agent, '/account/confirm/code', { to });
    expect(sent.text).toContain(agent.person.login);
    const given = { to, otcToken: valueOf(sent.text, 'otcToken') };
    expect((await send(agent, '/account/confirm/verify', { ...given, code: '1' })).text).toContain(
      'The code is incorrect.',
    );
    expect(
      (await send(agent, '/account/confirm/verify', { ...given, code: await sentCode(app, agent.person.login) }))
        .headers.location,
    ).toBe(to);
    expect((await agent.get(to)).text).toContain('data-island="identity/add-passkey"');
  });
});

describe('an authenticator', () => {
  it('is set up, asked for at the next sign-in, and turned off by a fresh proof of it', async () => {
    const agent = await somebody();
    const { secret, recoveryCode } = await setUp(agent);
    expect(recoveryCode).toMatch(/^[A-Z2-7]{5}(-[A-Z2-7]{1,5}){4,}$/);
    after(60);
    const shown = (await agent.get(factors)).text;
    const off = shown.match(/\/account\/second-factors\/authenticator\/[\da-f-]{36}\/off/)?.[0] ?? '';
    expect((await send(agent, off)).headers.location).toBe(confirm(factors));
    // By the password alone nobody gets past it.
    expect((await send(agent, '/account/confirm', { to: factors, password })).text).toContain(
      'You’ll use your second factor',
    );
    const asked = await send(agent, '/account/confirm', { to: factors });
    expect(asked.headers.location).toBe('/account/login/second-factor');
    const page = await agent.get('/account/login/second-factor');
    const proven = await agent
      .post('/account/login/second-factor')
      .type('form')
      .send({ _csrf: tokenOf(page.text), code: codeAt(secret, app.clock.now()) });
    expect((await agent.get(proven.headers.location ?? '')).headers.location).toBe(factors);
    expect((await send(agent, off)).headers.location).toBe(`${factors}?done=off`);
    expect((await agent.get(factors)).text).toContain('No second factor yet.');
  });

  it('shows the same picture again after a wrong code', async () => {
    const agent = await somebody();
    await send(agent, `${factors}/authenticator`);
    const { status, text } = await send(agent, `${factors}/authenticator/verify`, { code: '000000' });
    expect([status, text.includes('The code is incorrect.'), text.includes(await secretOf(app, agent.person))]).toEqual(
      [422, true, true],
    );
  });
});

it('texts are set up by the code that was sent, and browsers that are not asked are forgotten', async () => {
  const agent = await somebody();
  const phone = '+12125550187';
  const asked = await send(agent, `${factors}/sms`, { phoneNumber: phone });
  const given = { otcToken: valueOf(asked.text, 'otcToken'), phoneNumber: phone };
  expect((await send(agent, `${factors}/sms/verify`, { ...given, code: '1' })).text).toContain(
    'The code is incorrect.',
  );
  expect((await send(agent, `${factors}/sms/verify`, { ...given, code: await sentCode(app, phone) })).text).toContain(
    'Your recovery code',
  );
  const { userId } = agent.person;
  await app.db
    .insertInto('identity.remembered_device')
    .values({
      token_hash: Buffer.from(`browser of ${userId}`),
      user_id: userId,
      created_at: app.clock.now(),
      expires_at: new Date(app.clock.now().getTime() + 60_000),
    })
    .execute();
  expect((await agent.get(factors)).text).toContain('One trusted browser skips the second factor');
  expect((await send(agent, `${factors}/forget-browsers`)).headers.location).toBe(`${factors}?done=forgotten`);
  expect(
    await app.db.selectFrom('identity.remembered_device').select('user_id').where('user_id', '=', userId).execute(),
  ).toEqual([]);
});

it('a passkey is removed by its owner alone, after a fresh proof', async () => {
  const [agent, other] = [await somebody(), await somebody()];
  const passkey = {
    user_id: agent.person.userId,
    credential_id: Buffer.from(`key of ${agent.person.login}`),
    public_key: Buffer.alloc(77),
    counter: 0,
    device_type: 'Platform',
    name: 'Chrome · Linux',
    created_at: app.clock.now(),
  };
  const { id } = await app.db.insertInto('identity.passkey').values(passkey).returning('id').executeTakeFirstOrThrow();
  expect((await agent.get('/account/passkeys')).text).toContain('Chrome · Linux');
  expect((await send(other, `/account/passkeys/${id}/remove`)).status).toBe(404);
  after(stale);
  expect((await send(agent, `/account/passkeys/${id}/remove`)).headers.location).toBe(confirm('/account/passkeys'));
  app.clock.set(testNow);
  expect((await send(agent, `/account/passkeys/${id}/remove`)).headers.location).toBe('/account/passkeys?done=removed');
  expect((await agent.get('/account/passkeys')).text).toContain('No passkeys yet.');
});

it('nobody who is not signed in finds any of it', async () => {
  await newPerson(app, { organisationId });
  expect((await browser(app).get('/account/confirm')).headers.location).toBe('/login');
});
