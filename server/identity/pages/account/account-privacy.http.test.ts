import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../../tests/support/factories';
import { browser, newOrganisation, newPerson, signedInAs } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { checkChain } from '../../../platform/audit-chain/audit-chain.service';

let app: TestApp;
let organisationId: number;
let siteId: number;
let person: Awaited<ReturnType<typeof signedInAs>>;
const path = '/account/privacy';

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'Harbour' });
  await addLocation(app, { organisationId, siteId });
  person = await signedInAs(app, { organisationId, permissions: ['EDIT_SITES', 'fe.secure.write.users'] });
});

const erase = (email: string) => sendForm(person, path, { to: `${path}/delete`, email });

it('hands out what is kept of the person, of every part of the house, and nothing to sign in with', async () => {
  const answer = await sendForm(person, path, { to: `${path}/copy` });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toContain('filename="tare-personal-data.json"');
  const copy = JSON.parse(answer.text) as Record<string, Record<string, unknown>[]>;
  expect(Object.keys(copy)).toEqual(
    expect.arrayContaining([
      'account',
      'organizations',
      'sessions',
      'directories',
      'supportAccess',
      'actions',
      'securedSitesAndLocations',
      'wasteEventsRecorded',
      'alertNotifications',
      'browsersToldByPush',
      'reportsRequested',
      'goalsOwned',
    ]),
  );
  expect(copy.account).toMatchObject([{ login: person.person.login }]);
  expect(copy.organizations).toMatchObject([{ organizationId: organisationId, status: 'A' }]);
  expect(copy.sessions).toHaveLength(1);
  expect(answer.text).not.toMatch(/password_?hash|secret|\$argon2|credential/i);
});

it('shows when support used the account, by whom and why', async () => {
  expect((await person.get(path)).text).toContain('No one from support has viewed Tare as you.');
  const staff = await signedInAs(app, { organisationId: 1, permissions: ['CREATE_CLIENT_VIEW_SESSION'] });
  await staff
    .post('/rest/v1/client-view-session')
    .send({ organisationId, userId: person.person.userId, reason: 'Case 4711' })
    .expect(200);
  const { text } = await person.get(path);
  for (const said of ['Reason: Case 4711', 'In progress']) expect(text).toContain(said);
});

it('deletes the account: out everywhere at once, then erased, and a number is left in the audit', async () => {
  await newPerson(app, { organisationId, permissions: ['fe.*', 'fe.secure.write.users'] });
  await person
    .put(`/rest/v1/sites/${siteId}`)
    .send({
      siteName: 'Harbour 2',
      countryCode: 'US',
      timeZone: 'America/New_York',
      currencyCode: 'USD',
      siteStatus: 'A',
    })
    .expect(204);
  const refused = await erase('somebody@else.test');
  expect([refused.status, refused.text.includes('Enter your own email address.')]).toEqual([422, true]);
  const {
    person: { userId, login },
  } = person;
  const done = await erase(login.toUpperCase());
  expect([done.status, done.headers.location]).toEqual([303, '/account/deleted']);
  expect((await person.get('/account/deleted')).text).toContain('Your account has been deleted.');
  expect((await person.get('/home')).headers.location).toBe('/login');
  await app.runJobs();
  expect(await app.db.selectFrom('identity.user').select('id').where('id', '=', userId).execute()).toEqual([]);
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'ip', 'before', 'after'])
    .where('user_id', '=', userId)
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['session.signIn', 'site.change', 'member.leave', 'user.erase']),
  );
  for (const { actor, ip, before, after } of rows)
    expect([actor, ip, JSON.stringify([before, after]).includes(login)]).toEqual([
      `deleted user ${userId}`,
      null,
      false,
    ]);
  expect((await checkChain({ db: app.db, signer: app.resources.signer }, organisationId)).fault).toBeNull();
});

it('keeps the last administrator', async () => {
  const admin = await signedInAs(app, {
    organisationId: await newOrganisation(app),
    permissions: ['fe.*', 'fe.secure.write.users', 'EDIT_USERS'],
  });
  const refused = await sendForm(admin, path, { to: `${path}/delete`, email: admin.person.login });
  expect([refused.status, refused.text.includes('administrator')]).toEqual([422, true]);
  expect((await admin.get('/account/privacy')).status).toBe(200);
  expect((await browser(app).get(path)).headers.location).toBe('/login');
});
