import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  addPasskey,
  askFor,
  beginPasskey,
  finishPasskey,
  listPasskeys,
  newAuthenticator,
  signInByPasskey,
} from '../../../../tests/support/passkeys';
import { newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
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
const notAdded = { message: 'The passkey could not be added. Start again.', statusCode: 422 };
const signInAgain = {
  message: 'Sign in again first. You can only do this within five minutes of signing in.',
  statusCode: 403,
};

async function person(): Promise<{ someone: Person; at: ClientBrowser }> {
  app.clock.set(testNow);
  const someone = await newPerson(app, { organisationId });
  const at = client.browser();
  await at.signIn(someone);
  return { someone, at };
}

const mailsTo = async (login: string) => {
  await app.runJobs();
  const rows = await app.db.selectFrom('outbox').select('payload').where('target', '=', login).orderBy('id').execute();
  return rows.map(({ payload }) => payload as unknown as { subject: string; text: string; html: string });
};
const auditedOf = async (action: string, id: string) =>
  await app.db
    .selectFrom('audit_log')
    .select(['severity', 'actor', 'organisation_id'])
    .where('action', '=', action)
    .where('entity_id', '=', id)
    .execute();

describe('adding a passkey', () => {
  it('asks the browser for one of this host and person, verified, without attestation', async () => {
    const { someone, at } = await person();
    const { uuid } = await app.db
      .selectFrom('identity.user')
      .select('uuid')
      .where('id', '=', someone.userId)
      .executeTakeFirstOrThrow();
    expect(await beginPasskey(at)).toMatchObject({
      rp: { id: 'tare.test', name: 'Tare' },
      user: { name: someone.login, id: Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url') },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [
        { type: 'public-key', alg: -8 },
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      timeout: 300_000,
    });
  });

  it('keeps the machine’s kind, as the client says it, and lists it', async () => {
    const { at } = await person();
    const made = { ...newAuthenticator().create(await beginPasskey(at)), deviceType: 'CrossPlatform' } as never;
    await at.run((api) => api.auth.verifyNewDeviceSession(made));
    const { devices } = await at.run((api) => api.auth.getWebAuthnDevices());
    expect(devices.map(({ deviceType }) => deviceType)).toEqual(['CrossPlatform']);
  });

  it('lists it, signs in with it, tells the person by mail, and leaves a row', async () => {
    const { someone, at } = await person();
    const authenticator = await addPasskey(at);
    const [listed, ...others] = await listPasskeys(at);
    expect([others, listed]).toEqual([
      [],
      {
        id: expect.any(String),
        deviceType: 'Platform',
        name: expect.any(String),
        createdAt: new Date(testNow).toISOString(),
        lastUsedAt: null,
      },
    ]);
    expect((await signInByPasskey(client.browser(), { authenticator })).userEmail).toBe(someone.login);
    const [mail, ...more] = await mailsTo(someone.login);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'A passkey was added to your Tare account',
      text: expect.stringContaining(someone.login),
    });
    expect(await auditedOf('passkey.add', listed?.id ?? '')).toEqual([
      { severity: 'warning', actor: someone.login, organisation_id: organisationId },
    ]);
  });

  it.each([
    ['crossPlatform', 'CrossPlatform'],
    ['Platform', 'Platform'],
    ['PLATFORM', 'Platform'],
    [undefined, 'CrossPlatform'],
  ])('takes the kind of device %j for %s', async (said, kept) => {
    const { at } = await person();
    await finishPasskey(at, {
      ...newAuthenticator().create(await beginPasskey(at)),
      ...(said === undefined ? {} : { deviceType: said }),
    });
    expect((await listPasskeys(at)).map(({ deviceType }) => deviceType)).toEqual([kept]);
  });

  it('names those that are there, so that no device is added twice', async () => {
    const { at } = await person();
    const authenticator = await addPasskey(at);
    expect((await beginPasskey(at)).excludeCredentials).toEqual([
      { id: authenticator.credentials[0]?.id, transports: [], type: 'public-key' },
    ]);
  });

  it('takes bytes in the other alphabet of base64 too', async () => {
    const { at } = await person();
    const made = newAuthenticator().create(await beginPasskey(at));
    const plain = (text: string) => Buffer.from(text, 'base64url').toString('base64');
    await finishPasskey(at, {
      id: plain(made.id),
      response: {
        clientDataJSON: plain(made.response.clientDataJSON),
        attestationObject: plain(made.response.attestationObject),
      },
    });
    expect(await listPasskeys(at)).toHaveLength(1);
  });

  it.each([
    ['another origin', { origin: 'http://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['nobody verified', { userVerified: false }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['a page in somebody else’s', { crossOrigin: true }],
    [
      'a certificate',
      {
        attestation: {
          format: 'packed',
          statement: [
            ['alg', -7],
            ['x5c', { list: [Buffer.alloc(9)] }],
          ] as [string, never][],
        },
      },
    ],
  ])('refuses one with %s, and takes one without', async (_what, wish) => {
    const { at } = await person();
    expect(await refusal(addPasskey(at, { wish }))).toEqual(notAdded);
    expect(await listPasskeys(at)).toEqual([]);
    await addPasskey(at);
    expect(await listPasskeys(at)).toHaveLength(1);
  });

  it('answers a challenge once, one after the other and in parallel', async () => {
    const { at } = await person();
    const options = await beginPasskey(at);
    await finishPasskey(at, newAuthenticator().create(options));
    expect(await refusal(finishPasskey(at, newAuthenticator().create(options)))).toEqual(notAdded);
    const again = await beginPasskey(at);
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async () =>
          (
            await fetch(`${client.baseUrl}/identity/resources/users/webauthn/v1/devices/verify`, {
              method: 'POST',
              headers: { authorization: `Bearer ${at.accessToken}`, 'content-type': 'application/json' },
              body: JSON.stringify(newAuthenticator().create(again)),
            })
          ).status,
      ),
    );
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(await listPasskeys(at)).toHaveLength(2);
  });

  it('uses a challenge up with a wrong answer too', async () => {
    const { at } = await person();
    const options = await beginPasskey(at);
    expect(await refusal(finishPasskey(at, newAuthenticator().create(options, { userVerified: false })))).toEqual(
      notAdded,
    );
    expect(await refusal(finishPasskey(at, newAuthenticator().create(options)))).toEqual(notAdded);
  });

  it('takes five minutes at most', async () => {
    const { at } = await person();
    const [inTime, late] = [await beginPasskey(at), await beginPasskey(at)];
    after(299);
    await finishPasskey(at, newAuthenticator().create(inTime));
    after(300);
    expect(await refusal(finishPasskey(at, newAuthenticator().create(late)))).toEqual(notAdded);
    expect(await listPasskeys(at)).toHaveLength(1);
  });

  it('ends where it began: not with another person’s challenge, nor in another session', async () => {
    const [{ at, someone }, other] = [await person(), await person()];
    const [options, further] = [await beginPasskey(at), await beginPasskey(at)];
    expect(await refusal(finishPasskey(other.at, newAuthenticator().create(options)))).toEqual(notAdded);
    const elsewhere = client.browser();
    await elsewhere.signIn(someone);
    expect(await refusal(finishPasskey(elsewhere, newAuthenticator().create(further)))).toEqual(notAdded);
    expect([await listPasskeys(other.at), await listPasskeys(at)]).toEqual([[], []]);
    await finishPasskey(at, newAuthenticator().create(options));
    expect(await listPasskeys(at)).toHaveLength(1);
  });

  it('does not take a challenge to sign in', async () => {
    const { at, someone } = await person();
    const { challenge } = await askFor(at, { email: someone.login });
    expect(
      await refusal(finishPasskey(at, newAuthenticator().create({ ...(await beginPasskey(at)), challenge }))),
    ).toEqual(notAdded);
  });

  it('takes no credential that somebody has, whoever it is', async () => {
    const [{ at }, other] = [await person(), await person()];
    const copy = newAuthenticator();
    copy.nextId = (await addPasskey(at)).credentials[0]?.id ?? null;
    expect(await refusal(addPasskey(other.at, { authenticator: copy }))).toEqual({
      message: 'This passkey has already been added.',
      statusCode: 409,
    });
    expect([(await listPasskeys(other.at)).length, (await listPasskeys(at)).length]).toEqual([0, 1]);
  });

  it('needs a sign-in of the last five minutes', async () => {
    const { at, someone } = await person();
    after(300);
    await addPasskey(at);
    after(301);
    expect(await refusal(beginPasskey(at))).toEqual(signInAgain);
    await at.run((api) => api.auth.refreshTokenV2());
    expect(await refusal(beginPasskey(at))).toEqual(signInAgain);
    await at.signIn(someone);
    await addPasskey(at);
    expect(await listPasskeys(at)).toHaveLength(2);
  });

  it('stops at twenty, in parallel too', async () => {
    const { at, someone } = await person();
    const row = (credential_id: Buffer) => ({
      user_id: someone.userId,
      credential_id,
      public_key: Buffer.alloc(1),
      counter: 0,
      device_type: 'Platform',
      name: '',
      created_at: new Date(testNow),
    });
    await app.db
      .insertInto('identity.passkey')
      .values(Array.from({ length: 19 }, () => row(randomBytes(16))))
      .execute();
    const [one, two] = [await beginPasskey(at), await beginPasskey(at)];
    await finishPasskey(at, newAuthenticator().create(one));
    const full = { message: 'You already have 20 passkeys. Remove one before adding another.', statusCode: 409 };
    expect(await refusal(finishPasskey(at, newAuthenticator().create(two)))).toEqual(full);
    expect(await refusal(beginPasskey(at))).toEqual(full);
    expect(await listPasskeys(at)).toHaveLength(20);
  });

  it('is not for whom their organization signs in', async () => {
    const { at, someone } = await person();
    const made = newAuthenticator().create(await beginPasskey(at));
    await app.db.updateTable('identity.user').set({ sso_user: true }).where('id', '=', someone.userId).execute();
    expect(await refusal(beginPasskey(at))).toMatchObject({ statusCode: 403 });
    expect(await refusal(finishPasskey(at, made))).toMatchObject({ statusCode: 403 });
  });
});

