import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal } from '../../../../tests/support/counterparts/published-client';
import { somebodyWaits } from '../../../../tests/support/one-connection';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { joinOrganisation, newOrganisation, newPerson } from '../../../../tests/support/people';
import { testApp, testNow, testSecret } from '../../../../tests/support/test-app';
import { lockAccount } from '../../core/accounts/account-lock';
import { members } from '../../core/members/members';
import { installationSecrets } from '../../core/secrets/installation-secrets';
import { openSession } from '../../core/sessions/session.store';
import { refreshTokenOf } from '../../core/tokens/refresh-token';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

async function person() {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  const someone = await newPerson(app, { organisationId });
  const at = client.browser();
  const { accessToken } = await at.signIn(someone);
  return { organisationId, someone, at, sessionId: String(decodeJwt(accessToken).sid) };
}

const openOf = async (userId: number) =>
  (
    await app.db
      .selectFrom('identity.session')
      .select('id')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
  ).map(({ id }) => id);

describe('a refresh token', () => {
  it.each([
    ['the one that is good', 0],
    ['one to come', 1],
    ['one of before', -1],
  ])('that somebody made up as %s of a session that there is opens nothing and ends nothing', async (_what, ahead) => {
    const { at, someone, sessionId } = await person();
    await at.run((api) => api.auth.refreshTokenV2());
    const forged = refreshTokenOf(installationSecrets('the secret of another installation'), {
      sessionId,
      number: 1 + ahead,
    });
    const thief = client.browser();
    thief.cookies.set('fe_refresh_tare', forged);
    app.clock.set(new Date(Date.parse(testNow) + 60_000));
    expect(await refusal(thief.run((api) => api.auth.refreshTokenV2()))).toMatchObject({ statusCode: 401 });
    expect(await openOf(someone.userId)).toEqual([sessionId]);
    await at.run((api) => api.auth.refreshTokenV2());
  });

  it('is made with the secret of the installation', () => {
    const named = { sessionId: '00000000-0000-4000-8000-000000000000', number: 0 };
    expect(refreshTokenOf(installationSecrets(testSecret), named)).not.toBe(
      refreshTokenOf(installationSecrets('another secret'), named),
    );
  });
});

describe('a session that moves to another tenant', () => {
  // The embedded database's one connection never has two transactions at once.
  it.runIf(process.env.TARE_TEST_DB === 'postgres')(
    'stays where it is where its person is taken out of that one meanwhile',
    async () => {
      const { at, organisationId, someone } = await person();
      const { userId } = someone;
      const tenantNumber = await newOrganisation(app);
      await joinOrganisation(app, someone, { organisationId: tenantNumber });
      const { id: tenantId } = await app.db
        .selectFrom('identity.tenant')
        .select('id')
        .where('number', '=', tenantNumber)
        .executeTakeFirstOrThrow();
      const moving = await app.db.transaction().execute(async (trx) => {
        await lockAccount(trx, userId);
        const answer = refusal(at.run((api) => api.tenants.switchTenant({ tenantId })));
        await somebodyWaits(app.db);
        await members.setActive(trx, { tenantNumber, userId, active: false, now: app.clock.now() });
        return { answer };
      });
      expect(await moving.answer).toMatchObject({ statusCode: 403 });
      expect(
        await app.db.selectFrom('identity.session').select('tenant_number').where('user_id', '=', userId).execute(),
      ).toEqual([{ tenant_number: organisationId }]);
    },
  );
});

describe('the number of sessions', () => {
  it('is ten in all, whatever tenants they are in', async () => {
    const {
      organisationId,
      someone: { userId },
    } = await person();
    const other = await newOrganisation(app);
    const open = (tenantNumber: number, second: number) =>
      app.db.transaction().execute((trx) =>
        openSession(trx, {
          userId,
          tenantNumber,
          ip: '',
          userAgent: '',
          now: new Date(Date.parse(testNow) + second * 1000),
        }),
      );
    for (let second = 1; second <= 6; second += 1)
      for (const tenantNumber of [organisationId, other]) await open(tenantNumber, second);
    expect(await openOf(userId)).toHaveLength(10);
  });
});
