import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { rotateDeviceKey } from '../../../server/domain/places';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, unique } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import type { TestApp } from '../../../tests/support/test-app';
import { chromiumPath, withCounterparts } from '../counterparts';
import { openBench } from '../kitchens';
import { median, milliseconds, perSecond, type Figure, type Measure } from '../measure';

/** As a tablet of some years has it. */
const slowdown = 6;
const mostScript = 60 * 1_024;
const longestTapMs = 50;
/** Longer, and somebody who taps meanwhile notices. */
const longestHoldMs = 200;

interface Enrolled {
  key: string;
  organisationId: number;
  deviceId: number;
  deviceName: string;
}

/** First load, taps and a long queue of the tablet, in a browser whose processor is made slow. */
export const tracker: Measure = {
  name: 'tracker',
  minutes: 2,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare: start }) => {
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const enrolled = await addTablet(bench);
      await bench.close();
      const tare = await start();
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
      try {
        const context = await browser.newContext({
          baseURL: tare.url,
          viewport: { width: 1_024, height: 768 },
          hasTouch: true,
          locale: 'en-US',
        });
        const { page, bytes } = await firstLoad(context);
        const figures: Figure[] = [
          {
            what: 'script of the tracker’s first load, brotli',
            ours: `${(bytes / 1_024).toFixed(1)} KB`,
            bar: '≤ 60 KB',
            met: bytes > 0 && bytes <= mostScript,
          },
        ];
        say(`${bytes} bytes of script`);
        await become(page, enrolled);
        const devtools = await context.newCDPSession(page);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        figures.push(...(await tapFigures(page, devtools, quick ? 2 : 12)));
        say('taps');
        figures.push(...(await queueFigures(context, page, quick ? 500 : 5_000)));
        return figures;
      } finally {
        await browser.close();
      }
    }),
};

/** A device in a kitchen with as much to choose from as a large one has. */
async function addTablet(bench: TestApp): Promise<Enrolled> {
  const organisationId = await newOrganisation(bench, { timeZone: 'UTC' });
  const siteId = await addSite(bench, { organisationId });
  const locationId = await addLocation(bench, { organisationId, siteId, name: 'Kitchen', stages: [8] });
  for (const [element, count] of [
    ['WASTEITEM', 120],
    ['WASTEREASON', 8],
    ['WASTESOURCE', 5],
    ['CONTAINER', 6],
  ] as const)
    for (let at = 0; at < count; at += 1)
      await addValue(bench.db, organisationId, { element, name: `${element.slice(5).toLowerCase()} ${at}` });
  const { id: deviceId } = await bench.db
    .insertInto('device')
    .values({ organisation_id: organisationId, serial: unique('SN'), name: 'Tablet', location_id: locationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = await bench.db.transaction().execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId }));
  return { key, organisationId, deviceId, deviceName: 'Tablet' };
}

async function firstLoad(context: BrowserContext): Promise<{ page: Page; bytes: number }> {
  const scripts = new Set<string>();
  const page = await context.newPage();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  await page.goto('/tracker', { waitUntil: 'networkidle' });
  return { page, bytes: [...scripts].reduce((sum, path) => sum + sentBytes(path), 0) };
}

/** As served to a browser that takes brotli. */
function sentBytes(path: string): number {
  const file = join('dist', 'client', path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

async function become(page: Page, enrolled: Enrolled): Promise<void> {
  await page.evaluate(
    (things) =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open('tare-tracker');
        opened.onsuccess = () => {
          const change = opened.result.transaction('things', 'readwrite');
          change.objectStore('things').put(things, 'enrolled');
          change.oncomplete = () => resolve();
          change.onabort = () => reject(new Error('not kept'));
        };
      }),
    enrolled,
  );
  await page.reload();
  await page.locator('[data-screen="items"] section button').first().waitFor();
}

