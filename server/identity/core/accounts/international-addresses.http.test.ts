import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { mailsTo } from '../../../../tests/support/mails';
import { browser, newOrganisation, newPerson, password, unique } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let admin: ClientBrowser;
beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
  admin = client.browser();
  await admin.signIn(await newPerson(app, { organisationId, permissions: ['fe.*'] }));
});
afterAll(() => client.close());

const spellings = () => {
  const name = unique('chef').replace(/\W/g, '-').toLowerCase();
  return { typed: `${name}@bücher.example`, stored: `${name}@xn--bcher-kva.example` };
};
const enters = async (username: string) =>
  (await browser(app).post('/rest/v1/auth/login').send({ username, password })).status;
const accounts = (among: string[]) =>
  app.db.selectFrom('identity.user').select(['email', 'login']).where('email', 'in', among).execute();

describe('an international address', () => {
  it('is one in both spellings when somebody is invited', async () => {
    const { typed, stored } = spellings();
    for (const email of [typed, stored, typed.toUpperCase()])
      await admin.run((api) => api.teams.addUser({ email, name: 'Chef' } as never));
    expect(await accounts([typed, stored])).toEqual([{ email: stored, login: stored }]);
  });

  it.each([
    ['as it is stored today', 'stored'],
    ['as it was stored before', 'typed'],
  ] as const)('signs in in both spellings, %s', async (_how, kept) => {
    const names = spellings();
    const { userId } = await newPerson(app, { organisationId });
    await app.db
      .updateTable('identity.user')
      .set({ email: names[kept], login: names[kept] })
      .where('id', '=', userId)
      .execute();
    expect([
      await enters(names.typed),
      await enters(names.stored),
      await enters(names.stored.replace('bcher', 'bcer')),
    ]).toEqual([204, 204, 401]);
    for (const email of [names.typed, names.stored])
      await client.browser().run((api) => api.auth.forgotPassword({ email }));
    await client
      .browser()
      .run((api) => api.auth.passwordlessPreLogin({ email: names.typed, type: 'MagicLink' } as never))
      .catch(() => undefined);
    expect((await mailsTo(app, names[kept])).length).toBeGreaterThanOrEqual(2);
  });

  it('is nobody else’s in the other spelling', async () => {
    const { typed, stored } = spellings();
    const { userId } = await newPerson(app, { organisationId });
    await app.db.updateTable('identity.user').set({ email: typed, login: typed }).where('id', '=', userId).execute();
    expect(
      await app.db
        .transaction()
        .execute((trx) => app.resources.members.takenName(trx, { login: stored, email: stored })),
    ).toBe('email');
  });
});
