import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { newOrganisation, newPerson } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

interface Page {
  items: { email: string; name: string; mfaEnrolled: boolean; subAccountAccessAllowed: boolean }[];
  _metadata: { totalItems: number; totalPages: number };
}
const users = (at: ClientBrowser, query: object = {}) =>
  at.run((api) => api.users.getUsersV3({ _limit: 50, ...query } as never)) as unknown as Promise<Page>;
const emails = async (at: ClientBrowser, query: object = {}) =>
  (await users(at, query)).items.map(({ email }) => email).sort();

async function tenant() {
  const organisationId = await newOrganisation(app);
  const admin = client.browser();
  const person = await newPerson(app, { organisationId, permissions: ['fe.*'] });
  await admin.signIn(person);
  return { organisationId, admin, own: person.login, member: () => newPerson(app, { organisationId }) };
}

const factors = {
  authenticator: (userId: number) =>
    app.db
      .insertInto('identity.authenticator')
      .values({
        user_id: userId,
        sealed_secret: Buffer.alloc(0),
        created_at: app.clock.now(),
        confirmed_at: app.clock.now(),
      })
      .execute(),
  phone: (userId: number) =>
    app.db
      .insertInto('identity.phone_factor')
      .values({ user_id: userId, phone: '+12125550123', created_at: app.clock.now() })
      .execute(),
  'e-mail': (userId: number) =>
    app.db.insertInto('identity.second_factor').values({ user_id: userId, email_since: app.clock.now() }).execute(),
};

describe('lists of people', () => {
  it.each(Object.entries(factors))(
    'say who holds a second factor (%s), and find those who hold none',
    async (_kind, enrol) => {
      const { admin, own, member } = await tenant();
      const [safe, open] = [await member(), await member()];
      await enrol(safe.userId);
      const told = new Map((await users(admin)).items.map(({ email, mfaEnrolled }) => [email, mfaEnrolled]));
      expect(told).toEqual(
        new Map([
          [own, false],
          [safe.login, true],
          [open.login, false],
        ]),
      );
      expect(await emails(admin, { _preset: 'mfa-unenrolled' })).toEqual([own, open.login].sort());
      const team = (await admin.run((api) =>
        api.teams.loadUsers({ pageOffset: 0, pageSize: 20 } as never),
      )) as unknown as { items: { email: string; mfaEnrolled: boolean }[] };
      expect(team.items.filter(({ mfaEnrolled }) => mfaEnrolled).map(({ email }) => email)).toEqual([safe.login]);
    },
  );

  it('take an authenticator that waits for its first code for none', async () => {
    const { admin, member } = await tenant();
    const { userId, login } = await member();
    await app.db
      .insertInto('identity.authenticator')
      .values({ user_id: userId, sealed_secret: Buffer.alloc(0), created_at: app.clock.now() })
      .execute();
    expect(await emails(admin, { _preset: 'mfa-unenrolled' })).toContain(login);
  });

  it('find who has not signed in for 90 days, or for as long as is asked', async () => {
    const { admin, member } = await tenant();
    const days = (count: number) => new Date(app.clock.now().getTime() - count * 86_400_000);
    const [long, lately, never] = [await member(), await member(), await member()];
    await app.db
      .updateTable('identity.user')
      .set({ last_sign_in_at: days(91), created_at: days(400) })
      .where('id', '=', long.userId)
      .execute();
    await app.db
      .updateTable('identity.user')
      .set({ last_sign_in_at: days(89), created_at: days(400) })
      .where('id', '=', lately.userId)
      .execute();
    await app.db
      .updateTable('identity.user')
      .set({ last_sign_in_at: null, created_at: days(100) })
      .where('id', '=', never.userId)
      .execute();
    expect(await emails(admin, { _preset: 'inactive' })).toEqual([long.login, never.login].sort());
    expect(await emails(admin, { _preset: 'inactive', _maxInactiveSeconds: 88 * 86_400 })).toEqual(
      [long.login, lately.login, never.login].sort(),
    );
    expect((await users(admin, { _preset: 'inactive', _limit: 1 }))._metadata).toEqual({
      totalItems: 2,
      totalPages: 2,
    });
  });

  it('find whose password was lost elsewhere', async () => {
    const { admin, member } = await tenant();
    const [lost] = [await member(), await member()];
    expect(await emails(admin, { _preset: 'breached-passwords' })).toEqual([]);
    await app.db
      .updateTable('identity.user')
      .set({ password_breached_at: app.clock.now() })
      .where('id', '=', lost.userId)
      .execute();
    expect(await emails(admin, { _preset: 'breached-passwords' })).toEqual([lost.login]);
  });

  it('say whose membership leads on into the tenants below', async () => {
    const { admin, own, member } = await tenant();
    const { userId, login } = await member();
    await app.db
      .updateTable('identity.membership')
      .set({ reaches_below: false })
      .where('user_id', '=', userId)
      .execute();
    expect(
      new Map((await users(admin)).items.map(({ email, subAccountAccessAllowed }) => [email, subAccountAccessAllowed])),
    ).toEqual(
      new Map([
        [own, true],
        [login, false],
      ]),
    );
  });

  it('of 10,000 come page by page, each of them once, in the order that is asked for', async () => {
    const { admin, organisationId } = await tenant();
    await sql`
      with made as (
        insert into identity."user" (login, email, full_name)
        select 'many-' || n || '-' || ${organisationId}::text, 'many-' || n || '-' || ${organisationId}::text || '@tare.test', 'Person ' || ((n * 7919) % 10000) from generate_series(1, 10000) as n returning id)
      insert into identity.membership (tenant_number, user_id) select ${organisationId}, id from made`.execute(app.db);
    const pages = [0, 200, 4_900, 9_900, 10_000, 10_100];
    const read: Page[] = [];
    for (const _offset of pages)
      read.push(await users(admin, { _limit: 200, _offset, _sortBy: 'createdAt', _order: 'DESC' }));
    expect(read.map(({ items, _metadata }) => [items.length, _metadata.totalItems, _metadata.totalPages])).toEqual(
      [200, 200, 200, 101, 1, 0].map((length) => [length, 10_001, 51]),
    );
    const distinct = new Set([0, 1, 2].flatMap((at) => read[at]?.items.map(({ email }) => email) ?? []));
    expect(distinct.size).toBe(600);
    const byName = await users(admin, { _limit: 200, _sortBy: 'name', _order: 'ASC' });
    const names = byName.items.map(({ name }) => name.toLowerCase());
    expect(names).toEqual([...names].sort());
    const team = (await admin.run((api) =>
      api.teams.loadUsers({ pageOffset: 500, pageSize: 20 } as never),
    )) as unknown as { items: object[]; totalItems: number };
    expect([team.items.length, team.totalItems]).toEqual([1, 10_001]);
    expect(await admin.run((api) => api.teams.loadStats())).toMatchObject({ totalItems: 10_001 });
  }, 120_000);
});
