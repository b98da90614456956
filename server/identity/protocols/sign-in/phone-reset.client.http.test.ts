import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser as plainBrowser, newOrganisation } from '../../../../tests/support/people';
import { codeTo, nextPhone, otherThan, reachable, sentTo, type Reachable } from '../../../../tests/support/phones';
import { codeAt, enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let someone: Reachable;
let at: ClientBrowser;
let bySms: ClockedApp;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  bySms = {
    ...otherApp(app, { config: { identity: { ...app.resources.config.identity, authStrategy: 'SmsCode' } } }),
    clock: app.clock,
  };
  client = await publishedClient(bySms);
  organisationId = await newOrganisation(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  app.clock.set(testNow);
  someone = await reachable(app, { organisationId });
  at = client.browser();
});

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const reset = async (email = someone.login, here = at) =>
  (await here.run((api) => api.auth.resetPhoneNumber({ email }))).resetPhoneNumberToken;
const verify = async (resetPhoneNumberToken: string, code: string, here = at) =>
  (await here.run((api) => api.auth.verifyResetPhoneNumber({ resetPhoneNumberToken, code }))).changePhoneNumberToken;
const change = (changePhoneNumberToken: string, phoneNumber: string) =>
  at.run((api) => api.auth.changePhoneNumber({ changePhoneNumberToken, phoneNumber }));
const begin = (here: ClientBrowser, phoneNumber = nextPhone()) =>
  here.run((api) => api.auth.changePhoneNumberWithVerification({ phoneNumber }));
const confirm = (here: ClientBrowser, changePhoneId: string, code: string) =>
  here.run((api) => api.auth.verifyChangePhoneNumber({ changePhoneId, code }));
const askForText = () =>
  at.run((api) => api.auth.passwordlessPreLogin({ type: 'SmsCode', email: someone.login } as never));
const numbers = async () =>
  (
    await app.db.selectFrom('identity.phone_number').select('phone').where('user_id', '=', someone.userId).execute()
  ).map(({ phone }) => phone);
const openSessions = () =>
  app.db
    .selectFrom('identity.session')
    .select('end_reason')
    .where('user_id', '=', someone.userId)
    .where('ended_at', 'is', null)
    .execute();
const refused = {
  message: 'This link or code is incorrect, has expired or has already been used. Request a new one.',
  statusCode: 400,
};
const audited = () =>
  app.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'user.changePhone')
    .where('entity_id', '=', String(someone.userId))
    .execute();

/** Signs in where passwords are taken. */
async function signedIn(): Promise<{ here: ClientBrowser; close(): Promise<void> }> {
  const withPasswords = await publishedClient(app);
  const here = withPasswords.browser();
  await here.signIn(someone);
  return { here, close: () => withPasswords.close() };
}

