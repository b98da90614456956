import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { savePasswordPolicy } from '../support/bearer';
import { publishedClient, type ClientBrowser } from '../support/counterparts/published-client';
import { newOrganisation, newPerson, password } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';
import { waysToPassword, type WayToPassword } from '../support/ways-to-a-password';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

const ways = Object.keys(waysToPassword) as WayToPassword[];
const forms = ways.filter((way) => !way.endsWith('call'));

async function tenant(): Promise<{ organisationId: number; admin: ClientBrowser }> {
  const organisationId = await newOrganisation(app);
  const admin = client.browser();
  await admin.signIn(await newPerson(app, { organisationId, permissions: ['fe.*', 'EDIT_USERS'] }));
  return { organisationId, admin };
}

/** Somebody on a way to a password, in a tenant that demands something of it. */
async function choosingBy(way: WayToPassword, demand: (admin: ClientBrowser) => Promise<unknown>) {
  const house = await tenant();
  await demand(house.admin);
  return waysToPassword[way]({ app, client, ...house });
}

const complex = async (admin: ClientBrowser) => {
  const body = {
    minLength: 20,
    allowPassphrases: false,
    minOptionalTestsToPass: 2,
    requiredTests: { checkThreeRepeatedChars: true },
    optionalTests: { requireUppercase: true, requireNumbers: true },
  };
  await savePasswordPolicy(app, admin, { path: 'password', body }).expect(200);
};
const enters = (login: string, typed: string) =>
  client
    .browser()
    .run((api) => api.auth.login({ email: login, password: typed }))
    .then(
      () => true,
      () => false,
    );

describe('a password that is less complex than the tenant asks', () => {
  it.each(ways)('is refused by the %s, and one that is as complex is taken', async (way) => {
    const { login, choose } = await choosingBy(way, complex);
    const complexEnough = 'Five heavy green kettles 7';
    for (const [typed, sentence] of [
      ['four words in a row', 'at least 20 characters'],
      ['five heavy green kettles', 'at least 2 of these'],
      ['Five heavy greeen kettles 7', 'Do not use the same character three times in a row'],
    ] as const) {
      expect([typed, await choose(typed)]).toEqual([typed, { taken: false, says: expect.stringContaining(sentence) }]);
      expect(await enters(login, typed)).toBe(false);
    }
    expect(await choose(complexEnough)).toMatchObject({ taken: true });
    expect(await enters(login, complexEnough)).toBe(true);
  });

  // ASVS V6.2.5, V6.2.10
  it.each(forms)('is told of beforehand on the form of the %s', async (way) => {
    const { page } = await choosingBy(way, complex);
    expect(page).toContain('requires at least 2 of these');
    expect(page).toContain('Do not use the same character three times in a row.');
    expect(page).toContain('minLength="20"');
  });
});

it.each(forms)('the form of the %s names whose password it is, for password managers', async (way) => {
  const { login, page } = await waysToPassword[way]({ app, client, ...(await tenant()) });
  const fields = [...(page ?? '').matchAll(/<input[^>]*>/g)].map(([field]) => field);
  const [name, password] = ['autoComplete="username"', 'autoComplete="new-password"'].map((kind) =>
    fields.findIndex((field) => field.includes(kind)),
  );
  expect([
    fields[name ?? -1]?.includes(`value="${login}"`),
    fields[name ?? -1]?.includes('type="text"'),
    (name ?? 99) < (password ?? -1),
  ]).toEqual([true, true, true]);
});

describe('a password of before', () => {
  const first = new Set<WayToPassword>(['activation call', 'activation page', 'invitation', 'sign-up']);
  // There is none before: any is taken.
  it.each(ways.filter((way) => first.has(way)))('is none by the %s', async (way) => {
    const { choose } = await choosingBy(way, (admin) =>
      admin.run((api) => api.auth.savePasswordHistoryPolicy({ enabled: true, historySize: 3 } as never)),
    );
    expect(await choose(password)).toMatchObject({ taken: true });
  });

  it.each(ways.filter((way) => !first.has(way)))('is refused by the %s', async (way) => {
    const { login, choose } = await choosingBy(way, (admin) =>
      admin.run((api) => api.auth.savePasswordHistoryPolicy({ enabled: true, historySize: 3 } as never)),
    );
    const { id } = await app.db
      .selectFrom('identity.user')
      .select(['id', 'password_hash'])
      .where('login', '=', login)
      .executeTakeFirstOrThrow();
    const other = await newPerson(app, {
      organisationId: await newOrganisation(app),
      password: 'seven quiet lorries sing',
    });
    const { password_hash } = await app.db
      .selectFrom('identity.user')
      .select('password_hash')
      .where('id', '=', other.userId)
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('identity.password_history')
      .values({ user_id: id, password_hash: password_hash ?? '', replaced_at: app.clock.now() })
      .execute();
    expect(await choose('seven quiet lorries sing')).toEqual({
      taken: false,
      says: expect.stringContaining('one of your last 3 passwords'),
    });
    expect(await choose('nine wooden moons float')).toMatchObject({ taken: true });
  });
});
