import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { password } from '../../../tests/support/people';
import { chromiumPath, withCounterparts } from '../counterparts';
import { addKitchens, openBench } from '../kitchens';
import type { Measure } from '../measure';

const bar = 75 * 1_024;
const withoutIslands = ['/parked-jobs', '/privacy-policy'];

export const scriptSize: Measure = {
  name: 'script-size',
  minutes: 1,
  run: () =>
    withCounterparts(async ({ databaseUrl, tare: start }) => {
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const { viewer, start: first, end } = await addKitchens(bench, { locations: 8 });
      await bench.close();
      const tare = await start();
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
      try {
        const context = await browser.newContext({ baseURL: tare.url });
        const page = await context.newPage();
        await page.goto('/login');
        await page.locator('input[name=username]').fill(viewer.login);
        await page.locator('input[name=password]').fill(password);
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => !url.pathname.startsWith('/login'));
        const scripts = await scriptsOf(
          context,
          `/performanceDashboard?startDate=${first}&endDate=${end}&wasteStageId=8`,
        );
        const bytes = scripts.reduce((sum, path) => sum + sentBytes(path), 0);
        const plain = (await Promise.all(withoutIslands.map((path) => scriptsOf(context, path)))).flat();
        const react = plain.filter((path) => /hydrate|react/i.test(path));
        return [
          {
            what: 'script of the dashboard, every island awake, brotli',
            ours: `${(bytes / 1_024).toFixed(1)} KB`,
            bar: '≤ 75 KB',
            met: bytes > 0 && bytes <= bar,
          },
          {
            what: 'script of React on pages without islands',
            ours: `${react.length} files`,
            bar: '0 files',
            met: react.length === 0,
          },
        ];
      } finally {
        await browser.close();
      }
    }),
};

/** The paths of all scripts that the page fetches once somebody has reached for each of its islands. */
async function scriptsOf(context: BrowserContext, path: string): Promise<string[]> {
  const fetched = new Set<string>();
  const note = (request: { resourceType(): string; url(): string }) => {
    if (request.resourceType() === 'script') fetched.add(new URL(request.url()).pathname);
  };
  const own = await context.newPage();
  own.on('request', note);
  await own.goto(path, { waitUntil: 'networkidle' });
  for (const island of await own.locator('[data-island-state]').all()) await island.dispatchEvent('focusin');
  await own.waitForFunction(() =>
    [...document.querySelectorAll('[data-island-state]')].every(
      (island) => island.getAttribute('data-island-state') === 'awake',
    ),
  );
  await own.waitForLoadState('networkidle');
  await own.close();
  return [...fetched];
}

/** As served to a browser that takes brotli. */
function sentBytes(path: string): number {
  const file = join('dist', 'client', path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}
