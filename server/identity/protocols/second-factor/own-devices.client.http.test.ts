import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import {
  askedForDevice,
  askedToEnrol,
  askedToSign,
  enrolDevice,
  madeFor,
  proveDevice,
  signedFor,
} from '../../../../tests/support/device-factor';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newAuthenticator } from '../../../../tests/support/passkeys';
import { newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { codeAt, enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
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

describe('their own devices', () => {
  it('are enrolled after a fresh proof alone: the first by any, another by a second one', async () => {
    const { someone, at } = await person();
    after(301);
    expect(await refusal(askedToEnrol(at))).toMatchObject({ statusCode: 403 });
    await at.signIn(someone);
    await enrolDevice(at);
    expect(await refusal(askedToEnrol(at))).toMatchObject({ statusCode: 403 });
  });

  it('renew the proof of a session, which lets another be added', async () => {
    const { at, authenticator, deviceId } = await enrolled();
    const { sid } = decodeJwt(at.accessToken ?? '');
    const { mfaToken, mfaDevices } = (await at.run((api) => api.auth.generateStepupSession({}))) as unknown as {
      mfaToken: string;
      mfaDevices: { webauthn: unknown[] };
    };
    expect(mfaDevices.webauthn).toHaveLength(1);
    const { accessToken } = await proveDevice(at, { authenticator, mfaToken, deviceId });
    expect(decodeJwt(accessToken)).toMatchObject({
      sid,
      amr: ['pwd', 'hwk', 'mfa'],
      auth_time: Date.parse(testNow) / 1000 + 60,
    });
    const second = await enrolDevice(at);
    expect([second.recoveryCode, (await at.run((api) => api.auth.getMFADevices())).webauthn.length]).toEqual([
      undefined,
      2,
    ]);
    expect(await refusal(at.run((api) => api.auth.enrollMFAWebAuthn({} as never)))).toMatchObject({ statusCode: 400 });
  });

  it('are enrolled in the session that asked, and end those elsewhere', async () => {
    const { someone, at } = await person();
    const elsewhere = client.browser();
    await elsewhere.signIn(someone);
    const question = await askedToEnrol(elsewhere);
    expect(
      await refusal(at.run((api) => api.auth.enrollMFAWebAuthn(madeFor(question, newAuthenticator())))),
    ).toMatchObject({ statusCode: 400 });
    await enrolDevice(at);
    expect(await refusal(elsewhere.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 401 });
  });

  it('are not enrolled twice, whoever’s they are', async () => {
    const [{ authenticator }, { at }] = [await enrolled(), await person()];
    const known = newAuthenticator();
    known.nextId = authenticator.credentials[0]?.id ?? null;
    expect(
      await refusal(
        at.run(async (api) =>
          api.auth.enrollMFAWebAuthn(madeFor((await api.auth.preEnrollMFAWebAuthn()) as never, known)),
        ),
      ),
    ).toMatchObject({ statusCode: 409 });
  });

  it('are switched off by what they sign, or by a fresh second proof; nobody else’s can be', async () => {
    const [{ at, someone, authenticator, deviceId }, stranger] = [await enrolled(), await enrolled()];
    const disable = (body: object, id = deviceId) => at.run((api) => api.auth.disableMFAWebAuthn(id, body as never));
    expect(await refusal(at.run((api) => api.auth.preDisableMFAWebAuthn(stranger.deviceId)))).toMatchObject({
      statusCode: 404,
    });
    expect(await refusal(disable({}, stranger.deviceId))).toMatchObject({ statusCode: 404 });
    expect(await refusal(disable({}))).toMatchObject({ statusCode: 403 });
    const question = () => askedToSign(at, (api) => api.auth.preDisableMFAWebAuthn(deviceId));
    expect(await refusal(disable(signedFor(await question(), stranger.authenticator)))).toMatchObject({
      statusCode: 400,
    });
    await disable(signedFor(await question(), authenticator));
    expect((await at.run((api) => api.auth.getMFADevices())).webauthn).toEqual([]);
    expect(await client.browser().signIn(someone)).toMatchObject({ mfaRequired: false });
    expect(await audited('factor.disable', someone)).toEqual([
      { severity: 'warning', after: { kind: 'device', deviceId } },
    ]);
  });

  it('stand beside an authenticator app, and either proves', async () => {
    const { someone, at } = await person();
    const { secret } = await enrolAuthenticator(app, at, someone);
    after(60);
    const { mfaToken } = (await at.run((api) => api.auth.generateStepupSession({}))) as unknown as { mfaToken: string };
    await at.run((api) => api.auth.loginWithMfa({ mfaToken, value: codeAt(secret, app.clock.now()) } as never));
    const { authenticator, deviceId } = await enrolDevice(at);
    const next = await askedForDevice(client.browser(), someone);
    expect(next.mfaDevices).toMatchObject({
      authenticators: [{ id: expect.any(String) }],
      webauthn: [{ id: deviceId }],
    });
    expect(await proveDevice(client.browser(), { authenticator, mfaToken: next.mfaToken, deviceId })).toMatchObject({
      mfaRequired: false,
    });
  });
});

describe('an installation that has some kinds only', () => {
  it('offers and enrols no other', async () => {
    const {
      resources: { config },
    } = app;
    const narrow = await publishedClient(
      otherApp(app, {
        config: { identity: { ...config.identity, factorStrategies: ['WebAuthnPlatform', 'EmailCode'] } },
      }),
    );
    try {
      const { someone } = await person({ forced: true });
      const at = narrow.browser();
      const asked = await askedForDevice(at, someone);
      expect([asked.mfaStrategies, asked.qrCode]).toEqual([['EmailCode', 'WebAuthnPlatform'], undefined]);
      const { mfaToken } = asked;
      expect(await refusal(at.run((api) => api.auth.preEnrollMFAAuthenticatorAppForLogin({ mfaToken })))).toMatchObject(
        { statusCode: 409 },
      );
      const ask = () => askedToEnrol(at, (api) => api.auth.preEnrollMFAWebAuthnForLogin({ mfaToken }));
      const question = await ask();
      expect(question.options.authenticatorSelection.authenticatorAttachment).toBe('platform');
      const enrol = (given: object) =>
        at.run((api) => api.auth.enrollMFAWebAuthnForLogin({ ...given, mfaToken } as never));
      expect(await refusal(enrol(madeFor(question, newAuthenticator())))).toMatchObject({ statusCode: 409 });
      await enrol({ ...(madeFor(await ask(), newAuthenticator()) as object), deviceType: 'Platform' });
      const { strategies } = await at.run((api) => api.auth.getMFAStrategiesConfig());
      expect(strategies.filter(({ isActive }) => isActive).map(({ strategy }) => strategy)).toEqual([
        'EmailCode',
        'WebAuthnPlatform',
      ]);
    } finally {
      await narrow.close();
    }
  });
});
