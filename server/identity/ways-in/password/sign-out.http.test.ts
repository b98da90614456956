import { beforeAll, describe, expect, it } from 'vitest';
import { browser, newOrganisation, newPerson, password, tokenOf } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
});

interface Came {
  /** They sign in by their organization alone. */
  ssoUser: boolean;
  amr: string[];
  resetRequired?: true;
}

/** Somebody who is signed in, by this way. */
async function signedIn({ ssoUser, amr, resetRequired }: Came) {
  const { login, userId } = await newPerson(app, { organisationId, passwordResetRequired: resetRequired ?? false });
  const at = browser(app).set('Host', 'tare.test');
  const form = await at.get('/login');
  await at
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(form.text), username: login, password });
  await app.db.updateTable('identity.user').set({ sso_user: ssoUser }).where('id', '=', userId).execute();
  await app.db.updateTable('identity.session').set({ amr }).where('user_id', '=', userId).execute();
  return at;
}

const ways = [
  ['a password', { ssoUser: false, amr: ['pwd'] }, '/login'],
  ['their organization, alone', { ssoUser: true, amr: ['sso'] }, '/logout'],
  ['their organization, in this session', { ssoUser: false, amr: ['sso', 'otp', 'mfa'] }, '/logout'],
  ['something else, although they are their organization’s', { ssoUser: true, amr: ['pwd'] }, '/logout'],
] as const satisfies readonly (readonly [string, Came, string])[];

describe('whoever came by', () => {
  // Spec 4: Logout goes to /logout for whoever came in by SSO
  it.each(ways)('%s is led on when they leave', async (_way, came, to) => {
    const at = await signedIn(came);
    const home = await at.get('/home');
    const left = await at
      .post('/logout')
      .type('form')
      .send({ _csrf: tokenOf(home.text) });
    expect([left.status, left.headers.location, (await at.get('/rest/v1/user')).status]).toEqual([303, to, 401]);
    if (to === '/logout') expect((await at.get('/logout')).text).toMatch(/href="\/sso-login"[\s\S]*href="\/login"/);
  });

  it.each(ways)('%s is told at /logout how to come back', async (_way, came, to) => {
    const at = await signedIn(came);
    const { text } = await at.get('/logout').set('Sec-Fetch-Site', 'same-origin');
    expect([
      text.includes('You are signed out'),
      text.includes('href="/sso-login"'),
      text.includes('signed in to your organization'),
      (await at.get('/rest/v1/user')).status,
    ]).toEqual([true, to === '/logout', to === '/logout', 401]);
  });

  it.each(ways)('%s leaves by the call', async (_way, came) => {
    const at = await signedIn(came);
    expect([(await at.post('/rest/v1/auth/logout').send({})).status, (await at.get('/rest/v1/user')).status]).toEqual([
      204, 401,
    ]);
  });
});

it('a host at which nobody signs in by their organization offers no such way back', async () => {
  const at = browser(app).set('Host', 'other.test');
  expect((await at.get('/logout')).text).not.toContain('/sso-login');
});

describe('a password that has to be replaced', () => {
  // Spec 4: Password reset required and not an SSO user: go to password-reset/force
  it.each([
    ['a person of the installation', false, [302, '/password-reset/force', true]],
    ['somebody who signs in by their organization', true, [200, undefined, false]],
  ] as const)('waits for %s', async (_who, ssoUser, expected) => {
    const at = await signedIn({ ssoUser, amr: ['pwd'], resetRequired: true });
    const home = await at.get('/home');
    const { body } = await at.get('/rest/v1/user');
    expect([home.status, home.headers.location, body.isPasswordResetRequired]).toEqual(expected);
    const page = await at.get('/password-reset/force');
    expect(page.status === 200).toBe(!ssoUser);
  });
});
