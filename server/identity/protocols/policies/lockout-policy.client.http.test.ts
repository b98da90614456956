import { createPublicKey } from 'node:crypto';
import { importSPKI, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { joinOrganisation, newOrganisation, newPerson, password, type Person } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

async function tenant() {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  const someone = await newPerson(app, {
    organisationId,
    permissions: ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'],
  });
  const at = client.browser();
  await at.signIn(someone);
  return { organisationId, at };
}

const read = (at: ClientBrowser) => at.run((api) => api.auth.getLockoutPolicy());
const save = (at: ClientBrowser, body: object) => at.run((api) => api.auth.saveLockoutPolicy(body as never));
const type = ({ login }: Person, typed: string) =>
  fetch(`${client.baseUrl}/identity/resources/auth/v1/user`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': client.browser().address,
      origin: 'http://tare.test',
    },
    body: JSON.stringify({ email: login, password: typed }),
  });
const wrong = (someone: Person) => type(someone, 'a wrong one');
const wrongs = async (someone: Person, tries: number) => {
  for (let at = 0; at < tries; at += 1) await wrong(someone);
};
const enters = (someone: Person) =>
  client
    .browser()
    .signIn(someone)
    .then(
      () => true,
      ({ statusCode, message }: { statusCode: number; message: string }) => {
        expect([statusCode, message]).toEqual([401, 'The username or password is incorrect.']);
        return false;
      },
    );

describe('the lockout policy', () => {
  it('is the installation’s until a tenant sets its own, and reads back', async () => {
    const { at } = await tenant();
    const before = await read(at);
    expect(before).toMatchObject({ enabled: true, maxAttempts: 10 });
    await save(at, { enabled: true, maxAttempts: 4 });
    await save(at, { id: before.id, enabled: true, maxAttempts: 3 });
    expect(await read(at)).toMatchObject({
      id: before.id,
      enabled: true,
      maxAttempts: 3,
      updatedAt: testNow.replace(/Z$/, '.000Z').replace('.000.000', '.000'),
    });
    expect(await at.run((api) => api.auth.getVendorLockoutPolicy())).toMatchObject({ enabled: true, maxAttempts: 10 });
  });

  it('is never looser, and nobody else’s', async () => {
    const { at } = await tenant();
    const { at: stranger } = await tenant();
    expect(await refusal(save(at, { enabled: true, maxAttempts: 11 }))).toMatchObject({ statusCode: 400 });
    expect(await refusal(save(at, { enabled: true, maxAttempts: 0 }))).toMatchObject({ statusCode: 400 });
    const { id } = await read(stranger);
    expect(await refusal(save(at, { id, enabled: true, maxAttempts: 2 }))).toMatchObject({ statusCode: 404 });
    expect(await read(stranger)).toMatchObject({ maxAttempts: 10 });
  });

  it('locks after the tenant’s number of wrong passwords, says nothing of a right one, and opens in time', async () => {
    const { at, organisationId } = await tenant();
    await save(at, { enabled: true, maxAttempts: 3 });
    const someone = await newPerson(app, { organisationId });
    await wrongs(someone, 2);
    expect(await enters(someone)).toBe(true);
    await wrongs(someone, 3);
    expect(await enters(someone)).toBe(false);
    app.clock.set(new Date(Date.parse(testNow) + 901_000));
    expect(await enters(someone)).toBe(true);
  });

  it('counts parallel tries, and locks once', async () => {
    const { at, organisationId } = await tenant();
    await save(at, { enabled: true, maxAttempts: 5 });
    const someone = await newPerson(app, { organisationId });
    await Promise.all(Array.from({ length: 8 }, () => wrong(someone)));
    expect(await enters(someone)).toBe(false);
    const locks = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'user.lock')
      .where('entity_id', '=', String(someone.userId))
      .execute();
    expect(locks).toEqual([{ after: { failures: 5 } }]);
  });

  it('is set off by no right passwords, however many at once', async () => {
    const { at, organisationId } = await tenant();
    await save(at, { enabled: true, maxAttempts: 5 });
    const someone = await newPerson(app, { organisationId });
    await wrongs(someone, 4);
    const answers = await Promise.all(Array.from({ length: 10 }, () => type(someone, password)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(
      await app.db
        .selectFrom('identity.user')
        .select(['failed_sign_ins', 'locked_until'])
        .where('id', '=', someone.userId)
        .execute(),
    ).toEqual([{ failed_sign_ins: 0, locked_until: null }]);
  });

  it('switched off leaves the installation’s limit', async () => {
    const { at, organisationId } = await tenant();
    await save(at, { enabled: false, maxAttempts: 2 });
    const someone = await newPerson(app, { organisationId });
    await wrongs(someone, 9);
    expect(await enters(someone)).toBe(true);
    await wrongs(someone, 10);
    expect(await enters(someone)).toBe(false);
  });

  it('of the strictest tenant counts for whoever is in two', async () => {
    const [lax, strict] = [await tenant(), await tenant()];
    await save(strict.at, { enabled: true, maxAttempts: 2 });
    const someone = await newPerson(app, { organisationId: lax.organisationId });
    await wrongs(someone, 2);
    expect(await enters(someone)).toBe(true);
    await joinOrganisation(app, someone, { organisationId: strict.organisationId });
    await wrongs(someone, 2);
    expect(await enters(someone)).toBe(false);
  });
});

describe('the installation’s policy', () => {
  it('holds the key that access tokens are verified by', async () => {
    const { at } = await tenant();
    const policy = await at.run((api) => api.auth.getGlobalSecurityPolicy());
    expect(policy).toMatchObject({
      cookieSameSite: 'LAX',
      defaultTokenExpiration: 900,
      defaultRefreshTokenExpiration: 7_776_000,
    });
    const { payload } = await jwtVerify(at.accessToken ?? '', await importSPKI(policy.publicKey, 'RS256'), {
      currentDate: new Date(testNow),
    });
    expect([payload.type, createPublicKey(policy.publicKey).asymmetricKeyType]).toEqual(['userToken', 'rsa']);
    expect(await refusal(client.browser().run((api) => api.auth.getGlobalSecurityPolicy()))).toMatchObject({
      statusCode: 401,
    });
  });
});
