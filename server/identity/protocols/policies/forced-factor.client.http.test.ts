import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { newestLink } from '../../../../tests/support/mails';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser, joinOrganisation, newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { askedFor, codeAt, enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { ask } from '../../../../tests/support/ways-in';
import type { Enforcement } from '../../policies/mfa/factor.rules';
import { enrolmentOf } from '../../ways-in/admission/asked-factor';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const code = (secret: string) => codeAt(secret, app.clock.now());
const idOf = async (number: number) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;
const says = (tenantNumber: number, enforce: Enforcement, remembers = true) =>
  app.db
    .insertInto('identity.mfa_policy')
    .values({
      tenant_number: tenantNumber,
      enforce,
      remembers,
      created_at: new Date(testNow),
      updated_at: new Date(testNow),
    })
    .execute();

interface Known {
  someone: Person;
  at: ClientBrowser;
  organisationId: number;
}

/** Somebody signed in by a password alone, in a tenant that asks no more. */
async function person(): Promise<Known> {
  app.clock.set(testNow);
  const organisationId = await newOrganisation(app);
  const someone = await newPerson(app, { organisationId });
  const at = client.browser();
  await at.signIn(someone);
  return { someone, at, organisationId };
}

/** Makes them a member of a further tenant, which says this, while their session runs. @returns its public id */
async function joins(someone: Person, enforce: Enforcement, remembers = true): Promise<string> {
  const tenant = await newOrganisation(app);
  await says(tenant, enforce, remembers);
  await joinOrganisation(app, someone, { organisationId: tenant });
  return idOf(tenant);
}

/** Each way in which a running session comes into another tenant. */
const ways: Record<string, (at: ClientBrowser, tenantId: string) => Promise<unknown>> = {
  'by switching': (at, tenantId) => at.run((api) => api.tenants.switchTenant({ tenantId })),
  'by a renewed token for it': async (at, tenantId) => {
    at.tabTenantId = tenantId;
    await at
      .run((api) => api.auth.refreshTokenV2())
      .finally(() => {
        at.tabTenantId = null;
      });
  },
  'by a token of one use': (at, tenantId) => at.run((api) => api.users.GetUserJwt({ tenantId })),
  'by the address, with a token': async (at, tenantId) => {
    at.tenantId = tenantId;
    await at
      .run((api) => api.auth.getMeV2())
      .finally(() => {
        at.tenantId = null;
      });
  },
  'by the address, with the cookie': async (at, tenantId) => {
    Object.assign(at, { tenantId, accessToken: null });
    await at
      .run((api) => api.auth.getMeV2())
      .finally(() => {
        at.tenantId = null;
      });
  },
};

describe.each(Object.entries(ways))('a running session, %s,', (_name, go) => {
  // ASVS V6.3.3
  it.each(['Force', 'ForceExceptSAML'] as const)(
    'comes into no tenant that says %s by a password alone, and goes on in its own',
    async (enforce) => {
      const { someone, at } = await person();
      const there = await joins(someone, enforce);
      expect(await refusal(go(at, there))).toMatchObject({
        statusCode: 403,
        message: expect.stringContaining('requires a second factor'),
      });
      expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ email: someone.login });
    },
  );

  it('comes into one that asks nothing, and with a second proof into one that forces it', async () => {
    const { someone, at } = await person();
    const [lax, strict] = [await joins(someone, 'DontForce'), await joins(someone, 'Force')];
    await go(at, lax);
    const { secret } = await enrolAuthenticator(app, at, someone);
    after(60);
    const { mfaToken } = (await at.run((api) => api.auth.generateStepupSession({}))) as { mfaToken: string };
    expect(await refusal(go(at, strict))).toMatchObject({ statusCode: 403 });
    await at.run((api) => api.auth.loginWithMfa({ mfaToken, value: code(secret) } as never));
    await go(at, strict);
  });
});

it('a tenant that somebody works in for a while asks for a second factor until their time there ends, and no longer', async () => {
  const { someone } = await person();
  const there = await joins(someone, 'Force');
  await app.db
    .updateTable('identity.membership as m')
    .set({ ends_at: new Date(Date.parse(testNow) + 3_600_000) })
    .where('m.user_id', '=', someone.userId)
    .where('m.tenant_number', '=', (eb) =>
      eb.selectFrom('identity.tenant as t').select('t.number').where('t.id', '=', there),
    )
    .execute();
  after(3599);
  expect(await client.browser().signIn(someone)).toMatchObject({ mfaRequired: true });
  after(3600);
  expect(await client.browser().signIn(someone)).toMatchObject({ mfaRequired: false });
});

