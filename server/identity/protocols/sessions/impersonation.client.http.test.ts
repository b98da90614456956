import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, signedInAs, type Person } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let customer: Person;
let staff: Person;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
  customer = await newPerson(app, { organisationId, permissions: ['EDIT_SITES', 'fe.secure.write.users'] });
  staff = await newPerson(app, { organisationId: 1, permissions: ['CREATE_CLIENT_VIEW_SESSION'] });
});
afterAll(() => client.close());

async function atDesk(): Promise<ClientBrowser> {
  const desk = client.browser();
  await desk.signIn(staff);
  return desk;
}

interface Granted {
  actorToken: string;
  impersonatedUserId: string;
}

const ask = (desk: ClientBrowser) =>
  desk.run(() =>
    fetch(`${client.baseUrl}/rest/v1/client-view-session/actor-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ organisationId, userId: customer.userId, reason: 'Case 4711' }),
    }),
  );
const grantedAt = async (desk: ClientBrowser) => (await (await ask(desk)).json()) as Granted;
const begin = (desk: ClientBrowser, granted: Granted) => desk.run((api) => api.impersonate.impersonate(granted));
const who = (desk: ClientBrowser) => desk.run((api) => api.teams.getProfile());

it('begins by the published client, and names who acts', async () => {
  const desk = await atDesk();
  const own = (await who(desk)).id;
  const answer = await begin(desk, await grantedAt(desk));
  expect(answer).toMatchObject({ tokenType: 'bearer', expiresIn: expect.any(Number) as number });
  const claims = decodeJwt(answer.accessToken);
  expect([claims.act, claims.email]).toEqual([{ sub: own }, customer.login]);
  // What the client holds from now on stands for the customer, and for nothing that only they may do.
  const viewing = client.browser();
  viewing.accessToken = answer.accessToken;
  expect((await who(viewing)).email).toBe(customer.login);
  const changed = viewing.run((api) => api.teams.changePassword({ password: 'x', newPassword: 'y' }));
  expect((await refusal(changed)).statusCode).toBe(409);
  const invited = viewing.run((api) => api.teams.addUser({ email: 'new@kitchen.test', roleIds: [] } as never));
  expect((await refusal(invited)).statusCode).toBe(409);
  const row = await app.db
    .selectFrom('audit_log')
    .select(['actor', 'after'])
    .where('organisation_id', '=', organisationId)
    .where('action', '=', 'clientView.start')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ actor: staff.login, after: { viewedUserId: customer.userId, reason: 'Case 4711' } });
});

it('refuses what was granted to another session, for somebody else, too long ago or by nobody', async () => {
  const desk = await atDesk();
  const other = await atDesk();
  const granted = await grantedAt(desk);
  const colleague = await who(await atDesk());
  const [payload, signature] = granted.actorToken.split('.') as [string, string];
  const forged = Buffer.from(payload, 'base64url').toString().replace('Case 4711', 'Case 4712');
  for (const [at, tried] of [
    [other, granted],
    [desk, { ...granted, impersonatedUserId: colleague.id }],
    [desk, { ...granted, actorToken: `${Buffer.from(forged).toString('base64url')}.${signature}` }],
    [desk, { ...granted, actorToken: 'x' }],
  ] as const)
    expect((await refusal(begin(at, tried))).statusCode).toBe(403);
  app.clock.set(new Date(Date.parse(testNow) + 60_000));
  expect((await refusal(begin(desk, granted))).statusCode).toBe(403);
  app.clock.set(new Date(testNow));
  expect((await begin(desk, granted)).accessToken).toBeTypeOf('string');
});

it('is up to the customer: whoever keeps staff out ends what is under way', async () => {
  const desk = await atDesk();
  const viewing = client.browser();
  viewing.accessToken = (await begin(desk, await grantedAt(desk))).accessToken;
  const admin = await signedInAs(app, { organisationId, permissions: ['fe.*'] });
  const at = '/account/security';
  expect((await sendForm(admin, at, { to: `${at}/support` })).headers.location).toBe(`${at}?done=support`);
  expect((await refusal(who(viewing))).statusCode).toBe(401);
  const again = await atDesk();
  expect((await ask(again)).status).toBe(422);
  await sendForm(admin, at, { to: `${at}/support`, clientViews: 'on' });
  expect((await ask(again)).status).toBe(200);
});
