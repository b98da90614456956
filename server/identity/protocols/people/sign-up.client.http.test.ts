import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { invitingTenant, standingIn } from '../../../../tests/support/invite-links';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { otherApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, password, unique } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let closed: Awaited<ReturnType<typeof publishedClient>>;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  const base = await testApp();
  closed = await publishedClient(base);
  app = otherApp(base, { config: { identity: { ...base.resources.config.identity, signUps: true } } });
  client = await publishedClient(app);
});
afterAll(async () => {
  await client.close();
  await closed.close();
});

const newAddress = () => `${randomUUID()}@tare.test`;
const signUp = (email: string, more: object = {}, at: ClientBrowser = client.browser()) =>
  at.run((api) =>
    api.auth.signUpUser({ email, companyName: unique('Kitchens'), name: 'Nina Holm', password, ...more } as never),
  ) as unknown as Promise<Record<string, unknown>>;
const accountsOf = (email: string) =>
  app.db.selectFrom('identity.user').select(['id', 'uuid']).where('email', '=', email).execute();
const organisations = async () =>
  (
    await app.db
      .selectFrom('organisation')
      .select((where) => where.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow()
  ).all;

describe('signing up', () => {
  it('opens a tenant with its organisation and owner, who comes in by the mailed link alone', async () => {
    const [email, companyName] = [newAddress(), unique('Nina Kitchens')];
    const answer = await signUp(email, { companyName, country: 'CH', timeZone: 'Europe/Zurich' });
    expect(answer).toMatchObject({ shouldActivate: true, userId: expect.any(String), tenantId: expect.any(String) });
    const tenant = await app.db
      .selectFrom('identity.tenant')
      .select(['number', 'name'])
      .where('id', '=', String(answer.tenantId))
      .executeTakeFirstOrThrow();
    const organisation = await app.db
      .selectFrom('organisation')
      .select(['country_code', 'currency_code', 'time_zone', 'unit_id'])
      .where('id', '=', tenant.number)
      .executeTakeFirstOrThrow();
    expect([tenant.name, organisation]).toEqual([
      companyName,
      { country_code: 'CH', currency_code: 'CHF', time_zone: 'Europe/Zurich', unit_id: 12 },
    ]);
    const at = client.browser();
    expect(await refusal(at.signIn({ login: email }))).toMatchObject({ statusCode: 401 });
    const { searchParams } = await newestLink(app, email);
    expect(searchParams.get('userId')).toBe(answer.userId);
    await at.run((api) =>
      api.auth.activateAccount({
        userId: String(answer.userId),
        token: searchParams.get('token') ?? '',
        password,
      } as never),
    );
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({
      email,
      tenantId: answer.tenantId,
      roles: [{ key: 'administrator' }],
    });
    const audited = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', tenant.number)
      .where('action', '=', 'user.signUp')
      .execute();
    expect(audited).toHaveLength(1);
  });

  it('answers alike for an address that somebody has, changes nothing and tells the holder', async () => {
    const holder = await newPerson(app, { organisationId: await newOrganisation(app) });
    const before = await organisations();
    const fresh = await signUp(newAddress());
    const taken = await signUp(holder.login.toUpperCase());
    expect(Object.keys(taken)).toEqual(Object.keys(fresh));
    expect(taken).toMatchObject({ shouldActivate: true });
    expect(await organisations()).toBe(before + 1);
    expect(
      await app.db
        .selectFrom('identity.membership')
        .select('tenant_number')
        .where('user_id', '=', holder.userId)
        .execute(),
    ).toHaveLength(1);
    const mails = await mailsTo(app, holder.login);
    expect(mails).toEqual([
      expect.stringContaining('Someone (maybe you) tried to sign up for Tare with this email address.'),
    ]);
    await client.browser().signIn(holder);
  });

  it('opens one tenant for an address that signs up several times at once', async () => {
    const email = newAddress();
    const before = await organisations();
    const post = () =>
      fetch(`${client.baseUrl}/identity/resources/users/v1/signUp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, companyName: 'Twice' }),
      });
    const statuses = (await Promise.all([post(), post(), post()])).map(({ status }) => status);
    expect([statuses, (await accountsOf(email)).length, await organisations()]).toEqual([
      [200, 200, 200],
      1,
      before + 1,
    ]);
  });

  it.each([
    ['a country that there is not', { country: 'XX' }, 422],
    ['a currency that there is not', { currency: 'QQQ' }, 422],
    ['a zone that there is not', { timeZone: 'Mars/Base' }, 422],
    ['no name of a company', { companyName: '' }, 400],
    ['an invitation', { invitationToken: 'abc' }, 422],
  ])('is refused with %s, and opens nothing', async (_what, more, status) => {
    const email = newAddress();
    const before = await organisations();
    expect(await refusal(signUp(email, more))).toMatchObject({ statusCode: status });
    expect([await accountsOf(email), await organisations()]).toEqual([[], before]);
  });

  it.each([
    ['that is too short', 'short', 400],
    ['that is easy to guess', 'passwordpassword', 422],
    ['of the name of its company', 'Bistro Zuppamora', 422],
  ])(
    'is refused with a password %s, for an address that somebody has as for any other',
    async (_what, weak, statusCode) => {
      const holder = await newPerson(app, { organisationId: await newOrganisation(app) });
      const [email, before] = [newAddress(), await organisations()];
      const [fresh, taken] = [
        await refusal(signUp(email, { password: weak, companyName: 'Bistro Zuppamora' })),
        await refusal(signUp(holder.login, { password: weak, companyName: 'Bistro Zuppamora' })),
      ];
      expect([fresh, taken]).toEqual([expect.objectContaining({ statusCode }), fresh]);
      expect([await accountsOf(email), await organisations(), await mailsTo(app, holder.login)]).toEqual([
        [],
        before,
        [],
      ]);
      expect(await signUp(email)).toMatchObject({ shouldActivate: true });
    },
  );

  it('is open only where the installation says so, and says so itself', async () => {
    const email = newAddress();
    expect(await refusal(signUp(email, {}, closed.browser()))).toMatchObject({ statusCode: 403 });
    expect(await accountsOf(email)).toEqual([]);
    expect(await closed.browser().run((api) => api.auth.getVendorConfig())).toMatchObject({ allowSignups: false });
    expect(await client.browser().run((api) => api.auth.getVendorConfig())).toMatchObject({ allowSignups: true });
  });
});

describe('signing up by an invite link', () => {
  const join = (email: string, invitationToken: string, at: ClientBrowser = closed.browser()) =>
    at.run((api) =>
      api.auth.signUpUser({ email, name: 'Nina Holm', companyName: 'Not looked at', invitationToken } as never),
    ) as unknown as Promise<Record<string, unknown>>;
  const usesOf = async (organisationId: number) =>
    (
      await app.db
        .selectFrom('identity.invite_link')
        .select('uses')
        .where('tenant_number', '=', organisationId)
        .executeTakeFirstOrThrow()
    ).uses;

  it('asks of a password what its tenant does', async () => {
    const there = await invitingTenant(app, closed);
    await app.db
      .insertInto('identity.password_policy')
      .values({ tenant_number: there.organisationId, min_length: 40 })
      .execute();
    const [email, link] = [newAddress(), await there.link({ roleIds: [] })];
    expect(await refusal(signUp(email, { invitationToken: link }, closed.browser()))).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('40'),
    });
    expect([await accountsOf(email), await usesOf(there.organisationId)]).toEqual([[], 0]);
    expect(
      await signUp(
        email,
        { invitationToken: link, password: `${password} and then some more of it` },
        closed.browser(),
      ),
    ).toMatchObject({ shouldActivate: true });
  });

  it('joins its tenant where nobody may open one, and comes in by the mailed link alone', async () => {
    const there = await invitingTenant(app, closed);
    const roleId = await there.role(['fe.secure.read.users']);
    const [email, before] = [newAddress(), await organisations()];
    const answer = await join(email, await there.link({ roleIds: [roleId] }));
    expect(answer).toMatchObject({ shouldActivate: true, userId: expect.any(String), tenantId: expect.any(String) });
    const { searchParams } = await newestLink(app, email);
    const at = closed.browser();
    await at.run((api) =>
      api.auth.activateAccount({
        userId: String(answer.userId),
        token: searchParams.get('token') ?? '',
        password,
      } as never),
    );
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({
      email,
      tenantId: answer.tenantId,
      roles: [{ id: roleId }],
    });
    const actions = (
      await app.db
        .selectFrom('audit_log')
        .select('action')
        .where('organisation_id', '=', there.organisationId)
        .where('action', 'in', ['user.join', 'user.signUp'])
        .execute()
    ).map(({ action }) => action);
    expect([await organisations(), actions, await usesOf(there.organisationId)]).toEqual([before, ['user.join'], 1]);
  });

  it('asks the holder of an address by mail, with the same answer and the same use, and joins them once they say yes', async () => {
    const there = await invitingTenant(app, closed);
    const token = await there.link({ roleIds: [await there.role([])] });
    const holder = await newPerson(app, { organisationId: await newOrganisation(app) });
    const [fresh, taken] = [await join(newAddress(), token), await join(holder.login, token)];
    expect([Object.keys(taken), taken.tenantId, await usesOf(there.organisationId)]).toEqual([
      Object.keys(fresh),
      fresh.tenantId,
      2,
    ]);
    expect(await standingIn(app, there.organisationId, holder.userId)).toMatchObject({ status: 'I' });
    const { pathname, searchParams } = await newestLink(app, holder.login);
    expect(pathname).toBe('/account/invitation/accept');
    await closed
      .browser()
      .run((api) =>
        api.auth.acceptInvitation({ userId: searchParams.get('userId') ?? '', token: searchParams.get('token') ?? '' }),
      );
    expect(await standingIn(app, there.organisationId, holder.userId)).toEqual({
      status: 'A',
      roles: [expect.any(String)],
    });
  });

  it('does not bring back somebody whom the tenant switched off', async () => {
    const there = await invitingTenant(app, closed);
    const holder = await newPerson(app, { organisationId: there.organisationId });
    await app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', holder.userId).execute();
    await join(holder.login, await there.link());
    expect(await standingIn(app, there.organisationId, holder.userId)).toMatchObject({ status: 'I' });
    expect(await mailsTo(app, holder.login)).toEqual([
      expect.stringContaining('Someone (maybe you) tried to sign up for Tare with this email address.'),
    ]);
  });

  it('is one for a link for one, however many try', async () => {
    const there = await invitingTenant(app, closed);
    const token = await there.link({ maxUses: 1 });
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() =>
        fetch(`${closed.baseUrl}/identity/resources/users/v1/signUp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: newAddress(), name: 'N', invitationToken: token }),
        }),
      ),
    );
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.status : 0)).sort()).toEqual([
      200, 422, 422,
    ]);
  });

  it('is refused from an address that the tenant keeps out, and uses nothing up', async () => {
    const there = await invitingTenant(app, closed);
    const token = await there.link();
    await there.admin.run((api) => api.auth.createIPRestriction({ ip: '203.0.113.9/32', strategy: 'BLOCK' } as never));
    await there.admin.run((api) => api.auth.updateIPRestrictionConfig({ isActive: true, strategy: 'BLOCK' } as never));
    const at = closed.browser();
    at.address = '203.0.113.9';
    const email = newAddress();
    expect(await refusal(join(email, token, at))).toMatchObject({ statusCode: 403 });
    expect([await mailsTo(app, email), await usesOf(there.organisationId)]).toEqual([[], 0]);
    await join(email, token);
    expect(await usesOf(there.organisationId)).toBe(1);
  });

  it('is refused in words where the tenant is suspended, and by a domain that it keeps out', async () => {
    const there = await invitingTenant(app, closed);
    const token = await there.link();
    await app.db
      .insertInto('identity.email_domain_policy')
      .values({
        tenant_number: there.organisationId,
        active: true,
        list_type: 'ALLOW',
        block_public_domains: false,
        updated_at: app.clock.now(),
      })
      .execute();
    expect(await refusal(join(newAddress(), token))).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('tare.test'),
    });
    await app.db
      .updateTable('identity.tenant')
      .set({ status: 'SUSPENDED' })
      .where('number', '=', there.organisationId)
      .execute();
    expect(await refusal(join(newAddress(), token))).toMatchObject({
      statusCode: 400,
      message: 'The account is locked',
    });
  });
});

describe('sending an invitation again', () => {
  it('mails the holder of an account another link, which takes the place of the first', async () => {
    const there = await invitingTenant(app, client);
    const holder = await newPerson(app, { organisationId: await newOrganisation(app) });
    await there.admin.run((api) => api.teams.addUser({ email: holder.login, name: 'Nina Holm', roleIds: [] } as never));
    const first = await newestLink(app, holder.login);
    await there.admin.run((api) => api.teams.resendInvitationLink({ email: holder.login } as never));
    const [second, ...others] = (await mailsTo(app, holder.login))
      .map((text) => new URL(/http:\/\/tare\.test\/\S+/.exec(text)?.[0] ?? ''))
      .filter(({ search }) => search !== first.search);
    expect([second?.pathname, others]).toEqual(['/account/invitation/accept', []]);
    const accept = ({ searchParams }: URL) =>
      client.browser().run((api) =>
        api.auth.acceptInvitation({
          userId: searchParams.get('userId') ?? '',
          token: searchParams.get('token') ?? '',
        }),
      );
    expect(await refusal(accept(first))).toMatchObject({ statusCode: 422 });
    await accept(second ?? first);
    expect(await standingIn(app, there.organisationId, holder.userId)).toMatchObject({ status: 'A' });
  });
});
