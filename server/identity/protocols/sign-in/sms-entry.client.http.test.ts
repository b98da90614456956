import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson } from '../../../../tests/support/people';
import {
  codeTo,
  keepPhone,
  nextPhone,
  otherThan,
  reachable,
  sentTo,
  type Reachable,
} from '../../../../tests/support/phones';
import { codeAt, enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow, type TestApp } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let someone: Reachable;
let at: ClientBrowser;

const under = (over: TestApp, strategy: 'SmsCode' | 'EmailAndPassword' | 'NoLocalAuthentication', more: object = {}) =>
  otherApp(over, { config: { ...more, identity: { ...over.resources.config.identity, authStrategy: strategy } } });

beforeAll(async () => {
  app = withOwnClock(under(await testApp(), 'SmsCode'));
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  app.clock.set(testNow);
  someone = await reachable(app, { organisationId });
  at = client.browser();
});

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const ask = (by: object = { email: someone.login }, here = at) =>
  here.run((api) => api.auth.passwordlessPreLogin({ type: 'SmsCode', ...by } as never));
const enter = (token: string, here = at) =>
  here.run((api) => api.auth.passwordlessPostLogin({ type: 'SmsCode', token } as never)) as unknown as Promise<{
    accessToken: string;
    mfaRequired: boolean;
    mfaToken: string;
  }>;
const code = () => codeTo(app, someone.phone);
const words = {
  message: 'This link or code is incorrect, has expired or has already been used. Request a new one.',
  statusCode: 401,
};
const sessions = () =>
  app.db.selectFrom('identity.session').select('amr').where('user_id', '=', someone.userId).execute();

