import type { ChecklistRow } from './row';

const logins = 'server/identity/sso-login/sso-login.http.test.ts';
const calls = 'the calls of the login by one’s organization > ';
const handOffs = 'server/identity/zendesk/zendesk.http.test.ts';
const journeys = 'tests/e2e/sso-login.spec.ts';

export const rows: ChecklistRow[] = [
  { section: '2', row: 'sso-login and zendesk-sso are outside the guard', test: { file: 'tests/http/routes.http.test.ts', title: 'holds these and no other' } },
  { section: '2', row: 'The SSO variant is used when the URL path contains sso: an email field alone, and a switch between SSO and password login', test: { file: logins, title: 'asks for the address alone, and leads to the login by a password and back' } },
  { section: '4', row: 'Login success goes to /zendesk-sso if zendeskRedirect is in the query, otherwise /home', test: { file: handOffs, title: 'signs in first and comes back to %s' } },
  { section: '4', row: 'Logout goes to /logout for whoever came in by SSO', test: { file: 'server/identity/sign-in/sign-out.http.test.ts', title: '%s is led on when they leave' } },
  { section: '4', row: 'Password reset required and not an SSO user: go to password-reset/force', test: { file: 'server/identity/sign-in/sign-out.http.test.ts', title: 'a password that has to be replaced > waits for %s' } },
  { section: '5', row: 'SSO login button is disabled while the email is empty', test: { file: journeys, title: 'the button waits for an address, and shows that the answer is under way' } },
  { section: '7', row: 'POST /auth/sso/login (form field email; response address, idpType), GET /auth/sso/preflight?loginName=, POST /auth/sso/mobileSignInAttempt (form field userEmail)', test: { file: logins, title: `${calls}answer where to go, whether there is a way, and which page an app opens` } },
  { section: '7', row: 'Single sign-on settings per environment, chosen by host name; otherwise SSO is not set up', test: { file: logins, title: 'a host > %s has the settings of %s' } },
  { section: '7', row: 'SSO preflight or mobile attempt failure: message login.ssoError, and the login form returns with the email kept', test: { file: logins, title: 'shows the form again for an address %s, with what was typed, and begins nothing' } },
  { section: '7', row: 'Password login failure: login.ssoError if status 500 in SSO mode', test: { file: logins, title: 'says so and keeps the address where it fails itself' } },
];