const steps = [
  ['an item', 'main section button', 'weigh'],
  ['a digit', 'main button:text-is("7")', 'weigh'],
  ['on to the reason', 'main button:text-is("Next")', 'reason'],
  ['a reason, which saves', 'main button:has-text("reason 3")', 'saved'],
  ['the next weighing', 'main button:text-is("Next weighing")', 'items'],
] as const;

/** What the page's thread works from the finger to the picture that answers it. */
async function tapFigures(page: Page, devtools: CDPSession, rounds: number): Promise<Figure[]> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = new Map<string, number[]>(steps.map(([what]) => [what, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [what, selector, screen] of steps) {
      const box = await page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`no place to tap: ${what}`);
      const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 40)];
      const before = await workMs(devtools);
      await page.touchscreen.tap(x, y);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      taken.get(what)?.push((await workMs(devtools)) - before);
      await page.locator(`[data-screen="${screen}"]`).waitFor();
    }
  return [...taken].map(([what, all]) => ({
    what: `tap on ${what}, processor ${slowdown}× slower`,
    ours: milliseconds(median(all)),
    bar: `≤ ${longestTapMs} ms`,
    met: median(all) <= longestTapMs,
  }));
}

async function workMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

/** Copies of the last weighing, as if the network had been away for weeks. */
const fillQueue = (page: Page, count: number) =>
  page.evaluate(
    (copies) =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open('tare-tracker');
        opened.onsuccess = () => {
          const change = opened.result.transaction('events', 'readwrite');
          const events = change.objectStore('events');
          const found = events.getAll() as IDBRequest<{ id: string; savedAt: number }[]>;
          found.onsuccess = () => {
            const [event] = found.result;
            if (!event) return;
            events.clear();
            for (let at = 0; at < copies; at += 1)
              events.put({
                ...event,
                id: crypto.randomUUID(),
                state: 'waiting',
                heldUntil: 0,
                occurredAt: null,
                savedAt: event.savedAt - at * 1_000,
              });
          };
          change.oncomplete = () => resolve();
          change.onabort = () => reject(new Error('not kept'));
        };
      }),
    count,
  );

/** How many wait or are on their way. */
const leftIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opened = indexedDB.open('tare-tracker');
        opened.onsuccess = () => {
          const states = opened.result.transaction('events').objectStore('events').index('state');
          const sending = states.count('sending');
          const waiting = states.count('waiting');
          waiting.onsuccess = () => {
            opened.result.close();
            resolve(sending.result + waiting.result);
          };
        };
      }),
  );

async function queueFigures(context: BrowserContext, page: Page, count: number): Promise<Figure[]> {
  await context.setOffline(true);
  await fillQueue(page, count);
  let batches = 0;
  let rows = 0;
  page.on('request', (request) => {
    if (!request.url().endsWith('/rest/v1/waste-events')) return;
    batches += 1;
    rows += (request.postDataJSON() as { events: unknown[] }).events.length;
  });
  await page.evaluate(() => {
    const holds: number[] = [];
    Object.assign(window, { holds });
    new PerformanceObserver((list) => holds.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  await context.setOffline(false);
  const began = performance.now();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  while ((await leftIn(page)) > 0) await new Promise((later) => setTimeout(later, 250));
  const seconds = (performance.now() - began) / 1_000;
  const holds = await page.evaluate(() => (window as unknown as { holds: number[] }).holds);
  const longest = Math.max(0, ...holds);
  return [
    {
      what: `${count.toLocaleString('en-US')} queued weighings, sent in ${batches} batches`,
      ours: perSecond(count / seconds),
      bar: 'each once',
      met: rows === count,
    },
    {
      what: `longest hold of the page meanwhile, processor ${slowdown}× slower`,
      ours: longest === 0 ? 'below 50 ms' : milliseconds(longest),
      bar: `≤ ${longestHoldMs} ms`,
      met: longest <= longestHoldMs,
    },
  ];
}
