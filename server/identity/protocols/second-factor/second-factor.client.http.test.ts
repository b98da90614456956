import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser as plainBrowser,
  newOrganisation,
  newPerson,
  password,
  type Person,
} from '../../../../tests/support/people';
import { askedFor, codeAt, enrolAuthenticator, secretOf, sentCode } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const acr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
const rest = (token: string) => plainBrowser(app).get('/rest/v1/user').set('Authorization', `Bearer ${token}`);
const code = (secret: string) => codeAt(secret, app.clock.now());

async function person(): Promise<{ someone: Person; at: ClientBrowser }> {
  app.clock.set(testNow);
  const someone = await newPerson(app, { organisationId });
  const at = client.browser();
  await at.signIn(someone);
  return { someone, at };
}

/** Somebody with an authenticator, a minute after it was enrolled. */
async function enrolled() {
  const { someone, at } = await person();
  const { secret, recoveryCode } = await enrolAuthenticator(app, at, someone);
  after(60);
  return { someone, at, secret, recoveryCode };
}

/** A code of six digits that is not this one. */
const otherThan = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');
const post = (path: string, body: object) =>
  plainBrowser(app).post(`/identity/resources/auth/v1/user/${path}`).send(body);

describe('an authenticator', () => {
  it('is enrolled by its first code, and known afterwards', async () => {
    const { at, recoveryCode } = await enrolled();
    expect(recoveryCode).toMatch(/^([A-Z2-7]{5}-){5}[A-Z2-7]$/);
    expect((await at.run((api) => api.auth.getMFADevices())).authenticators).toHaveLength(1);
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ mfaEnrolled: true });
  });

  it('is not enrolled by a wrong code, nor by one that comes too late', async () => {
    const { at, someone } = await person();
    await at.run((api) => api.auth.enrollMfa());
    const secret = await secretOf(app, someone);
    expect(await refusal(at.run((api) => api.auth.verifyMfa({ token: otherThan(code(secret)) })))).toMatchObject({
      statusCode: 400,
    });
    after(601);
    const again = client.browser();
    await again.signIn(someone);
    expect(await refusal(again.run((api) => api.auth.verifyMfa({ token: code(secret) })))).toMatchObject({
      statusCode: 400,
    });
    expect(await again.run((api) => api.auth.getMeV2())).toMatchObject({ mfaEnrolled: false });
  });

  it('is asked for at the next sign-in, which is no session before', async () => {
    const { someone, secret } = await enrolled();
    const at = client.browser();
    const asked = await askedFor(at, someone);
    expect(asked).toMatchObject({
      mfaRequired: true,
      mfaEnrolled: true,
      userEmail: someone.login,
      mfaStrategies: expect.arrayContaining(['AuthenticatorApp']),
    });
    expect([asked.accessToken, asked.qrCode, at.cookies.size]).toEqual([undefined, undefined, 0]);
    expect((await rest(asked.mfaToken)).status).toBe(401);
    const answer = await at.run((api) =>
      api.auth.loginWithMfa({ mfaToken: asked.mfaToken, value: code(secret) } as never),
    );
    expect(decodeJwt((answer as { accessToken: string }).accessToken)).toMatchObject({
      amr: ['pwd', 'otp', 'mfa'],
      acr,
      auth_time: Date.parse(testNow) / 1000 + 60,
    });
    expect((await rest((answer as { accessToken: string }).accessToken)).status).toBe(200);
  });

  it('is proved by the device that is named, and by no other’s', async () => {
    const [{ someone, secret }, stranger] = [await enrolled(), await enrolled()];
    const at = client.browser();
    const {
      mfaToken,
      mfaDevices: {
        authenticators: [device],
      },
    } = await askedFor(at, someone);
    const [foreign] = (await stranger.at.run((api) => api.auth.getMFADevices())).authenticators;
    const prove = (id: string, value: string) =>
      at.run((api) => api.auth.verifyMFAAuthenticatorAppForLogin(id, { mfaToken, value }));
    expect(await refusal(prove(foreign?.id ?? '', code(stranger.secret)))).toMatchObject({ statusCode: 401 });
    expect(await prove(device?.id ?? '', code(secret))).toMatchObject({ mfaRequired: false });
  });

  // ASVS V6.5.1
  it('gives a code that works once, even for two sign-ins in parallel', async () => {
    const { someone, secret } = await enrolled();
    const tokens = [await askedFor(client.browser(), someone), await askedFor(client.browser(), someone)].map(
      ({ mfaToken }) => mfaToken,
    );
    const value = code(secret);
    const answers = await Promise.all(tokens.map((mfaToken) => post('mfa/verify', { mfaToken, value })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    // The same step again, and the one before it, in a sign-in of their own.
    const { mfaToken } = await askedFor(client.browser(), someone);
    expect([
      (await post('mfa/verify', { mfaToken, value })).status,
      (await post('mfa/verify', { mfaToken, value: codeAt(secret, new Date(Date.parse(testNow) + 30_000)) })).status,
    ]).toEqual([401, 401]);
  });

  it('lets one sign-in in, once', async () => {
    const { someone, secret } = await enrolled();
    const { mfaToken } = await askedFor(client.browser(), someone);
    expect((await post('mfa/verify', { mfaToken, value: code(secret) })).status).toBe(200);
    after(120);
    expect((await post('mfa/verify', { mfaToken, value: code(secret) })).body).toMatchObject({
      code: 'identity.signInOver',
    });
  });

  it('lets a sign-in of before the password was changed in no more', async () => {
    const { someone, at, secret } = await enrolled();
    const { mfaToken } = await askedFor(client.browser(), someone);
    await at.run((api) => api.teams.changePassword({ password, newPassword: 'quiet-harbour-lantern-61' }));
    expect((await post('mfa/verify', { mfaToken, value: code(secret) })).body).toMatchObject({
      code: 'identity.signInOver',
    });
  });

  it.each([
    [599, 200],
    [600, 401],
  ])('ends a sign-in that has waited %i s with %i', async (seconds, status) => {
    const { someone, secret } = await enrolled();
    const { mfaToken } = await askedFor(client.browser(), someone);
    after(60 + seconds);
    expect((await post('mfa/verify', { mfaToken, value: code(secret) })).status).toBe(status);
  });

  it('proves nothing without a sign-in', async () => {
    const { secret } = await enrolled();
    expect((await post('mfa/verify', { mfaToken: 'A'.repeat(43), value: code(secret) })).status).toBe(401);
    expect((await post('mfa/verify', { value: code(secret) })).status).toBe(400);
  });

  it('is not added by somebody who has proved a password alone', async () => {
    const { someone } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedFor(at, someone);
    expect(await refusal(at.run((api) => api.auth.preEnrollMFAAuthenticatorAppForLogin({ mfaToken })))).toMatchObject({
      statusCode: 403,
    });
    expect(
      await refusal(at.run((api) => api.auth.enrollMFAAuthenticatorAppForLogin({ mfaToken, token: '000000' }))),
    ).toMatchObject({ statusCode: 403 });
    expect(
      await refusal(at.run((api) => api.auth.preEnrollMFASMSForLogin({ mfaToken, phoneNumber: '+12125550123' }))),
    ).toMatchObject({ statusCode: 403 });
    expect(await refusal(at.run((api) => api.auth.preVerifyMFAEmailCode({ mfaToken })))).toMatchObject({
      statusCode: 404,
    });
  });
});

