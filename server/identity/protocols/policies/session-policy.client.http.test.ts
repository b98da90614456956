import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser as plainBrowser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  type Person,
} from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { openSession } from '../../core/sessions/session.store';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const admin = [
  'fe.secure.read.securityPolicy',
  'fe.secure.write.securityPolicy',
  'fe.secure.write.users',
  'VIEW_BASE_LPO_PAGE',
] as const;
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));

async function signedIn(someone: Person): Promise<ClientBrowser> {
  const at = client.browser();
  await at.signIn(someone);
  return at;
}

async function tenant() {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  const someone = await newPerson(app, { organisationId, permissions: admin });
  return { organisationId, someone, at: await signedIn(someone) };
}

type Policy = Parameters<
  Parameters<Parameters<ClientBrowser['run']>[0]>[0]['auth']['createOrUpdateSessionConfigrations']
>[0];
const demand = (at: ClientBrowser, policy: Policy) =>
  at.run((api) => api.auth.createOrUpdateSessionConfigrations(policy));
const idle = (timeout: number, isActive = true) => ({ sessionIdleTimeoutConfiguration: { isActive, timeout } });
const life = (timeout: number, isActive = true) => ({ sessionTimeoutConfiguration: { isActive, timeout } });
const most = (maxSessions: number, isActive = true) => ({ sessionConcurrentConfiguration: { isActive, maxSessions } });

const byBearer = async (at: ClientBrowser) =>
  (await plainBrowser(app).get('/rest/v1/user').set('Authorization', `Bearer ${at.accessToken}`)).status;
const byCookie = async (at: ClientBrowser) =>
  (
    await plainBrowser(app)
      .get('/rest/v1/user')
      .set('Cookie', `tare-session=${at.cookies.get('tare-session')}`)
  ).status;
const byRefresh = async (at: ClientBrowser) =>
  at
    .run((api) => api.auth.refreshTokenV2())
    .then(
      () => 200,
      (error: { statusCode: number }) => error.statusCode,
    );
const ways = { bearer: byBearer, cookie: byCookie, refresh: byRefresh };
const everyWay = (['bearer', 'cookie', 'refresh'] as const).map((way) => [way] as const);
const openSessions = async ({ userId }: Person) =>
  (
    await app.db
      .selectFrom('identity.session')
      .select('id')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
  ).length;

describe('the limits of sessions', () => {
  it('are the installation’s until a tenant sets its own, which reads back', async () => {
    const { at } = await tenant();
    const read = () => at.run((api) => api.auth.getSessionConfigurations());
    expect(await read()).toEqual({ ...life(7_776_000), ...idle(3600), ...most(10) });
    await demand(at, { ...idle(600), ...most(3, false) });
    expect(await read()).toEqual({ ...life(7_776_000), ...idle(600), ...most(3, false) });
  });

  it.each([
    ['idle', idle(3601)],
    ['life', life(7_776_001)],
    ['number', most(11)],
    ['no idle time at all', idle(0)],
    ['no session at all', most(0)],
  ])('are never wider: %s', async (_name, policy) => {
    const { at } = await tenant();
    expect(await refusal(demand(at, policy))).toMatchObject({ statusCode: 400 });
    expect(await at.run((api) => api.auth.getSessionConfigurations())).toEqual({
      ...life(7_776_000),
      ...idle(3600),
      ...most(10),
    });
  });

  it('are for those who look after security', async () => {
    const { organisationId } = await tenant();
    const at = await signedIn(await newPerson(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] }));
    expect(await refusal(at.run((api) => api.auth.getSessionConfigurations()))).toMatchObject({ statusCode: 403 });
    expect(await refusal(demand(at, idle(60)))).toMatchObject({ statusCode: 403 });
  });

  it.each(everyWay)('end an idle session that was running before, by %s', async (way) => {
    const { at, someone } = await tenant();
    const other = await signedIn(someone);
    await demand(at, idle(120));
    after(119);
    expect(await ways[way](other)).toBe(200);
    after(119 + 119);
    expect(await ways[way](other)).toBe(200);
    after(119 + 119 + 121);
    expect(await ways[way](other)).toBe(401);
  });

  it.each(everyWay)('are not put off by use: the absolute one ends it, by %s', async (way) => {
    const { at, someone } = await tenant();
    const other = await signedIn(someone);
    await demand(at, life(600));
    for (const second of [200, 400, 599]) {
      after(second);
      expect([second, await ways[way](other)]).toEqual([second, 200]);
    }
    after(600);
    expect(await ways[way](other)).toBe(401);
  });

  it('leave the installation’s own where they are switched off', async () => {
    const { at, someone } = await tenant();
    await demand(at, { ...idle(60, false), ...life(60, false), ...most(1, false) });
    await inParallel(someone, 9);
    await inParallel(someone, 9);
    expect(await openSessions(someone)).toBe(10);
    const last = await signedIn(someone);
    after(3599);
    expect(await byCookie(last)).toBe(200);
    after(3599 + 3601);
    expect(await byCookie(last)).toBe(401);
  });
});

