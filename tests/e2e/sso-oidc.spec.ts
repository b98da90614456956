import { nameServer } from '../support/counterparts/name-server';
import { openIdProvider } from '../support/counterparts/openid-provider';
import { connectProvider } from './connected-provider';
import { startDemoServer } from './demo-server';
import { expect, test } from './support';

const domain = 'oidc.example';

for (const javaScriptEnabled of [true, false]) {
  test(`somebody of a proven domain comes in by their organization’s OpenID provider, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({ browser }) => {
    const [dns, provider] = [await nameServer(), await openIdProvider({ domain })];
    // The provider is at a number and Tare at a name, so that it truly is another site.
    const { url, stop } = await startDemoServer({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: provider.host });
    try {
      await provider.register(`${url}/auth/oidc/callback`);
      const { issuer: ssoEndpoint, clientId: oidcClientId, clientSecret: oidcSecret } = provider;
      await connectProvider(browser, { url, dns, domain, told: { data: { type: 'oidc', ssoEndpoint, oidcClientId, oidcSecret } } });

      const context = await browser.newContext({ baseURL: url, javaScriptEnabled });
      const page = await context.newPage();
      await page.goto('/account/login');
      await page.getByLabel('User name or e-mail').fill(`kim@${domain}`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Sign in at your organization' })).toBeVisible();
      // The browser goes on by itself.
      await page.locator('input[name="login"]').fill('kim');
      await page.locator('input[name="password"]').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/privacy-policy/);
      await page.getByLabel('I have read the privacy policy and accept it.').check();
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await expect(page).toHaveURL(/\/home/);
      expect(await (await page.request.get('/rest/v1/user')).json()).toMatchObject({ name: 'Kim Novak', emailAddress: `kim@${domain}`, ssoUser: true });

      // What came back once opens nothing again.
      await page.goto('/account/oidc/callback?state=used-up');
      await expect(page.getByRole('heading', { name: 'This sign-in did not work' })).toBeVisible();
      await context.close();
    } finally {
      await stop();
      await Promise.all([dns.close(), provider.close()]);
    }
  });
}