describe('wrong codes', () => {
  // ASVS V6.6.2/3
  // Attack: OTP brute force
  it('lock the account’s factors at the fifth, for the rest of ten minutes and even for the right one', async () => {
    const { someone, secret } = await enrolled();
    const { mfaToken } = await askedFor(client.browser(), someone);
    const wrong = otherThan(code(secret));
    for (let at = 0; at < 5; at += 1) expect((await post('mfa/verify', { mfaToken, value: wrong })).status).toBe(401);
    expect((await post('mfa/verify', { mfaToken, value: wrong })).status).toBe(429);
    expect((await post('mfa/verify', { mfaToken, value: code(secret) })).status).toBe(429);
    after(60 + 599);
    const again = (await askedFor(client.browser(), someone)).mfaToken;
    expect((await post('mfa/verify', { mfaToken: again, value: code(secret) })).status).toBe(429);
    after(60 + 600);
    expect((await post('mfa/verify', { mfaToken: again, value: code(secret) })).status).toBe(200);
    const rows = await app.db
      .selectFrom('audit_log')
      .select('severity')
      .where('action', '=', 'factor.lock')
      .where('entity_id', '=', String(someone.userId))
      .execute();
    expect(rows).toEqual([{ severity: 'critical' }]);
  });

  // Attack: OTP brute force
  it('are looked at five times of a hundred that come in parallel', async () => {
    const { someone, secret } = await enrolled();
    const { mfaToken } = await askedFor(client.browser(), someone);
    const value = otherThan(code(secret));
    const answers = await Promise.all(Array.from({ length: 100 }, () => post('mfa/verify', { mfaToken, value })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
  });

  // Attack: OTP brute force
  it('are counted over sign-ins that begin anew twenty times', async () => {
    const { someone, secret } = await enrolled();
    const statuses: number[] = [];
    for (let at = 0; at < 20; at += 1) {
      const { mfaToken } = await askedFor(client.browser(), someone);
      statuses.push((await post('mfa/verify', { mfaToken, value: otherThan(code(secret)) })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 15 }, () => 429)]);
  });

  it('lock the person’s own settings too, and not the recovery', async () => {
    const { someone, at, secret, recoveryCode } = await enrolled();
    const { mfaToken } = await askedFor(client.browser(), someone);
    for (let tries = 0; tries < 5; tries += 1) await post('mfa/verify', { mfaToken, value: otherThan(code(secret)) });
    expect(await refusal(at.run((api) => api.auth.disableMfa({ token: code(secret) })))).toMatchObject({
      statusCode: 429,
    });
    expect((await post('mfa/recover', { email: someone.login, recoveryCode })).status).toBe(204);
  });
});

describe('a recovery code', () => {
  // ASVS V6.5.1
  it('switches the factor off once, ends the sessions and tells the person in their language', async () => {
    const { someone, at, recoveryCode } = await enrolled();
    await app.db.updateTable('identity.user').set({ locale: 'fr_FR' }).where('id', '=', someone.userId).execute();
    const both = await Promise.all(
      [1, 2].map(() =>
        post('mfa/recover', {
          email: someone.login.toUpperCase(),
          recoveryCode: recoveryCode.toLowerCase().replaceAll('-', ' '),
        }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([204, 401]);
    expect((await rest(at.accessToken ?? '')).status).toBe(401);
    expect(await client.browser().signIn(someone)).toMatchObject({ mfaRequired: false });
    const mails = await app.db.selectFrom('outbox').select('payload').where('target', '=', someone.login).execute();
    expect(mails).toEqual([{ payload: expect.objectContaining({ subject: 'Votre second facteur a été désactivé' }) }]);
  });

  it('that is wrong, or for nobody, is refused in the same words', async () => {
    const { someone, secret } = await enrolled();
    const wrong = await post('mfa/recover', { email: someone.login, recoveryCode: 'AAAAA-AAAAA' });
    const unknown = await post('mfa/recover', { email: `nobody-${someone.login}`, recoveryCode: 'AAAAA-AAAAA' });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    const { mfaToken } = await askedFor(client.browser(), someone);
    expect((await post('mfa/verify', { mfaToken, value: code(secret) })).status).toBe(200);
  });

  it('tried six times from one address gets 429 for known and unknown addresses alike', async () => {
    const { someone } = await enrolled();
    const stranger = plainBrowser(app);
    for (const email of [someone.login, `other-${someone.login}`]) {
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1)
        statuses.push(
          (await stranger.post('/identity/resources/auth/v1/user/mfa/recover').send({ email, recoveryCode: 'AAAAA' }))
            .status,
        );
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    }
  });
});

describe('a remembered browser', () => {
  it('is asked for no second proof for a fortnight, and no other browser is spared', async () => {
    const { someone, secret } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedFor(at, someone);
    expect(await at.run((api) => api.auth.checkIfAllowToRememberMfaDevice(mfaToken))).toEqual({
      isAllowedToRemember: true,
      mfaDeviceExpiration: 1_209_600,
    });
    await at.run((api) => api.auth.loginWithMfa({ mfaToken, value: code(secret), rememberDevice: true } as never));
    expect(decodeJwt((await at.signIn(someone)).accessToken).amr).toEqual(['pwd']);
    expect((await askedFor(client.browser(), someone)).mfaRequired).toBe(true);
    after(60 + 1_209_599);
    expect((await at.signIn(someone)).mfaRequired).toBe(false);
    after(60 + 1_209_600);
    expect((await at.signIn(someone)).mfaRequired).toBe(true);
  });

  it('is asked again by a policy that remembers none, and is none of somebody else', async () => {
    const { someone, secret } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedFor(at, someone);
    await at.run((api) => api.auth.loginWithMfa({ mfaToken, value: code(secret), rememberDevice: true } as never));
    expect((await askedFor(at, (await enrolled()).someone)).mfaRequired).toBe(true);
    const tenant = await newOrganisation(app);
    await app.db.insertInto('identity.membership').values({ tenant_number: tenant, user_id: someone.userId }).execute();
    await app.db
      .insertInto('identity.mfa_policy')
      .values({
        tenant_number: tenant,
        enforce: 'DontForce',
        remembers: false,
        created_at: new Date(testNow),
        updated_at: new Date(testNow),
      })
      .execute();
    expect((await at.signIn(someone)).mfaRequired).toBe(true);
  });
});

describe('codes by mail', () => {
  // ASVS V6.5.5; V6.6.2/3
  it('are good in the sign-in that asked for them alone, for five minutes', async () => {
    const { someone } = await person();
    await app.db
      .insertInto('identity.second_factor')
      .values({ user_id: someone.userId, email_since: new Date(testNow) })
      .execute();
    const at = client.browser();
    const { mfaToken, mfaDevices } = await askedFor(at, someone);
    expect(mfaDevices.emails).toEqual([{ email: someone.login }]);
    const { otcToken } = await at.run((api) => api.auth.preVerifyMFAEmailCode({ mfaToken }));
    const sent = await sentCode(app, someone.login);
    const other = (await askedFor(client.browser(), someone)).mfaToken;
    expect((await post('mfa/emailcode/verify', { mfaToken: other, otcToken, code: sent })).status).toBe(401);
    after(300);
    expect((await post('mfa/emailcode/verify', { mfaToken, otcToken, code: sent })).status).toBe(401);
    after(299);
    const answer = await at.run((api) => api.auth.verifyMFAEmailCode({ mfaToken, otcToken, code: sent } as never));
    expect(decodeJwt((answer as { accessToken: string }).accessToken)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] });
    expect((await post('mfa/emailcode/verify', { mfaToken: other, otcToken, code: sent })).status).toBe(401);
  });
});
