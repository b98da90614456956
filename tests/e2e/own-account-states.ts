import type { Page } from '@playwright/test';
import { readExamples } from './examples';
import type { State } from './states';
import { islandsAwake, password } from './support';
import { visit } from './visit';

/** The pages on which people look after their own account. */
export const ownAccountStates: State[] = [
  {
    name: 'account/menu',
    who: 'viewer',
    open: async (page, say) => {
      await page.goto('/home');
      await page.locator('[data-menu="account"] summary').click();
      await page.getByRole('link', { name: say('account.title') }).waitFor();
    },
  },
  { name: 'account/profile-refused', who: 'viewer', open: sendNoPicture },
  { name: 'account/password-refused', who: 'viewer', open: mistakePassword },
  {
    name: 'account/authenticator',
    who: 'viewer',
    open: async (page) => {
      await confirmFor(page, '/account/second-factors/authenticator');
      await submit(page, '#authenticator');
      await page.locator('[name=code]').waitFor();
    },
  },
  { name: 'account/text-messages', who: 'viewer', open: (page) => confirmFor(page, '/account/second-factors/sms') },
  { name: 'account/phone-code', who: 'viewer', open: addPhone },
  {
    name: 'account/phone-refused',
    who: 'viewer',
    open: async (page) => {
      await confirmFor(page, '/account/phone-numbers');
      await page.locator('[name=phoneNumber]').fill('0123');
      await submit(page, '#add');
      await page.locator('[name=phoneNumber][aria-invalid="true"]').waitFor();
    },
  },
  {
    name: 'account/passkeys-to-add',
    who: 'viewer',
    open: async (page) => {
      await confirmFor(page, '/account/passkeys');
      await islandsAwake(page);
    },
  },
  {
    name: 'account/confirm-refused',
    who: 'viewer',
    open: async (page) => {
      await page.goto('/account/confirm');
      await page.locator('[name=password]').fill('not this one');
      await page.keyboard.press('Enter');
      await page.locator('[name=password][aria-invalid="true"]').waitFor();
    },
  },
  {
    name: 'account/passkeys-without-scripts',
    who: 'viewer',
    scripts: false,
    open: (page) => page.goto('/account/passkeys'),
  },
  {
    name: 'account/second-factors/begin-device',
    who: 'viewer',
    open: (page) => confirmFor(page, '/account/second-factors/webauthn'),
  },
  { name: 'account/second-factors/set-up-device', who: 'viewer', open: beginDevice },
  { name: 'account/second-factors/set-up-device-refused', who: 'viewer', open: stopDevice },
  {
    name: 'account/second-factors/set-up-device-without-scripts',
    who: 'viewer',
    scripts: false,
    open: (page) => confirmFor(page, '/account/second-factors/webauthn'),
  },
  {
    name: 'account/second-factors/crowded',
    who: 'nobody',
    open: (page) => enterCrowded(page, '/account/second-factors'),
  },
  { name: 'account/second-factors/rename', who: 'nobody', open: renameDevice },
  {
    name: 'account/second-factors/rename-refused',
    who: 'nobody',
    open: async (page) => {
      await renameDevice(page);
      await page.locator('[name=name]').fill(' ');
      await submit(page, '#rename');
      await page.locator('[name=name][aria-invalid="true"]').waitFor();
    },
  },
  { name: 'account/sessions/crowded', who: 'nobody', open: (page) => enterCrowded(page, '/account/sessions') },
  { name: 'account/apps/crowded', who: 'nobody', open: (page) => enterCrowded(page, '/account/apps') },
  { name: 'account/passkeys/crowded', who: 'nobody', open: (page) => enterCrowded(page, '/account/passkeys') },
  {
    name: 'account/linked-services/crowded',
    who: 'nobody',
    open: (page) => enterCrowded(page, '/account/linked-services'),
  },
  {
    name: 'account/linked-services-to-link',
    who: 'viewer',
    open: (page) => confirmFor(page, '/account/linked-services'),
  },
  {
    name: 'account/phone-numbers/crowded',
    who: 'nobody',
    open: (page) => enterCrowded(page, '/account/phone-numbers'),
  },
  { name: 'account/profile/crowded', who: 'nobody', open: (page) => enterCrowded(page, '/account/profile') },
  { name: 'account/profile/picture-too-large', who: 'viewer', open: sendLargePicture },
];

export const submit = (page: Page, part: string) => page.locator(`${part} button[type="submit"]`).first().click();

/** Whatever the age of the session, it may change how somebody signs in. */
async function confirmFor(page: Page, to: string): Promise<void> {
  await page.goto(`/account/confirm?to=${encodeURIComponent(to)}`);
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === to);
}

async function sendNoPicture(page: Page): Promise<void> {
  await page.goto('/account/profile');
  await page
    .locator('[name=image]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await submit(page, '#picture');
  await page.locator('[name=image][aria-invalid="true"]').waitFor();
}

async function sendLargePicture(page: Page): Promise<void> {
  await page.goto('/account/profile');
  // As a browser without scripts sends it.
  await page.locator('[name=image]').evaluate((field) => field.removeAttribute('data-most-bytes'));
  await page
    .locator('[name=image]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) });
  await submit(page, '#picture');
  await page.locator('[name=image][aria-invalid="true"]').waitFor();
}

async function mistakePassword(page: Page): Promise<void> {
  await page.goto('/account/password');
  await page.locator('[name=password]').fill('not this one');
  for (const field of ['newPassword', 'repeatPassword'])
    await page.locator(`[name=${field}]`).fill('four words in a row');
  await page.keyboard.press('Enter');
  await page.locator('[name=password][aria-invalid="true"]').waitFor();
}

async function addPhone(page: Page): Promise<void> {
  await confirmFor(page, '/account/phone-numbers');
  await page.locator('[name=phoneNumber]').fill('+49 30 901820');
  await submit(page, '#add');
  await page.locator('[name=code]').waitFor();
}

/** Their second proof is spared in a browser that is remembered. */
export async function enterCrowded(page: Page, to: string): Promise<void> {
  const { login, browserToken: value } = readExamples().crowded;
  await page.goto('/login');
  await page.context().addCookies([{ name: 'tare-known-browser', value, url: new URL('/', page.url()).href }]);
  if (new URL(page.url()).pathname === '/login') {
    await page.locator('[name=username]').fill(login);
    await page.locator('[name=password]').fill(password);
    await page.locator('[name=password]').press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  }
  await visit(page, to);
}

async function renameDevice(page: Page): Promise<void> {
  await enterCrowded(page, '/account/second-factors');
  await page.locator('#factors a[href*="?rename="]').first().click();
  await page.locator('[name=name]').waitFor();
}

async function beginDevice(page: Page): Promise<void> {
  await confirmFor(page, '/account/second-factors/webauthn');
  await submit(page, '#webauthn');
  await page.locator('[name=webauthnToken]').waitFor({ state: 'attached' });
  await islandsAwake(page);
}

/** The browser asks an authenticator, and the person stops. */
async function stopDevice(page: Page): Promise<void> {
  await beginDevice(page);
  await page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('stopped', 'NotAllowedError'));
  });
  await islandsAwake(page);
  await page.locator('[data-island="identity/device-proof"] button').click();
  await page.getByRole('alert').waitFor();
}
