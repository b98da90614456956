import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { askedFor, codeAt, enrolAuthenticator, secretOf, sentCode } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const code = (secret: string) => codeAt(secret, app.clock.now());
const phone = '+12125550123';
let numbers = 0;
const nextPhone = () => `+1212555${String(1000 + (numbers += 1))}`;

async function person(
  permissions: readonly ('fe.secure.read.securityPolicy' | 'fe.secure.write.securityPolicy')[] = [],
): Promise<{ someone: Person; at: ClientBrowser; organisationId: number }> {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  const someone = await newPerson(app, { organisationId, permissions });
  const at = client.browser();
  await at.signIn(someone);
  return { someone, at, organisationId };
}

async function enrolled() {
  const known = await person();
  const factor = await enrolAuthenticator(app, known.at, known.someone);
  after(60);
  return { ...known, ...factor };
}

/** Renews the proof of this browser's session. @returns the claims of its new token */
async function stepUp(at: ClientBrowser, secret: string, maxAge?: number) {
  const asked = (await at.run((api) => api.auth.generateStepupSession({ maxAge }))) as { mfaToken?: string };
  if (asked.mfaToken === undefined) return decodeJwt(at.accessToken ?? '');
  const { accessToken } = (await at.run((api) =>
    api.auth.loginWithMfa({ mfaToken: asked.mfaToken, value: code(secret) } as never),
  )) as { accessToken: string };
  return decodeJwt(accessToken);
}

const page = (cookie: string) =>
  fetch(`${client.baseUrl}/rest/v1/user`, { headers: { cookie: `tare-session=${cookie}` } });

describe('a step-up', () => {
  it('says to the letter that somebody has no factor', async () => {
    const { at } = await person();
    expect(await refusal(at.run((api) => api.auth.generateStepupSession({})))).toEqual({
      message: 'MFA is not enrolled',
      statusCode: 400,
    });
  });

  it('renews the proof of the same session, under a new id of the browser', async () => {
    const { at, secret } = await enrolled();
    const [before, sid] = [at.cookies.get('tare-session') ?? '', decodeJwt(at.accessToken ?? '').sid];
    const claims = await stepUp(at, secret);
    expect(claims).toMatchObject({
      sid,
      amr: ['pwd', 'otp', 'mfa'],
      auth_time: Date.parse(testNow) / 1000 + 60,
      acr: expect.stringContaining('multi-factor'),
    });
    expect(at.cookies.get('tare-session')).not.toBe(before);
    expect([(await page(before)).status, (await page(at.cookies.get('tare-session') ?? '')).status]).toEqual([
      401, 200,
    ]);
  });

  it('is asked for again once the last one is older than maxAge', async () => {
    const { at, secret } = await enrolled();
    await stepUp(at, secret);
    after(120);
    expect(await stepUp(at, secret, 60)).toMatchObject({ auth_time: Date.parse(testNow) / 1000 + 60 });
    after(121);
    expect(await at.run((api) => api.auth.generateStepupSession({ maxAge: 60 }))).toMatchObject({
      mfaToken: expect.any(String),
      mfaEnrolled: true,
      mfaDevices: { authenticators: [{ id: expect.any(String) }] },
    });
    expect(await stepUp(at, secret, 60)).toMatchObject({ auth_time: Date.parse(testNow) / 1000 + 121 });
  });

  it('of a session that has ended opens none', async () => {
    const { at, someone, secret } = await enrolled();
    const { mfaToken } = (await at.run((api) => api.auth.generateStepupSession({}))) as { mfaToken: string };
    await app.db
      .updateTable('identity.session')
      .set({ ended_at: app.clock.now(), end_reason: 'test' })
      .where('user_id', '=', someone.userId)
      .execute();
    expect(
      await refusal(at.run((api) => api.auth.loginWithMfa({ mfaToken, value: code(secret) } as never))),
    ).toMatchObject({ statusCode: 401 });
  });
});