describe('removing a passkey', () => {
  const remove = (at: ClientBrowser, id: string) => at.run((api) => api.auth.deleteWebAuthnDevice(id));

  it('ends it, leaves the others, tells the person by mail, and leaves a row', async () => {
    const { at, someone } = await person();
    const gone = await addPasskey(at);
    const [first] = await listPasskeys(at);
    const kept = await addPasskey(at);
    await remove(at, first?.id ?? '');
    expect((await listPasskeys(at)).map(({ id }) => id)).not.toContain(first?.id);
    expect(await refusal(signInByPasskey(client.browser(), { authenticator: gone }))).toMatchObject({
      statusCode: 401,
    });
    expect((await signInByPasskey(client.browser(), { authenticator: kept })).userEmail).toBe(someone.login);
    expect((await mailsTo(someone.login)).map(({ subject }) => subject).sort()).toEqual([
      'A passkey was added to your Tare account',
      'A passkey was added to your Tare account',
      'A passkey was removed from your Tare account',
    ]);
    expect(await auditedOf('passkey.remove', first?.id ?? '')).toEqual([
      { severity: 'warning', actor: someone.login, organisation_id: organisationId },
    ]);
  });

  it('needs a sign-in of the last five minutes', async () => {
    const { at } = await person();
    await addPasskey(at);
    const [listed] = await listPasskeys(at);
    after(301);
    expect(await refusal(remove(at, listed?.id ?? ''))).toEqual(signInAgain);
    expect(await listPasskeys(at)).toHaveLength(1);
  });

  it('answers alike for one of somebody else and for none', async () => {
    const [{ at }, other] = [await person(), await person()];
    await addPasskey(at);
    const [listed] = await listPasskeys(at);
    const unknown = { message: 'Passkey not found.', statusCode: 404 };
    expect(await refusal(remove(other.at, listed?.id ?? ''))).toEqual(unknown);
    expect(await refusal(remove(other.at, '11111111-1111-4111-8111-111111111111'))).toEqual(unknown);
    expect(await listPasskeys(at)).toHaveLength(1);
    expect(await listPasskeys(other.at)).toEqual([]);
  });
});
