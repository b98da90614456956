import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPolicy } from '../../server/identity/policies/mfa/mfa-policy.store';
import { savePasswordPolicy } from '../support/bearer';
import { publishedClient, refusal, type ClientBrowser } from '../support/counterparts/published-client';
import { otherApp, withOwnClock, type ClockedApp } from '../support/other-app';
import { newOrganisation, newPerson, type Person } from '../support/people';
import { byItself, cases, not, type Cell, type Scene } from '../support/policy-row';
import { testApp, testNow } from '../support/test-app';
import { waysIn, type AtTheDoor, type WayIn } from '../support/ways-in';

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

const home = '203.0.113.9';
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const uuidOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid;
const tenantOf = async (number: number) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;
const sessionsOf = ({ userId }: Person) =>
  app.db
    .selectFrom('identity.session')
    .select(['id', 'amr', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
const membershipOf = async (number: number, { userId }: Person) =>
  (
    await app.db
      .selectFrom('identity.membership')
      .select('status')
      .where('tenant_number', '=', number)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.status;

async function scene(way: WayIn): Promise<Scene> {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  const admin = client.browser();
  await admin.signIn(
    await newPerson(app, { organisationId, permissions: ['fe.*', 'EDIT_USERS', 'VIEW_BASE_LPO_PAGE'] }),
  );
  return { ...(await waysIn[way]({ app, client, texts, organisationId })), organisationId, admin };
}

/** What came of the last step: its status, whether a second proof is asked for, and how many sessions it opened. */
async function came({ person, enter }: AtTheDoor): Promise<{ status: number; mfaRequired: boolean; opened: number }> {
  const before = new Set((await sessionsOf(person)).map(({ id }) => id));
  const { status, mfaRequired } = await enter().then(
    (answer) => ({ status: 200, mfaRequired: answer?.mfaRequired === true }),
    ({ statusCode }: { statusCode: number }) => ({ status: statusCode, mfaRequired: false }),
  );
  return { status, mfaRequired, opened: (await sessionsOf(person)).filter(({ id }) => !before.has(id)).length };
}

/** What signing in and acting in the tenant is answered with. */
async function statusIn({ person, at, organisationId }: Scene): Promise<number> {
  try {
    await at.signIn(person);
    at.tenantId = await tenantOf(organisationId);
    await at.run((api) => api.auth.getMeV2());
    return 200;
  } catch (error) {
    return (error as { statusCode: number }).statusCode;
  } finally {
    at.tenantId = null;
  }
}

const expects =
  (status: number, { mfaRequired = false, opened = 0 } = {}) =>
  async (here: Scene) =>
    expect(await came(here)).toEqual({ status, mfaRequired, opened });

describe('without any policy, somebody comes in', () => {
  it.each(
    cases({
      ...byItself(expects(200, { opened: 1 })),
      activation: expects(200, { opened: 1 }),
      refresh: expects(200),
      async invitation(here) {
        await expects(200)(here);
        expect(await statusIn(here)).toBe(200);
      },
    }),
  )('%s', async (_by, way, check) => check(await scene(way)));
});

// ASVS V6.3.3
describe('a second factor that is forced', () => {
  const asked = expects(200, { mfaRequired: true });
  it.each(
    cases({
      password: asked,
      link: asked,
      code: asked,
      text: asked,
      activation: asked,
      async passkey(here) {
        await expects(200, { opened: 1 })(here);
        expect((await sessionsOf(here.person)).at(-1)?.amr).toContain('mfa');
      },
      refresh: expects(401),
      async invitation(here) {
        const elsewhere = client.browser();
        await elsewhere.signIn(here.person);
        await expects(200)(here);
        expect(await refusal(elsewhere.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 401 });
        expect((await here.at.signIn(here.person)).mfaRequired).toBe(true);
      },
    }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    await here.admin.run((api) => api.auth.saveMfaPolicy({ enforceMFAType: 'Force' } as never));
    await check(here);
  });
});

describe('a second factor that is forced but for SAML', () => {
  const asked = expects(200, { mfaRequired: true });
  it.each(
    cases({
      password: asked,
      link: asked,
      code: asked,
      text: asked,
      activation: asked,
      passkey: expects(200, { opened: 1 }),
      refresh: expects(401),
      invitation: not('as where it is forced: nobody comes in by an identity provider there'),
    }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    await here.admin.run((api) => api.auth.saveMfaPolicy({ enforceMFAType: 'ForceExceptSAML' } as never));
    await check(here);
  });
});

describe('an account that wrong passwords have locked', () => {
  it.each(
    cases({
      ...byItself(expects(401)),
      refresh: not('a lock keeps guesses off; whoever has signed in stays'),
      async invitation(here) {
        await expects(200)(here);
        expect(await refusal(here.at.signIn(here.person))).toMatchObject({ statusCode: 401 });
      },
      activation: not('the first password is chosen by who reads the mail, which lifts the lock'),
    }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    await here.admin.run((api) => api.auth.saveLockoutPolicy({ enabled: true, maxAttempts: 3 } as never));
    // The tenant that somebody is only invited to does not count yet.
    for (let tries = 0; tries < (way === 'invitation' ? 10 : 3); tries += 1)
      await refusal(
        client.browser().run((api) => api.auth.login({ email: here.person.login, password: 'a wrong one' })),
      );
    await check(here);
  });
});

const shutOut = async (admin: ClientBrowser) => {
  await admin.run((api) => api.auth.createIPRestriction({ ip: `${home}/32`, strategy: 'BLOCK' } as never));
  await admin.run((api) => api.auth.updateIPRestrictionConfig({ isActive: true, strategy: 'BLOCK' } as never));
};

describe('an address that is kept out', () => {
  it.each(
    cases({
      ...byItself(expects(403)),
      activation: expects(403),
      refresh: expects(403),
      async invitation(here) {
        await expects(200)(here);
        expect(await statusIn(here)).toBe(403);
        here.at.address = '198.51.100.7';
        expect(await statusIn(here)).toBe(200);
      },
    }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    await shutOut(here.admin);
    here.at.address = home;
    await check(here);
  });
});

it('an address is kept out by an entry that is on, and by no other', async () => {
  const here = await scene('password');
  await here.admin.run((api) =>
    api.auth.createIPRestriction({ ip: home, strategy: 'BLOCK', isActive: false } as never),
  );
  await here.admin.run((api) => api.auth.updateIPRestrictionConfig({ isActive: true, strategy: 'BLOCK' } as never));
  here.at.address = home;
  await expects(200, { opened: 1 })(here);
});

describe('a domain that is not allowed', () => {
  const there = not('whoever is there stays: the policy decides who is brought in');
  const only = async (admin: ClientBrowser, domain: string) => {
    await admin.run((api) => api.auth.createDomainRestriction({ domain, type: 'ALLOW' } as never));
    await admin.run((api) => api.auth.updateDomainRestrictionConfig({ active: true, type: 'ALLOW' } as never));
  };

  it.each(
    cases({
      ...byItself(there),
      refresh: there,
      activation: there,
      async invitation(here) {
        await expects(422)(here);
        expect(await membershipOf(here.organisationId, here.person)).toBe('I');
        await only(here.admin, 'tare.test');
        await expects(200)(here);
      },
    }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    await only(here.admin, 'example.org');
    await check(here);
  });

  it('keeps out whom somebody invites', async () => {
    const { admin, organisationId } = await scene('password');
    await only(admin, 'example.org');
    const stranger = await newPerson(app, { organisationId: await newOrganisation(app) });
    expect(
      await refusal(admin.run((api) => api.teams.addUser({ email: stranger.login, roleIds: [] } as never))),
    ).toMatchObject({ statusCode: 422 });
    expect(await membershipOf(organisationId, stranger)).toBeUndefined();
  });
});

describe('one session at a time', () => {
  const goesOn = not('goes on with the session that there is, or opens none');
  const alone: Cell = async (here) => {
    await expects(200, { opened: 1 })(here);
    const left = (await sessionsOf(here.person)).filter(({ ended_at }) => ended_at === null);
    expect(left).toHaveLength(1);
  };
  it.each(cases({ ...byItself(alone), activation: alone, refresh: goesOn, invitation: goesOn }))(
    '%s',
    async (_by, way, check) => {
      const here = await scene(way);
      if (way !== 'activation') for (const _ of [1, 2]) await client.browser().signIn(here.person);
      await here.admin.run((api) =>
        api.auth.createOrUpdateSessionConfigrations({
          sessionConcurrentConfiguration: { isActive: true, maxSessions: 1 },
        }),
      );
      after(1);
      await check(here);
    },
  );
});

describe('sessions that end after a minute', () => {
  const fresh = not('opens a session, which is younger');
  it.each(cases({ ...byItself(fresh), activation: fresh, invitation: not('opens no session'), refresh: expects(401) }))(
    '%s',
    async (_by, way, check) => {
      const here = await scene(way);
      await here.admin.run((api) =>
        api.auth.createOrUpdateSessionConfigrations({ sessionTimeoutConfiguration: { isActive: true, timeout: 60 } }),
      );
      after(61);
      await check(here);
    },
  );
});

describe('a temporary user whose time has ended', () => {
  it.each(
    cases({
      ...byItself(expects(401)),
      refresh: expects(401),
      activation: expects(403),
      async invitation(here) {
        await expects(200)(here);
        expect(await statusIn(here)).toBe(403);
      },
    }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    const userId = await uuidOf(here.person);
    await here.admin.run((api) => api.teams.updateUserExpirationTime({ userId, expirationInSeconds: 100 } as never));
    after(100);
    await check(here);
  });
});

describe('somebody who was switched off', () => {
  it.each(
    cases({ ...byItself(expects(401)), refresh: expects(401), activation: expects(403), invitation: expects(422) }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    await app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', here.person.userId).execute();
    await check(here);
    expect(await membershipOf(here.organisationId, here.person)).toBe(way === 'invitation' ? 'I' : 'A');
  });
});

describe('somebody whose membership was switched off', () => {
  it.each(
    cases({ ...byItself(expects(401)), refresh: expects(401), activation: expects(422), invitation: expects(422) }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    const {
      organisationId: tenantNumber,
      person: { userId },
    } = here;
    await app.db
      .transaction()
      .execute((trx) =>
        app.resources.members.setActive(trx, { tenantNumber, userId, active: false, now: app.clock.now() }),
      );
    await check(here);
  });
});

describe('a tenant that is suspended', () => {
  it.each(
    cases({ ...byItself(expects(401)), refresh: expects(401), activation: expects(403), invitation: expects(400) }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    await app.db
      .updateTable('identity.tenant')
      .set({ status: 'SUSPENDED' })
      .where('number', '=', here.organisationId)
      .execute();
    await check(here);
  });
});

// The ways to a password, of which an activation is one, are those of `passwords-by-way`.
const none = not('no password is chosen on this way');
const chosenNowhere = { ...byItself(none), refresh: none, invitation: none };

describe('a password that is more complex than one that is chosen', () => {
  it.each(cases({ ...chosenNowhere, activation: expects(422) }))('%s', async (_by, way, check) => {
    const here = await scene(way);
    await savePasswordPolicy(app, here.admin, { path: 'password', body: { minLength: 40 } }).expect(200);
    await check(here);
  });
});

describe('passwords of before that may not be taken again', () => {
  it.each(cases({ ...chosenNowhere, activation: expects(200, { opened: 1 }) }))('%s', async (_by, way, check) => {
    const here = await scene(way);
    await here.admin.run((api) => api.auth.savePasswordHistoryPolicy({ enabled: true, historySize: 24 } as never));
    await check(here);
  });
});

describe('a password that is older than the tenant allows', () => {
  const comesIn =
    (asked: boolean, { opened }: { opened: number }): Cell =>
    async (here) => {
      await expects(200, { opened })(here);
      const { password_reset_required } = await app.db
        .selectFrom('identity.user')
        .select('password_reset_required')
        .where('id', '=', here.person.userId)
        .executeTakeFirstOrThrow();
      expect(password_reset_required).toBe(asked);
    };
  it.each(
    cases({
      ...byItself(comesIn(false, { opened: 1 })),
      password: comesIn(true, { opened: 1 }),
      refresh: comesIn(false, { opened: 0 }),
      activation: not('the password is chosen on this way'),
      invitation: not('opens no session'),
    }),
  )('%s', async (_by, way, check) => {
    const here = await scene(way);
    await savePasswordPolicy(app, here.admin, {
      path: 'password-rotation',
      body: { isActive: true, rotationPeriod: 30 },
    }).expect(200);
    const password_changed_at = new Date(Date.parse(testNow) - 30 * 86_400_000);
    await app.db
      .updateTable('identity.user')
      .set({ password_changed_at })
      .where('id', '=', here.person.userId)
      .execute();
    await check(here);
  });
});

describe('the strictest of somebody’s tenants', () => {
  it('counts on the way into another', async () => {
    const here = await scene('invitation');
    await here.enter();
    await app.db
      .transaction()
      .execute((trx) => keepPolicy(trx, here.organisationId, { enforce: 'Force', now: app.clock.now() }));
    expect((await here.at.signIn(here.person)).mfaRequired).toBe(true);
  });
});