describe('a texted code', () => {
  it('signs in whoever has the telephone', async () => {
    expect(await ask()).toEqual({});
    expect((await sentTo(app, someone.phone))[0]).toMatch(
      /^\d{6} is your sign-in code for Tare\. It expires in 10 minutes/,
    );
    const { accessToken } = await enter(await code());
    expect(decodeJwt(accessToken)).toMatchObject({ email: someone.login, amr: ['sms'] });
    const audited = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'session.signIn')
      .where('after', '@>', JSON.stringify({ login: someone.login }))
      .execute();
    expect(audited).toEqual([{ after: { login: someone.login, way: 'smsCode' } }]);
  });

  it.each<[string, () => object]>([
    ['user name', () => ({ username: someone.login.toUpperCase() })],
    [
      'number, which is shown in part',
      () => ({ phoneNumber: `${someone.phone.slice(0, 5)} ${someone.phone.slice(5)}` }),
    ],
  ])('may be asked for by %s', async (_by, given) => {
    const asked = given();
    expect(await ask(asked)).toEqual(
      'phoneNumber' in asked ? { phoneNumber: `•••••••••${someone.phone.slice(-3)}` } : {},
    );
    await enter(await code());
    expect(await sessions()).toEqual([{ amr: ['sms'] }]);
  });

  it('may be asked for by the person’s public id, as quick logins do', async () => {
    const { uuid } = await app.db
      .selectFrom('identity.user')
      .select('uuid')
      .where('id', '=', someone.userId)
      .executeTakeFirstOrThrow();
    await ask({ userId: uuid });
    await enter(await code());
    expect(await sessions()).toHaveLength(1);
  });

  it('works once, in parallel too', async () => {
    await ask();
    const secret = await code();
    const post = () =>
      fetch(`${client.baseUrl}/identity/resources/auth/v1/passwordless/smscode/postlogin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `tare-entry=${at.cookies.get('tare-entry')}` },
        body: JSON.stringify({ token: secret }),
      });
    expect((await Promise.all(Array.from({ length: 4 }, post))).map(({ status }) => status).sort()).toEqual([
      200, 401, 401, 401,
    ]);
    expect(await sessions()).toHaveLength(1);
  });

  // ASVS V6.5.5
  it('is too old after ten minutes, and good until then', async () => {
    await ask();
    const secret = await code();
    after(600);
    expect(await refusal(enter(secret))).toEqual(words);
    after(599);
    await enter(secret);
    expect(at.cookies.has('tare-entry')).toBe(false);
  });

  // ASVS V6.6.2/3
  it('works in no other browser', async () => {
    await ask();
    const secret = await code();
    expect(await refusal(enter(secret, client.browser()))).toEqual(words);
    const there = client.browser();
    await ask({ email: (await reachable(app, { organisationId })).login }, there);
    expect(await refusal(enter(secret, there))).toEqual(words);
    await enter(secret);
  });

  it('says the same for a name that nobody has, and for somebody without a proven number', async () => {
    const nobody = `${randomUUID()}@tare.test`;
    const numberless = await newPerson(app, { organisationId });
    const unproven = nextPhone();
    await keepPhone(app, numberless, unproven, { verified: false });
    for (const email of [nobody, numberless.login]) {
      const there = client.browser();
      expect(await ask({ email }, there)).toEqual(await ask());
      expect([...there.cookies.keys()]).toEqual([...at.cookies.keys()]);
      expect(await refusal(enter('123456', there))).toEqual(words);
    }
    expect(await sentTo(app, unproven)).toEqual([]);
  });

  it('goes to nobody by a number that two people share', async () => {
    await keepPhone(app, await newPerson(app, { organisationId }), someone.phone);
    await ask({ phoneNumber: someone.phone });
    expect(await sentTo(app, someone.phone)).toEqual([]);
    await ask();
    expect(await sentTo(app, someone.phone)).toHaveLength(1);
  });

  it('is sent five times an hour, whatever names it is asked for by', async () => {
    for (let sends = 0; sends < 3; sends += 1) await ask();
    for (let sends = 0; sends < 4; sends += 1) await ask({ phoneNumber: someone.phone });
    expect(await sentTo(app, someone.phone)).toHaveLength(5);
    await ask();
    await ask();
    expect(await refusal(ask())).toMatchObject({ statusCode: 429 });
    after(3601);
    await ask({ phoneNumber: someone.phone });
    expect(await sentTo(app, someone.phone)).toHaveLength(6);
  });

  // ASVS V6.6.2/3
  it.each([
    ['known', () => someone.login],
    ['unknown', () => `${randomUUID()}@tare.test`],
  ])('of a %s name bears five wrong tries, whatever is begun anew', async (kind, name) => {
    const email = name();
    await ask({ email });
    const right = kind === 'known' ? await code() : '123456';
    for (let wrong = 0; wrong < 5; wrong += 1) expect(await refusal(enter(otherThan(right)))).toEqual(words);
    expect(await refusal(enter(right))).toMatchObject({ statusCode: 429 });
    const fresh = client.browser();
    await ask({ email }, fresh);
    expect(await refusal(enter(kind === 'known' ? await code() : right, fresh))).toMatchObject({ statusCode: 429 });
    expect(await sessions()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'the number is theirs no more',
      () => app.db.deleteFrom('identity.phone_number').where('user_id', '=', someone.userId).execute(),
    ],
    [
      'the account is switched off',
      () => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', someone.userId).execute(),
    ],
    [
      'the membership is over',
      () =>
        app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', someone.userId).execute(),
    ],
    [
      'the account signs in elsewhere',
      () => app.db.updateTable('identity.user').set({ sso_user: true }).where('id', '=', someone.userId).execute(),
    ],
  ])('opens nothing once %s', async (_what, change) => {
    await ask();
    const secret = await code();
    await change();
    expect(await refusal(enter(secret))).toEqual(words);
    expect(await sessions()).toEqual([]);
  });

  it('leads to the second factor of whoever has one', async () => {
    const withPasswords = await publishedClient(under(app, 'EmailAndPassword'));
    const there = withPasswords.browser();
    await there.signIn(someone);
    const { secret } = await enrolAuthenticator(app, there, someone);
    await withPasswords.close();
    after(60);
    await ask();
    const { mfaRequired, mfaToken } = await enter(await code());
    expect([mfaRequired, (await sessions()).length]).toEqual([true, 1]);
    const answer = await at.run((api) =>
      api.auth.loginWithMfaV2({ mfaToken, value: codeAt(secret, app.clock.now()) } as never),
    );
    expect(answer.user.email).toBe(someone.login);
    expect((await sessions()).at(-1)).toEqual({ amr: ['sms', 'otp', 'mfa'] });
  });
});

describe('signing in by texts', () => {
  it.each(['EmailAndPassword', 'NoLocalAuthentication'] as const)('is closed under %s', async (strategy) => {
    const closed = await publishedClient(under(app, strategy));
    const there = closed.browser();
    expect(await refusal(ask(undefined, there))).toEqual({
      message: 'This sign-in method is turned off.',
      statusCode: 403,
    });
    expect(await refusal(enter('123456', there))).toMatchObject({ statusCode: 403 });
    await closed.close();
  });

  it('says so where nobody sends texts', async () => {
    const mute = await publishedClient(under(app, 'SmsCode', { production: true }));
    expect(await refusal(ask(undefined, mute.browser()))).toEqual({
      message: 'Text messages are not set up.',
      statusCode: 409,
    });
    await mute.close();
  });

  it('is what front ends are told of', async () => {
    expect(await at.run((api) => api.auth.getVendorConfig())).toMatchObject({ authStrategy: 'SmsCode' });
    expect(await at.run((api) => api.auth.getVendorPublicAuthStrategiesConfig())).toMatchObject({
      mainAuthStrategies: [{ strategy: 'SmsCode' }],
    });
    expect(await refusal(at.signIn(someone))).toMatchObject({ statusCode: 403 });
  });
});
