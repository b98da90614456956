import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
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

interface Arrived {
  eventId: number;
  clientEventUuid: string;
  netGrams: number;
  locationId: number;
}

/** A device that nobody has set up a tablet for. */
async function addDevice(manager: Page): Promise<{ address: string; deviceId: number; arrived(): Promise<Arrived[]> }> {
  await manager.goto('/device-monitor/new');
  await manager.getByLabel('Name').fill('Dish return');
  await manager.getByLabel('Serial number').fill(`tablet-${Date.now()}`);
  await manager.getByRole('button', { name: 'Add device' }).click();
  const address = (await codeLink(manager).getAttribute('href')) ?? '';
  const deviceId = Number(/devices\/(\d+)\//.exec(await manager.content())?.[1]);
  return {
    address,
    deviceId,
    async arrived() {
      const answer = await manager.request.get(`/rest/v1/waste-events?deviceId=${deviceId}&limit=200`);
      return ((await answer.json()) as { events: Arrived[] }).events;
    },
  };
}

const codeLink = (manager: Page) => manager.getByRole('link', { name: 'Open the tracker on this device' });
const codeIn = (address: string) => address.split('=')[1] ?? '';

const tablet = (browser: Browser, server: string) =>
  browser.newContext({ baseURL: server, viewport: { width: 1024, height: 768 }, hasTouch: true, locale: 'en-US' });

/** As fast as the page goes: so many grams each, by the same buttons. */
const weighAll = (page: Page, grams: readonly number[]) =>
  page.evaluate(async (all) => {
    const until = async <T>(find: () => T | null | undefined): Promise<T> => {
      for (;;) {
        const found = find();
        if (found) return found;
        await new Promise((later) => setTimeout(later, 5));
      }
    };
    const named = (...names: string[]) =>
      until(() =>
        [...document.querySelectorAll<HTMLButtonElement>('main button')].find(
          (button) => names.includes(button.textContent) && !button.disabled && !button.hidden,
        ),
      );
    const on = (...screens: string[]) =>
      until(() => screens.find((screen) => document.querySelector(`[data-screen="${screen}"]`)));
    for (const one of all) {
      if (document.querySelector('[data-screen="saved"]')) (await named('Next weighing')).click();
      await on('items');
      (await until(() => document.querySelector<HTMLButtonElement>('main section button'))).click();
      await on('weigh');
      for (const key of `0.${String(one).padStart(3, '0')}`) (await named(key)).click();
      (await named('Next', 'Save')).click();
      if ((await on('reason', 'saved')) === 'reason') (await named('No reason')).click();
      await on('saved');
    }
  }, grams);

const gramsFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

async function letDevicesAddPhotos(manager: Page, allowed: boolean): Promise<void> {
  await manager.goto('/photo-settings');
  await manager.getByLabel('Let devices add photos').setChecked(allowed);
  await manager.getByRole('button', { name: 'Save settings' }).click();
  await expect(manager.getByText('Settings saved.')).toBeVisible();
}

async function takePhoto(page: Page): Promise<void> {
  const camera = page.waitForEvent('filechooser');
  await touch(page, 'Add photo');
  const picture = sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: '#c8a060' } });
  await (await camera).setFiles({ name: 'plate.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() });
  await expect(page.getByText('Photo added.')).toBeVisible();
}

// Issue 29: the tracker weighs offline, and each weighing arrives once
test('a tablet that is cut off, closed and opened again sends each weighing once', async ({
  browser,
  server,
  signedIn,
}) => {
  const manager = await signedIn(people.caterer);
  const { address, deviceId, arrived } = await addDevice(manager);
  const link = codeLink(manager);

  const context = await tablet(browser, server);
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
  const used = codeIn((await link.getAttribute('href')) ?? '');
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

// Issue 29: whatever is switched off in between
test('fifty weighings and a photo arrive once each through a cut network, a closed page and a killed server', async ({
  browser,
  process: { url, kill, startAgain },
  signedIn,
}) => {
  const manager = await signedIn(people.caterer);
  await letDevicesAddPhotos(manager, true);
  const { address, arrived } = await addDevice(manager);
  const context = await tablet(browser, url);
  const photos: number[] = [];
  context.on('response', (answer) => {
    if (answer.url().endsWith('/photo')) photos.push(answer.status());
  });
  const { page, errors } = await openTablet(context, address);
  await touch(page, 'Set up tablet');
  await title(page, 'What are you weighing?');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await weighAll(page, gramsFrom(1, 10));
  await context.setOffline(true);
  await weighAll(page, gramsFrom(11, 20));
  await takePhoto(page);
  await weighAll(page, gramsFrom(21, 25));
  await page.close();

  const again = await context.newPage();
  again.on('pageerror', ({ message }) => errors.push(message));
  await again.clock.install({ time: Date.now() + 65_000 });
  await again.goto('/tracker');
  await title(again, 'What are you weighing?');
  await expect(state(again)).toHaveText('25 to send');
  await weighAll(again, gramsFrom(26, 35));

  // It has taken them, and is gone before it says so.
  let died: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => (died = resolve));
  await context.route(
    '**/rest/v1/waste-events',
    async (route) => {
      await route.fetch();
      await kill();
      await route.abort();
      died();
    },
    { times: 1 },
  );
  await context.setOffline(false);
  await dead;
  await weighAll(again, gramsFrom(36, 50));
  await expect(state(again)).toHaveText('50 to send');
  await startAgain();
  await again.clock.fastForward(61_000);
  await again.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(state(again)).toHaveText('Weighings');
  await expect.poll(() => photos).toEqual([200]);

  const events = await arrived();
  expect(events.map(({ netGrams }) => netGrams).sort((a, b) => a - b)).toEqual(gramsFrom(1, 50));
  expect(new Set(events.map(({ clientEventUuid }) => clientEventUuid)).size).toBe(50);
  expect(errors).toEqual([]);
  await context.close();
});

test('two tabs send once, full storage loses nothing, and a PIN and a refused photo are told', async ({
  browser,
  server,
  signedIn,
}) => {
  const manager = await signedIn(people.caterer);
  await letDevicesAddPhotos(manager, true);
  const { address, deviceId, arrived } = await addDevice(manager);
  const context = await tablet(browser, server);
  const first = await openTablet(context, address);
  await touch(first.page, 'Set up tablet');
  await title(first.page, 'What are you weighing?');
  const second = await openTablet(context, '/tracker');
  const twice = 'The tracker is open in two tabs';
  await expect(second.page.getByText(twice)).toBeVisible();
  await expectNoAxeProblems(second.page);
  const sent = [first.page, second.page].map((page) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/rest/v1/waste-events')) calls.push(request.method());
    });
    return calls;
  });
  await weighAll(second.page, [1, 2, 3]);
  await expect(state(first.page)).toHaveText('3 to send');
  await expect(first.page.getByText(twice)).toBeHidden();
  await weighAll(first.page, [4]);
  await first.page.clock.install({ time: Date.now() + 65_000 });
  await first.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(state(second.page)).toHaveText('Weighings');
  expect([sent.map(({ length }) => length > 0), (await arrived()).length]).toEqual([[true, false], 4]);
  await first.page.close();
  const { page } = second;
  await expect(page.getByText(twice)).toBeHidden();

  const disk = (full: boolean) =>
    page.evaluate((isFull) => {
      const { prototype } = IDBObjectStore;
      const kept = window as { usualPut?: typeof prototype.put };
      kept.usualPut ??= prototype.put;
      const refuse = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
      prototype.put = isFull ? refuse : kept.usualPut;
    }, full);
  await disk(true);
  await touch(page, 'Next weighing');
  await page.locator('main section button').first().tap();
  for (const key of '5') await touch(page, key);
  await touch(page, 'Next');
  await page.getByRole('main').getByRole('button', { name: 'No reason' }).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'storage is full' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Saved' })).toBeHidden();
  await disk(false);
  await page.getByRole('main').getByRole('button', { name: 'No reason' }).tap();
  await title(page, 'Saved');
  await expect(page.getByRole('alert').filter({ hasText: 'storage is full' })).toBeHidden();

  // The organization changes its mind while the photo waits.
  await takePhoto(page);
  await letDevicesAddPhotos(manager, false);
  const [{ locationId } = { locationId: 0 }] = await arrived();
  const made = await manager.request.post('/rest/v1/operators', {
    data: { alias: 'Blitz', locationId, locale: 'en_US' },
    headers: { origin: server },
  });
  const { pin } = (await made.json()) as { pin: string };
  await manager.goto(`/device-monitor/devices/${deviceId}`);
  await manager.getByLabel('Ask for a PIN before weighing').check();
  await manager.getByRole('button', { name: 'Save settings' }).click();
  await expect(manager.getByText('Settings saved.')).toBeVisible();
  // All tabs have one clock.
  await page.clock.fastForward(61_000);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('alert').filter({ hasText: '1 photo was not accepted' })).toContainText(
    'does not accept photos from devices',
  );
  await touch(page, 'OK');
  await touch(page, 'Blitz');
  const wrong = pin === '000000' ? '000001' : '000000';
  for (const key of wrong) await touch(page, key);
  await touch(page, 'Sign in');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  for (const key of pin) await touch(page, key);
  await touch(page, 'Sign in');
  await title(page, 'What are you weighing?');
  await expectNoAxeProblems(page);
  await weighAll(page, [6]);
  await expect(page.getByRole('button', { name: 'Add photo' })).toBeHidden();
  await page.clock.fastForward(61_000);
  await expect.poll(async () => (await arrived()).length).toBe(6);
  const named = await Promise.all(
    (await arrived()).map(async ({ eventId }) => {
      const { event } = (await (await manager.request.get(`/rest/v1/waste-events/${eventId}`)).json()) as {
        event: { netGrams: number; operatorAlias: string | null };
      };
      return event;
    }),
  );
  expect(named.filter(({ operatorAlias }) => operatorAlias === 'Blitz').map(({ netGrams }) => netGrams)).toEqual([6]);
  expect([...first.errors, ...second.errors]).toEqual([]);
  await context.close();
});

