import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient } from '../../../../tests/support/counterparts/published-client';
import { newestLink } from '../../../../tests/support/mails';
import { somebodyWaits } from '../../../../tests/support/one-connection';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser as plainBrowser, newOrganisation, newPerson } from '../../../../tests/support/people';
import { askedFor, codeAt, enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import type { Trx } from '../../../platform/db/database';
import { forgetProofs, lockFactors } from '../../core/factors/factor.store';

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
const code = (secret: string) => codeAt(secret, app.clock.now());
const post = (path: string, body: object) =>
  plainBrowser(app).post(`/identity/resources/auth/v1/user/${path}`).send(body);

/** Somebody with an authenticator, a minute after it was enrolled. */
async function enrolled() {
  app.clock.set(testNow);
  const someone = await newPerson(app, { organisationId });
  const at = client.browser();
  await at.signIn(someone);
  const factor = await enrolAuthenticator(app, at, someone);
  after(60);
  return { someone, at, ...factor };
}

describe('a sign-in that waits for its second proof', () => {
  it('is over once the password is reset by a link', async () => {
    const { someone, secret } = await enrolled();
    const { mfaToken } = await askedFor(client.browser(), someone);
    await client.browser().run((api) => api.auth.forgotPassword({ email: someone.login }));
    const { searchParams } = await newestLink(app, someone.login);
    await client.browser().run((api) =>
      api.auth.resetPassword({
        userId: searchParams.get('userId') ?? '',
        token: searchParams.get('token') ?? '',
        password: 'quiet-harbour-lantern-61',
      }),
    );
    expect((await post('mfa/verify', { mfaToken, value: code(secret) })).body).toMatchObject({
      code: 'identity.signInOver',
    });
  });

  /** Work that holds the account as other changes of it do, and then ends the sign-ins that wait. */
  const changes: [string, (trx: Trx, userId: number) => Promise<unknown>][] = [
    ['of their factors', (trx, userId) => lockFactors(trx, userId)],
    [
      'of the password',
      (trx, userId) =>
        trx
          .updateTable('identity.user')
          .set({ password_changed_at: new Date(testNow) })
          .where('id', '=', userId)
          .execute(),
    ],
  ];

  // The embedded database's one connection never has two transactions at once.
  it.runIf(process.env.TARE_TEST_DB === 'postgres').each(changes)(
    'waits for a change %s at the same moment, and neither is broken off',
    async (_what, begin) => {
      const { someone, secret } = await enrolled();
      const { mfaToken } = await askedFor(client.browser(), someone);
      const proving = await app.db.transaction().execute(async (trx) => {
        await begin(trx, someone.userId);
        const answer = post('mfa/verify', { mfaToken, value: code(secret) }).then(({ status, body }) => ({
          status,
          body,
        }));
        await somebodyWaits(app.db);
        await forgetProofs(trx, someone.userId, app.clock.now());
        return { answer };
      });
      expect(await proving.answer).toMatchObject({ status: 401, body: { code: 'identity.signInOver' } });
    },
  );
});

describe('a recovery code', () => {
  it('that strangers try, however often, keeps its owner neither from it nor from the factor', async () => {
    const { someone, secret, recoveryCode } = await enrolled();
    const stranger = plainBrowser(app);
    const statuses: number[] = [];
    for (let tries = 0; tries < 8; tries += 1)
      statuses.push(
        (
          await stranger
            .post('/identity/resources/auth/v1/user/mfa/recover')
            .send({ email: someone.login, recoveryCode: 'AAAAA' })
        ).status,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    for (let tries = 0; tries < 6; tries += 1)
      expect(
        (
          await plainBrowser(app)
            .post('/identity/resources/auth/v1/user/mfa/recover')
            .send({ email: someone.login, recoveryCode: 'AAAAA' })
        ).status,
      ).toBe(401);
    const { mfaToken } = await askedFor(client.browser(), someone);
    expect((await post('mfa/verify', { mfaToken, value: code(secret) })).status).toBe(200);
    expect((await post('mfa/recover', { email: someone.login, recoveryCode })).status).toBe(204);
  });
});

describe('a shorter time of remembering', () => {
  it('reaches browsers that are remembered already', async () => {
    const { someone, secret } = await enrolled();
    const at = client.browser();
    const { mfaToken } = await askedFor(at, someone);
    await at.run((api) => api.auth.loginWithMfa({ mfaToken, value: code(secret), rememberDevice: true } as never));
    const tenant = await newOrganisation(app);
    await app.db.insertInto('identity.membership').values({ tenant_number: tenant, user_id: someone.userId }).execute();
    await app.db
      .insertInto('identity.mfa_policy')
      .values({
        tenant_number: tenant,
        enforce: 'DontForce',
        remember_seconds: 3600,
        created_at: new Date(testNow),
        updated_at: new Date(testNow),
      })
      .execute();
    after(60 + 3599);
    expect((await at.signIn(someone)).mfaRequired).toBe(false);
    after(60 + 3600);
    expect((await at.signIn(someone)).mfaRequired).toBe(true);
  });
});
