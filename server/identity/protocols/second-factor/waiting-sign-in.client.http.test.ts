import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser as plainBrowser,
  newOrganisation,
  newPerson,
  password,
  tokenOf,
  type Person,
} from '../../../../tests/support/people';
import { askedFor, codeAt, enrolAuthenticator, sentCode } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { keepAddressRule, lockAddressPolicy, setAddressPolicy } from '../../policies/addresses/address.store';
import { keepPolicy } from '../../policies/mfa/mfa-policy.store';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));

async function person() {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  const someone = await newPerson(app, { organisationId });
  const at = client.browser();
  await at.signIn(someone);
  return { organisationId, someone, at };
}

/** Somebody with an authenticator, a minute after it was enrolled. */
async function enrolled() {
  const there = await person();
  const { secret } = await enrolAuthenticator(app, there.at, there.someone);
  after(60);
  return { ...there, code: () => codeAt(secret, app.clock.now()) };
}

const prove = (at: ClientBrowser, given: object) => at.run((api) => api.auth.loginWithMfa(given as never));
const openSessions = async ({ userId }: Person) =>
  (
    await app.db
      .selectFrom('identity.session')
      .select('id')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
  ).length;

describe('a sign-in that waits for its second proof', () => {
  it.each<[string, (person: Person) => Promise<unknown>]>([
    [
      'was switched off',
      ({ userId }) => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', userId).execute(),
    ],
    [
      'lost their membership',
      ({ userId }) =>
        app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', userId).execute(),
    ],
  ])('lets nobody in who %s meanwhile', async (_what, change) => {
    const { someone, code } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedFor(at, someone);
    const before = await openSessions(someone);
    await change(someone);
    const answer = await plainBrowser(app)
      .post('/identity/resources/auth/v1/user/mfa/verify')
      .send({ mfaToken, value: code() });
    expect([answer.status, answer.body.code, await openSessions(someone)]).toEqual([
      401,
      'identity.signInOver',
      before,
    ]);
  });

  it('lets nobody in who comes from an address that is kept out by then', async () => {
    const { someone, organisationId, code } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedFor(at, someone);
    const before = await openSessions(someone);
    const now = app.clock.now();
    await app.db.transaction().execute(async (trx) => {
      await lockAddressPolicy(trx, { tenantNumber: organisationId, now });
      await keepAddressRule(trx, organisationId, {
        range: at.address,
        strategy: 'BLOCK',
        isActive: true,
        description: '',
        now,
      });
      await setAddressPolicy(trx, organisationId, { isActive: true, strategy: 'BLOCK', now });
    });
    expect(await refusal(prove(at, { mfaToken, value: code() }))).toMatchObject({ statusCode: 403 });
    expect(await openSessions(someone)).toBe(before);
  });

  it('asks on its page for the code of an authenticator at once, and for no code where none was sent yet', async () => {
    const pageOf = async (someone: Person) => {
      const agent = plainBrowser(app);
      const { text } = await agent.get('/login');
      const entered = await agent
        .post('/login')
        .type('form')
        .send({ _csrf: tokenOf(text), username: someone.login, password });
      return (await agent.get(entered.headers.location ?? '')).text;
    };
    expect(await pageOf((await enrolled()).someone)).toContain('name="code"');
    const { someone } = await person();
    await app.db
      .insertInto('identity.second_factor')
      .values({ user_id: someone.userId, email_since: new Date(testNow) })
      .execute();
    const byMail = await pageOf(someone);
    expect([byMail.includes('/account/login/second-factor/code'), byMail.includes('name="code"')]).toEqual([
      true,
      false,
    ]);
  });

  it('takes no code of an authenticator that is not the one that is named', async () => {
    const { someone, code } = await enrolled();
    const foreign = await enrolled();
    const [device] = (await foreign.at.run((api) => api.auth.getMFADevices())).authenticators;
    const at = client.browser();
    const { mfaToken } = await askedFor(at, someone);
    expect(
      await refusal(
        at.run((api) => api.auth.verifyMFAAuthenticatorAppForLogin(device?.id ?? '', { mfaToken, value: code() })),
      ),
    ).toMatchObject({ statusCode: 401 });
    expect(await prove(at, { mfaToken, value: code() })).toMatchObject({ mfaRequired: false });
  });
});

describe('a remembered browser', () => {
  it('is asked again once the policy remembers for less time', async () => {
    const { someone, organisationId, code } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedFor(at, someone);
    await prove(at, { mfaToken, value: code(), rememberDevice: true });
    await app.db
      .transaction()
      .execute((trx) =>
        keepPolicy(trx, organisationId, { enforce: 'DontForce', rememberSeconds: 600, now: app.clock.now() }),
      );
    after(60 + 599);
    expect((await at.signIn(someone)).mfaRequired).toBe(false);
    after(60 + 600);
    expect((await at.signIn(someone)).mfaRequired).toBe(true);
  });
});

describe('a phone', () => {
  const phone = '+12125550147';
  const begin = (at: ClientBrowser) =>
    at.run((api) => api.auth.preEnrollMFASMS({ phoneNumber: phone })) as unknown as Promise<{ otcToken: string }>;
  const finish = (at: ClientBrowser, given: { otcToken: string; code: string }) =>
    at.run((api) => api.auth.enrollMFASMS(given));

  it('is enrolled by one code once, and by none that was sent for something else', async () => {
    const { at } = await person();
    const { otcToken } = await begin(at);
    const code = await sentCode(app, phone);
    await finish(at, { otcToken, code });
    after(1);
    const [device] = (await at.run((api) => api.auth.getMFADevices())).phones;
    const { mfaToken } = (await at.run((api) => api.auth.generateStepupSession({}))) as unknown as { mfaToken: string };
    const sent = (await at.run((api) =>
      api.auth.preVerifyMFASMSForLogin(device?.id ?? '', { mfaToken }),
    )) as unknown as { otcToken: string };
    const proof = { mfaToken, otcToken: sent.otcToken, code: await sentCode(app, phone) };
    expect(await at.run((api) => api.auth.verifyMFASMSForLogin(device?.id ?? '', proof as never))).toMatchObject({
      mfaRequired: false,
    });
    // The session has a fresh second proof now: what is refused is the code.
    expect(await refusal(finish(at, { otcToken, code }))).toMatchObject({ statusCode: 400 });
    after(2);
    const again = await at.run((api) => api.auth.preDisableMFASMS(device?.id ?? ''));
    const off = await sentCode(app, phone);
    expect(await refusal(finish(at, { otcToken: again.otcToken, code: off }))).toMatchObject({ statusCode: 400 });
  });
});

describe('a factor that is switched off', () => {
  it('ends the sessions elsewhere', async () => {
    const { at, someone, code } = await enrolled();
    const elsewhere = client.browser();
    const { mfaToken } = await askedFor(elsewhere, someone);
    await prove(elsewhere, { mfaToken, value: code() });
    after(120);
    await at.run((api) => api.auth.disableMfa({ token: code() }));
    expect(await refusal(elsewhere.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 401 });
    expect(await openSessions(someone)).toBe(1);
  });
});
