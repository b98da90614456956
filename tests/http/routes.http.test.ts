import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config';
import { staffOnly } from '../../server/identity';
import { permissions } from '../../server/permission-matrix';
import { internalOrganisation } from '../../server/platform/actor';
import type { Route } from '../../server/platform/http/define-route';
import type { Permission } from '../../server/platform/permissions';
import { coveringKeys } from '../../server/platform/permissions.rules';
import { declaredRoutes, isWalked, nameOf, walksAll, type DeclaredRoute } from '../support/declared-routes';
import { examplesOf } from '../support/examples';
import { addressIn, fullOrganisation, pathIn, type FullPlace } from '../support/full-organisation';
import { browser, newPerson, password, signedInAs, tokenOf } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/** Addresses that anybody may open, by hand although every other list is gone: a change of the front door must show in review. */
const publicRoutes = [
  'get /',
  'get /html/manageAlerts.html',
  'get /html/manageGoals.html',
  'get /account',
  'get /account/login',
  'post /account/login',
  'post /account/login/password',
  'get /account/redirect',
  'get /account/logout',
  'get /account/forget-password',
  'get /account/reset-password',
  'get /account/activate',
  'get /impact-update-report/shared/:shareToken',
  'get /post-consumer/sign/:signToken',
  'get /tracker',
  'get /tracker/app.webmanifest',
  'get /tracker/icon-192.png',
  'get /tracker/icon-512.png',
  // Whoever knows the name of 256 bits: a tracker keeps pictures by their address, without its key.
  'get /images/:imageFile',
  'get /login',
  'post /login',
  ...['/login', '/account/login', '/sso-login'].flatMap((page) => [`get ${page}/passkey`, `post ${page}/passkey`]),
  'get /logout',
  'post /logout',
  'get /privacy-policy',
  'get /forgot-password',
  'post /forgot-password',
  'get /password-reset',
  'post /password-reset',
  'get /activate-user',
  'post /activate-user',
  'post /activate-user/confirm',
  'get /alerts/unsubscribe/:unsubscribeToken',
  'post /alerts/unsubscribe/:unsubscribeToken',
  'post /alerts/unsubscribe/:unsubscribeToken/undo',
  'get /dev/outbox',
  'get /rest/v1/docs',
  'get /rest/v1/openapi.json',
  'get /rest/v1/config',
  'get /rest/v1/import-mapping.schema.json',
  'get /rest/v1/i18n/:locale',
  'post /identity/resources/tenants/invites/v1/verify',
  'get /.well-known/jwks.json',
  'get /flags',
  'get /vendors/public',
  'get /metadata',
  'get /metadata/admin-box',
  'get /identity/resources/users/pictures/v1/:pictureId',
  'get /identity/resources/sso/v1',
  'get /identity/resources/sso/v2',
  'get /identity/resources/sso/custom/v1',
  'get /team/resources/sso/v2/configurations/public',
  'get /identity/resources/configurations/v1/auth/strategies/public',
  'get /auth/oidc/callback',
  'post /identity/resources/auth/v1/user/oidc/postlogin',
  'post /identity/resources/auth/v2/user/oidc/postlogin',
  'get /auth/saml/metadata',
  'get /auth/saml/logout',
  'post /auth/saml/logout',
  'get /account/saml/logout',
  'get /account/saml/request',
  'post /auth/oidc/logout',
  'get /account/oidc/logout',
  'get /account/hosted-login',
  'post /auth/saml/callback',
  'post /identity/resources/auth/v1/user/saml/prelogin',
  'post /identity/resources/auth/v1/user/saml/postlogin',
  'post /identity/resources/auth/v2/user/sso/prelogin',
  'post /identity/resources/auth/v1/user',
  'post /identity/resources/auth/v1/user/token/refresh',
  'post /identity/resources/auth/v1/logout',
  'post /identity/resources/auth/v1/passwordless/magiclink/prelogin',
  'post /identity/resources/auth/v1/passwordless/magiclink/postlogin',
  'post /identity/resources/auth/v1/passwordless/code/prelogin',
  'post /identity/resources/auth/v1/passwordless/code/postlogin',
  'get /account/login/breached-password',
  'post /account/login/breached-password',
  'get /account/login/passkey-prompt',
  'post /account/login/passkey-prompt',
  'get /identity/resources/configurations/v1/captcha-policy/public',
  'get /account/login/magic-link',
  'post /account/login/magic-link',
  'get /account/invitation/accept',
  'post /account/invitation/accept',
  'post /account/invitation/resend',
  'get /account/sign-up',
  'post /account/sign-up',
  'post /account/activate',
  'post /account/activate/resend',
  'post /account/social/:provider/begin',
  'post /auth/social/callback',
  'post /identity/resources/auth/v1/user/sso/:provider/postlogin',
  'get /account/social/success',
  'get /account/oidc/callback',
  'get /account/saml/callback',
  'get /oauth/callback',
  'get /account/custom-login',
  'get /account/deleted',
  'get /account/impersonate',
  'get /identity/resources/configurations/v1/public',
  'get /identity/resources/users/v1/passwords/config',
  'post /identity/resources/users/v1/passwords/reset',
  'post /identity/resources/users/v1/passwords/reset/verify',
  'get /identity/resources/users/v1/activate/strategy',
  'post /identity/resources/users/v1/activate',
  'post /identity/resources/users/v1/activate/reset',
  'post /identity/resources/users/v1/signUp',
  'post /identity/resources/users/v1/invitation/reset',
  'post /identity/resources/users/v1/invitation/reset/all',
  'post /identity/resources/users/v1/invitation/accept',
  'post /identity/resources/auth/v1/passwordless/smscode/prelogin',
  'post /identity/resources/auth/v1/passwordless/smscode/postlogin',
  'post /identity/resources/users/v1/phone/reset',
  'post /identity/resources/users/v1/phone/reset/verify',
  'put /identity/resources/users/v1/phone/change',
  ...['password', 'send-link', 'send-code', 'send-text', 'code', 'text'].map((step) => `get /account/login/${step}`),
  ...['send-link', 'send-code', 'send-text', 'code', 'text'].map((step) => `post /account/login/${step}`),
  'get /account/reset-phone-number',
  ...['', '/code', '/number'].map((stage) => `post /account/reset-phone-number${stage}`),
  'post /identity/resources/auth/v1/webauthn/prelogin',
  'post /identity/resources/auth/v1/webauthn/postlogin',
  ...[
    'verify',
    'recover',
    'authenticator/enroll',
    'authenticator/enroll/verify',
    'authenticator/:deviceId/verify',
    'emailcode',
    'emailcode/verify',
    'sms/enroll',
    'sms/enroll/verify',
    'sms/:deviceId',
    'sms/:deviceId/verify',
    'webauthn/enroll',
    'webauthn/enroll/verify',
    'webauthn/:deviceId',
    'webauthn/:deviceId/verify',
  ].map((path) => `post /identity/resources/auth/v1/user/mfa/${path}`),
  'get /identity/resources/configurations/v1/mfa-policy/allow-remember-device',
  'get /account/login/second-factor',
  'post /account/login/second-factor',
  'post /account/login/second-factor/code',
  'post /account/login/second-factor/enrolment',
  'post /account/login/second-factor/device',
  'post /account/login/second-factor/enrolment/code',
  'post /account/login/second-factor/enrolment/device',
  'post /account/login/second-factor/recovery',
  'post /identity/resources/auth/v1/api-token',
  'post /auth/vendor',
  'get /sso-login',
  'post /sso-login',
  'get /zendesk-sso',
  'post /rest/v1/auth/sso/login',
  'get /rest/v1/auth/sso/preflight',
  'post /rest/v1/auth/sso/mobileSignInAttempt',
  'post /rest/v1/devices/enrol',
  'get /oauth/authorize',
  'get /oauth/prelogin',
  'post /oauth/prelogin',
  'get /oauth/consent',
  'post /oauth/consent',
  'post /oauth/postlogin',
  'get /oauth/postlogin/redirect',
  'post /oauth/token',
  'post /oauth/authorize/silent',
  'get /oauth/userinfo',
  'post /oauth/userinfo',
  'get /oauth/logout',
  'post /oauth/logout/token',
  'get /.well-known/openid-configuration',
  'get /.well-known/oauth-authorization-server',
  'post /rest/v1/auth/login',
  'post /rest/v1/auth/logout',
  'post /rest/v1/auth/password-reset',
];

