import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishedClient } from '../../../../tests/support/counterparts/published-client';
import { invitingTenant, standingIn } from '../../../../tests/support/invite-links';
import { newestLink } from '../../../../tests/support/mails';
import { browser, newOrganisation, newPerson, password, tokenOf } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());

const addressOf = (invitationToken: string, path = '/account/login') => `${path}?invitationToken=${invitationToken}`;

it('a sign-in that begins at an invite link asks before it joins, and goes on in the tenant', async () => {
  const there = await invitingTenant(app, client);
  const { userId, login } = await newPerson(app, { organisationId: await newOrganisation(app) });
  const token = await there.link();
  const agent = browser(app);
  const first = await agent.get(addressOf(token));
  const second = await agent
    .post('/account/login')
    .type('form')
    .send({ _csrf: tokenOf(first.text), email: login });
  await agent
    .post('/account/login/password')
    .type('form')
    .send({ _csrf: tokenOf(second.text), email: login, password });
  expect([(await agent.get('/home')).headers.location, await standingIn(app, there.organisationId, userId)]).toEqual([
    addressOf(token, '/account/invitation/join'),
    null,
  ]);
  const page = await agent.get(addressOf(token, '/account/invitation/join'));
  expect([page.status, page.text.includes(`Join ${there.name}`)]).toEqual([200, true]);
  const joined = await agent
    .post('/account/invitation/join')
    .type('form')
    .send({ _csrf: tokenOf(page.text), invitationToken: token });
  expect([
    joined.status,
    joined.headers.location,
    (await standingIn(app, there.organisationId, userId))?.status,
  ]).toEqual([303, '/home', 'A']);
  expect((await agent.get('/rest/v1/user')).body).toMatchObject({ organizationName: there.name });
});

it('a link that has ended is told as such, before and after it was shown', async () => {
  const there = await invitingTenant(app, client);
  const token = await there.link();
  const { login } = await newPerson(app, { organisationId: await newOrganisation(app) });
  const agent = browser(app);
  const form = await agent.get('/login');
  await agent
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(form.text), username: login, password });
  const page = await agent.get(addressOf(token, '/account/invitation/join'));
  await there.admin.run((api) => api.teams.deleteInviteUserLink());
  const late = await agent
    .post('/account/invitation/join')
    .type('form')
    .send({ _csrf: tokenOf(page.text), invitationToken: token });
  expect([late.status, late.text.includes('This invitation is no longer valid')]).toEqual([410, true]);
  for (const address of [addressOf(token, '/account/invitation/join'), '/account/invitation/join'])
    expect((await agent.get(address)).text).toContain('This invitation is no longer valid');
  const gone = await browser(app).get(addressOf(token, '/account/sign-up'));
  expect([gone.status, gone.text.includes('This invitation is no longer valid')]).toEqual([410, true]);
});

it('somebody new signs up by a link where nobody may open an organization', async () => {
  const there = await invitingTenant(app, client);
  const token = await there.link();
  const agent = browser(app);
  const page = await agent.get(addressOf(token, '/account/sign-up'));
  expect([
    page.status,
    page.text.includes(`Join ${there.name}`),
    page.text.includes('name="organization"'),
    page.text.includes(`href="${addressOf(token)}"`),
  ]).toEqual([200, true, false, true]);
  const email = `${token.slice(0, 20).toLowerCase()}@tare.test`;
  const done = await agent
    .post('/account/sign-up')
    .type('form')
    .send({ _csrf: tokenOf(page.text), email, name: 'Nina Holm', invitationToken: token });
  expect(done.text).toContain(`We emailed a link to ${email}.`);
  const { id } = await app.db
    .selectFrom('identity.user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(await standingIn(app, there.organisationId, id)).toMatchObject({ status: 'A' });
  expect((await newestLink(app, email)).pathname).toBe('/activate-user');
});
