import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import type { Wish } from '../../../../tests/support/counterparts/software-authenticator';
import {
  askedForDevice,
  askedToEnrol,
  askedToSign,
  enrolDevice,
  madeFor,
  proveDevice,
  signedFor,
} from '../../../../tests/support/device-factor';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { addPasskey, newAuthenticator } from '../../../../tests/support/passkeys';
import { newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const refused = {
  message: 'Verification failed. Try again with the security key or device that you set up.',
  statusCode: 401,
};
const audited = async (action: string, { userId }: Person) =>
  app.db
    .selectFrom('audit_log')
    .select(['severity', 'after'])
    .where('action', '=', action)
    .where('entity_id', '=', String(userId))
    .orderBy('id')
    .execute();

async function person({ forced = false } = {}): Promise<{
  someone: Person;
  at: ClientBrowser;
  organisationId: number;
}> {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  if (forced)
    await app.db
      .insertInto('identity.mfa_policy')
      .values({
        tenant_number: organisationId,
        enforce: 'Force',
        created_at: new Date(testNow),
        updated_at: new Date(testNow),
      })
      .execute();
  const someone = await newPerson(app, { organisationId });
  const at = client.browser();
  if (!forced) await at.signIn(someone);
  return { someone, at, organisationId };
}

/** Somebody with a security key, a minute after it was enrolled. */
async function enrolled() {
  const known = await person();
  const factor = await enrolDevice(known.at);
  after(60);
  return { ...known, ...factor };
}

describe('a security key', () => {
  it('is asked for apart from passkeys, without a PIN, and enrolled by what it makes', async () => {
    const { at } = await person();
    await addPasskey(at);
    const question = await askedToEnrol(at);
    expect(question).toMatchObject({
      webauthnToken: expect.stringMatching(/^[\w-]{43}$/),
      options: {
        rp: { id: 'tare.test' },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
      },
    });
    expect(question.options.authenticatorSelection.authenticatorAttachment).toBeUndefined();
    const passkey = (await at.run((api) => api.auth.webAuthnCreateNewDeviceSession())) as unknown as {
      options: { user: { id: string } };
    };
    expect(question.options.user.id).not.toBe(passkey.options.user.id);
    const { recoveryCode } = (await at.run((api) =>
      api.auth.enrollMFAWebAuthn(madeFor(question, newAuthenticator())),
    )) as unknown as { recoveryCode: string };
    expect(recoveryCode).toMatch(/^([A-Z2-7]{5}-){5}[A-Z2-7]$/);
    expect((await at.run((api) => api.auth.getMFADevices())).webauthn).toEqual([
      { id: expect.any(String), deviceType: 'CrossPlatform', name: expect.any(String) },
    ]);
    expect((await at.run((api) => api.auth.getWebAuthnDevices())).devices).toHaveLength(1);
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ mfaEnrolled: true });
  });

  it('is asked for at the next sign-in, which is no session before, and makes hwk of it', async () => {
    const { someone, authenticator, deviceId } = await enrolled();
    const at = client.browser();
    const asked = await askedForDevice(at, someone);
    expect(asked).toMatchObject({
      mfaRequired: true,
      mfaEnrolled: true,
      mfaDevices: { webauthn: [{ id: deviceId, deviceType: 'CrossPlatform' }] },
      mfaStrategies: expect.arrayContaining(['WebAuthnPlatform', 'WebAuthnCrossPlatform']),
    });
    expect(at.cookies.size).toBe(0);
    const { accessToken } = await proveDevice(at, { authenticator, mfaToken: asked.mfaToken, deviceId });
    expect(decodeJwt(accessToken)).toMatchObject({
      amr: ['pwd', 'hwk', 'mfa'],
      acr: expect.stringContaining('multi-factor'),
    });
    const { counter, last_used_at } = await app.db
      .selectFrom('identity.webauthn_factor')
      .select(['counter', 'last_used_at'])
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow();
    expect([counter, last_used_at]).toEqual([1, app.clock.now()]);
  });

  it('signs in by the newer call of the client, as the machine itself does', async () => {
    const { someone, at } = await person();
    const authenticator = newAuthenticator();
    const made = { ...(madeFor(await askedToEnrol(at), authenticator) as object), deviceType: 'platform' } as never;
    await at.run((api) => api.auth.enrollMFAWebAuthn(made));
    const again = client.browser();
    const {
      mfaToken,
      mfaDevices: {
        webauthn: [device],
      },
    } = await askedForDevice(again, someone);
    expect(device?.deviceType).toBe('Platform');
    const question = await askedToSign(again, (api) =>
      api.auth.preVerifyMFAWebAuthnForLogin(device?.id ?? '', { mfaToken }),
    );
    expect(question.options).toMatchObject({
      rpId: 'tare.test',
      userVerification: 'discouraged',
      allowCredentials: [{ id: authenticator.credentials[0]?.id }],
    });
    await again.run((api) =>
      api.auth.verifyMFAWebAuthnForLoginV2(device?.id ?? '', {
        ...(signedFor(question, authenticator) as object),
        mfaToken,
      } as never),
    );
    expect(decodeJwt(again.accessToken ?? '')).toMatchObject({ amr: ['pwd', 'hwk', 'mfa'] });
  });

  it.each<[string, Wish]>([
    ['another site', { origin: 'https://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['a page within another’s', { crossOrigin: true }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['nobody who touched it', { userPresent: false }],
    ['another person', { userHandle: 'AAAA' }],
  ])('that signs for %s lets nobody in', async (_what, wish) => {
    const { someone, authenticator, deviceId } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedForDevice(at, someone);
    expect(await refusal(proveDevice(at, { authenticator, mfaToken, deviceId, wish }))).toEqual(refused);
    expect(await audited('factor.refuse', someone)).toEqual([{ severity: 'warning', after: { by: 'device' } }]);
    expect(await proveDevice(at, { authenticator, mfaToken, deviceId })).toMatchObject({ mfaRequired: false });
  });

  it('of somebody else proves nothing, nor does a passkey', async () => {
    const [{ someone, deviceId, at: own }, stranger] = [await enrolled(), await enrolled()];
    after(0);
    const passkey = await addPasskey(own);
    after(60);
    const at = client.browser();
    const { mfaToken } = await askedForDevice(at, someone);
    expect(await refusal(proveDevice(at, { authenticator: stranger.authenticator, mfaToken, deviceId }))).toEqual(
      refused,
    );
    expect(await refusal(proveDevice(at, { authenticator: passkey, mfaToken, deviceId }))).toEqual(refused);
    expect(
      await refusal(at.run((api) => api.auth.preVerifyMFAWebAuthnForLogin(stranger.deviceId, { mfaToken }))),
    ).toMatchObject({ statusCode: 404 });
  });

  it('answers by the device that was asked for, and by no other of the same person', async () => {
    const { someone, at: own, authenticator, deviceId } = await enrolled();
    own.accessToken = (
      await proveDevice(own, { authenticator, mfaToken: (await askedForDevice(own, someone)).mfaToken, deviceId })
    ).accessToken;
    const second = await enrolDevice(own);
    const at = client.browser();
    const { mfaToken } = await askedForDevice(at, someone);
    const question = await askedToSign(at, (api) => api.auth.preVerifyMFAWebAuthnForLogin(deviceId, { mfaToken }));
    const signed = { ...(signedFor(question, second.authenticator) as object), mfaToken } as never;
    expect(await refusal(at.run((api) => api.auth.verifyMFAWebAuthnForLogin(second.deviceId, signed)))).toEqual(
      refused,
    );
    expect(
      await proveDevice(at, { authenticator: second.authenticator, mfaToken, deviceId: second.deviceId }),
    ).toMatchObject({ mfaRequired: false });
  });

  it('whose counter went back is refused as a copy, and said to be one', async () => {
    const { someone, authenticator, deviceId } = await enrolled();
    const at = client.browser();
    await proveDevice(at, {
      authenticator,
      mfaToken: (await askedForDevice(at, someone)).mfaToken,
      deviceId,
      wish: { counter: 7 },
    });
    for (const counter of [7, 3]) {
      const { mfaToken } = await askedForDevice(at, someone);
      expect(await refusal(proveDevice(at, { authenticator, mfaToken, deviceId, wish: { counter } }))).toEqual(refused);
    }
    expect(await audited('factor.copy', someone)).toEqual(
      [1, 2].map(() => ({ severity: 'critical', after: { deviceId } })),
    );
  });

  // Attack: OTP brute force
  it('locks the account’s factors after five wrong answers, with all others', async () => {
    const { someone, authenticator, deviceId } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedForDevice(at, someone);
    for (let tries = 0; tries < 5; tries += 1)
      expect(
        await refusal(proveDevice(at, { authenticator, mfaToken, deviceId, wish: { rpId: 'evil.test' } })),
      ).toEqual(refused);
    expect(await refusal(proveDevice(at, { authenticator, mfaToken, deviceId }))).toMatchObject({ statusCode: 429 });
  });

  it('spares a browser that was remembered, and no other', async () => {
    const { someone, authenticator, deviceId } = await enrolled();
    const at = client.browser();
    await proveDevice(at, {
      authenticator,
      mfaToken: (await askedForDevice(at, someone)).mfaToken,
      deviceId,
      rememberDevice: true,
    });
    expect([(await at.signIn(someone)).mfaRequired, (await client.browser().signIn(someone)).mfaRequired]).toEqual([
      false,
      true,
    ]);
  });

  it('is switched off by the recovery code, once', async () => {
    const { someone, recoveryCode = '', deviceId } = await enrolled();
    await client.browser().run((api) => api.auth.recoverMfaToken({ email: someone.login, recoveryCode } as never));
    expect(await client.browser().signIn(someone)).toMatchObject({ mfaRequired: false });
    expect(
      await app.db.selectFrom('identity.webauthn_factor').select('id').where('id', '=', deviceId).execute(),
    ).toEqual([]);
  });
});

describe('a challenge', () => {
  it('is good once, even where the answer to it did not hold', async () => {
    const { someone, authenticator, deviceId } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedForDevice(at, someone);
    const question = await askedToSign(at, (api) => api.auth.preVerifyMFAWebAuthnForLogin(deviceId, { mfaToken }));
    const answer = (wish: Wish) =>
      at.run((api) =>
        api.auth.verifyMFAWebAuthnForLogin(deviceId, {
          ...(signedFor(question, authenticator, wish) as object),
          mfaToken,
        } as never),
      );
    expect(await refusal(answer({ rpId: 'evil.test' }))).toEqual(refused);
    expect(await refusal(answer({}))).toEqual(refused);
  });

  it.each([
    [299, 200],
    [300, 401],
  ])('after %i s answers %i', async (seconds, status) => {
    const { someone, authenticator, deviceId } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedForDevice(at, someone);
    const question = await askedToSign(at, (api) => api.auth.preVerifyMFAWebAuthnForLogin(deviceId, { mfaToken }));
    after(60 + seconds);
    const answered = at.run((api) =>
      api.auth.verifyMFAWebAuthnForLogin(deviceId, {
        ...(signedFor(question, authenticator) as object),
        mfaToken,
      } as never),
    );
    if (status === 200) expect(await answered).toMatchObject({ mfaRequired: false });
    else expect(await refusal(answered)).toEqual(refused);
  });

  it('is good in its own sign-in alone, and only for what it was asked for', async () => {
    const { someone, at, authenticator, deviceId } = await enrolled();
    const [one, other] = [
      await askedForDevice(client.browser(), someone),
      await askedForDevice(client.browser(), someone),
    ];
    const elsewhere = client.browser();
    const finish = (question: Awaited<ReturnType<typeof askedToSign>>) =>
      refusal(
        elsewhere.run((api) =>
          api.auth.verifyMFAWebAuthnForLogin(deviceId, {
            ...(signedFor(question, authenticator) as object),
            mfaToken: other.mfaToken,
          } as never),
        ),
      );
    expect(
      await finish(
        await askedToSign(elsewhere, (api) =>
          api.auth.preVerifyMFAWebAuthnForLogin(deviceId, { mfaToken: one.mfaToken }),
        ),
      ),
    ).toEqual(refused);
    expect(await finish(await askedToSign(at, (api) => api.auth.preDisableMFAWebAuthn(deviceId)))).toEqual(refused);
  });
});

describe('an organization that forces a second factor', () => {
  it('has a security key enrolled on the way in, with its recovery code', async () => {
    const { someone, at } = await person({ forced: true });
    const { mfaToken, mfaEnrolled } = await askedForDevice(at, someone);
    expect(mfaEnrolled).toBe(false);
    const authenticator = newAuthenticator();
    const made = {
      ...(madeFor(
        await askedToEnrol(at, (api) => api.auth.preEnrollMFAWebAuthnForLogin({ mfaToken })),
        authenticator,
      ) as object),
      mfaToken,
    } as never;
    const answer = (await at.run((api) => api.auth.enrollMFAWebAuthnForLogin(made))) as unknown as {
      accessToken: string;
      recoveryCode: string;
    };
    expect([decodeJwt(answer.accessToken).amr, answer.recoveryCode]).toEqual([
      ['pwd', 'hwk', 'mfa'],
      expect.stringMatching(/^[A-Z2-7-]{31}$/),
    ]);
    expect(await audited('factor.enrol', someone)).toEqual([{ severity: 'warning', after: { kind: 'newDevice' } }]);
    const next = await askedForDevice(client.browser(), someone);
    expect(
      await proveDevice(client.browser(), {
        authenticator,
        mfaToken: next.mfaToken,
        deviceId: next.mfaDevices.webauthn[0]?.id ?? '',
      }),
    ).toMatchObject({ mfaRequired: false });
  });

  it('has it enrolled by the newer call too, and by no device of another site', async () => {
    const { someone, at } = await person({ forced: true });
    const { mfaToken } = await askedForDevice(at, someone);
    const enrol = async (wish: Wish) => {
      const made = {
        ...(madeFor(
          await askedToEnrol(at, (api) => api.auth.preEnrollMFAWebAuthnForLogin({ mfaToken })),
          newAuthenticator(),
          wish,
        ) as object),
        mfaToken,
      } as never;
      return at.run((api) => api.auth.enrollMFAWebAuthnForLoginV2(made));
    };
    for (const wish of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { challenge: 'A'.repeat(43) }])
      expect(await refusal(enrol(wish))).toEqual(refused);
    await enrol({});
    expect(decodeJwt(at.accessToken ?? '')).toMatchObject({ amr: ['pwd', 'hwk', 'mfa'] });
  });

  it('lets nobody who has a factor add one by the password alone', async () => {
    const { someone } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedForDevice(at, someone);
    expect(await refusal(at.run((api) => api.auth.preEnrollMFAWebAuthnForLogin({ mfaToken })))).toMatchObject({
      statusCode: 403,
    });
    const forced = await person({ forced: true });
    const asked = await askedForDevice(forced.at, forced.someone);
    const question = await askedToEnrol(forced.at, (api) =>
      api.auth.preEnrollMFAWebAuthnForLogin({ mfaToken: asked.mfaToken }),
    );
    expect(
      await refusal(
        at.run((api) =>
          api.auth.enrollMFAWebAuthnForLogin({
            ...(madeFor(question, newAuthenticator()) as object),
            mfaToken,
          } as never),
        ),
      ),
    ).toMatchObject({ statusCode: 403 });
  });
});