/** A session that another one takes the place of before its answer is written is none any more: 401. */
async function inParallel(someone: Person, times: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: times }, () => signedInDirectly(someone)));
  expect(answers.filter((status) => status !== 204 && status !== 401)).toEqual([]);
  expect(answers).toContain(204);
}
const signedInDirectly = async ({ login }: Person) =>
  (await plainBrowser(app).post('/rest/v1/auth/login').send({ username: login, password: 'a password for the tests' }))
    .status;

describe('the number of sessions', () => {
  it('is kept to by 20 parallel sign-ins: exactly so many are left', async () => {
    const { at, organisationId } = await tenant();
    await demand(at, most(2));
    const crowd = await newPerson(app, { organisationId });
    // Ten tries at once lock an account, right or wrong; the rest come in as by a link.
    await inParallel(crowd, 9);
    expect(await openSessions(crowd)).toBe(2);
    const now = app.clock.now();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        app.db
          .transaction()
          .execute((trx) =>
            openSession(trx, { userId: crowd.userId, tenantNumber: organisationId, ip: '', userAgent: '', now }),
          ),
      ),
    );
    expect(await openSessions(crowd)).toBe(2);
  });

  it('ends the oldest when a third opens', async () => {
    const { at, organisationId } = await tenant();
    await demand(at, most(2));
    const someone = await newPerson(app, { organisationId });
    const browsers: ClientBrowser[] = [];
    for (const second of [1, 2, 3]) {
      after(second);
      browsers.push(await signedIn(someone));
    }
    expect(await Promise.all(browsers.map(byCookie))).toEqual([401, 200, 200]);
    expect(await Promise.all(browsers.map(byBearer))).toEqual([401, 200, 200]);
  });

  it('made smaller ends what is running, but not the session that asks', async () => {
    const { at, someone } = await tenant();
    after(5);
    const later = await signedIn(someone);
    await demand(at, most(1));
    expect([await byCookie(at), await byCookie(later)]).toEqual([200, 401]);
  });

  it('counts each tenant’s own, and whoever moves to a stricter one', async () => {
    const { at, organisationId } = await tenant();
    await demand(at, most(1));
    const lax = await newOrganisation(app);
    const someone = await newPerson(app, { organisationId: lax });
    const [first, second] = [await signedIn(someone), await signedIn(someone)];
    expect([await byCookie(first), await byCookie(second)]).toEqual([200, 200]);
    await joinOrganisation(app, someone, { organisationId });
    const { id: tenantId } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', organisationId)
      .executeTakeFirstOrThrow();
    await first.run((api) => api.tenants.switchTenant({ tenantId }));
    expect([await byCookie(first), await byCookie(second)]).toEqual([200, 200]);
    await second.run((api) => api.tenants.switchTenant({ tenantId }));
    expect([await byCookie(first), await byCookie(second)]).toEqual([401, 200]);
  });

  it('and times of a stricter tenant hold in its tab, and in no other', async () => {
    const { at, organisationId } = await tenant();
    await demand(at, idle(60));
    const someone = await newPerson(app, { organisationId: await newOrganisation(app) });
    await joinOrganisation(app, someone, { organisationId });
    const { id: tenantId } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', organisationId)
      .executeTakeFirstOrThrow();
    // Whoever belongs to two comes in at the one that is older.
    const there = await signedIn(someone);
    await app.db
      .updateTable('identity.session')
      .set({
        tenant_number: (
          await app.db
            .selectFrom('identity.membership')
            .select('tenant_number')
            .where('user_id', '=', someone.userId)
            .where('tenant_number', '<>', organisationId)
            .executeTakeFirstOrThrow()
        ).tenant_number,
      })
      .where('user_id', '=', someone.userId)
      .execute();
    after(61);
    there.tabTenantId = tenantId;
    expect(await byRefresh(there)).toBe(401);
    there.tabTenantId = null;
    expect(await byRefresh(there)).toBe(200);
  });
});

