import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from '@playwright/test';

const base = '/vendor-portal';
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portal</title><button id="administration" disabled>Administration</button><script src="${base}/bundle.js"></script></html>`;

export interface Portal {
  page: Page;
  /** What the vendor marks with this for tests. */
  part(id: string): Locator;
  /** Opens the page; signed in or not, and without the administration. */
  open(path?: string): Promise<void>;
  /** Opens the administration at a section. */
  administer(section: string): Promise<void>;
  /** Requests of the page to other hosts, each of which was refused. */
  outside: string[];
  /** Calls of the portal that the server refused, each once, with the status. */
  refused: Set<string>;
  /** Of its scripts. */
  errors: string[];
  close(): Promise<void>;
}

/** A browser in which the vendor's portal stands on a page of the server's own origin; all that it calls is answered by the server itself, and nothing leaves this machine. */
export async function visitPortal(browser: Browser, { url, bundle }: { url: string; bundle: string }): Promise<Portal> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const portal: Portal = {
    page,
    outside: [],
    refused: new Set(),
    errors: [],
    part: (id) => page.locator(`[data-test-id="${id}"]`),
    open: async (path = '/') => void (await page.goto(`${base}${path}`)),
    async administer(section) {
      await page.locator('#administration').click();
      await portal.part(section).click();
    },
    close: () => context.close(),
  };
  const [script, { origin }] = [readFileSync(bundle, 'utf8'), new URL(url)];
  await context.route('**/*', async (route) => {
    const asked = new URL(route.request().url());
    if (asked.origin !== origin) {
      portal.outside.push(asked.host);
      return route.abort('blockedbyclient');
    }
    if (asked.pathname === `${base}/bundle.js`)
      return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script });
    if (asked.pathname.startsWith(`${base}/`))
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
    return route.continue();
  });
  page.on('response', (answer) => {
    if (answer.status() >= 400)
      portal.refused.add(`${answer.request().method()} ${new URL(answer.url()).pathname} ${answer.status()}`);
  });
  page.on('console', (message) => {
    // That something was not answered stands in the two lists above.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      portal.errors.push(message.text());
  });
  page.on('pageerror', (error) => portal.errors.push(error.message));
  return portal;
}
