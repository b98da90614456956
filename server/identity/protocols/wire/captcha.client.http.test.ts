import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captchaProvider, type CaptchaProvider } from '../../../../tests/support/counterparts/captcha-provider';
import { publishedClient, refusal, type PublishedApi } from '../../../../tests/support/counterparts/published-client';
import { mailsTo } from '../../../../tests/support/mails';
import { loggedApp, otherApp, type LoggedApp } from '../../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, password, tokenOf, type Person } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { createOutbound } from '../../../platform/outbound/outbound';

const siteKey = 'a-site-key-of-the-tests';
const secret = 'a captcha secret of the tests';
const policyOf = ({ headers }: { headers: Record<string, string> }) => headers['content-security-policy'] ?? '';

let plain: TestApp;
let app: LoggedApp;
let provider: CaptchaProvider;
let client: Awaited<ReturnType<typeof publishedClient>>;
let someone: Person;

/** The same installation with the provider. */
function checked(minScore?: number): LoggedApp {
  const resources = { ...plain.resources, outbound: createOutbound({ allow: [provider.host] }) };
  const captcha = { siteKey, secret, verifyUrl: provider.verifyUrl, scriptUrl: provider.scriptUrl, minScore };
  return loggedApp(
    otherApp(
      { ...plain, resources },
      { config: { captcha, identity: { ...resources.config.identity, signUps: true } } },
    ),
  );
}

beforeAll(async () => {
  plain = await testApp();
  provider = await captchaProvider();
  app = checked();
  client = await publishedClient(app);
  someone = await newPerson(app, { organisationId: await newOrganisation(app) });
});
afterAll(async () => {
  await client.close();
  await provider.close();
});
beforeEach(() => {
  provider.answer = { success: true };
  provider.asked.length = 0;
});

const run = <T>(work: (api: PublishedApi) => Promise<T>, at = client) => at.browser().run(work);

/** Everything that the provider stands before, as front ends send it. */
const ways = {
  password: (recaptchaToken?: string) =>
    run((api) => api.auth.login({ email: someone.login, password, recaptchaToken } as never)),
  link: (recaptchaToken?: string) =>
    run((api) => api.auth.passwordlessPreLogin({ type: 'MagicLink', email: someone.login, recaptchaToken } as never)),
  code: (recaptchaToken?: string) =>
    run((api) => api.auth.passwordlessPreLogin({ type: 'Code', email: someone.login, recaptchaToken } as never)),
  forgotPassword: (recaptchaToken?: string) =>
    run((api) => api.auth.forgotPassword({ email: someone.login, recaptchaToken } as never)),
  signUp: (recaptchaToken?: string) =>
    run((api) =>
      api.auth.signUpUser({ email: `new-${someone.login}`, companyName: 'Captcha kitchen', recaptchaToken } as never),
    ),
} satisfies Record<string, (token?: string) => Promise<unknown>>;
const names = Object.keys(ways) as (keyof typeof ways)[];

describe('the captcha policy', () => {
  it('is null where no provider is set, and the key where one is', async () => {
    const elsewhere = await publishedClient(plain);
    expect(await elsewhere.browser().run((api) => api.auth.getCaptchaPolicy())).toBeNull();
    await elsewhere.close();
    const policy = (await run((api) => api.auth.getCaptchaPolicy())) as unknown as Record<string, unknown>;
    expect(policy).toMatchObject({
      siteKey,
      enabled: true,
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
    });
    expect(Number.isNaN(Date.parse(String(policy.createdAt)))).toBe(false);
    expect(JSON.stringify(policy)).not.toContain(secret);
  });
});

describe.each(names)('%s', (name) => {
  it('needs a token that passes, and says the same with none and with one that does not', async () => {
    const none = await refusal(ways[name]());
    expect(none).toMatchObject({ statusCode: 422 });
    expect(provider.asked).toEqual([]);
    provider.answer = { success: false };
    expect(await refusal(ways[name]('a wrong token'))).toEqual(none);
    provider.answer = { success: true };
    await ways[name]('a right token');
    expect(provider.asked.at(-1)).toMatchObject({
      secret,
      response: 'a right token',
      remoteip: expect.stringMatching(/^10\./),
    });
  });

  it('is closed while the provider gives no verdict', async () => {
    provider.answer = 500;
    expect(await refusal(ways[name]('a right token'))).toMatchObject({
      statusCode: 503,
      message: expect.stringContaining('not responding right now'),
    });
  });
});