describe('a session that was opened without a second proof', () => {
  const rest = (at: ClientBrowser) =>
    browser(app).get('/rest/v1/user').set('Authorization', `Bearer ${at.accessToken}`);
  const pages = async (at: ClientBrowser) =>
    (
      await browser(app)
        .get('/rest/v1/user')
        .set('Cookie', `tare-session=${at.cookies.get('tare-session')}`)
    ).status;

  // ASVS V6.3.3
  it('opens nothing once its tenant forces one, however that came about', async () => {
    const { at, organisationId } = await person();
    await says(organisationId, 'Force');
    expect([
      (await rest(at)).status,
      await pages(at),
      await refusal(at.run((api) => api.auth.refreshTokenV2())),
    ]).toMatchObject([401, 401, { statusCode: 401 }]);
  });

  it('goes on where somebody came by a browser that is remembered, and not in a tenant that asks later', async () => {
    const { someone, at, organisationId } = await person();
    await says(organisationId, 'Force');
    await at.signIn(someone);
    const asked = (await at.signIn(someone)) as unknown as { mfaToken: string };
    const { otcToken } = await at.run((api) => api.auth.preVerifyMFAEmailCode({ mfaToken: asked.mfaToken }));
    const mail = await app.db
      .selectFrom('outbox')
      .select('payload')
      .where('target', '=', someone.login)
      .executeTakeFirstOrThrow();
    await at.run((api) =>
      api.auth.verifyMFAEmailCode({
        mfaToken: asked.mfaToken,
        otcToken,
        code: /\b\d{6}\b/.exec((mail.payload as { text: string }).text)?.[0],
        rememberDevice: true,
      } as never),
    );
    expect(await at.signIn(someone)).toMatchObject({ mfaRequired: false });
    expect((await rest(at)).status).toBe(200);
    const later = await joins(someone, 'Force');
    expect(await refusal(at.run((api) => api.tenants.switchTenant({ tenantId: later })))).toMatchObject({
      statusCode: 403,
    });
    expect((await rest(at)).status).toBe(200);
  });

  it('goes on for whoever forces it, in that tenant alone', async () => {
    app.clock.set(testNow);
    const organisationId = await newOrganisation(app);
    const officer = await newPerson(app, {
      organisationId,
      permissions: ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'],
    });
    const at = client.browser();
    await at.signIn(officer);
    await at.run((api) => api.auth.saveMfaPolicy({ enforceMFAType: 'Force' } as never));
    expect((await rest(at)).status).toBe(200);
    const other = await joins(officer, 'Force');
    expect(await refusal(at.run((api) => api.tenants.switchTenant({ tenantId: other })))).toMatchObject({
      statusCode: 403,
    });
    expect(await askedFor(client.browser(), officer)).toMatchObject({ mfaRequired: true, mfaEnrolled: false });
  });
});

describe('a mailbox alone', () => {
  const byLink = async (
    someone: Person,
  ): Promise<{
    at: ClientBrowser;
    answer: { mfaToken: string; mfaEnrolled: boolean; mfaStrategies: string[]; mfaDevices: object };
  }> => {
    const at = client.browser();
    await ask(at, 'magiclink', someone);
    const token = (await newestLink(app, someone.login)).searchParams.get('token') ?? '';
    return {
      at,
      answer: (await at.run((api) => api.auth.passwordlessPostLogin({ type: 'magiclink', token } as never))) as never,
    };
  };
  const byMail = (at: ClientBrowser, mfaToken: string) => at.run((api) => api.auth.preVerifyMFAEmailCode({ mfaToken }));

  it('is no second factor to whoever came by it, whom one is asked of: they set up another kind, and the code of that kind counts', async () => {
    const { someone, organisationId } = await person();
    await says(organisationId, 'Force');
    const { at, answer } = await byLink(someone);
    expect(answer).toMatchObject({ mfaEnrolled: false, mfaStrategies: expect.not.arrayContaining(['EmailCode']) });
    expect(await refusal(byMail(at, answer.mfaToken))).toMatchObject({ statusCode: 404 });
    const { salt } = await app.db
      .selectFrom('identity.pending_sign_in')
      .select('salt')
      .where('user_id', '=', someone.userId)
      .executeTakeFirstOrThrow();
    const { secret } = enrolmentOf(answer.mfaToken, salt);
    const entered = await at.run((api) =>
      api.auth.enrollMFAAuthenticatorAppForLogin({ mfaToken: answer.mfaToken, token: code(secret) }),
    );
    expect(entered).toMatchObject({ accessToken: expect.any(String) });
  });

  it('nor to whoever has no other factor than the mailbox', async () => {
    const { someone, organisationId } = await person();
    await says(organisationId, 'DontForce');
    await app.db
      .insertInto('identity.second_factor')
      .values({ user_id: someone.userId, email_since: app.clock.now() })
      .execute();
    const { at, answer } = await byLink(someone);
    expect(answer).toMatchObject({
      mfaEnrolled: false,
      mfaDevices: { emails: [] },
      mfaStrategies: expect.arrayContaining(['AuthenticatorApp']),
    });
    expect(await refusal(byMail(at, answer.mfaToken))).toMatchObject({ statusCode: 404 });
    // After a password, which is of another kind, the mailbox is one.
    const asked = await askedFor(client.browser(), someone);
    expect(asked).toMatchObject({ mfaEnrolled: true, mfaDevices: { emails: [{ email: someone.login }] } });
  });
  it('steps up no session that came by it', async () => {
    const { someone } = await person();
    const { at } = await byLink(someone);
    await app.db
      .insertInto('identity.second_factor')
      .values({ user_id: someone.userId, email_since: app.clock.now() })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ email_since: app.clock.now() }))
      .execute();
    expect(await refusal(at.run((api) => api.auth.generateStepupSession({})))).toMatchObject({
      statusCode: 400,
      message: 'MFA is not enrolled',
    });
    await app.db
      .updateTable('identity.session')
      .set({ amr: ['pwd'] })
      .where('user_id', '=', someone.userId)
      .execute();
    expect(await at.run((api) => api.auth.generateStepupSession({}))).toMatchObject({
      mfaEnrolled: true,
      mfaDevices: { emails: [{ email: someone.login }] },
    });
  });
});
