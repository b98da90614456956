import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { newestLink } from '../../../../tests/support/mails';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, password } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import type { AuthStrategy } from '../../../platform/auth-strategies.rules';
import { addUser } from '../accounts/user.store';
import { addMember } from '../memberships/membership.store';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let at: ClientBrowser;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
});
afterAll(() => client.close());
beforeEach(() => {
  app.clock.set(testNow);
  at = client.browser();
});

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));

interface Link {
  userId: string;
  token: string;
}

async function linkTo(address: string): Promise<Link> {
  const { searchParams } = await newestLink(app, address);
  return { userId: searchParams.get('userId') ?? '', token: searchParams.get('token') ?? '' };
}

/** An account that waits, and its link. */
async function waiting(): Promise<{ login: string; link: Link }> {
  const login = `${randomUUID()}@tare.test`;
  await app.db.transaction().execute(async (trx) => {
    const userId = await addUser(trx, { login, email: login, fullName: 'Nina Holm', now: app.clock.now() });
    await addMember(trx, { tenantNumber: organisationId, userId, roles: [] });
  });
  await at.run((api) => api.auth.resendActivationEmail({ email: login }));
  return { login, link: await linkTo(login) };
}

/** The same installation, where people sign in otherwise. */
async function where<Answer>(
  authStrategy: AuthStrategy,
  work: (there: ClientBrowser, baseUrl: string) => Promise<Answer>,
): Promise<Answer> {
  const { config } = app.resources;
  const other = await publishedClient(otherApp(app, { config: { identity: { ...config.identity, authStrategy } } }));
  return work(other.browser(), other.baseUrl).finally(other.close);
}

describe('an activation', () => {
  it('is closed where nobody signs in here', async () => {
    const { link, login } = await waiting();
    await where('NoLocalAuthentication', async (there) => {
      expect(await refusal(there.run((api) => api.auth.activateAccount(link as never)))).toMatchObject({
        statusCode: 403,
      });
    });
    await at.run((api) => api.auth.activateAccount({ ...link, password } as never));
    await client.browser().signIn({ login });
  });

  it('is made once by ten at a time, with no password too', async () => {
    const { link } = await waiting();
    const statuses = await where('MagicLink', async (_there, baseUrl) => {
      const post = () =>
        fetch(`${baseUrl}/identity/resources/users/v1/activate`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(link),
        });
      return (await Promise.all(Array.from({ length: 10 }, post))).map(({ status }) => status).sort();
    });
    expect(statuses).toEqual([200, ...Array<number>(9).fill(422)]);
  });
});

describe('an invitation', () => {
  it.each([
    ['a token', { userId: randomUUID(), token: '' }],
    ['a person', { userId: '', token: 'x'.repeat(43) }],
    ['a person that could be one', { userId: 'nobody', token: 'x'.repeat(43) }],
  ])('is invalid without %s', async (_what, link) => {
    expect(await refusal(at.run((api) => api.auth.acceptInvitation(link)))).toMatchObject({ statusCode: 400 });
  });

  it.each([
    ['a token', { userId: randomUUID() }],
    ['a person', { token: 'x'.repeat(43) }],
  ])('is invalid where %s is not named at all', async (_what, link) => {
    expect(await refusal(at.run((api) => api.auth.acceptInvitation(link as never)))).toMatchObject({ statusCode: 400 });
  });
});

describe('a forgotten password', () => {
  it('is neither mailed for nor reset where no passwords are taken', async () => {
    const someone = await newPerson(app, { organisationId });
    await at.run((api) => api.auth.forgotPassword({ email: someone.login }));
    const link = await linkTo(someone.login);
    await where('MagicLink', async (there) => {
      expect(await refusal(there.run((api) => api.auth.forgotPassword({ email: someone.login })))).toMatchObject({
        statusCode: 403,
      });
      expect(
        await refusal(there.run((api) => api.auth.resetPassword({ ...link, password: 'four words in a row' }))),
      ).toMatchObject({ statusCode: 403 });
    });
    await client.browser().signIn(someone);
  });

  it('ends the links and codes that were mailed before, once it is reset', async () => {
    const someone = await newPerson(app, { organisationId });
    await at.run((api) => api.auth.passwordlessPreLogin({ type: 'magiclink', email: someone.login } as never));
    const magic = await linkTo(someone.login);
    after(1);
    await at.run((api) => api.auth.forgotPassword({ email: someone.login }));
    const first = await linkTo(someone.login);
    after(2);
    await at.run((api) => api.auth.forgotPassword({ email: someone.login }));
    const second = await linkTo(someone.login);
    await at.run((api) => api.auth.resetPassword({ ...second, password: 'four words in a row' }));
    expect(
      await refusal(at.run((api) => api.auth.resetPassword({ ...first, password: 'five heavy green kettles' }))),
    ).toMatchObject({ statusCode: 422 });
    expect(
      await refusal(
        at.run((api) => api.auth.passwordlessPostLogin({ type: 'magiclink', token: magic.token } as never)),
      ),
    ).toMatchObject({ statusCode: 401 });
  });
});

describe('an administrator', () => {
  it('has nobody mailed a first link who has a password', async () => {
    const [admin, someone] = [
      await newPerson(app, { organisationId, permissions: ['fe.*', 'EDIT_USERS'] }),
      await newPerson(app, { organisationId }),
    ];
    await at.signIn(admin);
    const { uuid: userId } = await app.db
      .selectFrom('identity.user')
      .select('uuid')
      .where('id', '=', someone.userId)
      .executeTakeFirstOrThrow();
    expect(await refusal(at.run((api) => api.teams.resendActivationLink({ userId } as never)))).toMatchObject({
      statusCode: 422,
    });
    await app.runJobs();
    expect(
      await app.db
        .selectFrom('identity.password_token')
        .select('purpose')
        .where('user_id', '=', someone.userId)
        .execute(),
    ).toEqual([]);
  });

  it('neither removes nor limits themselves, even where another one is left', async () => {
    const both = ['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE'] as const;
    const tenant = await newOrganisation(app);
    const admin = await newPerson(app, { organisationId: tenant, permissions: both });
    await newPerson(app, { organisationId: tenant, permissions: both });
    await at.signIn(admin);
    const { id: userId } = (await at.run((api) => api.auth.getMeV2())) as { id: string };
    expect(
      await refusal(at.run((api) => api.teams.updateUserExpirationTime({ userId, expirationInSeconds: 60 } as never))),
    ).toMatchObject({ statusCode: 422 });
    expect(await refusal(at.run((api) => api.teams.deleteUser({ userId } as never)))).toMatchObject({
      statusCode: 422,
    });
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ id: userId });
  });
});
