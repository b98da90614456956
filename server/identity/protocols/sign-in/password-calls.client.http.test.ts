import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  publishedClient,
  refusal,
  type ClientBrowser,
  type PublishedApi,
} from '../../../../tests/support/counterparts/published-client';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser as plainBrowser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  password,
  signedInAs,
  tokenOf,
  type Person,
} from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let someone: Person;
let at: ClientBrowser;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  app.clock.set(testNow);
  organisationId = await newOrganisation(app);
  someone = await newPerson(app, {
    organisationId,
    permissions: ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'],
  });
  at = client.browser();
  await at.signIn(someone);
});

const phrases = [
  'four words in a row',
  'five heavy green kettles',
  'seven quiet lorries sing',
  'nine wooden moons float',
  'eleven salty bridges hum',
];
const [better = ''] = phrases;
const change = (from: string, to: string, here = at) =>
  here.run((api: PublishedApi) => api.teams.changePassword({ password: from, newPassword: to }));
const enters = (typed: string) =>
  client
    .browser()
    .run((api) => api.auth.login({ email: someone.login, password: typed }))
    .then(
      () => true,
      () => false,
    );
const saveHistory = (enabled: boolean, historySize: number, here = at, id?: string) =>
  here.run((api) => api.auth.savePasswordHistoryPolicy({ id, enabled, historySize } as never));
const history = (here = at) =>
  here.run((api) => api.auth.getPasswordHistoryPolicy()) as Promise<{
    id?: string;
    enabled: boolean;
    historySize: number;
  }>;

/** @returns what a mailed link carries */
async function mailedLink(login = someone.login): Promise<{ token: string; userId: string }> {
  await at.run((api) => api.auth.forgotPassword({ email: login }));
  const { searchParams } = await newestLink(app, login);
  return { token: searchParams.get('token') ?? '', userId: searchParams.get('userId') ?? '' };
}
const verify = (link: { token: string; userId: string }, typed: string) =>
  client.browser().run((api) => api.auth.resetPassword({ ...link, password: typed }));

describe('a forgotten password', () => {
  it('is replaced by the mailed link of this person, once, and every session ends', async () => {
    const link = await mailedLink();
    const { id } = (await at.run((api) => api.auth.getMeV2())) as { id: string };
    expect(link.userId).toBe(id);
    const other = await newPerson(app, { organisationId });
    const { uuid } = await app.db
      .selectFrom('identity.user')
      .select('uuid')
      .where('id', '=', other.userId)
      .executeTakeFirstOrThrow();
    expect(await refusal(verify({ ...link, userId: uuid }, better))).toMatchObject({ statusCode: 422 });
    await verify(link, better);
    expect([await enters(password), await enters(better)]).toEqual([false, true]);
    expect(await refusal(at.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 401 });
    expect(await refusal(verify(link, phrases[1] ?? ''))).toMatchObject({ statusCode: 422 });
  });

  it('is asked for in the same way by an address that nobody has', async () => {
    const nobody = `${randomUUID()}@tare.test`;
    expect(await at.run((api) => api.auth.forgotPassword({ email: nobody }))).toEqual(
      await at.run((api) => api.auth.forgotPassword({ email: someone.login })),
    );
    expect([(await mailsTo(app, nobody)).length, (await mailsTo(app, someone.login)).length]).toEqual([0, 1]);
  });
});

