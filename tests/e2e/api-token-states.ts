import type { Page } from '@playwright/test';
import { submit } from './own-account-states';
import type { State } from './states';
import { islandsAwake } from './support';
import { visit } from './visit';

/** The tokens of programs: one's own, and those of a tenant. */
export const apiTokenStates: State[] = [
  { name: 'account/api-tokens-empty', who: 'newcomer', open: (page) => visit(page, '/account/api-tokens') },
  { name: 'account/api-token-made', who: 'viewer', open: (page) => makeToken(page, '/account/api-tokens') },
  { name: 'account/api-token-refused', who: 'viewer', open: refuseToken },
  {
    name: 'account/api-tokens-without-scripts',
    who: 'viewer',
    scripts: false,
    open: (page) => page.goto('/account/api-tokens'),
  },
  { name: 'api-tokens/made', who: 'caterer', open: (page) => makeToken(page, '/api-tokens') },
  { name: 'api-tokens/empty', who: 'newcomer', open: (page) => visit(page, '/api-tokens') },
  { name: 'api-tokens/no-role', who: 'caterer', open: forgetRole },
  { name: 'api-tokens/read-only', who: 'reader', open: (page) => visit(page, '/api-tokens') },
];

async function fillToken(page: Page, path: string, name: string): Promise<void> {
  await visit(page, path);
  await page.locator('#field-description').fill(name);
}

/** With every role that may be given, where a token has roles. */
async function makeToken(page: Page, path: string): Promise<void> {
  await fillToken(
    page,
    path,
    'Nightly export of everything that was weighed, for the reports of the head office in Hamburg',
  );
  for (const role of await page.locator('[name^=role-]').all()) await role.check();
  await submit(page, '#create');
  await page.locator('#made code').first().waitFor();
  await islandsAwake(page);
}

/** A name of spaces is none. */
async function refuseToken(page: Page): Promise<void> {
  await fillToken(page, '/account/api-tokens', '  ');
  await submit(page, '#create');
  await page.locator('#field-description[aria-invalid="true"]').waitFor();
}

async function forgetRole(page: Page): Promise<void> {
  await fillToken(page, '/api-tokens', 'Nightly export');
  await submit(page, '#create');
  await page.locator('#roles-error').waitFor();
}