describe('their own factors', () => {
  it('are begun by the picture that an app scans, and by its first code', async () => {
    const { at, someone } = await person();
    expect(await refusal(at.run((api) => api.auth.enrollMFAAuthenticatorApp({ token: '000000' })))).toMatchObject({
      statusCode: 400,
    });
    expect(await at.run((api) => api.auth.preEnrollMFAAuthenticatorApp())).toEqual({
      qrCode: expect.stringMatching(/^data:image/),
    });
    const token = code(await secretOf(app, someone));
    expect(await at.run((api) => api.auth.enrollMFAAuthenticatorApp({ token }))).toMatchObject({
      recoveryCode: expect.stringMatching(/^[A-Z2-7-]{31}$/),
    });
    expect((await at.run((api) => api.auth.getMFADevices())).authenticators).toHaveLength(1);
  });

  // ASVS V7.5.1/2
  it('begin with one that a browser which was left open may not choose', async () => {
    const { someone, at } = await person();
    const begin = () => at.run((api) => api.auth.preEnrollMFAAuthenticatorApp());
    await begin();
    const { otcToken } = await at.run((api) => api.auth.preEnrollMFASMS({ phoneNumber: '+12125550188' }));
    const [secret, sent] = [await secretOf(app, someone), await sentCode(app, '+12125550188')];
    after(301);
    // None of what was begun in time is finished either.
    for (const call of [
      begin,
      () => at.run((api) => api.auth.enrollMfa()),
      () => at.run((api) => api.auth.preEnrollMFASMS({ phoneNumber: nextPhone() })),
      () => at.run((api) => api.auth.enrollMFAAuthenticatorApp({ token: code(secret) })),
      () => at.run((api) => api.auth.verifyMfa({ token: code(secret) })),
      () => at.run((api) => api.auth.enrollMFASMS({ otcToken, code: sent })),
    ])
      expect(await refusal(call())).toMatchObject({
        statusCode: 403,
        message: 'Sign in again first. You can only do this within five minutes of signing in.',
      });
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ mfaEnrolled: false });
    await at.signIn(someone);
    expect(await begin()).toMatchObject({ qrCode: expect.stringMatching(/^data:image/) });
  });

  it('are changed by a fresh proof alone, once there is one', async () => {
    const { at, someone, secret } = await enrolled();
    expect(await refusal(at.run((api) => api.auth.preEnrollMFAAuthenticatorApp()))).toMatchObject({ statusCode: 403 });
    expect(await refusal(at.run((api) => api.auth.preEnrollMFASMS({ phoneNumber: nextPhone() })))).toMatchObject({
      statusCode: 403,
    });
    await stepUp(at, secret);
    after(60 + 300);
    expect(await enrolAuthenticator(app, at, someone)).toMatchObject({ recoveryCode: undefined });
    expect((await at.run((api) => api.auth.getMFADevices())).authenticators).toHaveLength(2);
    after(60 + 301);
    expect(await refusal(at.run((api) => api.auth.preEnrollMFAAuthenticatorApp()))).toMatchObject({ statusCode: 403 });
  });

  it('end the sessions elsewhere when they change', async () => {
    const { at, someone } = await person();
    const elsewhere = client.browser();
    await elsewhere.signIn(someone);
    await enrolAuthenticator(app, at, someone);
    expect(await refusal(elsewhere.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 401 });
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ mfaEnrolled: true });
  });

  it('are switched off by a code, and by no wrong one', async () => {
    const { at, someone, secret } = await enrolled();
    expect(await refusal(at.run((api) => api.auth.disableMfa({ token: '000000' })))).toMatchObject({ statusCode: 400 });
    expect(await refusal(at.run((api) => api.auth.disableMfa({} as never)))).toMatchObject({ statusCode: 403 });
    await at.run((api) => api.auth.disableMfa({ token: code(secret) }));
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ mfaEnrolled: false });
    expect(await client.browser().signIn(someone)).toMatchObject({ mfaRequired: false });
  });

  it('are switched off by the recovery code too', async () => {
    const { at, recoveryCode } = await enrolled();
    await at.run((api) => api.auth.disableMfa({ token: recoveryCode }));
    expect((await at.run((api) => api.auth.getMFADevices())).authenticators).toEqual([]);
  });

  it('lose the device that is switched off, which proves nothing any more; nobody else’s can be', async () => {
    const [{ at, someone, secret }, stranger] = [await enrolled(), await enrolled()];
    const [device] = (await at.run((api) => api.auth.getMFADevices())).authenticators;
    const [foreign] = (await stranger.at.run((api) => api.auth.getMFADevices())).authenticators;
    await stepUp(at, secret);
    after(360);
    await enrolAuthenticator(app, at, someone);
    const other = await secretOf(app, someone);
    expect(
      await refusal(at.run((api) => api.auth.disableMFAAuthenticatorApp(foreign?.id ?? '', { token: code(secret) }))),
    ).toMatchObject({ statusCode: 404 });
    await at.run((api) => api.auth.disableMFAAuthenticatorApp(device?.id ?? '', { token: code(secret) }));
    after(420);
    const { mfaToken } = await askedFor(client.browser(), someone);
    const prove = (value: string) => client.browser().run((api) => api.auth.loginWithMfa({ mfaToken, value } as never));
    expect(await refusal(prove(code(secret)))).toMatchObject({ statusCode: 401 });
    expect(await prove(code(other))).toMatchObject({ mfaRequired: false });
    expect((await stranger.at.run((api) => api.auth.getMFADevices())).authenticators).toHaveLength(1);
  });

  it('name the kinds that there are', async () => {
    const { at } = await person();
    const { strategies } = await at.run((api) => api.auth.getMFAStrategiesConfig());
    expect(Object.fromEntries(strategies.map(({ strategy, isActive }) => [strategy, isActive]))).toEqual({
      AuthenticatorApp: true,
      SMS: true,
      EmailCode: true,
      WebAuthnPlatform: true,
      WebAuthnCrossPlatform: true,
    });
  });
});

