import { describe, expect, it } from 'vitest';
import { readConfig, WrongSettings } from './config';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://tare.example.org',
  SESSION_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgres://tare@db/tare',
};

function reasonsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof WrongSettings ? error.reasons : [String(error)];
  }
}

describe('readConfig', () => {
  it('starts with nothing set: embedded, with the demo', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      demo: true,
      production: false,
      secure: false,
    });
  });

  it('loads no demo into a database of one’s own unless asked', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db/tare' }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL: 'postgres://db/tare', DEMO: '1' }).demo).toBe(true);
    expect(readConfig({ DEMO: '0' }).demo).toBe(false);
  });

  it.each([
    [{}, true],
    [{ DEMO: '0' }, false],
    [{ DATABASE_URL: 'postgres://db/tare', DEMO: '1' }, false],
    [production, false],
    [{ ...production, SIGN_UPS: 'on' }, true],
    [{ SIGN_UPS: 'off' }, false],
  ])('with %j lets anybody sign up: %s', (env, open) => {
    expect(readConfig(env).identity.signUps).toBe(open);
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ REDIS_URL: '' }).redisUrl).toBeUndefined();
  });

  it('is secure where people come by https', () => {
    expect(readConfig(production)).toMatchObject({ production: true, secure: true, demo: false });
  });

  it.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: 'three' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'tare.example.org' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://tare.example.org/path' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
    ['REDIS_URL', { REDIS_URL: 'http://redis' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'short' }],
    ['DEMO', { DEMO: 'yes' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'maybe' }],
    ['SMTP_TLS', { SMTP_TLS: '0' }],
    ['IDENTITY_AUTH_STRATEGY', { IDENTITY_AUTH_STRATEGY: 'Telegram' }],
    ['IDENTITY_MFA_STRATEGIES', { IDENTITY_MFA_STRATEGIES: ' , ' }],
    ['SIGN_UPS', { SIGN_UPS: '1' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['CAPTCHA_SITE_KEY, CAPTCHA_SECRET', { CAPTCHA_SITE_KEY: 'a-site-key-of-the-tests' }],
    ['CAPTCHA_SITE_KEY, CAPTCHA_SECRET', { CAPTCHA_SECRET: 'a captcha secret' }],
    ['ZENDESK_SUBDOMAIN, ZENDESK_SHARED_SECRET', { ZENDESK_SUBDOMAIN: 'example' }],
    ['ZENDESK_SUBDOMAIN, ZENDESK_SHARED_SECRET', { ZENDESK_SHARED_SECRET: 'x'.repeat(32) }],
    ['ZENDESK_SUBDOMAIN', { ZENDESK_SUBDOMAIN: 'example.zendesk.com', ZENDESK_SHARED_SECRET: 'x'.repeat(32) }],
    ['ZENDESK_SHARED_SECRET', { ZENDESK_SUBDOMAIN: 'example', ZENDESK_SHARED_SECRET: 'short' }],
    ['ZENDESK_URL', { ...production, ZENDESK_URL: 'http://help.example.org' }],
    ['SSO_HOSTS', { SSO_HOSTS: 'tare.example.org' }],
    ['SSO_HOSTS', { SSO_HOSTS: 'staging=tare.example.org' }],
    ['SSO_HOSTS', { SSO_HOSTS: 'uat=https://tare.example.org' }],
    ['SSO_HOSTS', { SSO_HOSTS: 'uat=tare.example.org:443' }],
    ['SSO_HOSTS', { SSO_HOSTS: 'uat=tare.example.org,dev=Tare.example.org' }],
    ['CAPTCHA_MIN_SCORE', { CAPTCHA_MIN_SCORE: '1.5' }],
    ['CAPTCHA_VERIFY_URL', { CAPTCHA_VERIFY_URL: 'siteverify' }],
    ['BREACHED_PASSWORDS_URL', { BREACHED_PASSWORDS_URL: 'https://api.pwnedpasswords.com/range' }],
    ['VAPID_PUBLIC_KEY', { VAPID_PUBLIC_KEY: 'short' }],
    ['VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY', { VAPID_PUBLIC_KEY: `B${'x'.repeat(86)}` }],
    ['OUTBOUND_ALLOW', { OUTBOUND_ALLOW: 'localhost' }],
    ['OUTBOUND_ALLOW', { OUTBOUND_ALLOW: 'https://localhost:1' }],
    ['OUTBOUND_ALLOW', { OUTBOUND_ALLOW: 'localhost:70000' }],
    ['OUTBOUND_ALLOW', { OUTBOUND_ALLOW: '300.1.1.1:80' }],
    ['METRICS_PORT', { METRICS_PORT: '0' }],
    ['METRICS_PORT', { PORT: '4000', METRICS_PORT: '4000' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['STAFF_EMAIL_DOMAINS', { STAFF_EMAIL_DOMAINS: 'somebody@example.org' }],
    ['STAFF_EMAIL_DOMAINS', { STAFF_EMAIL_DOMAINS: 'example.org,,example.com' }],
    ['START_WAIT_SECONDS', { START_WAIT_SECONDS: '-1' }],
    ['STOP_GRACE_SECONDS', { STOP_GRACE_SECONDS: '60' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['PORT', { PORT: '0' }],
    ['DEMO_PASSWORD', { ...production, DEMO: '1' }],
    ['SESSION_SECRET', { ...production, SESSION_SECRET: '' }],
    ['PUBLIC_URL', { ...production, PUBLIC_URL: '' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: '' }],
    ['RATE_LIMITS', { ...production, RATE_LIMITS: 'off' }],
    ['IDENTITY_MFA_STRATEGIES', { ...production, IDENTITY_MFA_STRATEGIES: 'SMS' }],
  ])('refuses a wrong %s by its name', (name, env) => {
    expect(reasonsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
  });

  it.each([
    ['1', 1],
    ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
    ['fd00::/8', 'fd00::/8'],
  ])('trusts the proxies %s', (text, expected) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(expected);
  });

  // Spec 5: Analytics container id: must match GTM- followed by alphanumerics
  it.each(['GTM-', 'gtm-AB12', 'G-AB12CD3', 'GTM-AB 12', "GTM-AB12'x", 'xGTM-AB12'])(
    'refuses the analytics container %s, and says what one looks like',
    (container) => {
      expect(reasonsOf({ ANALYTICS_CONTAINER: container })).toEqual([
        'ANALYTICS_CONTAINER: must be GTM- followed by letters and digits, such as GTM-AB12CD3',
      ]);
    },
  );

  it('takes an analytics container and the domains of the staff, and neither where none is set', () => {
    expect(
      readConfig({ ANALYTICS_CONTAINER: 'GTM-AB12cd3', STAFF_EMAIL_DOMAINS: 'Tare.test, bücher.example' }).analytics,
    ).toEqual({ container: 'GTM-AB12cd3', staffDomains: ['tare.test', 'xn--bcher-kva.example'] });
    expect(readConfig({}).analytics).toEqual({ container: undefined, staffDomains: [] });
  });

  it('takes forms from every spelling of this machine while no public address is set', () => {
    expect(readConfig({}).ownOrigins).toContain('http://127.0.0.1:3000');
    expect(readConfig({ PUBLIC_URL: 'https://tare.example.org' }).ownOrigins).toEqual(['https://tare.example.org']);
  });

  it('never repeats a secret', () => {
    expect(reasonsOf({ SESSION_SECRET: 'hunter2', METRICS_TOKEN: 'hunter3' }).join()).not.toMatch(/hunter/);
  });
});

it.each([
  ['https://tare.example.org', undefined, [['tare.example.org', 'production']]],
  ['http://localhost:3000', undefined, [['localhost', 'local']]],
  [undefined, undefined, [['localhost', 'local']]],
  ['http://[::1]:3000', undefined, [['[::1]', 'local']]],
  ['https://127.0.0.1.example.org', undefined, [['127.0.0.1.example.org', 'production']]],
  [
    'https://tare.example.org',
    'production=Tare.example.org, uat=tare-uat.example.org,dev=10.0.0.7, local=localhost,local=[::1]',
    [
      ['tare.example.org', 'production'],
      ['tare-uat.example.org', 'uat'],
      ['10.0.0.7', 'dev'],
      ['localhost', 'local'],
      ['[::1]', 'local'],
    ],
  ],
])('single sign-on at %s, by %s, is set up at %j', (url, hosts, expected) => {
  expect([...readConfig({ PUBLIC_URL: url, SSO_HOSTS: hosts }).identity.ssoHosts]).toEqual(expected);
});

it.each([
  [{}, undefined],
  [{ ZENDESK_SUBDOMAIN: 'Example' }, 'https://example.zendesk.com'],
  [{ ZENDESK_SUBDOMAIN: 'example', ZENDESK_URL: 'https://help.example.org/' }, 'https://help.example.org'],
])('the help desk of %j is %s', (set, url) => {
  const secret = 'x'.repeat(32);
  expect(
    readConfig({ ...set, ...('ZENDESK_SUBDOMAIN' in set ? { ZENDESK_SHARED_SECRET: secret } : {}) }).zendesk,
  ).toEqual(url && { url, secret });
});
