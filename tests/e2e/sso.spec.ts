import { nameServer } from '../support/counterparts/name-server';
import { samlProvider } from '../support/counterparts/saml-provider';
import { connectProvider } from './connected-provider';
import { startDemoServer } from './demo-server';
import { expect, fullRun, test } from './support';

const domain = 'sso.example';

// With scripts the round trip with a provider of another make goes the same way.
for (const javaScriptEnabled of fullRun ? [true, false] : [false]) {
  test(`somebody of a proven domain comes in by their organization’s provider, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const [dns, provider] = [await nameServer(), await samlProvider({ nameId: `kim@${domain}` })];
    // The provider is at a number and Tare at a name, so that its form truly comes from another site.
    const { url, stop } = await startDemoServer({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: provider.host });
    try {
      await connectProvider(browser, {
        url,
        dns,
        domain,
        told: { call: '/metadata', data: { metadata: provider.metadata } },
      });

      const context = await browser.newContext({ baseURL: url, javaScriptEnabled });
      const page = await context.newPage();
      await page.goto('/account/login');
      await page.getByLabel('Username or email').fill(`kim@${domain}`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Sign in through your organization' })).toBeVisible();
      // The browser goes on by itself.
      await page.getByRole('button', { name: 'Sign in as Kim' }).click();
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
      await page.goto('/account/saml/callback?RelayState=used-up');
      await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
      await context.close();
    } finally {
      await stop();
      await Promise.all([dns.close(), provider.close()]);
    }
  });
}
