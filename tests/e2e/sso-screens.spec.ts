import type { Locator, Page } from '@playwright/test';
import { nameServer } from '../support/counterparts/name-server';
import { samlProvider } from '../support/counterparts/saml-provider';
import { startDemoServer } from './demo-server';
import { expect, expectNoAxeProblems, fillSignIn, fullRun, islandsAwake, people, test } from './support';

const domain = 'kitchens.example';

/** As whoever has no mouse. */
const go = (control: Locator) => control.press('Enter');

for (const javaScriptEnabled of fullRun ? [true, false] : [true]) {
  test(`an administrator connects a provider alone, tries it and sends everybody there, by keyboard ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const [dns, provider] = [await nameServer(), await samlProvider({ nameId: `kim@${domain}` })];
    const { url, stop } = await startDemoServer({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: provider.host });
    try {
      const context = await browser.newContext({
        baseURL: url,
        javaScriptEnabled,
        viewport: javaScriptEnabled ? { width: 1440, height: 900 } : { width: 390, height: 844 },
      });
      const page = await context.newPage();
      // axe is a script: it cannot look where there are none.
      const settled = async () => {
        if (!javaScriptEnabled) return;
        await islandsAwake(page);
        await expectNoAxeProblems(page);
      };
      await fillSignIn(page, people.caterer);
      await page.goto('/sso');
      await settled();
      await page.getByLabel('Which provider do you use?').selectOption({ label: 'SAML 2.0, any provider' });
      await go(page.getByRole('button', { name: 'Set up' }));

      await expect(page.getByText(`${url}/auth/saml/callback`)).toBeVisible();
      await settled();
      await go(page.getByRole('link', { name: 'Next: Add the provider’s details' }));
      await page.getByLabel('Metadata text').fill(provider.metadata);
      await go(page.getByRole('button', { name: 'Import metadata' }));
      await expect(page.getByText(`http://${provider.host}/entity`)).toBeVisible();

      // It works before a domain is proven, and says what is missing.
      await go(page.getByRole('link', { name: 'Test the provider' }));
      await tryIt(page);
      await expect(page.getByText('The email address is not in a verified domain of this provider.')).toBeVisible();
      await expect(page.getByText('Kim Novak').first()).toBeVisible();
      await settled();

      await go(page.getByRole('link', { name: 'Verify your domains' }).last());
      await page.getByLabel('Domain', { exact: true }).fill(domain);
      await page.getByLabel('Domain', { exact: true }).press('Enter');
      await go(page.getByRole('button', { name: `Check now ${domain}` }));
      await expect(page.getByText(`${domain} has no TXT record with this value yet.`)).toBeVisible();
      dns.records.set(domain, [[(await page.locator('#record code').textContent()) ?? '']]);
      await go(page.getByRole('button', { name: `Check now ${domain}` }));
      await expect(page.getByText('Domain verified.')).toBeVisible();

      await go(page.getByRole('link', { name: 'Next: Choose roles' }));
      await page.getByLabel('Group name or ID').last().fill('Kitchen');
      await page.locator('#groups > div:last-child [name^=role-]').first().press('Space');
      await go(page.getByRole('button', { name: 'Add group' }));
      await expect(page.getByRole('button', { name: 'Remove Kitchen' })).toBeVisible();
      await settled();

      await go(page.getByRole('link', { name: 'Next: Test the provider' }));
      await tryIt(page);
      await expect(page.getByText('Sign-in works', { exact: true })).toBeVisible();
      await go(page.getByRole('link', { name: 'Next: Turn on the provider' }));
      await go(page.getByRole('button', { name: 'Turn on' }));
      await expect(page.getByText('Provider turned on.').first()).toBeVisible();
      await settled();
      await go(page.getByRole('button', { name: 'Require SSO' }));
      await expect(page.getByText('SSO is now required for the verified domains.').first()).toBeVisible();
      await settled();
      await page.goto('/sso/history');
      await expect(page.getByText('SSO requirement turned on').first()).toBeVisible();
      await settled();
      await context.close();
    } finally {
      await stop();
      await Promise.all([dns.close(), provider.close()]);
    }
  });
}

/** To the provider and back. */
async function tryIt(page: Page): Promise<void> {
  await go(page.getByRole('button', { name: 'Start test' }));
  await page.getByRole('button', { name: 'Sign in as Kim' }).click();
  await expect(page).toHaveURL(/\/test\/result/);
}
