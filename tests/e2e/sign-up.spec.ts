import type { Page } from '@playwright/test';
import { expect, password, people, test } from './support';

test.use({ javaScriptEnabled: false });

/** The link in the newest mail to an address. */
async function mailedLink(page: Page, address: string): Promise<string> {
  const mail = page.locator('li', { hasText: address }).first();
  await expect(async () => {
    await page.goto('/dev/outbox');
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  return (await mail.getByRole('link').getAttribute('href')) ?? '';
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill('four words in a row');
  await page.getByLabel('Confirm password').fill('four words in a row');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByLabel('I have read the privacy policy and accept it.').check();
  await page.getByRole('button', { name: 'Save and continue' }).click();
}

test('somebody opens an organization of their own and comes to its first steps', async ({ page }) => {
  const email = `owner-${Date.now()}@tare.test`;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Your name').fill('Nina Holm');
  await page.getByLabel('Organization name').fill('Holm Kitchens');
  await page.getByText('Country, currency and time zone').click();
  await page.getByLabel('Country', { exact: true }).selectOption({ label: 'Germany' });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(`We emailed a link to ${email}.`)).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await choosePassword(page);
  await expect(page.getByRole('region', { name: 'Getting started' })).toBeVisible();
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true, timezoneId: 'Europe/Berlin' });

  test('currency and time zone follow the country, and a country of several zones asks', async ({ page }) => {
    await page.goto('/account/sign-up');
    await page.getByLabel('Email address').fill(`zone-${Date.now()}@tare.test`);
    await page.getByLabel('Your name').fill('Nina Holm');
    await page.getByLabel('Organization name').fill('Zone Kitchens');
    await page.waitForSelector('[data-island="identity/sign-up-place"][data-island-state="awake"]');
    const [country, currency, zone] = ['Country', 'Currency', 'Time zone'].map((name) =>
      page.getByLabel(name, { exact: true }),
    );
    const submit = page.getByRole('button', { name: 'Sign up' });
    // The United States are guessed from the language, and this browser is in none of their zones.
    await expect(zone!).toBeVisible();
    await expect(submit).toBeDisabled();
    await expect(currency!).toHaveValue('USD');
    await country!.selectOption({ label: 'Germany' });
    await expect(currency!).toHaveValue('EUR');
    await expect(zone!).toHaveValue('Europe/Berlin');
    await expect(submit).toBeEnabled();
    await currency!.selectOption('CHF');
    await country!.selectOption({ label: 'Brazil' });
    await expect(currency!).toHaveValue('CHF');
    await expect(submit).toBeDisabled();
    await zone!.selectOption('America/Sao_Paulo');
    await submit.click();
    await expect(page.getByText(/We emailed a link to/)).toBeVisible();
  });
});

test('an activation link that is gone is asked for again, and works', async ({ page }) => {
  const email = `late-${Date.now()}@tare.test`;
  await page.goto('/account/sign-up');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Your name').fill('Nina Holm');
  await page.getByLabel('Organization name').fill('Late Kitchens');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.goto('/activate-user?token=gone');
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(
    page.getByText('If an account with this email address is waiting to be activated, we have emailed you a link'),
  ).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await choosePassword(page);
  await expect(page).toHaveURL(/home/);
});

test('somebody joins an organization by its invite link, and somebody who has an account does by signing in', async ({
  page,
  signedIn,
  server,
}) => {
  const admin = await signedIn(people.caterer);
  const made = await admin.request.post('/identity/resources/tenants/invites/v1/user', {
    data: {},
    headers: { origin: server },
  });
  expect(made.status()).toBe(200);
  const { token } = (await made.json()) as { token: string };
  const email = `joining-${Date.now()}@tare.test`;
  await page.goto(`/account/sign-up?invitationToken=${token}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Join Kettle & Crumb');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Your name').fill('Nina Holm');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.goto(await mailedLink(page, email));
  await choosePassword(page);
  await expect(page).toHaveURL(/home/);

  await page.context().clearCookies();
  await page.goto(`/account/sign-up?invitationToken=${token}`);
  await page.getByRole('link', { name: 'Sign in and join' }).click();
  await page.getByLabel('Username or email').fill(people.fairfax);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(`(${people.fairfax})`)).toBeVisible();
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page).toHaveURL(/home/);
  await expect(page.getByRole('banner')).toContainText('Kettle & Crumb');
});