let app: TestApp;
let full: FullPlace;
let routes: DeclaredRoute[];

beforeAll(async () => {
  app = await testApp();
  full = await fullOrganisation(app, { mark: 'Routes' });
  routes = declaredRoutes(app);
});

/** Pages that stand behind a sign-in and whatever else must be done first. */
const isGuarded = ({ kind, method, surface, access, early }: Route) =>
  kind === 'page' && method === 'get' && surface === 'pages' && access !== 'public' && !early;
/** Known before there is an application. */
const unopened = { db: {}, resources: { config: readConfig({ NODE_ENV: 'test' }) } } as unknown as TestApp;
const guarded = declaredRoutes(unopened)
  .filter((route) => isGuarded(route) && isWalked(route.owner))
  .map((route): [string, DeclaredRoute] => [route.path, route]);

describe('the list of public routes is pinned', () => {
  // Spec 2: login and logout, password-reset, activate-user and privacy-policy are outside it
  // Spec 2: sso-login and zendesk-sso are outside the guard
  it('holds these and no other', () => {
    expect(
      routes
        .filter((route) => route.access === 'public')
        .map(nameOf)
        .sort(),
    ).toEqual([...publicRoutes].sort());
  });

  it('has one that is nowhere but on the machine of the server', () => {
    expect(routes.filter((route) => route.thisMachineOnly).map(nameOf)).toEqual(['get /dev/outbox']);
  });
});