describe('a phone', () => {
  it('is enrolled by a code that was sent to it, proves, and is switched off by another', async () => {
    const [{ at, someone }, number] = [await person(), nextPhone()];
    const { otcToken, phoneNumber } = await at.run((api) => api.auth.preEnrollMFASMS({ phoneNumber: number }));
    const first = await sentCode(app, number);
    expect(await refusal(at.run((api) => api.auth.enrollMFASMS({ otcToken, code: '12' })))).toMatchObject({
      statusCode: 400,
    });
    await at.run((api) => api.auth.enrollMFASMS({ otcToken, code: first }));
    expect([phoneNumber, (await at.run((api) => api.auth.getMFADevices())).phones]).toEqual([
      number,
      [{ id: expect.any(String), phoneNumber: number }],
    ]);
    after(60);
    const next = client.browser();
    const {
      mfaToken,
      mfaDevices: {
        phones: [device],
      },
    } = await askedFor(next, someone);
    expect(device?.phoneNumber).toBe(`${'•'.repeat(9)}${number.slice(-3)}`);
    const sent = await next.run((api) => api.auth.preVerifyMFASMSForLogin(device?.id ?? '', { mfaToken }));
    const second = await sentCode(app, number);
    const proof = await next.run((api) =>
      api.auth.verifyMFASMSForLogin(device?.id ?? '', { mfaToken, otcToken: sent.otcToken, code: second } as never),
    );
    expect(decodeJwt((proof as { accessToken: string }).accessToken).amr).toEqual(['pwd', 'sms', 'mfa']);
    after(120);
    const { otcToken: off } = await next.run((api) => api.auth.preDisableMFASMS(device?.id ?? ''));
    const lastCode = await sentCode(app, number);
    // The code of one purpose does nothing for another.
    expect(await refusal(next.run((api) => api.auth.enrollMFASMS({ otcToken: off, code: lastCode })))).toMatchObject({
      statusCode: 400,
    });
    await next.run((api) => api.auth.disableMFASMS(device?.id ?? '', { otcToken: off, code: lastCode }));
    expect(await client.browser().signIn(someone)).toMatchObject({ mfaRequired: false });
  });

  it.each(['', '12125550123', '+0123456789', '+1212', `${phone}x`])('is not %j', async (phoneNumber) => {
    const { at } = await person();
    expect(await refusal(at.run((api) => api.auth.preEnrollMFASMS({ phoneNumber })))).toMatchObject({
      statusCode: 400,
    });
  });
});

