import type { Page } from '@playwright/test';
import { submit } from './own-account-states';
import type { State } from './states';
import { islandsAwake } from './support';
import { visit } from './visit';

/** Programs that sign people in by this installation. */
export const oauthClientStates: State[] = [
  { name: 'oauth-clients/made', who: 'staff', open: makeClient },
  { name: 'oauth-clients/refused', who: 'staff', open: refuseClient },
  { name: 'oauth-clients/change', who: 'staff', open: async (page) => { await makeClient(page); await visit(page, '/oauth-clients'); await page.locator('a[href^="/oauth-clients/"]:not([href$="/new"])').first().click(); await page.locator('#dangers').waitFor(); } },
  { name: 'oauth-clients/without-scripts', who: 'staff', scripts: false, open: (page) => page.goto('/oauth-clients') },
];

async function fill(page: Page, uris: string): Promise<void> {
  await visit(page, '/oauth-clients/new');
  await page.locator('#field-name').fill('The kitchen dashboard of the head office in Hamburg, for everybody who plans the menus of the coming weeks');
  await page.locator('#field-redirectUris').fill(uris);
  await submit(page, '#client');
}

async function makeClient(page: Page): Promise<void> {
  await fill(page, 'https://dashboard.head-office.example/sign-in/with/openid-connect/callback\nhttps://staging.dashboard.head-office.example/callback');
  await page.locator('#made code').first().waitFor();
  await islandsAwake(page);
}

async function refuseClient(page: Page): Promise<void> {
  await fill(page, 'http://dashboard.example/');
  await page.locator('#field-redirectUris[aria-invalid="true"]').waitFor();
}
