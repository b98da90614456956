import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  publishedClient,
  refusal,
  type ClientBrowser,
  type PublishedApi,
} from '../../../../tests/support/counterparts/published-client';
import { newestLink } from '../../../../tests/support/mails';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, password, type Person } from '../../../../tests/support/people';
import { codeTo, nextPhone } from '../../../../tests/support/phones';
import { askedFor, codeAt, enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { addUser } from '../../core/accounts/user.store';
import { addMember } from '../../core/memberships/membership.store';
import { keepPolicy } from '../../policies/mfa/mfa-policy.store';
import { enrolmentOf } from '../../ways-in/admission/asked-factor';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let someone: Person;
let at: ClientBrowser;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  app.clock.set(testNow);
  someone = await newPerson(app, { organisationId });
  at = client.browser();
});

type Form = (api: PublishedApi) => Promise<unknown>;
/** What the newer forms make of a sign-in: the person, the tenants and the one that they are in. */
const entered = async (form: Form) =>
  (await at.run(form)) as {
    user: { email: string; mfaRequired?: boolean; recoveryCode?: string };
    tenants: { tenantId: string }[];
    activeTenant: { tenantId: string };
  };
const sessions = async ({ userId }: Pick<Person, 'userId'> = someone) =>
  (
    await app.db
      .selectFrom('identity.session')
      .select('amr')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .orderBy('created_at')
      .execute()
  ).map(({ amr }) => amr);
const tenantId = async (number = organisationId) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));

/** Somebody of a tenant that asks for a second factor. */
async function forced(): Promise<Person> {
  const tenant = await newOrganisation(app);
  await app.db.transaction().execute((trx) => keepPolicy(trx, tenant, { enforce: 'Force', now: app.clock.now() }));
  return newPerson(app, { organisationId: tenant });
}

describe('the newer form of', () => {
  it('a sign-in by a password answers the person and their tenants', async () => {
    const { user, tenants, activeTenant } = await entered((api) =>
      api.auth.loginv2({ email: someone.login, password }),
    );
    expect([user.email, tenants.length, activeTenant.tenantId]).toEqual([someone.login, 1, await tenantId()]);
    expect(await sessions()).toEqual([['pwd']]);
    expect(
      await refusal(
        client.browser().run((api) => api.auth.loginv2({ email: someone.login, password: 'not this one' })),
      ),
    ).toMatchObject({ statusCode: 401 });
  });

  it('a sign-in by a mailed code does so too', async () => {
    await at.run((api) => api.auth.passwordlessPreLogin({ type: 'Code', email: someone.login } as never));
    const token = await codeTo(app, someone.login);
    const { user, activeTenant } = await entered((api) =>
      api.auth.passwordlessPostLoginV2({ type: 'Code', token } as never),
    );
    expect([user.email, activeTenant.tenantId]).toEqual([someone.login, await tenantId()]);
    expect(await sessions()).toEqual([['otp']]);
  });

  it('a renewal gives another token of the same session', async () => {
    await at.signIn(someone);
    const forms: Form[] = [(api) => api.auth.refreshToken(), (api) => api.auth.refreshTokenV3()];
    for (const form of forms) {
      const before = at.cookies.get('fe_refresh_tare');
      after(60);
      const answer = (await at.run(form)) as { user?: { email: string }; email?: string };
      expect(answer.user?.email ?? answer.email).toBe(someone.login);
      expect(at.cookies.get('fe_refresh_tare')).not.toBe(before);
    }
    expect(await sessions()).toHaveLength(1);
    expect(await refusal(client.browser().run((api) => api.auth.refreshTokenV3()))).toEqual({
      message: 'Session not found',
      statusCode: 401,
    });
  });

  it('an activation signs the person in', async () => {
    const login = `${randomUUID()}@tare.test`;
    const userId = await app.db.transaction().execute(async (trx) => {
      const id = await addUser(trx, { login, email: login, fullName: 'Nina Holm', now: app.clock.now() });
      await addMember(trx, { tenantNumber: organisationId, userId: id, roles: [] });
      return id;
    });
    await at.run((api) => api.auth.resendActivationEmail({ email: login }));
    const { searchParams } = await newestLink(app, login);
    const { user, tenants } = await entered((api) =>
      api.auth.activateAccountV2({
        userId: searchParams.get('userId') ?? '',
        token: searchParams.get('token') ?? '',
        password: 'quiet-harbour-lantern-61',
      }),
    );
    expect([user.email, tenants.length]).toEqual([login, 1]);
    expect(await sessions({ userId })).toHaveLength(1);
  });
});

