import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { otherApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { readConfig } from '../../../config';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let at: ClientBrowser;

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
  at = client.browser();
});
afterAll(() => client.close());

describe('before anybody has signed in, the client is told', () => {
  it('the flags, each on or off', async () => {
    const flags = await at.run((api) => api.featureFlags.loadFeatureFlags());
    expect(flags).toMatchObject({
      admin_portal_use_current_user_tenants_v1_endpoint: 'off',
      'security-center-show-login-flows': 'on',
      'show-passkeys-new': 'on',
    });
    expect(Object.keys(flags)).toHaveLength(7);
  });

  it('as on or off what the installation’s settings say, such as whether the sign-in shows its security steps and asks for passkeys', async () => {
    const set = await publishedClient(
      otherApp(app, {
        config: {
          identity: { ...app.resources.config.identity, flags: ['admin_portal_use_entitlements_v2_endpoint'] },
        },
      }),
    );
    try {
      expect(await set.browser().run((api) => api.featureFlags.loadFeatureFlags())).toEqual({
        admin_portal_use_current_user_tenants_v1_endpoint: 'off',
        admin_portal_use_entitlements_v2_endpoint: 'on',
        admin_portal_should_load_authorization: 'off',
        admin_portal_entitlements: 'off',
        'security-center-admin-portal-major-version': 'off',
        'security-center-show-login-flows': 'off',
        'show-passkeys-new': 'off',
      });
    } finally {
      await set.close();
    }
    expect(readConfig({ IDENTITY_FLAGS: 'show-passkeys-new' }).identity.flags).toEqual(['show-passkeys-new']);
  });

  it('how one signs in and what is open to whoever has not', async () => {
    expect(await at.run((api) => api.auth.getVendorConfig())).toEqual({
      allowSignups: app.resources.config.identity.signUps,
      allowNotVerifiedUsersLogin: false,
      apiTokensEnabled: true,
      forcePermissions: true,
      authStrategy: 'EmailAndPassword',
      machineToMachineAuthStrategy: 'ClientCredentials',
    });
  });

  it('by which ways one signs in, the same before and after', async () => {
    const ways = {
      mainAuthStrategies: [{ strategy: 'EmailAndPassword' }],
      secondaryAuthStrategies: [{ strategy: 'Passkeys', isActive: true }],
    };
    expect(await at.run((api) => api.auth.getVendorPublicAuthStrategiesConfig())).toEqual(ways);
    const person = client.browser();
    await person.signIn(await newPerson(app, { organisationId: await newOrganisation(app) }));
    expect(await person.run((api) => api.auth.getPublicAuthStrategiesConfigForAuthenticatedUser())).toEqual(ways);
    expect(await refusal(at.run((api) => api.auth.getPublicAuthStrategiesConfigForAuthenticatedUser()))).toEqual({
      statusCode: 401,
      message: 'Session not found',
    });
    expect([
      await at.run((api) => api.auth.getSocialLoginProviders()),
      await at.run((api) => api.auth.getCustomSocialLoginProvidersV1()),
      await person.run((api) => api.auth.getSocialLoginProvidersV2ForAuthenticatedUser()),
    ]).toEqual([[], { providers: [] }, []]);
  });

  it('who the vendor is', async () => {
    expect(await at.run((api) => api.vendor.getVendorPublicInfo())).toEqual({
      name: 'Tare',
      logo: 'http://tare.test/favicon.svg',
      icon: 'http://tare.test/favicon.svg',
      whiteLabelMode: false,
    });
  });

  it('which parts of the administration there are, and no service that signs people in', async () => {
    const { configuration } = (await at.run((api) => api.metadata.getAdminBoxMetadata())) as {
      configuration: { navigation: Record<string, { visibility: string }> };
    };
    expect([configuration.navigation.users?.visibility, configuration.navigation.subscription?.visibility]).toEqual([
      'byPermissions',
      'hidden',
    ]);
    expect(configuration.navigation).toMatchObject({
      sso: { visibility: 'byPermissions', permissions: ['fe.secure.read.samlConfiguration'] },
      account: { visibility: 'byPermissions', permissions: ['fe.account-settings.read.app'] },
      roles: { visibility: 'byPermissions', featureFlag: '' },
    });
    expect(await at.run((api) => api.metadata.getSamlMetadata())).toMatchObject({
      isActive: false,
      configuration: { spEntityId: 'http://tare.test' },
    });
    expect((await at.run((api) => api.metadata.getAuditsMetadata())).properties).toContainEqual(
      expect.objectContaining({ name: 'severity', type: 'Severity', sortable: true, filterable: true }),
    );
    expect(await at.run((api) => api.auth.getSocialLoginProvidersV2())).toEqual([]);
  });
});

describe('front ends of other origins', () => {
  const elsewhere = 'https://portal.test';
  const shared = () =>
    otherApp(app, { config: { identity: { ...app.resources.config.identity, corsOrigins: [elsewhere] } } });
  const preflight = (over: TestApp, origin: string) =>
    browser(over)
      .options('/frontegg/identity/resources/auth/v1/user')
      .set('Origin', origin)
      .set('Access-Control-Request-Method', 'POST')
      .set('Access-Control-Request-Headers', 'content-type,frontegg-source');

  it('may ask with our cookies where they are configured, and nobody else may', async () => {
    const { headers } = await preflight(shared(), elsewhere);
    expect([
      headers['access-control-allow-origin'],
      headers['access-control-allow-credentials'],
      headers['access-control-allow-headers'],
    ]).toEqual([elsewhere, 'true', expect.stringContaining('frontegg-source')]);
    expect((await preflight(shared(), 'https://evil.test')).headers['access-control-allow-origin']).toBeUndefined();
    expect((await preflight(app, elsewhere)).headers['access-control-allow-origin']).toBeUndefined();
    const read = await browser(shared()).get('/flags').set('Origin', elsewhere);
    expect(read.headers['access-control-expose-headers']).toBe('frontegg-trace-id');
  });

  it('may not read the product’s own calls', async () => {
    const answer = await browser(shared()).get('/rest/v1/config').set('Origin', elsewhere);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

it.each([
  '/identity/nothing',
  '/frontegg/nothing',
  '/team/nothing',
  '/vendors',
  '/frontegg/identity/resources/users/v9/me',
])('%s is answered in the client’s form', async (path) => {
  const answer = await browser(app).get(path).set('Accept', 'text/html');
  expect([answer.status, answer.type, Array.isArray(answer.body.errors)]).toEqual([404, 'application/json', true]);
});
