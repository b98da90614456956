import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { invitingTenant, standingIn, type InvitingTenant } from '../../../../tests/support/invite-links';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { addPasskey, askFor } from '../../../../tests/support/passkeys';
import { joinOrganisation, newOrganisation, newPerson, password, type Person } from '../../../../tests/support/people';
import { codeAt, enrolAuthenticator } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { members } from '../../core/members/members';
import { keepAddressRule, lockAddressPolicy, setAddressPolicy } from '../../policies/addresses/address.store';
import { keepDomain, lockDomainPolicy, setDomainPolicy } from '../../policies/email-domains/email-domain.store';
import { keepPolicy } from '../../policies/mfa/mfa-policy.store';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let home: number;
let there: InvitingTenant;
let someone: Person;
let at: ClientBrowser;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
  home = await newOrganisation(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  app.clock.set(testNow);
  there = await invitingTenant(app, client);
  someone = await newPerson(app, { organisationId: home });
  at = client.browser();
});

const login = (invitationToken: string, here = at, who = someone) =>
  here.run((api) => api.auth.login({ email: who.login, password, invitationToken } as never)) as unknown as Promise<{
    accessToken: string;
    mfaToken: string;
    mfaRequired: boolean;
  }>;
const standing = (who = someone) => standingIn(app, there.organisationId, who.userId);
const tenantIdOf = async (number: number) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;
const uses = async () =>
  (
    await app.db
      .selectFrom('identity.invite_link')
      .select('uses')
      .where('tenant_number', '=', there.organisationId)
      .executeTakeFirst()
  )?.uses;
const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
const changed = <Answer>(work: (trx: Parameters<typeof keepPolicy>[0]) => Promise<Answer>) =>
  app.db.transaction().execute(work);

describe('signing in with an invite link', () => {
  it('joins its tenant with the roles that it gives at that instant, and goes on there', async () => {
    const [first, second] = [await there.role([]), await there.role(['fe.secure.read.users'])];
    const token = await there.link({ roleIds: [first] });
    await there.admin.run((api) => api.teams.updateInviteUserLink({ roleIds: [second] } as never));
    const { accessToken } = await login(token);
    expect(await standing()).toEqual({ status: 'A', roles: [second] });
    expect(decodeJwt(accessToken)).toMatchObject({
      tenantId: await tenantIdOf(there.organisationId),
      permissions: ['fe.secure.read.users'],
    });
    expect(((await at.run((api) => api.auth.getMeV2())) as { tenantIds: string[] }).tenantIds).toHaveLength(2);
    const audited = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'user.join')
      .where('organisation_id', '=', there.organisationId)
      .execute();
    expect([audited, await uses()]).toEqual([[{ after: { email: someone.login, roleIds: [second] } }], 1]);
  });

  it.each<[string, (invitationToken: string) => Promise<unknown>]>([
    [
      'code',
      async (invitationToken) => {
        await at.run((api) => api.auth.passwordlessPreLogin({ type: 'code', email: someone.login } as never));
        const token = /^\d{6}$/m.exec((await mailsTo(app, someone.login))[0] ?? '')?.[0] ?? '';
        return at.run((api) => api.auth.passwordlessPostLogin({ type: 'code', token, invitationToken } as never));
      },
    ],
    [
      'magic link',
      async (invitationToken) => {
        await at.run((api) => api.auth.passwordlessPreLogin({ type: 'magiclink', email: someone.login } as never));
        const token = (await newestLink(app, someone.login)).searchParams.get('token') ?? '';
        return at.run((api) => api.auth.passwordlessPostLogin({ type: 'magiclink', token, invitationToken } as never));
      },
    ],
    [
      'passkey',
      async (invitationToken) => {
        const own = client.browser();
        await own.signIn(someone);
        const authenticator = await addPasskey(own);
        const asking = await askFor(at, {});
        return at.run((api) => api.auth.webAuthnPostLogin({ ...authenticator.get(asking), invitationToken } as never));
      },
    ],
  ])('joins by a %s too', async (_way, enter) => {
    await enter(await there.link());
    expect(await standing()).toMatchObject({ status: 'A' });
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({
      tenantId: await tenantIdOf(there.organisationId),
    });
  });

  it('joins nobody whose password is wrong, and tells of a link before it looks at one', async () => {
    const token = await there.link();
    expect(
      await refusal(
        at.run((api) =>
          api.auth.login({ email: someone.login, password: 'another one', invitationToken: token } as never),
        ),
      ),
    ).toMatchObject({ statusCode: 401 });
    expect([await standing(), await uses()]).toEqual([null, 0]);
    const answers = [someone.login, 'nobody@tare.test'].map((email) =>
      refusal(
        at.run((api) => api.auth.login({ email, password: 'another one', invitationToken: 'x'.repeat(43) } as never)),
      ),
    );
    for (const answer of answers)
      expect(await answer).toMatchObject({ statusCode: 422, message: 'Invitation not found or no longer valid.' });
  });

  it('joins whoever has a second factor once that is proved, and not before', async () => {
    await at.signIn(someone);
    const { secret } = await enrolAuthenticator(app, at, someone);
    after(60);
    const token = await there.link();
    const other = client.browser();
    const { mfaToken, mfaRequired } = await login(token, other);
    expect([mfaRequired, await standing(), await uses()]).toEqual([true, null, 0]);
    await other.run((api) => api.auth.loginWithMfa({ mfaToken, value: codeAt(secret, app.clock.now()) } as never));
    expect(await standing()).toMatchObject({ status: 'A' });
    expect(await other.run((api) => api.auth.getMeV2())).toMatchObject({
      tenantId: await tenantIdOf(there.organisationId),
    });
  });

  it('joins nobody by a link that was revoked while the second factor was asked for', async () => {
    await at.signIn(someone);
    const { secret } = await enrolAuthenticator(app, at, someone);
    after(60);
    const other = client.browser();
    const { mfaToken } = await login(await there.link(), other);
    await there.admin.run((api) => api.teams.deleteInviteUserLink());
    expect(
      await refusal(
        other.run((api) => api.auth.loginWithMfa({ mfaToken, value: codeAt(secret, app.clock.now()) } as never)),
      ),
    ).toMatchObject({ statusCode: 422 });
    expect(await standing()).toBeNull();
  });

  it('asks for a second factor where the tenant that is joined forces one, and no other does', async () => {
    const token = await there.link();
    await changed((trx) => keepPolicy(trx, there.organisationId, { enforce: 'Force', now: app.clock.now() }));
    expect(await client.browser().signIn(someone)).toMatchObject({ mfaRequired: false });
    expect(await login(token)).toMatchObject({ mfaRequired: true, mfaEnrolled: false });
    expect([await standing(), await uses()]).toEqual([null, 0]);
  });

  it('looks at the address for the tenant that is joined, before the second factor', async () => {
    await at.signIn(someone);
    await enrolAuthenticator(app, at, someone);
    const token = await there.link();
    await keepAddressOut();
    expect(await refusal(login(token, client.browser()))).toMatchObject({ statusCode: 403 });
    expect(await client.browser().signIn(someone)).toMatchObject({ mfaRequired: true });
  });

  it('leaves a member as they are, and uses nothing up', async () => {
    await joinOrganisation(app, someone, { organisationId: there.organisationId });
    const before = await standing();
    await login(await there.link({ roleIds: [await there.role(['fe.secure.read.users'])], maxUses: 1 }));
    expect([await standing(), await uses()]).toEqual([before, 0]);
  });

  it.each<[string, number, (token: string) => Promise<unknown>]>([
    ['thirty days have passed', 422, async () => after(43_200 * 60)],
    ['it is revoked', 422, () => there.admin.run((api) => api.teams.deleteInviteUserLink())],
    ['another one was made', 422, () => there.link()],
    [
      'the tenant is suspended',
      400,
      () =>
        app.db
          .updateTable('identity.tenant')
          .set({ status: 'SUSPENDED' })
          .where('number', '=', there.organisationId)
          .execute(),
    ],
    [
      'its administrator switched the person off',
      403,
      async () => {
        await joinOrganisation(app, someone, { organisationId: there.organisationId });
        await changed((trx) =>
          members.setActive(trx, {
            tenantNumber: there.organisationId,
            userId: someone.userId,
            active: false,
            now: app.clock.now(),
          }),
        );
      },
    ],
    ['the tenant keeps the address out', 403, keepAddressOut],
    ['the tenant keeps the e-mail domain out', 422, keepDomainOut],
  ])('joins nobody once %s', async (_what, statusCode, change) => {
    const token = await there.link();
    await change(token);
    const before = await standing();
    expect(await refusal(login(token))).toMatchObject({ statusCode });
    expect([await standing(), at.cookies.has('fe_refresh_tare')]).toEqual([before, false]);
  });
});