describe('whoever has lost their telephone', () => {
  it('sets another number by a code from their mailbox, is signed out everywhere and told of it', async () => {
    const { close } = await signedIn();
    const phone = nextPhone();
    const token = await reset();
    const leave = await verify(token, await codeTo(app, someone.login));
    await change(leave, `${phone.slice(0, 2)} (${phone.slice(2, 5)}) ${phone.slice(5)}`);
    expect(await numbers()).toEqual([phone]);
    expect(await openSessions()).toEqual([]);
    expect(await audited()).toEqual([{ after: { by: 'mailed code' } }]);
    expect((await sentTo(app, someone.login)).join()).toContain(`now go to •••••••••${phone.slice(-3)}`);
    await askForText();
    const texted = await codeTo(app, phone);
    await at.run((api) => api.auth.passwordlessPostLogin({ type: 'SmsCode', token: texted } as never));
    expect(await openSessions()).toHaveLength(1);
    expect(await sentTo(app, someone.phone)).toEqual([]);
    await close();
  });

  it('leaves a row of each step: what was asked for, brought, refused and changed, with the tenant and where from', async () => {
    const rows = async () =>
      (
        await app.db
          .selectFrom('audit_log')
          .select(['action', 'severity', 'organisation_id', 'user_id', 'actor', 'ip', 'user_agent', 'after'])
          .where('entity', '=', 'user')
          .where('entity_id', '=', String(someone.userId))
          .orderBy('id')
          .execute()
      ).map(({ user_agent, organisation_id, ...row }) => ({
        ...row,
        organisation_id: Number(organisation_id),
        from: user_agent !== null,
      }));
    const token = await reset();
    const code = await codeTo(app, someone.login);
    await refusal(verify(token, otherThan(code)));
    const leave = await verify(token, code);
    await change(leave, nextPhone());
    await refusal(change(leave, nextPhone()));
    await refusal(verify('A'.repeat(43), code));
    const common = { organisation_id: organisationId, user_id: null, actor: 'anonymous', ip: at.address, from: true };
    const refusedRow = { ...common, action: 'session.refuse', severity: 'warning', after: { way: 'phoneReset' } };
    expect(await rows()).toEqual([
      { ...common, action: 'user.phoneResetRequest', severity: 'info', after: null },
      refusedRow,
      { ...common, action: 'user.phoneResetVerify', severity: 'warning', after: null },
      { ...common, action: 'user.changePhone', severity: 'warning', after: { by: 'mailed code' } },
      refusedRow,
    ]);
  });

  it('uses each of the two up', async () => {
    const token = await reset();
    const code = await codeTo(app, someone.login);
    const leave = await verify(token, code);
    expect(await refusal(verify(token, code))).toEqual(refused);
    await change(leave, nextPhone());
    expect(await refusal(change(leave, nextPhone()))).toEqual(refused);
  });

  it('has ten minutes for each', async () => {
    const token = await reset();
    const code = await codeTo(app, someone.login);
    after(600);
    expect(await refusal(verify(token, code))).toEqual(refused);
    after(599);
    const leave = await verify(token, code);
    after(599 + 600);
    expect(await refusal(change(leave, nextPhone()))).toEqual(refused);
    expect(await numbers()).toEqual([someone.phone]);
  });

  it('is told the same as somebody whom nobody knows', async () => {
    const nobody = `${randomUUID()}@tare.test`;
    const [known, unknown] = [await reset(), await reset(nobody)];
    expect([known.length, unknown.length]).toEqual([43, 43]);
    const wrong = otherThan(await codeTo(app, someone.login));
    expect(await sentTo(app, nobody)).toEqual([]);
    for (let tries = 0; tries < 5; tries += 1)
      expect([await refusal(verify(known, wrong)), await refusal(verify(unknown, wrong))]).toEqual([refused, refused]);
    expect([await refusal(verify(known, wrong)), await refusal(verify(unknown, wrong))]).toMatchObject([
      { statusCode: 429 },
      { statusCode: 429 },
    ]);
    expect(await refusal(verify(await reset(), await codeTo(app, someone.login)))).toMatchObject({ statusCode: 429 });
    for (let sends = 2; sends < 5; sends += 1) await reset();
    for (let sends = 1; sends < 5; sends += 1) await reset(nobody);
    expect([await refusal(reset()), await refusal(reset(nobody))]).toMatchObject([
      { statusCode: 429 },
      { statusCode: 429 },
    ]);
    expect(await sentTo(app, someone.login)).toHaveLength(5);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'their address is another one',
      () =>
        app.db
          .updateTable('identity.user')
          .set({ email: `${randomUUID()}@tare.test` })
          .where('id', '=', someone.userId)
          .execute(),
    ],
    [
      'their account is switched off',
      () => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', someone.userId).execute(),
    ],
  ])('sets nothing once %s', async (_what, happens) => {
    const leave = await verify(await reset(), await codeTo(app, someone.login));
    await happens();
    expect(await refusal(change(leave, nextPhone()))).toEqual(refused);
    expect(await numbers()).toEqual([someone.phone]);
  });

  it('cannot use one for the other, nor a code to sign in', async () => {
    const token = await reset();
    expect(await refusal(change(token, nextPhone()))).toEqual(refused);
    await askForText();
    expect(await refusal(verify(at.cookies.get('tare-entry') ?? '', await codeTo(app, someone.phone)))).toEqual(
      refused,
    );
  });

  it('must name a number', async () => {
    const leave = await verify(await reset(), await codeTo(app, someone.login));
    expect(await refusal(change(leave, '0800 flowers'))).toMatchObject({ statusCode: 400 });
    await change(leave, nextPhone());
  });

  it('goes no such way where the telephone is not the first proof', async () => {
    const { here, close } = await signedIn();
    expect(await refusal(reset(someone.login, here))).toMatchObject({ statusCode: 403 });
    expect(await refusal(verify('x', '123456', here))).toMatchObject({ statusCode: 403 });
    await close();
  });
});

describe('whoever is signed in', () => {
  it('sets another number by a code that is texted to it; other sessions end and they are told', async () => {
    const [{ here, close }, elsewhere] = [await signedIn(), await signedIn()];
    const phone = nextPhone();
    const { changePhoneId } = await begin(here, phone);
    const code = await codeTo(app, phone);
    expect(await refusal(confirm(here, changePhoneId, otherThan(code)))).toMatchObject({ statusCode: 400 });
    expect(await refusal(confirm(elsewhere.here, changePhoneId, code))).toMatchObject({ statusCode: 400 });
    expect(await numbers()).toEqual([someone.phone]);
    await confirm(here, changePhoneId, code);
    expect(await numbers()).toEqual([phone]);
    expect(await openSessions()).toHaveLength(1);
    expect(await audited()).toEqual([{ after: { by: 'session' } }]);
    expect((await sentTo(app, someone.login)).join()).toContain(`now go to •••••••••${phone.slice(-3)}`);
    expect(await refusal(confirm(here, changePhoneId, code))).toMatchObject({ statusCode: 400 });
    await close();
    await elsewhere.close();
  });

  it('must have proved themselves of late', async () => {
    const { here, close } = await signedIn();
    const { changePhoneId } = await begin(here);
    after(301);
    expect(await refusal(begin(here))).toMatchObject({ statusCode: 403 });
    expect(await refusal(confirm(here, changePhoneId, '123456'))).toMatchObject({ statusCode: 403 });
    expect(await numbers()).toEqual([someone.phone]);
    await close();
  });

  it('must have done so by their second factor where they have one', async () => {
    const { here, close } = await signedIn();
    const { secret } = await enrolAuthenticator(app, here, someone);
    expect(await refusal(begin(here))).toEqual({ message: 'Confirm your second factor first.', statusCode: 403 });
    after(60);
    const { mfaToken } = (await here.run((api) => api.auth.generateStepupSession({} as never))) as unknown as {
      mfaToken: string;
    };
    await here.run((api) => api.auth.loginWithMfa({ mfaToken, value: codeAt(secret, app.clock.now()) } as never));
    expect(await begin(here)).toMatchObject({ changePhoneId: expect.stringMatching(/^[\w-]{43}$/) });
    await close();
  });

  it('is who may', async () => {
    expect(
      (await plainBrowser(app).post('/identity/resources/users/v1/phone').send({ phoneNumber: nextPhone() })).status,
    ).toBe(401);
  });
});
