import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal } from '../../../../tests/support/counterparts/published-client';
import { invitingTenant } from '../../../../tests/support/invite-links';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { otherApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, signIn, tokenOf } from '../../../../tests/support/people';
import { samlSignIn, type SamlTenant } from '../../../../tests/support/saml-sign-in';
import { ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { addUser } from '../../core/accounts/user.store';
import { addMember } from '../../core/memberships/membership.store';
import { makePasswordLink } from '../../core/passwords/password-link';

let peers: SsoPeers;
let open: Awaited<ReturnType<typeof publishedClient>>;
const { tenantOfProvider, arrive } = samlSignIn(() => peers);

beforeAll(async () => {
  peers = await ssoPeers();
  open = await publishedClient(
    otherApp(peers.app, { config: { identity: { ...peers.app.resources.config.identity, signUps: true } } }),
  );
});
afterAll(async () => {
  await open.close();
  await peers.close();
});

/** Another tenant, with an owner. */
async function elsewhere() {
  const organisationId = await newOrganisation(peers.app);
  return { organisationId, owner: await newPerson(peers.app, { organisationId, permissions: ['fe.*', 'EDIT_USERS'] }) };
}

/** An account that waits for its first password. */
const unactivated = (email: string, tenants: readonly number[], login = email) =>
  peers.app.db.transaction().execute(async (trx) => {
    const userId = await addUser(trx, { login, email, fullName: 'As another calls them', now: peers.app.clock.now() });
    for (const tenantNumber of tenants) await addMember(trx, { tenantNumber, userId, roles: ['administrator'] });
    return userId;
  });

const memberships = async (userId: number) =>
  await peers.app.db
    .selectFrom('identity.membership')
    .select(['tenant_number as tenant', 'status', 'awaits_answer as asked'])
    .where('user_id', '=', userId)
    .orderBy('tenant_number')
    .execute();
const accountOf = (email: string) =>
  peers.app.db
    .selectFrom('identity.user')
    .select(['id', 'login', 'full_name as name', 'sso_user as bySso', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
const audited = async (organisationId: number, action: string) =>
  await peers.app.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('organisation_id', '=', organisationId)
    .where('action', '=', action)
    .execute();
const enters = async (there: SamlTenant) =>
  (await arrive(there, { attributes: { displayName: ['Kim Novak'] } })).arrival.headers.location;

describe('an address of a proven domain', () => {
  it.each<[string, (there: SamlTenant, other: number) => Promise<number>]>([
    ['a sign-up that nobody finished', (there, other) => unactivated(`kim@${there.domain}`, [other])],
    [
      'what two tenants have added',
      async (there, other) => unactivated(`kim@${there.domain}`, [other, await newOrganisation(peers.app)]),
    ],
    [
      'what another tenant and its own have added',
      (there, other) => unactivated(`kim@${there.domain}`, [other, there.organisationId]),
    ],
    ['an account that was taken out of everywhere', (there) => unactivated(`kim@${there.domain}`, [])],
    [
      'an account with another name to sign in with',
      (there, other) => unactivated(`kim@${there.domain}`, [other], `kim-${there.domain}`),
    ],
  ])('makes %s give way to who comes by the provider', async (_what, claim) => {
    const [there, other] = [await tenantOfProvider(), await elsewhere()];
    const email = `kim@${there.domain}`;
    const userId = await claim(there, other.organisationId);
    const had = (await memberships(userId)).some(({ tenant }) => tenant === other.organisationId);
    expect(await enters(there)).toBe('/home');
    expect(await memberships(userId)).toEqual([{ tenant: there.organisationId, status: 'A', asked: false }]);
    expect(await accountOf(email)).toMatchObject({
      id: userId,
      login: email,
      name: 'Kim Novak',
      bySso: true,
      password_hash: null,
    });
    expect(await audited(there.organisationId, 'sso.withdrawClaim')).toEqual([{ before: null, after: { email } }]);
    expect(await audited(other.organisationId, 'member.remove')).toEqual(
      had ? [{ before: { email }, after: { why: 'provenDomain' } }] : [],
    );
    expect((await mailsTo(peers.app, other.owner.login)).filter((text) => text.includes(email))).toHaveLength(
      had ? 1 : 0,
    );
    expect(await enters(there)).toBe('/home');
  });

  it('is no name that somebody of another tenant signs in with: they keep all else, and are told', async () => {
    const [there, other] = [await tenantOfProvider(), await elsewhere()];
    const email = `kim@${there.domain}`;
    await peers.app.db
      .updateTable('identity.user')
      .set({ login: email })
      .where('id', '=', other.owner.userId)
      .execute();
    expect(await enters(there)).toBe('/home');
    expect((await accountOf(email))?.id).not.toBe(other.owner.userId);
    expect(await audited(other.organisationId, 'user.giveUpLogin')).toEqual([
      { before: { login: email }, after: { why: 'provenDomain' } },
    ]);
    expect((await mailsTo(peers.app, other.owner.login)).join()).toContain(`You can no longer sign in as ${email}`);
    await peers.client.browser().signIn(other.owner);
  });

  it('is no address that was changed for an account in use and that nobody has confirmed', async () => {
    const [there, other] = [await tenantOfProvider(), await elsewhere()];
    const { userId, login } = other.owner;
    const email = `kim@${there.domain}`;
    await peers.app.db
      .updateTable('identity.user')
      .set({ email, address_before: login })
      .where('id', '=', userId)
      .execute();
    expect(await enters(there)).toBe('/home');
    expect((await accountOf(email))?.id).not.toBe(userId);
    expect(await audited(other.organisationId, 'user.giveUpAddress')).toEqual([
      { before: { email }, after: { email: `unconfirmed-${userId}@tare.invalid` } },
    ]);
  });

  it('leaves an invitation of another tenant open, which keeps nobody out', async () => {
    const [there, other] = [await tenantOfProvider(), await elsewhere()];
    const member = await newPerson(peers.app, { organisationId: there.organisationId });
    const email = `kim@${there.domain}`;
    await peers.app.db.updateTable('identity.user').set({ email }).where('id', '=', member.userId).execute();
    const at = peers.client.browser();
    await at.signIn(other.owner);
    await at.run((api) => api.teams.addUser({ email, roleIds: [] } as never));
    expect(await enters(there)).toBe('/home');
    expect((await accountOf(email))?.id).toBe(member.userId);
    expect((await memberships(member.userId)).filter(({ asked }) => asked).map(({ tenant }) => tenant)).toEqual([
      other.organisationId,
    ]);
  });

  it.each<[string, object]>([
    ['has a password', { password_hash: 'a hash' }],
    ['has come in', { last_sign_in_at: new Date(0) }],
    ['comes in by another provider', { sso_user: true }],
  ])('takes over no account that %s', async (_why, used) => {
    const [there, other] = [await tenantOfProvider(), await elsewhere()];
    const userId = await unactivated(`kim@${there.domain}`, [other.organisationId]);
    await peers.app.db.updateTable('identity.user').set(used).where('id', '=', userId).execute();
    expect([await enters(there), await there.refusals()]).toEqual([undefined, ['accountElsewhere']]);
    expect((await memberships(userId)).map(({ tenant }) => tenant)).toEqual([other.organisationId]);
  });
});

describe('whoever has an address of a proven domain', () => {
  it('is invited by another tenant, comes in by their provider, and says yes then', async () => {
    const [there, other] = [await tenantOfProvider(), await elsewhere()];
    const email = `kim@${there.domain}`;
    const at = peers.client.browser();
    await at.signIn(other.owner);
    await at.run((api) => api.teams.addUser({ email, name: 'Kim', roleIds: [] } as never));
    const link = await newestLink(peers.app, email);
    expect(link.pathname).toBe('/account/invitation/accept');
    const body = { token: link.searchParams.get('token') ?? '', userId: link.searchParams.get('userId') ?? '' };
    const accept = () => peers.client.browser().run((api) => api.auth.acceptInvitation(body));
    expect(await refusal(accept())).toMatchObject({
      statusCode: 403,
      message: expect.stringContaining(there.domain) as string,
    });
    expect(await enters(there)).toBe('/home');
    await accept();
    expect((await memberships((await accountOf(email))?.id ?? 0)).map(({ status }) => status)).toEqual(['A', 'A']);
    expect(await enters(there)).toBe('/home');
  });

  it('activates no account that another tenant has made, and one of their own tenant as ever', async () => {
    const [there, other] = [await tenantOfProvider(), await elsewhere()];
    const [foreign, own] = [
      await unactivated(`kim@${there.domain}`, [other.organisationId]),
      await unactivated(`ann@${there.domain}`, [there.organisationId]),
    ];
    const activate = async (userId: number) => {
      const { link } = await peers.app.db.transaction().execute((trx) =>
        makePasswordLink(trx, {
          userId,
          purpose: 'ACTIVATION',
          publicUrl: 'http://tare.test',
          now: peers.app.clock.now(),
        }),
      );
      const { searchParams } = new URL(link);
      return peers.client.browser().run((api) =>
        api.auth.activateAccount({
          userId: searchParams.get('userId') ?? '',
          token: searchParams.get('token') ?? '',
          password,
        } as never),
      );
    };
    expect(await refusal(activate(foreign))).toMatchObject({
      statusCode: 403,
      message: expect.stringContaining('sign in through their organization') as string,
    });
    expect((await accountOf(`kim@${there.domain}`))?.password_hash).toBeNull();
    expect(await activate(own)).toMatchObject({ userEmail: `ann@${there.domain}` });
    expect(await enters(there)).toBe('/home');
  });

  it('signs up nowhere, whether the address is known or not, and is led to their sign-in', async () => {
    const [there, inviting] = [await tenantOfProvider(), await invitingTenant(peers.app, peers.client)];
    await unactivated(`known@${there.domain}`, [there.organisationId]);
    const invitationToken = await inviting.link({ roleIds: [] });
    const signUp = (email: string, more: object = {}) =>
      open
        .browser()
        .run((api) => api.auth.signUpUser({ email, companyName: 'Kitchens', name: 'Kim', ...more } as never));
    const answers = [];
    for (const name of ['known', 'new'])
      for (const more of [{}, { invitationToken }])
        answers.push(await refusal(signUp(`${name}@${there.domain}`, more)));
    expect([new Set(answers.map((answer) => JSON.stringify(answer))).size, answers[0]?.statusCode]).toEqual([1, 422]);
    expect(await accountOf(`new@${there.domain}`)).toBeUndefined();
    const at = browser(peers.app);
    const form = await at.get(`/account/sign-up?invitationToken=${invitationToken}`);
    const page = await at
      .post('/account/sign-up')
      .type('form')
      .send({ _csrf: tokenOf(form.text), email: `new@${there.domain}`, name: 'Kim', invitationToken });
    expect([page.status, page.text.includes(`/account/login?loginHint=new%40${there.domain}`)]).toEqual([422, true]);
    expect(await signUp(`new@elsewhere-${there.domain}`)).toMatchObject({ shouldActivate: true });
  });

  it('is nobody whom another tenant can give the address', async () => {
    const [there, other] = [await tenantOfProvider(), await elsewhere()];
    const cook = await newPerson(peers.app, { organisationId: other.organisationId });
    const agent = await signIn(peers.app, other.owner.login);
    const change = async (email: string) => {
      const {
        body: { revision, user },
      } = (await agent.get(`/rest/v1/users/${cook.userId}`)) as {
        body: { revision: string; user: { fullName: string; roleIds: number[] } };
      };
      return agent
        .put(`/rest/v1/users/${cook.userId}`)
        .send({ fullName: user.fullName, email, roleIds: user.roleIds, revision });
    };
    const refused = await change(`kim@${there.domain}`);
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([422, 'identity.addressOfProvider']);
    expect((await change(`kim@elsewhere-${there.domain}`)).status).toBe(204);
  });
});
