import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from '@playwright/test';

export const password = 'tare-demo-1234';

export const people = {
  staff: 'staff@tare.test',
  fairfax: 'admin@fairfax.test',
  caterer: 'admin@caterer.test',
  viewer: 'viewer@caterer.test',
  site: 'site@caterer.test',
  fresh: 'new@caterer.test',
} as const;

/** Every test fails on an error in the console, which is where a broken content security policy shows. */
export const test = base.extend<{ signIn: (login: string) => Promise<void>; refusals: number[] }>({
  /** What the server may answer without it counting as an error; the browser writes each of them to the console. */
  refusals: [[401, 404, 410, 422], { option: true }],
  baseURL: async ({}, use) => use(process.env.TARE_E2E_URL ?? ''),
  page: async ({ page, refusals }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !refusals.some((status) => message.text().includes(`status of ${status}`))) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await use(page);
    expect(errors, 'errors in the browser’s console').toEqual([]);
  },
  signIn: async ({ page }, use) => {
    await use(async (login) => {
      await page.goto('/login');
      await page.getByLabel('User name or e-mail').fill(login);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    });
  },
});

export { expect };

export async function expectNoAxeProblems(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(' | ')}`)).toEqual([]);
}

/** Nothing may scroll sideways but a table in its own frame. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

/** Waits until every island that wakes by itself listens. */
export async function islandsAwake(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.querySelectorAll('[data-island-when="load"], [data-island-when="idle"]')].every((element) => element.getAttribute('data-island-state') === 'awake'));
}

/** Presses Tab, or another key, until the focus is there, as whoever has no mouse would. */
export async function walkTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let steps = 0; steps < 100; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`100 presses of ${key} do not lead to ${wanted.toString()}`);
}
