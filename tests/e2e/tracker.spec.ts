import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

const state = (page: Page) => page.getByRole('banner').getByRole('button').last();
const touch = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().tap();
const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** A scale at a serial port that says a line ten times a second. */
function plugScale() {
  const port = Object.assign(new EventTarget(), {
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    writable: null,
    readable: new ReadableStream<Uint8Array>({
      start(controller) {
        const say = () => {
          const line = document.documentElement.dataset.scaleSays;
          if (line) controller.enqueue(new TextEncoder().encode(`${line}\r\n`));
        };
        setInterval(say, 100);
      },
    }),
  });
  const serial = Object.assign(new EventTarget(), {
    getPorts: () => Promise.resolve([]),
    requestPort: () => Promise.resolve(port),
  });
  Object.defineProperty(navigator, 'serial', { value: serial });
}

async function openTablet(context: BrowserContext, address: string): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage();
  const errors: string[] = [];
  // What is asked for without a network is written to the console; what breaks is not.
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(address);
  return { page, errors };
}

/** Item, weight, reason. */
async function weigh(page: Page, keys: string): Promise<void> {
  await page.locator('main section button').first().tap();
  for (const key of keys) await touch(page, key === '.' ? 'Decimal separator' : key);
  await touch(page, 'Next');
  await page.getByRole('main').getByRole('button', { name: 'No reason' }).tap();
  await title(page, 'Saved');
}

// Issue 29: the tracker weighs offline, and each weighing arrives once
test('a tablet that is cut off, closed and opened again sends each weighing once', async ({
  browser,
  server,
  signedIn,
}) => {
  const manager = await signedIn(people.caterer);
  await manager.goto('/device-monitor/new');
  await manager.getByLabel('Name').fill('Dish return');
  await manager.getByLabel('Serial number').fill(`tablet-${Date.now()}`);
  await manager.getByRole('button', { name: 'Add device' }).click();
  const link = manager.getByRole('link', { name: 'Open the tracker on this device' });
  const address = (await link.getAttribute('href')) ?? '';
  const deviceId = Number(/devices\/(\d+)\//.exec(await manager.content())?.[1]);
  const arrived = async () => {
    const answer = await manager.request.get(`/rest/v1/waste-events?deviceId=${deviceId}&limit=200`);
    return ((await answer.json()) as { events: { clientEventUuid: string; netGrams: number }[] }).events;
  };

  const context = await browser.newContext({
    baseURL: server,
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    locale: 'en-US',
  });
  await context.addInitScript(plugScale);
  const { page, errors } = await openTablet(context, address);
  await expectNoAxeProblems(page);
  await touch(page, 'Set up tablet');
  await title(page, 'What are you weighing?');
  await expectNoOverflow(page);
  await expectNoAxeProblems(page);
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
  await weigh(page, '1.5');
  await expect(page.getByRole('main')).toContainText(/1\.5\skg/);
  await expectNoAxeProblems(page);
  for (let nth = 2; nth <= 20; nth += 1) {
    await touch(page, 'Next weighing');
    await weigh(page, `0.${String(nth).padStart(2, '0')}`);
  }
  await expect(state(page)).toHaveText('20 to send');
  await touch(page, /^Undo \(\d+\)$/);
  await expect(page.getByRole('status').filter({ hasText: /Undone: 0\.2\skg/ })).toBeVisible();
  // 1.5 and 0.02 to 0.19
  await expect(page.getByRole('banner')).toContainText(/3\.39\skg/);
  await page.close();

  const again = await context.newPage();
  again.on('pageerror', ({ message }) => errors.push(message));
  // The minute in which they can be undone is over, by the tablet's clock.
  await again.clock.install({ time: Date.now() + 65_000 });
  await again.goto('/tracker');
  await title(again, 'What are you weighing?');
  await expect(state(again)).toHaveText('19 to send');
  await expect(again.getByRole('banner')).toContainText(/3\.39\skg/);
  const picture = again.locator('main section img').first();
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  // The first answer gets lost on its way.
  await context.route(
    '**/rest/v1/waste-events',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await context.setOffline(false);
  await expect(state(again)).toHaveText('Weighings');
  const events = await arrived();
  expect(events.map(({ netGrams }) => netGrams).sort((a, b) => b - a)).toEqual([
    1_500,
    ...Array.from({ length: 18 }, (_, at) => 190 - 10 * at),
  ]);

  await manager.goto(`/device-monitor/devices/${deviceId}`);
  await manager.getByLabel('Scale').selectOption('continuous');
  await manager.getByRole('button', { name: 'Save settings' }).click();
  await expect(manager.getByText('Settings saved.')).toBeVisible();
  await again.reload();
  await title(again, 'What are you weighing?');
  await expect(async () => {
    await again.locator('main section button').first().tap();
    await again.getByRole('button', { name: 'Connect scale' }).tap({ timeout: 500 });
  }).toPass();
  const says = (line: string) => again.evaluate((text) => (document.documentElement.dataset.scaleSays = text), line);
  await says('US,GS,+  2.400kg');
  await expect(again.getByText('Wait for the weight to settle')).toBeVisible();
  await expect(again.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await says('ST,GS,+  2.500kg');
  await expect(again.getByText('Stable', { exact: true })).toBeVisible();
  await touch(again, 'Next');
  await again.getByRole('main').getByRole('button', { name: 'No reason' }).tap();
  await expect(again.getByRole('main')).toContainText(/2\.5\skg/);
  await again.clock.fastForward(61_000);
  await expect.poll(async () => (await arrived()).length).toBe(20);

  // Another tablet becomes the device: what waits here stays here.
  await manager.getByRole('button', { name: 'Create code' }).click();
  const used = ((await link.getAttribute('href')) ?? '').split('=')[1] ?? '';
  await again.evaluate(async (code) => {
    const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'fetch' };
    await fetch('/rest/v1/devices/enrol', { method: 'POST', headers, body: JSON.stringify({ code }) });
  }, used);
  await again.locator('main section button').first().tap();
  await touch(again, 'Next');
  await again.getByRole('main').getByRole('button', { name: 'No reason' }).tap();
  await again.clock.fastForward(61_000);
  await expect(again.getByRole('alert').filter({ hasText: '1 weighing is kept here' })).toBeVisible();
  await touch(again, 'Set up again');
  await again.getByLabel('Enrollment code').fill(used);
  await touch(again, 'Set up tablet');
  await expect(again.locator('#code-problem')).not.toBeEmpty();
  expect(await arrived()).toHaveLength(20);
  expect(errors).toEqual([]);
  await context.close();
});
