import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import {
  browser as plainBrowser,
  joinOrganisation,
  newOrganisation,
  newPerson,
  password,
  tokenOf,
  type Person,
} from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

const admin = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy', 'VIEW_BASE_LPO_PAGE'] as const;
const office = '198.51.100.20';
const home = '203.0.113.9';

async function signedIn(someone: Person, address: string): Promise<ClientBrowser> {
  const at = client.browser();
  at.address = address;
  await at.signIn(someone);
  return at;
}

async function tenant() {
  const organisationId = await newOrganisation(app);
  const someone = await newPerson(app, { organisationId, permissions: admin });
  return { organisationId, someone, at: await signedIn(someone, office) };
}

type Strategy = 'ALLOW' | 'BLOCK';
const add = (at: ClientBrowser, ip: string, strategy: Strategy = 'ALLOW', isActive?: boolean) =>
  at.run((api) =>
    api.auth.createIPRestriction({ ip, strategy, ...(isActive === undefined ? {} : { isActive }) } as never),
  );
const configure = (at: ClientBrowser, isActive: boolean, strategy?: Strategy) =>
  at.run((api) => api.auth.updateIPRestrictionConfig({ isActive, strategy } as never));
const config = (at: ClientBrowser) => at.run((api) => api.auth.getIPRestrictionsConfig());
const list = async (at: ClientBrowser, params: object = {}) =>
  (await at.run((api) => api.auth.getIPRestrictions({ _offset: 0, _limit: 10, ...params } as never))) as unknown as {
    items: { id: string; ip: string; strategy: string; description: string; isActive: boolean }[];
    _metadata: object;
  };

const statusOf = async (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { statusCode: number }) => error.statusCode,
  );
const plain = (path: string, at: ClientBrowser, headers: Record<string, string>) =>
  plainBrowser(app).get(path).set('X-Forwarded-For', at.address).set(headers);
const cookieOf = (at: ClientBrowser) => ({ Cookie: `tare-session=${at.cookies.get('tare-session')}` });
/** Every way in which somebody who has signed in before goes on. */
const goingOn: Record<string, (at: ClientBrowser) => Promise<number>> = {
  page: async (at) => (await plain('/home', at, cookieOf(at))).status,
  'call by cookie': async (at) => (await plain('/rest/v1/user', at, cookieOf(at))).status,
  'call by bearer': async (at) =>
    (await plain('/rest/v1/user', at, { Authorization: `Bearer ${at.accessToken}` })).status,
  'identity by bearer': (at) => statusOf(at.run((api) => api.auth.getMeV2())),
  'identity by cookie': async (at) => (await plain('/identity/resources/users/v2/me', at, cookieOf(at))).status,
  refresh: (at) => statusOf(at.run((api) => api.auth.refreshTokenV2())),
};
const signingIn: Record<string, (someone: Person, address: string) => Promise<number>> = {
  'identity API': async ({ login }, address) => {
    const at = client.browser();
    at.address = address;
    return statusOf(at.signIn({ login }));
  },
  call: async ({ login }, address) =>
    (
      await plainBrowser(app)
        .post('/rest/v1/auth/login')
        .set('X-Forwarded-For', address)
        .send({ username: login, password })
    ).status,
  page: async ({ login }, address) => {
    const agent = plainBrowser(app).set('X-Forwarded-For', address);
    const page = await agent.get('/login');
    const answer = await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(page.text), username: login, password });
    expect((await agent.get('/rest/v1/user')).status).toBe(answer.status === 303 ? 200 : 401);
    return answer.status;
  },
};

