import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPasswordPolicy, savePasswordPolicy } from '../../../../tests/support/bearer';
import { publishedClient, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { joinOrganisation, newOrganisation, newPerson, signIn, type Person } from '../../../../tests/support/people';
import { askedFor, codeAt, enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { waysIn } from '../../../../tests/support/ways-in';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let at: ClientBrowser;

const rights = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'] as const;
const usual = { isActive: false, rotationPeriod: 90, notificationPeriod: 7 };

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  app.clock.set(testNow);
  organisationId = await newOrganisation(app);
  at = await signedIn({ permissions: rights });
});

async function signedIn(wish: Partial<Parameters<typeof newPerson>[1]>): Promise<ClientBrowser> {
  const here = client.browser();
  await here.signIn(await newPerson(app, { organisationId, ...wish }));
  return here;
}
const save = (body: object, here = at) => savePasswordPolicy(app, here, { path: 'password-rotation', body });
const read = async (here = at) => (await readPasswordPolicy(app, here, 'password-rotation').expect(200)).body as object;
const afterDays = (days: number) => app.clock.set(new Date(Date.parse(testNow) + days * 86_400_000));
const audits = () =>
  app.db
    .selectFrom('audit_log')
    .select(['severity', 'before', 'after'])
    .where('action', '=', 'passwordPolicy.changeRotation')
    .where('organisation_id', '=', organisationId)
    .execute();

describe('the rotation of passwords, in days', () => {
  it('is off until a tenant switches it on, which holds for no other', async () => {
    expect([await read(), (await readPasswordPolicy(app, at, 'password-rotation/vendor')).body]).toEqual([
      usual,
      usual,
    ]);
    const wish = { isActive: true, rotationPeriod: 60, notificationPeriod: 14 };
    const saved = await save({ ...wish, unknown: 'of a newer release' });
    expect([saved.status, saved.body]).toEqual([200, wish]);
    expect([await read(), (await readPasswordPolicy(app, at, 'password-rotation/vendor')).body]).toEqual([wish, usual]);
    expect(await read(await signedIn({ organisationId: await newOrganisation(app), permissions: rights }))).toEqual(
      usual,
    );
  });

  it('keeps what nothing is said of, also while it is off', async () => {
    await save({ isActive: true, rotationPeriod: 60, notificationPeriod: 14 });
    expect((await save({ isActive: false })).body).toEqual({
      isActive: false,
      rotationPeriod: 60,
      notificationPeriod: 14,
    });
    expect((await save({ isActive: true })).body).toEqual({
      isActive: true,
      rotationPeriod: 60,
      notificationPeriod: 14,
    });
    expect((await save({ notificationPeriod: 0 })).body).toEqual({
      isActive: true,
      rotationPeriod: 60,
      notificationPeriod: 0,
    });
  });

  it('stands beside what else is asked of passwords: neither changes the other', async () => {
    await save({ isActive: true, rotationPeriod: 60 });
    await savePasswordPolicy(app, at, { path: 'password', body: { minLength: 14 } }).expect(200);
    expect(await read()).toMatchObject({ isActive: true, rotationPeriod: 60 });
    await save({ rotationPeriod: 50 });
    expect(await at.run((api) => api.auth.getPasswordConfigPolicy())).toMatchObject({ minLength: 14 });
  });

  it.each([
    ['no day', { rotationPeriod: 0 }],
    ['more than ten years', { rotationPeriod: 3651 }],
    ['a part of a day', { rotationPeriod: 1.5 }],
    ['a word', { isActive: 'yes' }],
    ['a notice after the end', { notificationPeriod: -1 }],
  ])('is never %s', async (_what, body) => {
    const {
      status,
      body: { errors },
    } = await save({ isActive: true, ...body });
    expect([status, errors]).toEqual([400, [expect.any(String)]]);
    expect([await read(), await audits()]).toEqual([usual, []]);
  });

  it('is told of no earlier than the password is there', async () => {
    const refused = await save({ isActive: true, rotationPeriod: 10, notificationPeriod: 11 });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      ['The notice period of 11 days is longer than the password lifetime of 10 days.'],
    ]);
    expect((await save({ isActive: true, rotationPeriod: 3 })).body).toEqual({
      isActive: true,
      rotationPeriod: 3,
      notificationPeriod: 3,
    });
  });

  it('is for whoever looks after the security of the whole tenant to say, and is audited', async () => {
    const [reader, narrow, nobody] = [
      await signedIn({ permissions: ['fe.secure.read.securityPolicy'] }),
      await signedIn({ permissions: rights, restricted: true }),
      await signedIn({}),
    ];
    const wish = { isActive: true, rotationPeriod: 60 };
    expect([
      (await save(wish, reader)).status,
      (await save(wish, narrow)).status,
      (await save(wish, nobody)).status,
    ]).toEqual([403, 403, 403]);
    expect([
      (await readPasswordPolicy(app, nobody, 'password-rotation')).status,
      (await readPasswordPolicy(app, nobody, 'password-rotation/vendor')).status,
    ]).toEqual([403, 403]);
    expect([await read(reader), await audits()]).toEqual([usual, []]);
    await save(wish);
    expect(await audits()).toEqual([
      {
        severity: 'warning',
        before: expect.objectContaining({ active: false, periodDays: 90 }),
        after: expect.objectContaining({ active: true, periodDays: 60 }),
      },
    ]);
  });
});