describe('another password', () => {
  it('ends all other sessions and goes on with this one under a new id', async () => {
    const [elsewhere, before] = [client.browser(), at.cookies.get('tare-session')];
    await elsewhere.signIn(someone);
    await change(password, better);
    expect(at.cookies.get('tare-session')).not.toBe(before);
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ email: someone.login });
    await at.run((api) => api.auth.refreshTokenV2());
    expect(await refusal(elsewhere.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 401 });
    expect(
      (
        await fetch(`${client.baseUrl}/home`, { headers: { cookie: `tare-session=${before}` }, redirect: 'manual' })
      ).headers.get('location'),
    ).toBe('/login');
    expect([await enters(password), await enters(better)]).toEqual([false, true]);
    const audited = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'user.passwordChange')
      .where('entity_id', '=', String(someone.userId))
      .execute();
    expect(audited).toHaveLength(1);
  });

  it.each([
    ['the one of now is wrong', 'not the password of now', better, 'Your current password is incorrect.'],
    ['it is the same', password, password, 'This is your current password. Choose a different one.'],
    ['it is easy to guess', password, 'passwordpassword', expect.stringContaining('too easy to guess')],
  ])('is refused where %s', async (_what, from, to, message) => {
    expect(await refusal(change(from, to))).toEqual({ statusCode: 422, message });
    expect(await enters(password)).toBe(true);
  });

  it('is tried for ten times in ten minutes', async () => {
    for (let tries = 0; tries < 10; tries += 1)
      expect(await refusal(change('not the password of now', better))).toMatchObject({ statusCode: 422 });
    expect(await refusal(change(password, better))).toMatchObject({ statusCode: 429 });
  });

  it('is one of two that are set at once', async () => {
    const answers = await Promise.allSettled(
      phrases.slice(0, 2).map((typed) =>
        fetch(`${client.baseUrl}/identity/resources/users/v1/passwords/change`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${at.accessToken}` },
          body: JSON.stringify({ password, newPassword: typed }),
        }),
      ),
    );
    const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 0));
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => [409, 422].includes(status))).toHaveLength(1);
  });
});

describe('passwords of before', () => {
  it('are as many as the tenant says, on every way to a password', async () => {
    expect(await history()).toEqual({ enabled: false, historySize: 1 });
    await saveHistory(true, 3);
    const [first = '', second = '', third = ''] = phrases;
    await change(password, first);
    await change(first, second);
    const words = 'password: This is one of your last 3 passwords. Choose a different one.';
    for (const taken of [password, first, second]) {
      const here = taken === second ? verify(await mailedLink(), taken) : change(second, taken);
      expect([taken, await refusal(here)]).toEqual([taken, { statusCode: 422, message: words }]);
    }
    expect(await refusal(verify(await mailedLink(), first))).toEqual({ statusCode: 422, message: words });
    await app.db
      .updateTable('identity.user')
      .set({ password_reset_required: true })
      .where('id', '=', someone.userId)
      .execute();
    const agent = plainBrowser(app);
    const cookie = `tare-session=${at.cookies.get('tare-session')}`;
    const page = await agent.get('/password-reset/force').set('Cookie', cookie);
    const forced = await agent
      .post('/password-reset/force')
      .set('Cookie', cookie)
      .type('form')
      .send({ _csrf: tokenOf(page.text), password: first, repeatPassword: first });
    expect([forced.status, forced.text]).toEqual([422, expect.stringContaining('one of your last 3 passwords')]);
    await app.db
      .updateTable('identity.user')
      .set({ password_reset_required: false })
      .where('id', '=', someone.userId)
      .execute();
    await change(second, third);
    await change(third, password);
    expect(
      await app.db.selectFrom('identity.password_history').select('id').where('user_id', '=', someone.userId).execute(),
    ).toHaveLength(2);
  });

  it('are asked by the strictest of the person’s tenants, and by none once it is switched off', async () => {
    await saveHistory(true, 1);
    const other = await newOrganisation(app);
    const admin = await newPerson(app, {
      organisationId: other,
      permissions: ['fe.secure.write.securityPolicy', 'fe.secure.read.securityPolicy'],
    });
    const there = client.browser();
    await there.signIn(admin);
    await saveHistory(true, 2, there);
    await joinOrganisation(app, someone, { organisationId: other });
    await change(password, better);
    expect(await refusal(change(better, password))).toMatchObject({ statusCode: 422 });
    const policy = await history(there);
    await saveHistory(false, 2, there, policy.id);
    expect(await history(there)).toMatchObject({ id: policy.id, enabled: false, historySize: 2 });
    await change(better, password);
    expect(await enters(password)).toBe(true);
  });

  it('are chosen for one’s own tenant alone, with the right to', async () => {
    await saveHistory(true, 5);
    const { id } = await history();
    const reader = client.browser();
    await reader.signIn(
      await newPerson(app, {
        organisationId: await newOrganisation(app),
        permissions: ['fe.secure.read.securityPolicy'],
      }),
    );
    expect(await history(reader)).toEqual({ enabled: false, historySize: 1 });
    expect(await refusal(saveHistory(false, 1, reader))).toMatchObject({ statusCode: 403 });
    const stranger = client.browser();
    await stranger.signIn(
      await newPerson(app, {
        organisationId: await newOrganisation(app),
        permissions: ['fe.secure.write.securityPolicy'],
      }),
    );
    expect(await refusal(saveHistory(false, 1, stranger, id))).toMatchObject({ statusCode: 404 });
    expect(await refusal(history(stranger))).toMatchObject({ statusCode: 403 });
    for (const size of [0, 25, 1.5]) expect(await refusal(saveHistory(true, size))).toMatchObject({ statusCode: 400 });
    expect(await history()).toMatchObject({ id, enabled: true, historySize: 5 });
    expect(await at.run((api) => api.auth.getVendorPasswordHistoryPolicy())).toEqual({
      enabled: false,
      historySize: 1,
    });
  });
});

describe('what is asked of a password', () => {
  it('is the tenant’s own, above the floor, on the way in as in words', async () => {
    await app.db
      .insertInto('identity.password_policy')
      .values({
        tenant_number: organisationId,
        min_length: 20,
        allow_passphrases: false,
        min_optional_tests: 2,
        uppercase: true,
        numbers: true,
      })
      .execute();
    const { id: userId } = (await at.run((api) => api.auth.getMeV2())) as { id: string };
    const asked = {
      minLength: 20,
      maxLength: 256,
      allowPassphrases: false,
      minOptionalTestsToPass: 2,
      optionalTests: {
        requireLowercase: false,
        requireUppercase: true,
        requireNumbers: true,
        requireSpecialChars: false,
      },
    };
    expect(await client.browser().run((api) => api.auth.loadPasswordConfig({ userId }))).toMatchObject(asked);
    expect(await at.run((api) => api.auth.getPasswordConfigPolicy())).toMatchObject(asked);
    expect(await client.browser().run((api) => api.auth.loadPasswordConfig({ userId: randomUUID() }))).toMatchObject({
      minLength: 12,
      minOptionalTestsToPass: 0,
    });
    expect(await refusal(change(password, 'four words in a row'))).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('at least 20 characters'),
    });
    expect(await refusal(change(password, 'five heavy green kettles'))).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('at least 2 of these'),
    });
    await change(password, 'Five heavy green kettles 7');
    expect(await enters('Five heavy green kettles 7')).toBe(true);
  });

  it('is nothing to nobody’s own calls', async () => {
    expect((await plainBrowser(app).get('/identity/resources/configurations/v1/password')).status).toBe(401);
    const agent = await signedInAs(app, { organisationId });
    expect((await agent.get('/identity/resources/configurations/v1/auth/strategies')).body).toEqual({
      mainAuthStrategies: [{ strategy: 'EmailAndPassword' }],
      secondaryAuthStrategies: [{ strategy: 'Passkeys', isActive: true }],
    });
  });
});
