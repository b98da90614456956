import type { Page } from '@playwright/test';
import { captchaProvider } from '../support/counterparts/captcha-provider';
import { startDemoServer } from './demo-server';
import { readExamples } from './examples';
import { expect, expectNoAxeProblems, password, people, test } from './support';

async function fill(page: Page, { login, typed = password }: { login: string; typed?: string }): Promise<void> {
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.keyboard.press('Enter');
}

/** The login box, step by step; once the page has said of the browser that it can make passkeys, where that matters. */
async function enterBox(page: Page, login: string, { able = false } = {}): Promise<void> {
  await page.goto('/account/login');
  if (able) await page.waitForFunction(() => document.cookie.includes('=able'));
  await page.getByLabel('Username or email').fill(login);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !/login(\/password)?$/.test(url.pathname));
}

for (const javaScriptEnabled of [true, false]) {
  test(`a password that is known from a breach opens nothing but the way to another, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ baseURL: server, javaScriptEnabled });
    const page = await context.newPage();
    const { login, password: typed } = readExamples().breached;
    await page.goto('/login');
    await fill(page, { login, typed });
    await expect(page).toHaveURL(/\/account\/login\/breached-password$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
    await page.getByRole('button', { name: 'Email me a link' }).press('Enter');
    await expect(page.getByRole('status')).toContainText('The link expires in 60 minutes.');
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login$/);
    await context.close();
  });
}

test('whoever signs in by the login box makes a passkey by keyboard, and is not asked again', async ({ page }) => {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await enterBox(page, people.reader, { able: true });
  await expect(page).toHaveURL(/\/account\/login\/passkey-prompt$/);
  await expectNoAxeProblems(page);
  await page.getByRole('button', { name: 'Create a passkey' }).press('Enter');
  await expect(page).toHaveURL(/\/home/);
  const { devices } = (await (await page.request.get('/identity/resources/users/webauthn/v1/devices')).json()) as {
    devices: unknown[];
  };
  expect(devices).toHaveLength(1);
  expect(await page.evaluate(() => window.localStorage.getItem('preferred-login-method'))).toBe('passkeys');
  // Or the page would sign them in by it before anything is typed.
  await protocol.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await page.context().clearCookies();
  await enterBox(page, people.viewer);
  await expect(page).toHaveURL(/\/home/);
});

test('whoever does not want to be asked for a passkey again is not, in this browser and in another', async ({
  page,
  browser,
  server,
}) => {
  await enterBox(page, people.fairfax, { able: true });
  await page.getByRole('checkbox', { name: 'Don’t ask me again' }).check();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page).toHaveURL(/\/home/);
  expect(await page.evaluate(() => window.localStorage.getItem('dont-show-again-prompt-passkeys'))).toBe('true');
  const context = await browser.newContext({ baseURL: server });
  const elsewhere = await context.newPage();
  await enterBox(elsewhere, people.fairfax);
  await expect(elsewhere).toHaveURL(/\/home/);
  await context.close();
});

test('a browser without scripts is not asked for a passkey', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, javaScriptEnabled: false });
  const page = await context.newPage();
  await enterBox(page, people.viewer);
  await expect(page).toHaveURL(/\/home/);
  await context.close();
});

test('with a captcha provider the forms bring its token, say what blocks it, and say what is missing without scripts', async ({
  browser,
  page,
}) => {
  const provider = await captchaProvider();
  const { url, stop } = await startDemoServer({
    CAPTCHA_SITE_KEY: 'a-site-key-of-the-tests',
    CAPTCHA_SECRET: 'a captcha secret',
    CAPTCHA_VERIFY_URL: provider.verifyUrl,
    CAPTCHA_SCRIPT_URL: provider.scriptUrl,
    OUTBOUND_ALLOW: provider.host,
  });
  try {
    await page.goto(`${url}/login`);
    // The window opens once its part of the page is awake; before that the link leads to a page.
    await page.getByRole('link', { name: 'Forgot your password?' }).focus();
    await page
      .locator('[data-island="identity/forgot-password"][data-island-state="awake"]')
      .waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('dialog').getByLabel('Email address').fill('somebody@tare.test');
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('dialog').getByRole('status')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await fill(page, { login: people.viewer });
    await expect(page).toHaveURL(/\/home/);
    expect(provider.asked.map(({ response }) => response)).toEqual(['solved login', 'solved login']);

    const blocked = await (await browser.newContext()).newPage();
    await blocked.route(`${provider.scriptUrl}*`, (route) => route.abort());
    await blocked.goto(`${url}/login`);
    await expect(blocked.getByRole('alert')).toContainText(`could not be loaded from ${provider.host}`);
    await blocked.context().close();

    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await plain.goto(`${url}/login`);
    await expect(plain.locator('noscript div').first()).toContainText('This form uses a CAPTCHA that needs JavaScript');
    await fill(plain, { login: people.viewer });
    await expect(plain.getByRole('alert')).toContainText('CAPTCHA verification failed');
    await plain.context().close();
  } finally {
    await stop();
    await provider.close();
  }
});