describe('a password in a tenant that asks for another after 60 days', () => {
  let someone: Person;
  const leadsTo = async () =>
    (await (await signIn(app, someone.login)).get('/home')).headers.location as string | undefined;
  const enter = () => client.browser().signIn(someone);
  beforeEach(async () => {
    await save({ isActive: true, rotationPeriod: 60, notificationPeriod: 14 });
    someone = await newPerson(app, { organisationId });
  });

  it('opens until then, and leads to another afterwards', async () => {
    afterDays(59);
    expect(await leadsTo()).toBeUndefined();
    afterDays(60);
    expect(await leadsTo()).toBe('/password-reset/force');
  });

  it('goes on as it was once that is off', async () => {
    await save({ isActive: false });
    afterDays(60);
    expect(await leadsTo()).toBeUndefined();
    expect(await enter()).not.toHaveProperty('passwordExpiresIn');
  });

  it.each([
    [0, 60],
    [1, 59],
    [59, 1],
    [60, 0],
    [100, 0],
  ])('%i days old is told to end in %i, as front ends ask', async (age, left) => {
    afterDays(age);
    expect(await enter()).toMatchObject({ passwordExpiresIn: left, notificationPeriod: 14 });
  });

  it('is told so after a second proof too', async () => {
    const before = client.browser();
    await before.signIn(someone);
    const { secret } = await enrolAuthenticator(app, before, someone);
    afterDays(1);
    const here = client.browser();
    const asked = await askedFor(here, someone);
    expect(asked).not.toHaveProperty('passwordExpiresIn');
    const answer = await here.run((api) =>
      api.auth.loginWithMfa({
        mfaToken: asked.mfaToken,
        value: codeAt(secret, app.clock.now()),
        rememberDevice: false,
      } as never),
    );
    expect(answer).toMatchObject({ passwordExpiresIn: 59, notificationPeriod: 14 });
  });

  it('is not spoken of to whoever came in without it', async () => {
    const { enter: byPasskey } = await waysIn.passkey({ app, client, texts: client, organisationId });
    expect(await byPasskey()).not.toHaveProperty('passwordExpiresIn');
  });

  it('ends by the strictest of somebody’s tenants', async () => {
    const stricter = await newOrganisation(app);
    const there = await signedIn({ organisationId: stricter, permissions: rights });
    await save({ isActive: true, rotationPeriod: 30, notificationPeriod: 2 }, there);
    expect(await enter()).toMatchObject({ passwordExpiresIn: 60 });
    await joinOrganisation(app, someone, { organisationId: stricter });
    expect(await enter()).toMatchObject({ passwordExpiresIn: 30, notificationPeriod: 2 });
  });
});
