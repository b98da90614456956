import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { password } from '../password';
import { themeSettled } from '../support';
import { pictureOf, type Wish } from './wish';

interface Visit {
  server: string;
  locale: string;
  /** Nobody is signed in where null. */
  login: string | null;
  scripts?: boolean;
}

/** A window of its own. The language that is chosen where somebody signs in is theirs from then on. */
export async function openIn(browser: Browser, { server, locale, login, scripts = true }: Visit): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server,
    javaScriptEnabled: scripts,
    locale: locale.replace('_', '-'),
  });
  const page = await context.newPage();
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

interface Sitting {
  name: string;
  locale: string;
  /** Brings the page to what is looked at; once for each width, since a sheet or a window opens another way there. */
  open(): Promise<unknown>;
}

/** Takes one picture for each width and colour scheme. */
export async function takePictures(
  page: Page,
  { name, locale, open }: Sitting,
  { widths, schemes, out }: Wish,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize(sizeOf(width));
    await open();
    await growToContent(page);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await themeSettled(page);
      await page.screenshot({
        path: join(out, pictureOf(name, locale, width, colorScheme)),
        fullPage: (await page.locator('dialog[open], [popover="auto"]:popover-open').count()) === 0,
      });
    }
  }
}

const sizeOf = (width: number) => ({ width, height: width > 600 ? 900 : 844 });

/** Of a list of 200 rows no picture says more. */
const tallest = 4000;

/** A window above the page, or else a frame in it, scrolls by itself: the browser's window grows until it shows everything. */
async function growToContent(page: Page): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const hidden = await page.evaluate(() => {
      const inFrame = document.querySelector<HTMLIFrameElement>('iframe[data-legacy-frame]')?.contentDocument;
      const windows = [document, inFrame].flatMap((one) => [
        ...(one?.querySelectorAll('dialog[open], [popover="auto"]:popover-open') ?? []),
      ]);
      const shown = windows.length > 0 || !inFrame ? windows : [inFrame.documentElement];
      return Math.max(0, ...shown.map((one) => one.scrollHeight - one.clientHeight));
    });
    const { width, height } = page.viewportSize() ?? sizeOf(1440);
    if (hidden === 0 || height >= tallest) return;
    await page.setViewportSize({ width, height: Math.min(height + hidden, tallest) });
  }
}
