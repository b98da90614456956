import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../support/counterparts/published-client';
import { otherApp, withOwnClock, type ClockedApp } from '../support/other-app';
import { joinOrganisation, newOrganisation, newPerson } from '../support/people';
import { askedFor, codeAt, enrolAuthenticator } from '../support/second-factor';
import { testApp, testNow } from '../support/test-app';
import { waysIn, type WayIn } from '../support/ways-in';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let texts: typeof client;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
  texts = await publishedClient(
    otherApp(app, { config: { identity: { ...app.resources.config.identity, authStrategy: 'SmsCode' } } }),
  );
});
afterAll(() => Promise.all([client.close(), texts.close()]));

const [home, office] = ['203.0.113.9', '198.51.100.7'];
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));

async function tenant(): Promise<{ organisationId: number; admin: ClientBrowser }> {
  const organisationId = await newOrganisation(app);
  const admin = client.browser();
  await admin.signIn(
    await newPerson(app, { organisationId, permissions: ['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE'] }),
  );
  return { organisationId, admin };
}

async function shutOut({ admin }: { admin: ClientBrowser }): Promise<void> {
  await admin.run((api) => api.auth.createIPRestriction({ ip: `${home}/32`, strategy: 'BLOCK' } as never));
  await admin.run((api) => api.auth.updateIPRestrictionConfig({ isActive: true, strategy: 'BLOCK' } as never));
}

/** Somebody of two tenants at the door, of whom the first keeps their address out. */
async function ofTwo(way: WayIn) {
  app.clock.set(testNow);
  const first = await tenant();
  const { person, at, enter } = await waysIn[way]({ app, client, texts, organisationId: first.organisationId });
  const second = await tenant();
  await joinOrganisation(app, person, { organisationId: second.organisationId });
  await shutOut(first);
  at.address = home;
  const sessions = () =>
    app.db
      .selectFrom('identity.session')
      .select(['tenant_number', 'ended_at'])
      .where('user_id', '=', person.userId)
      .where('ip', '=', home)
      .execute();
  return { first, second, person, at, enter, sessions };
}

describe('an address that the first of two tenants keeps out', () => {
  it.each(['password', 'link', 'code', 'text', 'passkey', 'activation'] as const)(
    'comes into the second by %s',
    async (way) => {
      const { second, enter, sessions } = await ofTwo(way);
      await enter();
      expect(await sessions()).toEqual([{ tenant_number: second.organisationId, ended_at: null }]);
    },
  );

  it('comes in nowhere where the second keeps it out as well', async () => {
    const { second, enter, sessions } = await ofTwo('password');
    await shutOut(second);
    expect(await refusal(enter())).toMatchObject({ statusCode: 403 });
    expect(await sessions()).toEqual([]);
  });

  it.each(['first', 'second'] as const)('is asked for the second factor that the %s forces', async (by) => {
    const { enter, sessions, ...tenants } = await ofTwo('password');
    await tenants[by].admin.run((api) => api.auth.saveMfaPolicy({ enforceMFAType: 'Force' } as never));
    expect(await enter()).toMatchObject({ mfaRequired: true });
    expect(await sessions()).toEqual([]);
  });

  it('comes into the second where it has become so between the two proofs', async () => {
    const { second, person, at, sessions } = await ofTwo('password');
    const elsewhere = client.browser();
    await elsewhere.signIn(person);
    const { secret } = await enrolAuthenticator(app, elsewhere, person);
    after(60);
    at.address = office;
    const { mfaToken } = await askedFor(at, person);
    at.address = home;
    await at.run((api) => api.auth.loginWithMfa({ mfaToken, value: codeAt(secret, app.clock.now()) } as never));
    expect(await sessions()).toEqual([{ tenant_number: second.organisationId, ended_at: null }]);
  });

  it('has as many sessions there as the second allows', async () => {
    const { second, enter, sessions } = await ofTwo('password');
    await second.admin.run((api) =>
      api.auth.createOrUpdateSessionConfigrations({
        sessionConcurrentConfiguration: { isActive: true, maxSessions: 1 },
      }),
    );
    await enter();
    after(1);
    await enter();
    expect((await sessions()).map(({ ended_at }) => ended_at === null).sort()).toEqual([false, true]);
  });
});
