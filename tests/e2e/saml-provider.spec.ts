import type { Page } from '@playwright/test';
import { nameServer } from '../support/counterparts/name-server';
import { freeHost, simpleSamlPhp, simpleSamlPhpInstalled } from '../support/counterparts/simplesamlphp';
import { connectProvider } from './connected-provider';
import { startDemoServer } from './demo-server';
import { expect, test } from './support';

const domain = 'sso.example';
const email = `kim@${domain}`;

test('an identity provider of another make signs somebody in, and out from here and from there', async ({
  browser,
}) => {
  test.skip(!simpleSamlPhpInstalled(), 'simplesamlphp is not installed');
  const [dns, host] = [await nameServer(), await freeHost()];
  // The provider is at a number and Tare at a name, so that its form truly comes from another site.
  const { url, stop } = await startDemoServer({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: host });
  const metadata = await fetch(`${url}/auth/saml/metadata`);
  expect([metadata.status, metadata.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('application/samlmetadata+xml'),
  ]);
  const provider = await simpleSamlPhp({
    host,
    metadata: await metadata.text(),
    users: { kim: { uid: ['subject-7'], mail: [email], displayName: ['Kim Novak'], groups: ['Kitchen'] } },
  });
  try {
    const made = await connectProvider(browser, {
      url,
      dns,
      domain,
      told: { call: '/metadata-url', data: { url: provider.metadataUrl } },
    });
    // The provider asks for signed requests, and refuses others.
    expect(made).toMatchObject({ signRequest: true });

    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    await signIn(page, provider.entityId);
    await expect(page).toHaveURL(/\/privacy-policy/);
    await page.getByLabel('I have read the privacy policy and accept it.').check();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await expect(page).toHaveURL(/\/home/);
    expect(await (await page.request.get('/rest/v1/user')).json()).toMatchObject({
      name: 'Kim Novak',
      emailAddress: email,
      ssoUser: true,
    });

    // Out from here: the session here ends first, and then that at the provider, whose answer is believed.
    await page.goto('/logout');
    await expect(page.getByRole('heading', { name: 'Signing you out' })).toBeVisible();
    expect((await page.request.get('/rest/v1/user')).status()).toBe(401);
    await expect(page).toHaveURL(/\/account\/saml\/logout\?outcome=left$/);
    await expect(page.getByText('You are signed out of Tare and your organization.')).toBeVisible();

    // It asks for the password again; then out from there.
    await signIn(page, provider.entityId);
    await expect(page).toHaveURL(/\/home/);
    await page.goto(provider.leaveUrl);
    await expect(page).toHaveURL(new RegExp(`^http://${host}/`));
    expect((await page.request.get('/rest/v1/user')).status()).toBe(401);
    await context.close();
  } finally {
    await stop();
    await Promise.all([dns.close(), provider.close()]);
  }
});

async function signIn(page: Page, entityId: string): Promise<void> {
  await page.goto('/account/login');
  await page.getByLabel('Username or email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in through your organization' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`^${new URL(entityId).origin}/`));
  await page.locator('input[name="username"]').fill('kim');
  await page.locator('input[name="password"]').fill('secret');
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.hostname === 'localhost');
}