describe('the newer form of a second proof', () => {
  it('by an authenticator, opens the session', async () => {
    await at.signIn(someone);
    const { secret } = await enrolAuthenticator(app, at, someone);
    after(60);
    const { mfaToken } = await askedFor(at, someone);
    const { user } = await entered((api) =>
      api.auth.loginWithMfaV2({ mfaToken, value: codeAt(secret, app.clock.now()) }),
    );
    expect(user.email).toBe(someone.login);
    expect((await sessions()).at(-1)).toEqual(['pwd', 'otp', 'mfa']);
  });

  it('by the recovery code, lets in without a factor from then on', async () => {
    await at.signIn(someone);
    const { recoveryCode } = await enrolAuthenticator(app, at, someone);
    await at.run((api) => api.auth.recoverMfaToken({ email: someone.login, recoveryCode } as never));
    expect(await sessions()).toEqual([]);
    const { mfaRequired } = await at.signIn(someone);
    expect([mfaRequired, await sessions()]).toEqual([false, [['pwd']]]);
    expect(
      await refusal(at.run((api) => api.auth.recoverMfaToken({ email: someone.login, recoveryCode } as never))),
    ).toMatchObject({ statusCode: 401 });
  });

  it('by a mailed code, makes the mailbox a factor of somebody who has none', async () => {
    someone = await forced();
    const { mfaToken } = await askedFor(at, someone);
    const { otcToken } = (await at.run((api) => api.auth.preVerifyMFAEmailCode({ mfaToken }))) as unknown as {
      otcToken: string;
    };
    const code = await codeTo(app, someone.login);
    const { user, activeTenant } = await entered((api) => api.auth.verifyMFAEmailCodeV2({ mfaToken, otcToken, code }));
    expect([user.email, activeTenant.tenantId.length]).toEqual([someone.login, 36]);
    expect(await sessions()).toEqual([['pwd', 'otp', 'mfa']]);
    expect((await at.run((api) => api.auth.getMFADevices())).emails).toEqual([{ email: someone.login }]);
  });

  it('by a new authenticator, enrols it', async () => {
    someone = await forced();
    const { mfaToken, qrCode } = await askedFor(at, someone);
    expect(String(qrCode)).toMatch(/^data:image\//);
    const pending = await app.db
      .selectFrom('identity.pending_sign_in')
      .select('salt')
      .where('user_id', '=', someone.userId)
      .executeTakeFirstOrThrow();
    const token = codeAt(enrolmentOf(mfaToken, pending.salt).secret, app.clock.now());
    const { user } = await entered((api) => api.auth.enrollMFAAuthenticatorAppForLoginV2({ mfaToken, token }));
    expect(user.email).toBe(someone.login);
    expect(await sessions()).toEqual([['pwd', 'otp', 'mfa']]);
    expect((await at.run((api) => api.auth.getMFADevices())).authenticators).toHaveLength(1);
  });

  it.each<[string, (given: { mfaToken: string; otcToken: string; code: string }) => Form]>([
    ['older', (given) => (api) => api.auth.enrollMFASMSForLogin(given)],
    ['newer', (given) => (api) => api.auth.enrollMFASMSForLoginV2(given)],
  ])('by a new telephone, enrols it in the %s form, and a text to it proves the next time', async (_form, enrol) => {
    someone = await forced();
    const phoneNumber = nextPhone();
    const { mfaToken } = await askedFor(at, someone);
    const { otcToken } = await at.run((api) => api.auth.preEnrollMFASMSForLogin({ mfaToken, phoneNumber }));
    const code = await codeTo(app, phoneNumber);
    await at.run(enrol({ mfaToken, otcToken, code }));
    expect(await sessions()).toEqual([['pwd', 'sms', 'mfa']]);
    after(60);
    const again = await askedFor(at, someone);
    const deviceId = again.mfaDevices.phones[0]?.id ?? '';
    const { otcToken: sent } = await at.run((api) =>
      api.auth.preVerifyMFASMSForLogin(deviceId, { mfaToken: again.mfaToken }),
    );
    const texted = await codeTo(app, phoneNumber);
    const { user } = await entered((api) =>
      api.auth.verifyMFASMSForLoginV2(deviceId, { mfaToken: again.mfaToken, otcToken: sent, code: texted }),
    );
    expect(user.email).toBe(someone.login);
    expect(await sessions()).toHaveLength(2);
  });
});

it('the ways to sign in are told to whoever is signed in, too', async () => {
  const told = { mainAuthStrategies: [{ strategy: 'EmailAndPassword' }] };
  expect(await at.run((api) => api.auth.getVendorPublicAuthStrategiesConfig())).toMatchObject(told);
  expect(await refusal(at.run((api) => api.auth.getPublicAuthStrategiesConfigForAuthenticatedUser()))).toMatchObject({
    statusCode: 401,
  });
  const { accessToken } = await at.signIn(someone);
  expect(decodeJwt(accessToken).email).toBe(someone.login);
  expect(await at.run((api) => api.auth.getPublicAuthStrategiesConfigForAuthenticatedUser())).toMatchObject(told);
});