describe('addresses', () => {
  it('lie on a list with their description, page by page, by strategy', async () => {
    const { at } = await tenant();
    await add(at, '::ffff:10.1.2.3/112');
    await at.run((api) =>
      api.auth.bulkCreateIPRestriction({
        ips: [
          { ip: '192.0.2.1', strategy: 'block', description: 'Lobby' },
          { ip: '2001:db8::/32', isActive: false },
        ],
      } as never),
    );
    const all = await list(at);
    expect(all.items.map(({ ip, strategy, description, isActive }) => [ip, strategy, description, isActive])).toEqual(
      expect.arrayContaining([
        ['10.1.0.0/16', 'ALLOW', 'My IP', true],
        ['192.0.2.1', 'BLOCK', 'Lobby', true],
        ['2001:db8::/32', 'ALLOW', 'My IP', false],
      ]),
    );
    expect(all._metadata).toEqual({ totalItems: 3, totalPages: 1 });
    expect(await list(at, { _filter: 'ALLOW', _limit: 1, _offset: 1 })).toMatchObject({
      items: [expect.objectContaining({ strategy: 'ALLOW' })],
      _metadata: { totalItems: 2, totalPages: 2 },
    });
  });

  it('that are none are refused, all of a bulk with one of them', async () => {
    const { at } = await tenant();
    expect(await refusal(add(at, '10.0.0.0/33'))).toEqual({
      statusCode: 400,
      message: '10.0.0.0/33 is not an IP address or a range such as 203.0.113.0/24.',
    });
    expect(
      await refusal(
        at.run((api) => api.auth.bulkCreateIPRestriction({ ips: [{ ip: office }, { ip: 'office' }] } as never)),
      ),
    ).toMatchObject({ statusCode: 400 });
    expect((await list(at)).items).toEqual([]);
  });

  it('are for those who look after security, each tenant’s own', async () => {
    const { at, organisationId } = await tenant();
    const { at: stranger } = await tenant();
    await add(at, office);
    const [{ id } = { id: '' }] = (await list(at)).items;
    expect(await refusal(stranger.run((api) => api.auth.deleteIPRestriction(id)))).toMatchObject({ statusCode: 404 });
    expect((await list(stranger)).items).toEqual([]);
    const nobody = await signedIn(await newPerson(app, { organisationId }), office);
    expect(await refusal(list(nobody))).toMatchObject({ statusCode: 403 });
    expect(await refusal(add(nobody, home))).toMatchObject({ statusCode: 403 });
    await at.run((api) => api.auth.deleteIPRestriction(id));
    expect((await list(at)).items).toEqual([]);
  });

  it('are verified before anything is switched on', async () => {
    const { at } = await tenant();
    const verdicts = async () => [
      (await at.run((api) => api.auth.testCurrentIp())).valid,
      (await at.run((api) => api.auth.testCurrentIpInAllowList())).valid,
    ];
    expect(await verdicts()).toEqual([false, false]);
    await add(at, '198.51.100.0/24');
    expect(await verdicts()).toEqual([true, true]);
    await add(at, office, 'BLOCK');
    await configure(at, false, 'BLOCK');
    expect(await verdicts()).toEqual([false, true]);
  });

  describe('never shut out whoever sets them', () => {
    const own = { statusCode: 400, message: `This would block your own IP address, ${office}. Nothing was changed.` };

    it.each([
      ['by switching on an empty list', [], (at: ClientBrowser) => configure(at, true, 'ALLOW')],
      ['by switching on a list of others', [['10.0.0.0/8', 'ALLOW']], (at: ClientBrowser) => configure(at, true)],
      ['by switching on a list that blocks', [[office, 'BLOCK']], (at: ClientBrowser) => configure(at, true, 'BLOCK')],
    ] as const)('%s', async (_name, rules, change) => {
      const { at } = await tenant();
      for (const [ip, strategy] of rules) await add(at, ip, strategy);
      expect(await refusal(change(at))).toEqual(own);
      expect(await config(at)).toMatchObject({ isActive: false });
    });

    it('by deleting, by adding or by the other strategy', async () => {
      const { at } = await tenant();
      await add(at, office);
      await configure(at, true, 'ALLOW');
      const [{ id } = { id: '' }] = (await list(at)).items;
      expect(await refusal(at.run((api) => api.auth.deleteIPRestriction(id)))).toEqual(own);
      expect(await refusal(add(at, office, 'ALLOW', false))).toEqual(own);
      await add(at, '198.51.100.0/24', 'BLOCK');
      expect(await refusal(configure(at, true, 'BLOCK'))).toEqual(own);
      expect([(await list(at)).items.length, await config(at)]).toEqual([2, { isActive: true, strategy: 'ALLOW' }]);
      await configure(at, false);
      await at.run((api) => api.auth.deleteIPRestriction(id));
    });

    it('by adding to a list that blocks', async () => {
      const { at } = await tenant();
      await configure(at, true, 'BLOCK');
      expect(await refusal(add(at, '::ffff:198.51.100.0/120', 'BLOCK'))).toEqual(own);
      await add(at, home, 'BLOCK');
      expect((await list(at)).items.map(({ ip }) => ip)).toEqual([home]);
    });
  });

  describe.each(['ALLOW', 'BLOCK'] as const)('by a list of strategy %s', (strategy) => {
    const rule = strategy === 'ALLOW' ? '198.51.100.0/24' : home;

    it.each(Object.entries(goingOn))(
      'end what runs elsewhere at once, and let it go on afterwards: %s',
      async (_name, go) => {
        const { at, someone } = await tenant();
        const elsewhere = await signedIn(someone, home);
        expect(await go(elsewhere)).toBe(200);
        await add(at, rule, strategy);
        await configure(at, true, strategy);
        expect([await go(elsewhere), await go(at)]).toEqual([403, 200]);
        elsewhere.address = `::ffff:${home}`;
        expect(await go(elsewhere)).toBe(403);
        elsewhere.address = '198.51.100.77';
        expect(await go(elsewhere)).toBe(200);
        elsewhere.address = home;
        await configure(at, false);
        expect(await go(elsewhere)).toBe(200);
      },
    );

    it.each(Object.entries(signingIn))('keep sign-in by password out: %s', async (_name, come) => {
      const { at, someone } = await tenant();
      await add(at, rule, strategy);
      await configure(at, true, strategy);
      expect([422, 403]).toContain(await come(someone, home));
      const sessions = await app.db
        .selectFrom('identity.session')
        .select('ip')
        .where('user_id', '=', someone.userId)
        .execute();
      expect(sessions.map(({ ip }) => ip)).not.toContain(home);
      expect(await come(someone, office)).toBeLessThan(400);
    });
  });

  it('show the ordinary page of errors, and keep nobody from signing out', async () => {
    const { at, someone } = await tenant();
    const elsewhere = await signedIn(someone, home);
    await add(at, office);
    await configure(at, true, 'ALLOW');
    const page = await plain('/home', elsewhere, cookieOf(elsewhere));
    expect([page.status, page.text]).toEqual([
      403,
      expect.stringContaining('Access from your IP address is not allowed.'),
    ]);
    expect((await plain('/login', elsewhere, cookieOf(elsewhere))).status).toBe(200);
    await elsewhere.run((api) => api.auth.logout());
    elsewhere.address = office;
    expect(await goingOn['call by bearer']?.(elsewhere)).toBe(401);
  });

  it.each<[string, (at: ClientBrowser, tenantId: string) => Promise<unknown>]>([
    ['by switching', (at, tenantId) => at.run((api) => api.tenants.switchTenant({ tenantId }))],
    ['by a token of one use', (at, tenantId) => at.run((api) => api.users.GetUserJwt({ tenantId }))],
    [
      'by a renewed token',
      (at, tenantId) => {
        at.tabTenantId = tenantId;
        return at
          .run((api) => api.auth.refreshTokenV2())
          .finally(() => {
            at.tabTenantId = null;
          });
      },
    ],
  ])('let nobody over from a tenant that takes any address, %s', async (_name, go) => {
    const { at, organisationId } = await tenant();
    await add(at, office);
    await configure(at, true, 'ALLOW');
    const lax = await newOrganisation(app);
    const someone = await newPerson(app, { organisationId: lax });
    await joinOrganisation(app, someone, { organisationId });
    await app.db
      .updateTable('identity.membership')
      .set({ status: 'I' })
      .where('user_id', '=', someone.userId)
      .where('tenant_number', '=', organisationId)
      .execute();
    const there = await signedIn(someone, home);
    await app.db
      .updateTable('identity.membership')
      .set({ status: 'A' })
      .where('user_id', '=', someone.userId)
      .execute();
    const { id } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', organisationId)
      .executeTakeFirstOrThrow();
    expect(await refusal(go(there, id))).toEqual({
      statusCode: 403,
      message: expect.stringContaining('Access from your IP address is not allowed.'),
    });
    expect(await statusOf(there.run((api) => api.auth.getMeV2()))).toBe(200);
    there.address = office;
    await go(there, id);
  });

  it('keep out a refresh that brings nothing but its cookie, and leave it good for where it may come from', async () => {
    const { at, someone } = await tenant();
    await add(at, office);
    await configure(at, true, 'ALLOW');
    const replaced = async () =>
      (
        await app.db
          .selectFrom('identity.session')
          .select('refreshes')
          .where('user_id', '=', someone.userId)
          .executeTakeFirstOrThrow()
      ).refreshes;
    const cookie = [...at.cookies]
      .filter(([name]) => name.startsWith('fe_refresh_'))
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const refresh = (address: string) =>
      fetch(`${client.baseUrl}/identity/resources/auth/v1/user/token/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, origin: 'http://tare.test', 'x-forwarded-for': address },
        body: '{}',
      });
    const kept = await refresh(home);
    expect([kept.status, kept.headers.getSetCookie(), JSON.stringify(await kept.json())]).toEqual([
      403,
      [],
      expect.not.stringContaining('accessToken'),
    ]);
    expect(await replaced()).toBe(0);
    expect([(await refresh(office)).status, await replaced()]).toEqual([200, 1]);
  });

  it.each([
    ['ALLOW', `${office}:51234`, 200],
    ['ALLOW', `::ffff:${office}`, 200],
    ['BLOCK', `${office}:51234`, 403],
    ['BLOCK', `[::ffff:${office}]:443`, 403],
    ['BLOCK', `"${home}:1"`, 200],
  ] as const)(
    'by %s for %s, as a proxy writes it, answer %i, and the session lists the address alone',
    async (strategy, written, expected) => {
      const { at, someone } = await tenant();
      const there = await signedIn(someone, written);
      at.address = strategy === 'ALLOW' ? office : home;
      await add(at, office, strategy);
      await configure(at, true, strategy);
      expect(await statusOf(there.run((api) => api.auth.getMeV2()))).toBe(expected);
      const { ip } = await app.db
        .selectFrom('identity.session')
        .select('ip')
        .where('user_id', '=', someone.userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect([office, home]).toContain(ip);
    },
  );

  it('are each tenant’s for whoever is in two', async () => {
    const { at, someone } = await tenant();
    const lax = await newOrganisation(app);
    await joinOrganisation(app, someone, { organisationId: lax });
    await add(at, office);
    const elsewhere = await signedIn(someone, home);
    await configure(at, true, 'ALLOW');
    const { id } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', lax)
      .executeTakeFirstOrThrow();
    expect(await statusOf(elsewhere.run((api) => api.auth.getMeV2()))).toBe(403);
    elsewhere.tenantId = id;
    expect(await statusOf(elsewhere.run((api) => api.auth.getMeV2()))).toBe(200);
  });
});
