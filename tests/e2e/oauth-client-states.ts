import type { Page } from '@playwright/test';
import { readExamples } from './examples';
import { enterCrowded, submit } from './own-account-states';
import type { State } from './states';
import { islandsAwake } from './support';
import { visit } from './visit';

/** Programs that sign people in by this installation. */
export const oauthClientStates: State[] = [
  { name: 'oauth-clients/made', who: 'staff', open: makeClient },
  { name: 'oauth-clients/refused', who: 'staff', open: refuseClient },
  {
    name: 'oauth-clients/change',
    who: 'staff',
    open: async (page) => {
      await makeClient(page);
      await visit(page, '/oauth-clients');
      await page.locator('a[href^="/oauth-clients/"]:not([href$="/new"])').first().click();
      await page.locator('#dangers').waitFor();
    },
  },
  { name: 'oauth-clients/without-scripts', who: 'staff', scripts: false, open: (page) => page.goto('/oauth-clients') },
  { name: 'oauth/consent', who: 'nobody', open: askForAll },
];

async function fill(page: Page, uris: string): Promise<void> {
  await visit(page, '/oauth-clients/new');
  await page
    .locator('#field-name')
    .fill('The kitchen dashboard of the head office in Hamburg, for everybody who plans the menus of the coming weeks');
  await page.locator('#field-redirectUris').fill(uris);
  await submit(page, '#client');
}

async function makeClient(page: Page): Promise<void> {
  await fill(
    page,
    'https://dashboard.head-office.example/sign-in/with/openid-connect/callback\nhttps://staging.dashboard.head-office.example/callback',
  );
  await page.locator('#made code').first().waitFor();
  await islandsAwake(page);
}

async function refuseClient(page: Page): Promise<void> {
  await fill(page, 'http://dashboard.example/');
  await page.locator('#field-redirectUris[aria-invalid="true"]').waitFor();
}

/** An app with a name without an end asks for all that there is. */
async function askForAll(page: Page): Promise<void> {
  const { id, redirectUri } = readExamples().crowded.app;
  await enterCrowded(page, '/account/apps');
  const asked = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    scope: 'openid email profile waste:read waste:write',
    state: 'state',
    prompt: 'consent',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  };
  await visit(page, `/oauth/authorize?${new URLSearchParams(asked)}`);
  await page.locator('button[value=allow]').waitFor();
}