describe('one’s own sessions', () => {
  it('are listed with the one that asks, and end one by one', async () => {
    const { at, someone } = await tenant();
    after(1);
    const other = await signedIn(someone);
    await demand(at, life(600));
    const listed = await at.run((api) => api.auth.getCurrentUserSessions());
    expect(listed.map(({ current, impersonated, expires }) => ({ current, impersonated, expires }))).toEqual([
      { current: false, impersonated: false, expires: new Date(Date.parse(testNow) + 601_000).toISOString() },
      { current: true, impersonated: false, expires: new Date(Date.parse(testNow) + 600_000).toISOString() },
    ]);
    expect(await at.run((api) => api.auth.getCurrentUserSession())).toEqual(listed[1]);
    await at.run((api) => api.auth.deleteSessionForUser(listed[0]?.id ?? ''));
    expect([await byCookie(other), await byBearer(other), await byCookie(at)]).toEqual([401, 401, 200]);
    expect(await refusal(at.run((api) => api.auth.deleteSessionForUser(listed[0]?.id ?? '')))).toMatchObject({
      statusCode: 404,
    });
  });

  it('all end but the one that asks', async () => {
    const { at, someone } = await tenant();
    const others = [await signedIn(someone), await signedIn(someone)];
    await at.run((api) => api.auth.deleteAllSessionsForUser());
    expect([await byCookie(at), ...(await Promise.all(others.map(byCookie)))]).toEqual([200, 401, 401]);
  });

  it('are nobody else’s to end', async () => {
    const { at } = await tenant();
    const stranger = (await tenant()).at;
    const [theirs] = await stranger.run((api) => api.auth.getCurrentUserSessions());
    expect(await refusal(at.run((api) => api.auth.deleteSessionForUser(theirs?.id ?? '')))).toMatchObject({
      statusCode: 404,
    });
    expect(await byCookie(stranger)).toBe(200);
  });
});

describe('revoking', () => {
  const uuidOf = async ({ userId }: Person) =>
    (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;

  it('ends what somebody has in this tenant, and leaves people of others alone', async () => {
    const { at, organisationId } = await tenant();
    const { at: stranger, someone: foreign } = await tenant();
    const colleague = await newPerson(app, { organisationId });
    const theirs = await signedIn(colleague);
    expect(
      await refusal(theirs.run(async (api) => api.auth.revokeSessionsForUser(await uuidOf(foreign)))),
    ).toMatchObject({ statusCode: 403 });
    await at.run(async (api) => api.auth.revokeSessionsForUser(await uuidOf(colleague)));
    expect([await byCookie(theirs), await byBearer(theirs), await byRefresh(theirs)]).toEqual([401, 401, 401]);
    expect(await refusal(at.run(async (api) => api.auth.revokeSessionsForUser(await uuidOf(foreign))))).toMatchObject({
      statusCode: 404,
    });
    expect([await byCookie(stranger), await byCookie(at)]).toEqual([200, 200]);
  });
});
