import { nameServer } from '../support/counterparts/name-server';
import { openIdProvider } from '../support/counterparts/openid-provider';
import { startDemoServer } from './demo-server';
import { expect, password, people, test } from './support';

const domain = 'oidc.example';
const api = '/team/resources/sso/v1/configurations';

for (const javaScriptEnabled of [true, false]) {
  test(`somebody of a proven domain comes in by their organization’s OpenID provider, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({ browser }) => {
    const [dns, provider] = [await nameServer(), await openIdProvider({ domain })];
    // The provider is at a number and Tare at a name, so that it truly is another site.
    const { url, stop } = await startDemoServer({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: provider.host });
    try {
      await provider.register(`${url}/auth/oidc/callback`);
      const admin = await browser.newContext({ baseURL: url, extraHTTPHeaders: { Origin: url } });
      const { request } = admin;
      const answered = async (answer: ReturnType<typeof request.post>) => {
        const reply = await answer;
        expect(reply.ok(), await reply.text()).toBe(true);
        return reply.headers()['content-type']?.includes('json') ? await reply.json() as { id: string; txtRecord: string } : { id: '', txtRecord: '' };
      };
      await answered(request.post('/rest/v1/auth/login', { data: { username: people.caterer, password } }));
      const { issuer: ssoEndpoint, clientId: oidcClientId, clientSecret: oidcSecret } = provider;
      const { id } = await answered(request.post(api, { data: { type: 'oidc', ssoEndpoint, oidcClientId, oidcSecret, enabled: true } }));
      const claimed = await answered(request.post(`${api}/${id}/domains`, { data: { domain } }));
      dns.records.set(domain, [[claimed.txtRecord]]);
      await answered(request.put(`${api}/${id}/domains/${claimed.id}/validate`));
      await admin.close();

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
