import type { Page } from '@playwright/test';
import { startDemoServer } from './demo-server';
import { expect, fillSignIn, people, test } from './support';

const container = 'GTM-AB12CD3';
/** What the outside host would send: it says what it finds, and tries what the policy has to stop. */
const loaderBody = `
  window.found = JSON.parse(JSON.stringify(window.dataLayer));
  const tag = document.createElement('script');
  tag.textContent = 'window.ranInline = true';
  document.head.append(tag);`;

interface Layered {
  found?: object[];
  ranInline?: boolean;
  dataLayer?: object[];
}

/** Answers for the outside host. @returns the addresses that were asked of it */
async function standIn(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/^https:\/\/www\.googletagmanager\.com\//, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'text/javascript', body: loaderBody });
  });
  return asked;
}

test.describe('with an analytics container', () => {
  let measured: Awaited<ReturnType<typeof startDemoServer>>;
  test.beforeAll(async () => {
    measured = await startDemoServer({ ANALYTICS_CONTAINER: container, STAFF_EMAIL_DOMAINS: 'tare.test' });
  });
  test.afterAll(async () => {
    await measured.stop();
  });

  for (const [login, audience] of [
    [people.staff, 'employee'],
    [people.caterer, 'customer'],
  ] as const) {
    // Spec 5: Analytics: the label reaches the container, the address nothing
    test(`the page of ${audience}s loads it once, tells it the label, and nowhere who they are`, async ({
      browser,
    }) => {
      const page = await (await browser.newContext({ baseURL: measured.url })).newPage();
      const outside: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(measured.url)) outside.push(request.url());
      });
      const asked = await standIn(page);
      await fillSignIn(page, login);
      await expect
        .poll(() => page.evaluate(() => (window as Layered).found))
        .toEqual([{ audience }, { 'gtm.start': expect.any(Number), event: 'gtm.js' }]);
      expect(asked).toEqual([`https://www.googletagmanager.com/gtm.js?id=${container}`]);
      expect(outside).toEqual(asked);
      expect(await page.evaluate(() => JSON.stringify((window as Layered).dataLayer))).not.toContain('@');
      expect(await page.content()).not.toContain(login);
      expect(await page.evaluate(() => (window as Layered).ranInline)).toBeUndefined();
      await page.context().close();
    });
  }

  test('a framed page carries none, while the page around it does', async ({ browser }) => {
    const page = await (await browser.newContext({ baseURL: measured.url })).newPage();
    const asked = await standIn(page);
    await fillSignIn(page, people.caterer);
    // The home page asks, too; to leave before it could would be to ask once.
    await expect.poll(() => asked.length).toBe(1);
    await page.goto('/sites');
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
    const frame = page.frames().find((one) => one.url().includes('/legacy/sites.html'));
    expect(await frame?.evaluate(() => (window as Layered).dataLayer)).toBeUndefined();
    expect(asked).toHaveLength(2);
    await page.context().close();
  });
});

test('without a container no page asks another host for anything', async ({ page, withSession, server }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server)) outside.push(request.url());
  });
  await withSession(people.caterer);
  await page.goto('/deployment-status');
  await page.waitForLoadState('networkidle');
  expect(outside).toEqual([]);
  expect(await page.evaluate(() => (window as Layered).dataLayer)).toBeUndefined();
});