describe('every page', () => {
  it('is tried below', () => {
    expect(guarded.map(([path]) => path)).toEqual(
      routes.filter((route) => isGuarded(route) && isWalked(route.owner)).map(({ path }) => path),
    );
    expect(guarded.length).toBeGreaterThan(walksAll ? 10 : 1);
  });

  // Spec 2: Signed-in routes sit behind a guard
  // Spec 4: Not logged in: remember the target URL and go to /login; a remembered redirect leads there
  it.each(guarded)('%s: nobody → sign-in, and back to it afterwards', async (path, route) => {
    const wanted = addressIn(full, route);
    const agent = browser(app);
    const refused = await agent.get(wanted);
    expect([refused.status, refused.headers.location]).toEqual([302, '/login']);
    const [visitor] = examplesOf(route.owner).flatMap((example) => example.visitor ?? []);
    const person = await newPerson(app, {
      organisationId: visitor?.internal || route.condition === staffOnly ? internalOrganisation : full.organisationId,
      permissions: [
        ...new Set([
          ...(route.access === 'signed-in' ? [] : [route.access as Permission]),
          ...(visitor?.permissions ?? []),
        ]),
      ],
    });
    const login = await agent.get('/login');
    const entered = await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(login.text), username: person.login, password });
    expect(entered.headers.location).toBe('/home');
    if (path !== '/home') expect((await agent.get('/home')).headers.location).toBe(wanted);
    const arrived = await agent.get(wanted);
    expect([arrived.status < 400 || arrived.text, path !== '/home' && arrived.headers.location === '/home']).toEqual([
      true,
      false,
    ]);
    expect((await agent.get('/home')).status).toBe(200);
  });

  // Spec 2: Each route needs its permission
  // Spec 4: A missing permission on a child route: redirect to /home
  it.each(guarded.filter(([, { access }]) => access !== 'signed-in'))(
    '%s: without its permission → home',
    async (_path, route) => {
      const everythingElse = permissions.filter((other) => !coveringKeys(route.access).includes(other));
      const agent = await signedInAs(app, { organisationId: full.organisationId, permissions: everythingElse });
      const answer = await agent.get(addressIn(full, route));
      expect([answer.status, answer.headers.location]).toEqual([302, '/home']);
    },
  );
});

// Those of directories have a form of their own: see `scim.http.test.ts`.
describe('every call', () => {
  it('answers 401 to nobody', async () => {
    for (const route of routes.filter((one) => one.kind === 'call' && !['public', 'tenant'].includes(one.access))) {
      const answer = await browser(app)[route.method](pathIn(full, route));
      expect([nameOf(route), answer.status, answer.body.code]).toEqual([nameOf(route), 401, 'signedOut']);
    }
  });

  // ASVS V8.2.1–3, V8.4.1
  it('answers 403 to somebody without its permission, before it looks at the input', async () => {
    const agent = await signedInAs(app, { organisationId: full.organisationId });
    for (const route of routes.filter(
      (one) => one.kind === 'call' && !['public', 'signed-in', 'device', 'tenant'].includes(one.access),
    )) {
      const answer = await agent[route.method](pathIn(full, route));
      expect([nameOf(route), answer.status]).toEqual([nameOf(route), 403]);
    }
  });
});

describe('the API description', () => {
  it('names every call', async () => {
    const { body } = await browser(app).get('/rest/v1/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    const calls = routes
      .filter(({ kind, surface }) => kind === 'call' && surface === 'rest')
      .map((route) => nameOf(route).replace(/:(\w+)/g, '{$1}'));
    expect(described.sort()).toEqual(calls.sort());
  });

  it('tells what an event of a device’s batch holds, and what a route asks beside its permission', async () => {
    const { body } = await browser(app).get('/rest/v1/openapi.json');
    const batch = body.paths['/rest/v1/waste-events'].post;
    const { events } = batch.requestBody.content['application/json'].schema.properties;
    expect(Object.keys(events.items.properties)).toEqual(
      expect.arrayContaining([
        'clientEventUuid',
        'occurredAt',
        'wasteStageId',
        'grossWeight',
        'netWeight',
        'unit',
        'cost',
      ]),
    );
    expect([events.maxItems, batch.security]).toEqual([1_000, [{ device: [] }]]);
    expect(body.paths['/rest/v1/imports'].post.description).toBe(
      'Needs the permission VIEW_DATA_MANAGER. Needs the permission EDIT_TRANSACTIONS too, and not to be limited to some sites. There only where the feature flag sheet-imports is on.',
    );
  });
});
