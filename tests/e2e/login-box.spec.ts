import type { APIRequestContext, Page } from '@playwright/test';
import { startDemoServer } from './demo-server';
import { expect, expectNoAxeProblems, expectNoOverflow, people, test as base } from './support';

/** A server at which people sign in in one way. */
const under = (strategy: string, javaScriptEnabled = false) =>
  base.extend<object, { server: string }>({
    javaScriptEnabled,
    viewport: { width: 390, height: 844 },
    server: [
      async ({}, use) => {
        const { url, stop } = await startDemoServer({ IDENTITY_AUTH_STRATEGY: strategy });
        await use(url);
        await stop();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  });

interface Sent {
  channel: string;
  to: string;
  text: string;
}

/** The text of the newest that was sent to somebody, once it is there. */
async function sentTo(request: APIRequestContext, to: string, holding: RegExp): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const sent = (await (
        await request.get('/dev/outbox', { params: { to }, headers: { accept: 'application/json' } })
      ).json()) as Sent[];
      found = holding.exec(sent[0]?.text ?? '')?.[0] ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

async function giveName(page: Page, name: string, label = 'Username or email'): Promise<void> {
  await page.goto('/login');
  await expect(page).toHaveURL(/\/account\/login/);
  await page.getByLabel(label).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const code = /\b\d{6}\b/;

under('Code')('without scripts, somebody signs in by a mailed code', async ({ page }) => {
  await giveName(page, people.viewer);
  await expect(page.getByText('If there is a matching account, we have emailed you a code')).toBeVisible();
  await page.getByLabel('Six-digit code').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This link or code is incorrect');
  await page.getByLabel('Six-digit code').fill(await sentTo(page.request, people.viewer, code));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
});

under('MagicLink')('without scripts, somebody signs in by a mailed link', async ({ page }) => {
  await giveName(page, people.viewer);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await page.goto(await sentTo(page.request, people.viewer, /http:\/\/\S+/));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
});

under('SmsCode')(
  'without scripts, somebody sets a new number, signs in by a text to it and is known from then on',
  async ({ page }) => {
    const phone = '+1 212 555 0187';
    await page.goto('/login');
    await page.getByRole('link', { name: 'No longer have that phone?' }).click();
    await page.getByLabel('Email address').fill(people.viewer);
    await page.getByRole('button', { name: 'Email me the code' }).click();
    await page.getByLabel('Six-digit code').fill(await sentTo(page.request, people.viewer, code));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Phone number').fill('12');
    await page.getByRole('button', { name: 'Save number' }).click();
    await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Include the country code/);
    await page.getByLabel('Phone number').fill(phone);
    await page.getByRole('button', { name: 'Save number' }).click();
    await expect(page.getByText('Sign in with a code sent to your new number.')).toBeVisible();

    await giveName(page, phone, 'Username, email or phone number');
    await page.getByLabel('Six-digit code').fill(await sentTo(page.request, phone.replaceAll(' ', ''), code));
    await page.getByLabel('Remember me in this browser').check();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);

    await page.goto('/logout');
    await page.goto('/account/login');
    await expect(page.getByRole('button', { name: 'Text me a code' })).toBeVisible();
    await expect(page.getByText(phone)).toBeVisible();
  },
);

under('SmsCode', true)(
  'the steps of texts and of a new number are found with nothing in their way',
  async ({ page }) => {
    const looked = async () => {
      await expectNoAxeProblems(page);
      await expectNoOverflow(page);
    };
    await giveName(page, people.viewer, 'Username, email or phone number');
    await expect(page.getByLabel('Six-digit code')).toBeFocused();
    await looked();
    await page.getByRole('link', { name: 'No longer have that phone?' }).click();
    await page.getByLabel('Email address').fill(people.viewer);
    await looked();
    await page.getByRole('button', { name: 'Email me the code' }).click();
    await looked();
    await page.getByLabel('Six-digit code').fill(await sentTo(page.request, people.viewer, code));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Phone number')).toBeFocused();
    await looked();
  },
);

base('the ways beside the password are found with nothing in their way', async ({ page }) => {
  await page.goto('/account/login');
  await page.getByLabel('Username or email').fill(people.viewer);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Email me a sign-in code' }).press('Enter');
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await expectNoAxeProblems(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});
