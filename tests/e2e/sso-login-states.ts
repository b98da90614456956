import type { Page } from '@playwright/test';
import type { State } from './states';
import { visit } from './visit';

/** The login by one's organization: an address that nobody serves, a host at which it is not set up, and the way out. */
export const ssoLoginStates: State[] = [
  { name: 'sso-login/refused', who: 'nobody', open: refuse },
  {
    name: 'sso-login/long-name',
    who: 'nobody',
    open: (page) => visit(page, `/sso-login?email=${'long-'.repeat(30)}name%40example.org`),
  },
  { name: 'sso-login/not-set-up', who: 'nobody', open: goElsewhere },
  { name: 'sso-login/without-scripts', who: 'nobody', scripts: false, open: (page) => page.goto('/sso-login') },
  { name: 'sso-login/refused-without-scripts', who: 'nobody', scripts: false, open: refuse },
  { name: 'logout/signed-out', who: 'nobody', open: (page) => visit(page, '/logout') },
];

async function refuse(page: Page): Promise<void> {
  await page.goto('/sso-login');
  await page.locator('[name=email]').fill('kim@nowhere.example');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
}

/** The same server by another name for it. */
async function goElsewhere(page: Page): Promise<void> {
  await page.goto('/sso-login');
  await page.goto(page.url().replace('localhost', '127.0.0.1'));
}