/** All but one. */
function keepAddressOut() {
  const now = app.clock.now();
  return changed(async (trx) => {
    await lockAddressPolicy(trx, { tenantNumber: there.organisationId, now });
    await setAddressPolicy(trx, there.organisationId, { isActive: true, strategy: 'ALLOW', now });
    await keepAddressRule(trx, there.organisationId, {
      range: '203.0.113.7',
      strategy: 'ALLOW',
      isActive: true,
      description: '',
      now,
    });
  });
}

function keepDomainOut() {
  const now = app.clock.now();
  return changed(async (trx) => {
    await lockDomainPolicy(trx, { tenantNumber: there.organisationId, now });
    await setDomainPolicy(trx, there.organisationId, {
      active: true,
      listType: 'BLOCK',
      blockPublicDomains: false,
      now,
    });
    await keepDomain(trx, there.organisationId, { domain: 'tare.test', type: 'BLOCK', now });
  });
}

describe('a link for one', () => {
  it('lets one of fifty in who use it at once', async () => {
    const token = await there.link({ maxUses: 1 });
    const people = await Promise.all(Array.from({ length: 50 }, () => newPerson(app, { organisationId: home })));
    const post = ({ login: email }: Person, index: number) =>
      fetch(`${client.baseUrl}/identity/resources/auth/v1/user`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.201.0.${index}` },
        body: JSON.stringify({ email, password, invitationToken: token }),
      });
    const statuses = (await Promise.all(people.map(post))).map(({ status }) => status);
    expect([statuses.filter((status) => status === 200).length, new Set(statuses), await uses()]).toEqual([
      1,
      new Set([200, 422]),
      1,
    ]);
    const joined = await app.db
      .selectFrom('identity.membership')
      .select('user_id')
      .where('tenant_number', '=', there.organisationId)
      .where(
        'user_id',
        'in',
        people.map(({ userId }) => userId),
      )
      .execute();
    expect(joined).toHaveLength(1);
  }, 60_000);

  it('names its tenant to nobody once it is used up, and shows its count to who made it', async () => {
    const token = await there.link({ maxUses: 1 });
    const verify = () => at.run((api) => api.auth.verifyInviteToken({ token }));
    expect(await verify()).toEqual({ name: there.name });
    await login(token, client.browser());
    expect(await refusal(verify())).toMatchObject({ statusCode: 404 });
    expect(await there.admin.run((api) => api.teams.getInviteUserLink())).toMatchObject({ maxUses: 1, uses: 1 });
    await there.admin.run((api) => api.teams.updateInviteUserLink({ maxUses: 2 } as never));
    expect(await verify()).toEqual({ name: there.name });
  });
});
