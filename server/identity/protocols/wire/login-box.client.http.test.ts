import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { newOrganisation, newPerson } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let admin: ClientBrowser;

async function signedIn(of: number, permissions: readonly Permission[], restricted?: true): Promise<ClientBrowser> {
  const at = client.browser();
  await at.signIn(await newPerson(app, { organisationId: of, permissions, restricted }));
  return at;
}

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
  admin = await signedIn(organisationId, ['fe.*']);
});
afterAll(() => client.close());

const change = (at: ClientBrowser, actions: { type: string; payload?: unknown }[]) =>
  at.run((api) => api.metadata.updateAdminBoxMetadata({ actions: actions as { type: string; payload: unknown }[] }));
const themeFor = async (at: ClientBrowser) =>
  ((await at.run((api) => api.metadata.getAdminBoxMetadata())) as { configuration: { themeV2: object } }).configuration
    .themeV2;
const image = 'data:image/png;base64,iVBORw0KGgo=';

it('looks as its tenant has said, to the tenant’s own people alone', async () => {
  await change(admin, [
    { type: 'loginBox/logo/image', payload: image },
    { type: 'loginBox/palette/primary/main', payload: '#1D6F42' },
    { type: 'loginBox/palette/primary/contrastText', payload: 'rgb(255, 255, 255)' },
  ]);
  await change(admin, [
    { type: 'loginBox/palette/primary/contrastText' },
    { type: 'loginBox/socialLogins/socialLoginsLayout/placement', payload: 'page' },
  ]);
  const said = {
    loginBox: {
      logo: { image },
      palette: { primary: { main: '#1D6F42' } },
      socialLogins: { socialLoginsLayout: { placement: 'page' } },
    },
  };
  const member = await signedIn(organisationId, []);
  expect([await themeFor(admin), await themeFor(member)]).toEqual([said, said]);
  const child = await newOrganisation(app);
  await app.db
    .updateTable('identity.tenant')
    .set({ parent_number: organisationId })
    .where('number', '=', child)
    .execute();
  const below = await signedIn(child, ['fe.*']);
  expect([await themeFor(below), await themeFor(client.browser())]).toEqual([{}, {}]);
  const [row] = await app.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('organisation_id', '=', organisationId)
    .where('action', '=', 'tenant.changeLoginBox')
    .orderBy('id')
    .execute();
  expect(row?.after).toMatchObject({ 'loginBox/palette/primary/main': '#1D6F42' });
});

it.each([
  ['nothing', [], 'No changes to update.'],
  ['what is no part of the login box', [{ type: 'navigation/users/visibility', payload: 'hidden' }], 'actions.0.type'],
  ['a name of JavaScript’s own', [{ type: '__proto__/admin', payload: 'yes' }], 'actions.0.type'],
  [
    'a colour that would be more than one',
    [{ type: 'loginBox/palette/primary/main', payload: 'red;background:url(//evil.test)' }],
    'actions.0.payload',
  ],
  ['a picture that is a program', [{ type: 'loginBox/logo/image', payload: 'javascript:alert(1)' }], 'payload'],
  [
    'a picture of another kind',
    [{ type: 'loginBox/logo/image', payload: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    'payload',
  ],
  ['what is no text', [{ type: 'loginBox/logo/image', payload: 7 }], 'payload'],
])('takes no change that is %s', async (_what, actions, message) => {
  const before = await themeFor(admin);
  expect(await refusal(change(admin, actions))).toEqual({ statusCode: 400, message: expect.stringContaining(message) });
  expect(await themeFor(admin)).toEqual(before);
});

it('is changed by nobody who may not, or sees only some sites', async () => {
  const wish = [{ type: 'loginBox/palette/primary/main', payload: 'black' }];
  for (const who of [
    await signedIn(organisationId, ['fe.account-settings.read.*', 'fe.account-settings.write.app']),
    await signedIn(organisationId, ['fe.*'], true),
  ])
    expect(await refusal(change(who, wish))).toMatchObject({ statusCode: 403 });
  expect(await refusal(change(client.browser(), wish))).toMatchObject({ statusCode: 401 });
});
