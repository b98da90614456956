import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { password } from '../password';
import { pageToLookAt } from '../visitors';
import { walkedPages } from '../pages';
import { islandsAwake, test } from '../support';
import { pictureOf, readWish } from './wish';

test.describe.configure({ mode: 'parallel' });
// A page that refuses something still has a picture.
test.use({ refusals: [400, 401, 403, 404, 409, 410, 422] });

const { pages, locales, widths, schemes, out } = readWish();
const wanted = walkedPages().filter(({ address }) => pages.length === 0 || pages.includes(address));
if (wanted.length === 0) throw new Error(`There is no page at ${pages.join(', ')}. These there are: ${walkedPages().map(({ address }) => address).join(' ')}`);

for (const locale of locales) {
  for (const walked of wanted) {
    test(`${walked.address} ${locale}`, async ({ browser, server, signedIn, mayOpen }) => {
      const { login, address } = await pageToLookAt(walked, { signedIn, mayOpen });
      const page = await openIn(browser, { server, locale, login });
      for (const width of widths) {
        await page.setViewportSize({ width, height: width > 600 ? 900 : 844 });
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.goto(address);
          await islandsAwake(page);
          for (const frame of await page.locator('iframe[data-legacy-frame]').all()) await frame.contentFrame().locator('main:not([aria-busy="true"])').waitFor();
          await page.screenshot({ path: join(out, pictureOf(walked.address, locale, width, colorScheme)), fullPage: true });
        }
      }
      await page.context().close();
    });
  }
}

/** The language that is chosen where somebody signs in is theirs from then on. */
async function openIn(browser: Browser, { server, locale, login }: { server: string; locale: string; login: string | null }): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server })).newPage();
  await page.goto(`/login?lang=${locale}`);
  if (login === null) return page;
  await page.locator('input[name="username"]').fill(login);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  const spoken = await page.locator('html').getAttribute('lang');
  if (spoken !== locale.replace('_', '-')) throw new Error(`${login} chose ${locale} and reads ${spoken}.`);
  return page;
}
