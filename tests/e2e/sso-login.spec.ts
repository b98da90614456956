import type { Browser, Page } from '@playwright/test';
import { helpDesk, type HelpDesk } from '../support/counterparts/help-desk';
import { nameServer } from '../support/counterparts/name-server';
import { samlProvider } from '../support/counterparts/saml-provider';
import { connectProvider } from './connected-provider';
import { startDemoServer } from './demo-server';
import { expect, expectNoAxeProblems, fullRun, password, people, test } from './support';

const domain = 'sso-login.example';
const kim = `kim@${domain}`;
const shared = 'a secret shared with the help desk in the tests';

interface Place {
  url: string;
  desk: HelpDesk;
  stop(): Promise<void>;
}

/** A server with an organization that signs its people in by a provider of its own, and with a help desk. */
async function place(browser: Browser): Promise<Place> {
  const [dns, provider, desk] = [
    await nameServer(),
    await samlProvider({ nameId: kim }),
    await helpDesk({ secret: shared }),
  ];
  const { url, stop } = await startDemoServer({
    DNS_SERVERS: dns.address,
    OUTBOUND_ALLOW: provider.host,
    ZENDESK_SUBDOMAIN: 'example',
    ZENDESK_SHARED_SECRET: shared,
    ZENDESK_URL: desk.url,
  });
  await connectProvider(browser, {
    url,
    dns,
    domain,
    told: { call: '/metadata', data: { metadata: provider.metadata } },
  });
  return {
    url,
    desk,
    stop: async () => {
      await stop();
      await Promise.all([dns.close(), provider.close(), desk.close()]);
    },
  };
}

const email = (page: Page) => page.getByLabel('Work email');

for (const javaScriptEnabled of fullRun ? [true, false] : [true]) {
  test(`somebody signs in and out by their organization, and is handed over to the help desk, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const { url, desk, stop } = await place(browser);
    try {
      const context = await browser.newContext({
        baseURL: url,
        javaScriptEnabled,
        viewport: { width: 390, height: 800 },
      });
      const page = await context.newPage();
      await page.goto(`/zendesk-sso?return_to=${encodeURIComponent(`${desk.url}/tickets/7`)}`);
      await expect(page).toHaveURL(/\/login\?zendeskRedirect=/);
      await page.getByRole('link', { name: 'Sign in through your organization' }).press('Enter');
      await expect(email(page)).toBeFocused();

      // An address that nobody serves: the form comes back with it.
      await email(page).fill('kim@nowhere.example');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toContainText('could not sign you in');
      await expect(email(page)).toHaveValue('kim@nowhere.example');
      await email(page).fill(kim);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Sign in through your organization' })).toBeVisible();
      // The browser goes on by itself.
      await page.getByRole('button', { name: 'Sign in as Kim' }).click();
      await expect(page).toHaveURL(/\/privacy-policy/);
      await page.getByLabel('I have read the privacy policy and accept it.').check();
      await page.getByRole('button', { name: 'Save and continue' }).click();
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue now' }).press('Enter');
      await expect(page.getByRole('heading', { name: 'Hello Kim Novak' })).toBeVisible();
      expect(desk.handOffs).toEqual([`${kim} → ${desk.url}/tickets/7`]);

      await page.goto('/home');
      await page.locator('[data-menu="account"] > summary').press('Enter');
      await page.locator('form[action="/logout"] button').press('Enter');
      await expect(page).toHaveURL(/\/logout$/);
      await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
      await page.getByRole('link', { name: 'Sign in through your organization' }).press('Enter');
      await expect(page).toHaveURL(/\/sso-login$/);
      await context.close();
    } finally {
      await stop();
    }
  });
}

// Spec 5: SSO login button is disabled while the email is empty
test('the button waits for an address, and shows that the answer is under way', async ({ page }) => {
  await page.goto('/sso-login');
  const go = page.getByRole('button', { name: 'Continue' });
  await expect(go).toBeDisabled();
  await email(page).fill('kim@nowhere.example');
  await expect(go).toBeEnabled();
  await expectNoAxeProblems(page);
  await page.route('**/sso-login', async (route) => {
    await new Promise((later) => {
      setTimeout(later, 600);
    });
    await route.continue();
  });
  // The page that is left notes for the next one how its button looked on the way.
  await page.evaluate(() =>
    window.addEventListener('submit', ({ submitter }) =>
      setTimeout(() => window.sessionStorage.setItem('busy', String(submitter?.getAttribute('aria-busy'))), 300),
    ),
  );
  await go.press('Enter');
  await expect(page.getByRole('alert')).toContainText('could not sign you in');
  expect(await page.evaluate(() => window.sessionStorage.getItem('busy'))).toBe('true');
  await page.getByRole('link', { name: 'Sign in with a password instead' }).press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('whoever comes back from the help desk is not sent there again', async ({ browser }) => {
  const desk = await helpDesk({ secret: shared });
  const { url, stop } = await startDemoServer({
    ZENDESK_SUBDOMAIN: 'example',
    ZENDESK_SHARED_SECRET: shared,
    ZENDESK_URL: desk.url,
  });
  try {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    await page.goto('/login?zendeskRedirect=1');
    await page.getByLabel('Username or email').fill(people.viewer);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Continue now' })).toBeVisible();
    await expectNoAxeProblems(page);
    await page.getByRole('button', { name: 'Continue now' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
    expect(desk.handOffs).toEqual([`${people.viewer} → /`, `${people.viewer} → /`]);
    await context.close();
  } finally {
    await stop();
    await desk.close();
  }
});