test('what waits for one organization is never sent into another', async ({ browser, server, signedIn }) => {
  const manager = await signedIn(people.caterer);
  const other = await signedIn(people.fairfax);
  const own = await addDevice(manager);
  const theirs = await addDevice(other);
  const context = await tablet(browser, server);
  const { page, errors } = await openTablet(context, own.address);
  await touch(page, 'Set up tablet');
  await title(page, 'What are you weighing?');
  await context.setOffline(true);
  await weighAll(page, [1, 2]);
  await page.clock.install({ time: Date.now() + 65_000 });

  const revoke = async (by: Page, { deviceId }: { deviceId: number }) => {
    await by.goto(`/device-monitor/devices/${deviceId}`);
    await by.getByRole('button', { name: 'Revoke key' }).click();
    await by.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await expect(by.getByText('Key revoked.')).toBeVisible();
    await context.setOffline(false);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByRole('alert').filter({ hasText: 'key no longer works' })).toBeVisible();
  };
  const setUp = async (address: string) => {
    await touch(page, 'Set up again');
    await page.getByLabel('Enrollment code').fill(codeIn(address));
    await touch(page, 'Set up tablet');
    await title(page, 'What are you weighing?');
  };
  await revoke(manager, own);
  await expect(page.getByText('2 weighings are kept here')).toBeVisible();
  await setUp(theirs.address);
  await expect(page.getByText('2 weighings from another organization are kept')).toBeVisible();
  await expectNoAxeProblems(page);
  await weighAll(page, [3]);
  await page.clock.fastForward(61_000);
  await expect.poll(async () => (await theirs.arrived()).length).toBe(1);
  expect(await own.arrived()).toEqual([]);

  await revoke(other, theirs);
  await manager.getByRole('button', { name: 'Create code' }).click();
  await setUp((await codeLink(manager).getAttribute('href')) ?? '');
  await expect(page.getByText('from another organization')).toBeHidden();
  await expect.poll(async () => (await own.arrived()).length).toBe(2);
  expect(await theirs.arrived()).toHaveLength(1);
  expect(errors).toEqual([]);
  await context.close();
});