it('asks nobody where no provider is set', async () => {
  const elsewhere = await publishedClient(plain);
  expect(await elsewhere.browser().run((api) => api.auth.login({ email: someone.login, password }))).toMatchObject({
    mfaRequired: false,
  });
  await elsewhere.close();
  expect(provider.asked).toEqual([]);
});

it('asks for the least score', async () => {
  const scored = await publishedClient(checked(0.5));
  const enter = () =>
    scored
      .browser()
      .run((api) => api.auth.login({ email: someone.login, password, recaptchaToken: 'a right token' } as never));
  provider.answer = { success: true, score: 0.4 };
  expect(await refusal(enter())).toMatchObject({ statusCode: 422 });
  provider.answer = { success: true, score: 0.6 };
  expect(await enter()).toMatchObject({ mfaRequired: false });
  await scored.close();
});

it('mails nothing before the token has passed', async () => {
  const other = await newPerson(app, { organisationId: await newOrganisation(app) });
  await refusal(run((api) => api.auth.forgotPassword({ email: other.login })));
  expect(await mailsTo(app, other.login)).toEqual([]);
});

describe('the product’s own calls and pages', () => {
  it.each([
    ['/rest/v1/auth/login', () => ({ username: someone.login, password })],
    ['/rest/v1/auth/password-reset', () => ({ email: someone.login })],
  ] as const)('%s needs it too', async (path, body) => {
    expect((await browser(app).post(path).send(body())).status).toBe(422);
    expect(
      (
        await browser(app)
          .post(path)
          .send({ ...body(), recaptchaToken: 'a right token' })
      ).status,
    ).toBe(204);
  });

  it('signs in by the form with a token, and shows the form again without', async () => {
    const agent = browser(app);
    const sent = async (recaptchaToken: string) => {
      const page = await agent.get('/login');
      return agent
        .post('/login')
        .type('form')
        .send({ _csrf: tokenOf(page.text), username: someone.login, password, recaptchaToken });
    };
    const refused = await sent('');
    expect([
      refused.status,
      refused.text.includes('CAPTCHA verification failed'),
      refused.text.includes(someone.login),
    ]).toEqual([422, true, true]);
    expect((await sent('a right token')).headers.location).toBe('/home');
  });

  it('asks for a mail by the form with a token, and shows the form again without', async () => {
    const agent = browser(app);
    const sent = async (recaptchaToken: string) => {
      const page = await agent.get('/forgot-password');
      return agent
        .post('/forgot-password')
        .type('form')
        .send({ _csrf: tokenOf(page.text), email: someone.login, recaptchaToken });
    };
    expect((await sent('')).text).toContain('CAPTCHA verification failed');
    expect((await sent('a right token')).status).toBe(200);
  });

  it('opens the policy to the provider on the forms that need it, and nowhere else', async () => {
    const own = provider.scriptUrl.replace('api.js', '');
    for (const path of ['/login', '/forgot-password']) {
      const page = await browser(app).get(path);
      expect(policyOf(page)).toContain(`script-src 'self' ${own} https://www.gstatic.com/recaptcha/;`);
      expect(policyOf(page)).toContain(`frame-src 'self' ${own} https://recaptcha.google.com/recaptcha/;`);
      expect(policyOf(page)).not.toMatch(/unsafe|nonce/);
      expect(page.text).toContain(`data-captcha="${siteKey}"`);
      expect(page.text).toContain('<noscript>');
      expect(page.text).not.toContain(secret);
    }
    for (const path of ['/account/login', '/logout', '/password-reset?token=none', '/privacy-policy', '/flags']) {
      expect(policyOf(await browser(app).get(path))).not.toMatch(/recaptcha|captcha\//);
    }
    const unset = await browser(plain).get('/login');
    expect(policyOf(unset)).toContain("script-src 'self';");
    expect(unset.text).not.toMatch(/captcha/i);
  });
});

it('writes neither the secret nor a token into the log', async () => {
  provider.answer = 500;
  await refusal(ways.password('a token that stays here'));
  const text = JSON.stringify(app.logged());
  expect(text).toContain('the captcha provider gave no verdict');
  expect(text).not.toMatch(/a token that stays here|a captcha secret of the tests/);
});
