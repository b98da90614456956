import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { mailsTo, newestLink } from '../../../../tests/support/mails';
import { otherApp, withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import {
  browser as plainBrowser,
  newOrganisation,
  newPerson,
  password,
  tokenOf,
  type Person,
} from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { addUser } from '../../core/accounts/user.store';
import { invite } from '../../core/invitations/invitation.service';
import { members } from '../../core/members/members';
import { addMember } from '../../core/memberships/membership.store';
import { keepPolicy } from '../../policies/mfa/mfa-policy.store';

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

interface Link {
  userId: string;
  token: string;
}

const days = (count: number) => app.clock.set(new Date(Date.parse(testNow) + count * 86_400_000));
async function linkTo(address: string): Promise<Link> {
  const { searchParams } = await newestLink(app, address);
  return { userId: searchParams.get('userId') ?? '', token: searchParams.get('token') ?? '' };
}
const membershipIn = async (number: number, { userId }: Pick<Person, 'userId'>) =>
  (
    await app.db
      .selectFrom('identity.membership')
      .select('status')
      .where('tenant_number', '=', number)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.status;

describe('an account that waits', () => {
  async function waiting(): Promise<Person & Link> {
    const login = `${randomUUID()}@tare.test`;
    const userId = await app.db.transaction().execute(async (trx) => {
      const id = await addUser(trx, { login, email: login, fullName: 'Nina Holm', now: app.clock.now() });
      await addMember(trx, { tenantNumber: organisationId, userId: id, roles: ['viewer'] });
      return id;
    });
    await at.run((api) => api.auth.resendActivationEmail({ email: login }));
    const link = await linkTo(login);
    return { login, ...link, userId } as unknown as Person & Link;
  }
  const linkOf = async ({ login }: Person): Promise<Link> => linkTo(login);
  const strategy = (link: Link) => at.run((api) => api.auth.getActivateAccountStrategy(link));
  const activate = (link: Link, typed?: string) =>
    at.run((api) =>
      api.auth.activateAccount({ ...link, ...(typed === undefined ? {} : { password: typed }) } as never),
    );

  it('is activated by its link and a password, once, and is signed in', async () => {
    const someone = await waiting();
    const link = await linkOf(someone);
    expect(await strategy(link)).toEqual({ shouldSetPassword: true });
    expect(await refusal(activate(link))).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('password'),
    });
    expect(await refusal(activate({ ...link, userId: randomUUID() }, password))).toMatchObject({ statusCode: 422 });
    await activate(link, password);
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ email: someone.login, verified: true });
    expect(await refusal(activate(link, password))).toMatchObject({ statusCode: 422 });
    expect(await refusal(strategy(link))).toMatchObject({ statusCode: 422 });
    await client.browser().signIn(someone);
    const ways = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'session.signIn')
      .where('after', '@>', JSON.stringify({ login: someone.login }))
      .orderBy('id')
      .execute();
    expect(ways.map(({ after }) => (after as { way: string }).way)).toEqual(['activation', 'password']);
  });

  it('signs out whoever sat there, and is too old after a week', async () => {
    const other = await newPerson(app, { organisationId });
    await at.signIn(other);
    const link = await linkOf(await waiting());
    await activate(link, password);
    expect(
      await app.db.selectFrom('identity.session').select('end_reason').where('user_id', '=', other.userId).execute(),
    ).toEqual([{ end_reason: 'signed out' }]);
    const late = await linkOf(await waiting());
    days(7);
    expect(await refusal(activate(late, password))).toMatchObject({ statusCode: 422 });
  });

  it('is mailed its link again, and nobody else is told apart', async () => {
    const someone = await newPerson(app, { organisationId });
    const answers = [
      await at.run((api) => api.auth.resendActivationEmail({ email: someone.login })),
      await at.run((api) => api.auth.resendActivationEmail({ email: `${randomUUID()}@tare.test` })),
    ];
    expect(answers[0]).toEqual(answers[1]);
    expect(await mailsTo(app, someone.login)).toEqual([]);
  });

  it('needs no password where none is taken', async () => {
    const someone = await waiting();
    const link = await linkOf(someone);
    const { config } = app.resources;
    const other = await publishedClient(
      otherApp(app, { config: { identity: { ...config.identity, authStrategy: 'MagicLink' } } }),
    );
    try {
      const there = other.browser();
      expect(await there.run((api) => api.auth.getActivateAccountStrategy(link))).toEqual({ shouldSetPassword: false });
      await there.run((api) => api.auth.activateAccount(link as never));
      expect(await there.run((api) => api.auth.getMeV2())).toMatchObject({ id: link.userId });
      expect(
        await app.db.selectFrom('identity.session').select('amr').where('user_id', '=', someone.userId).execute(),
      ).toEqual([{ amr: ['otp'] }]);
    } finally {
      await other.close();
    }
  });
});

