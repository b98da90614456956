import type { Browser, Page } from '@playwright/test';
import { nameServer } from '../support/counterparts/name-server';
import { openIdProvider } from '../support/counterparts/openid-provider';
import { connectProvider } from './connected-provider';
import { startDemoServer } from './demo-server';
import { expect, fillSignIn, fullRun, people, test } from './support';

const domain = 'oidc.example';

/** From the login box through the provider's pages, to which the browser goes by itself. */
async function signInThere(page: Page) {
  await page.goto('/account/login');
  await page.getByLabel('Username or email').fill(`kim@${domain}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in through your organization' })).toBeVisible();
  await page.locator('input[name="login"]').fill('kim');
  await page.locator('input[name="password"]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The administrator has people signed out at the provider as well. */
async function tellSignOutAddress(
  browser: Browser,
  { url, id, address }: { url: string; id: string; address: string },
) {
  const page = await browser.newPage({ baseURL: url });
  await fillSignIn(page, people.caterer);
  await page.goto(`/sso/${id}/provider`);
  await page.getByLabel('Sign-out URL (optional)').fill(address);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('definition').filter({ hasText: address })).toBeVisible();
  await page.close();
}

for (const javaScriptEnabled of fullRun ? [true, false] : [true]) {
  test(`somebody of a proven domain comes in by their organization’s OpenID provider, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const [dns, provider] = [await nameServer(), await openIdProvider({ domain })];
    // The provider is at a number and Tare at a name, so that it truly is another site.
    const { url, stop } = await startDemoServer({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: provider.host });
    try {
      await provider.register(`${url}/auth/oidc/callback`);
      const { issuer: ssoEndpoint, clientId: oidcClientId, clientSecret: oidcSecret } = provider;
      const { id } = await connectProvider(browser, {
        url,
        dns,
        domain,
        told: { data: { type: 'oidc', ssoEndpoint, oidcClientId, oidcSecret } },
      });
      await tellSignOutAddress(browser, { url, id, address: `${provider.issuer}/session/end` });

      const context = await browser.newContext({ baseURL: url, javaScriptEnabled });
      const page = await context.newPage();
      await signInThere(page);
      await expect(page).toHaveURL(/\/privacy-policy/);
      await page.getByLabel('I have read the privacy policy and accept it.').check();
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await expect(page).toHaveURL(/\/home/);
      expect(await (await page.request.get('/rest/v1/user')).json()).toMatchObject({
        name: 'Kim Novak',
        emailAddress: `kim@${domain}`,
        ssoUser: true,
      });

      // What came back once opens nothing again.
      await page.goto('/account/oidc/callback?state=used-up');
      await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();

      // Who leaves here is led there, and comes back.
      await page.goto('/logout');
      await page.getByRole('button', { name: 'Yes, sign me out' }).click();
      await expect(page).toHaveURL(`${url}/account/oidc/logout`);
      await expect(page.getByText('You are signed out of Tare and your organization.')).toBeVisible();
      expect((await page.request.get('/rest/v1/user')).status()).toBe(401);

      // Who leaves there has left here: the provider says so by itself.
      await signInThere(page);
      await expect(page).toHaveURL(/\/home/);
      await page.goto(`${provider.issuer}/session/end`);
      await page.getByRole('button', { name: 'Yes, sign me out' }).click();
      await expect.poll(async () => (await page.request.get('/rest/v1/user')).status()).toBe(401);
      await context.close();
    } finally {
      await stop();
      await Promise.all([dns.close(), provider.close()]);
    }
  });
}