describe('the tenant’s policy', () => {
  const both = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'] as const;

  it('is said once and changed, and forces whoever has no factor to enrol one', async () => {
    const { at, organisationId } = await person(both);
    expect(await at.run((api) => api.auth.getMfaPolicy())).toMatchObject({ enforceMFAType: 'DontForce' });
    const colleague = await newPerson(app, { organisationId });
    const before = client.browser();
    await before.signIn(colleague);
    const { id } = await at.run((api) => api.auth.saveMfaPolicy({ enforceMFAType: 'Force' } as never));
    expect(await at.run((api) => api.auth.getMfaPolicy())).toMatchObject({ id, enforceMFAType: 'Force' });
    expect(await refusal(before.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 401 });
    // Ended for good: it does not come back with a milder policy.
    expect(
      await app.db
        .selectFrom('identity.session')
        .select('id')
        .where('user_id', '=', colleague.userId)
        .where('ended_at', 'is', null)
        .execute(),
    ).toEqual([]);

    const next = client.browser();
    const asked = await askedFor(next, colleague);
    expect(asked).toMatchObject({
      mfaRequired: true,
      mfaEnrolled: false,
      qrCode: expect.stringMatching(/^data:image\/png;base64,/),
      recoveryCode: expect.stringMatching(/^[A-Z2-7-]{31}$/),
    });
    const { mfaToken, qrCode, recoveryCode } = asked;
    expect(await next.run((api) => api.auth.preEnrollMFAAuthenticatorAppForLogin({ mfaToken }))).toEqual({ qrCode });
    const { otcToken } = await next.run((api) => api.auth.preVerifyMFAEmailCode({ mfaToken }));
    const mailed = await sentCode(app, colleague.login);
    const answer = (await next.run((api) =>
      api.auth.verifyMFAEmailCode({ mfaToken, otcToken, code: mailed } as never),
    )) as { accessToken: string; recoveryCode: string };
    expect([decodeJwt(answer.accessToken).amr, answer.recoveryCode]).toEqual([['pwd', 'otp', 'mfa'], recoveryCode]);
    expect(await askedFor(client.browser(), colleague)).toMatchObject({
      mfaEnrolled: true,
      mfaDevices: { emails: [{ email: colleague.login }] },
    });

    expect(await at.run((api) => api.auth.saveMfaPolicy({ id, enforceMFAType: 'DontForce' } as never))).toMatchObject({
      id,
      enforceMFAType: 'DontForce',
    });
    expect(await client.browser().signIn(await newPerson(app, { organisationId }))).toMatchObject({
      mfaRequired: false,
    });
  });

  it('is nobody’s to read or change without its permission, nor another tenant’s', async () => {
    const [{ at }, owner] = [await person(), await person(both)];
    expect(await refusal(at.run((api) => api.auth.getMfaPolicy()))).toMatchObject({ statusCode: 403 });
    expect(await refusal(at.run((api) => api.auth.saveMfaPolicy({ enforceMFAType: 'Force' } as never)))).toMatchObject({
      statusCode: 403,
    });
    const { id } = await owner.at.run((api) => api.auth.saveMfaPolicy({ enforceMFAType: 'ForceExceptSAML' } as never));
    const stranger = await person(both);
    expect(
      await refusal(stranger.at.run((api) => api.auth.saveMfaPolicy({ id, enforceMFAType: 'DontForce' } as never))),
    ).toMatchObject({ statusCode: 404 });
    expect(await owner.at.run((api) => api.auth.getMfaPolicy())).toMatchObject({ enforceMFAType: 'ForceExceptSAML' });
    expect(await owner.at.run((api) => api.auth.getVendorMfaPolicy())).toMatchObject({
      enforceMFAType: 'DontForce',
      id: expect.any(String),
    });
  });
});