describe('an invitation to a further tenant', () => {
  async function invited(): Promise<{ someone: Person; link: Link; there: number }> {
    const someone = await newPerson(app, { organisationId });
    const there = await newOrganisation(app);
    await app.db.transaction().execute(async (trx) => {
      await addMember(trx, { tenantNumber: there, userId: someone.userId, roles: ['viewer'] });
      await trx
        .updateTable('identity.membership')
        .set({ status: 'I' })
        .where('tenant_number', '=', there)
        .where('user_id', '=', someone.userId)
        .execute();
      await invite(trx, app.resources.jobs, {
        tenantNumber: there,
        userId: someone.userId,
        requestId: randomUUID(),
        now: app.clock.now(),
      });
    });
    return { someone, link: await linkTo(someone.login), there };
  }
  const accept = (link: Link, here = at) => here.run((api) => api.auth.acceptInvitation(link));

  it('makes the membership active, once, and signs out whoever is signed in', async () => {
    const { someone, link, there } = await invited();
    await at.signIn(someone);
    expect(await membershipIn(there, someone)).toBe('I');
    await accept(link);
    expect(await membershipIn(there, someone)).toBe('A');
    expect(at.cookies.has('fe_refresh_tare')).toBe(false);
    expect(await refusal(at.run((api) => api.auth.getMeV2()))).toMatchObject({ statusCode: 401 });
    await at.signIn(someone);
    expect(((await at.run((api) => api.auth.getMeV2())) as { tenantIds: string[] }).tenantIds).toHaveLength(2);
    expect(await refusal(accept(link))).toMatchObject({ statusCode: 422 });
  });

  it.each([
    ['DontForce', 200],
    ['Force', 401],
  ] as const)(
    'into a tenant that says %s leaves another browser, signed in by password alone, with %i',
    async (enforce, status) => {
      const { someone, link, there } = await invited();
      const other = client.browser();
      await other.signIn(someone);
      await app.db.transaction().execute((trx) => keepPolicy(trx, there, { enforce, now: app.clock.now() }));
      await accept(link);
      const me = other
        .run((api) => api.auth.getMeV2())
        .then(
          () => 200,
          ({ statusCode }: { statusCode: number }) => statusCode,
        );
      expect(await me).toBe(status);
    },
  );

  it('is used once by fifty at a time', async () => {
    const { someone, link, there } = await invited();
    const post = () =>
      fetch(`${client.baseUrl}/identity/resources/users/v1/invitation/accept`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.200.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
        },
        body: JSON.stringify(link),
      });
    const statuses = (await Promise.all(Array.from({ length: 50 }, post))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([204, 422]));
    const audited = await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'user.acceptInvitation')
      .where('organisation_id', '=', there)
      .where('entity_id', '=', String(someone.userId))
      .execute();
    expect(audited).toHaveLength(1);
  });

  it.each<[string, (who: { someone: Person; there: number }) => Promise<unknown>]>([
    ['thirty days have passed', async () => days(30)],
    [
      'the address has changed',
      ({ someone }) =>
        app.db
          .updateTable('identity.user')
          .set({ email: `${randomUUID()}@tare.test` })
          .where('id', '=', someone.userId)
          .execute(),
    ],
    [
      'an administrator has switched the membership off',
      ({ someone, there }) =>
        app.db.transaction().execute((trx) =>
          members.setActive(trx, {
            tenantNumber: there,
            userId: someone.userId,
            active: false,
            now: app.clock.now(),
          }),
        ),
    ],
    [
      'the tenant is suspended',
      ({ there }) =>
        app.db.updateTable('identity.tenant').set({ status: 'SUSPENDED' }).where('number', '=', there).execute(),
    ],
    [
      'the account is switched off',
      ({ someone }) =>
        app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', someone.userId).execute(),
    ],
  ])('leads nowhere once %s', async (what, change) => {
    const { someone, link, there } = await invited();
    await change({ someone, there });
    expect((await refusal(accept(link))).statusCode).toBe(what.includes('suspended') ? 400 : 422);
    expect(await membershipIn(there, someone)).toBe('I');
  });

  it('is not another person’s, and not a reset or an activation', async () => {
    const [mine, theirs] = [await invited(), await invited()];
    expect(await refusal(accept({ token: mine.link.token, userId: theirs.link.userId }))).toMatchObject({
      statusCode: 422,
    });
    expect(await refusal(at.run((api) => api.auth.resetPassword({ ...mine.link, password })))).toMatchObject({
      statusCode: 422,
    });
    expect([await membershipIn(mine.there, mine.someone), await membershipIn(theirs.there, theirs.someone)]).toEqual([
      'I',
      'I',
    ]);
  });

  it('is mailed again while it is open; the link of before ends', async () => {
    const { someone, link, there } = await invited();
    days(31);
    await at.run((api) => api.auth.resendInvitationEmail({ email: someone.login }));
    const fresh = await linkTo(someone.login);
    expect(fresh.token).not.toBe(link.token);
    days(32);
    await at.run((api) => api.teams.resendInvitationLinkToAllTenants({ email: someone.login }));
    const newest = await linkTo(someone.login);
    expect(await refusal(accept(fresh))).toMatchObject({ statusCode: 422 });
    await accept(newest);
    expect(await membershipIn(there, someone)).toBe('A');
    const before = await mailsTo(app, someone.login);
    await at.run((api) => api.auth.resendInvitationEmail({ email: someone.login }));
    expect(await mailsTo(app, someone.login)).toEqual(before);
  });

  it('has a page whose button accepts, with scripts off', async () => {
    const { someone, link, there } = await invited();
    const agent = plainBrowser(app);
    const page = await agent.get('/account/invitation/accept').query({ ...link });
    expect([page.status, await membershipIn(there, someone)]).toEqual([200, 'I']);
    const press = () =>
      agent
        .post('/account/invitation/accept')
        .type('form')
        .send({ _csrf: tokenOf(page.text), ...link });
    expect((await press()).text).toContain('You have joined.');
    expect(await membershipIn(there, someone)).toBe('A');
    const again = await plainBrowser(app)
      .get('/account/invitation/accept')
      .query({ ...link });
    expect([again.status, again.text.includes('Resend invitation')]).toEqual([410, true]);
  });
});
