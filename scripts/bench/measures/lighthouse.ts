import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signInOver } from '../../../tests/support/counterparts/visitor';
import { inFolder } from '../../../tests/support/in-folder';
import { password } from '../../../tests/support/people';
import { chromiumPath, withCounterparts } from '../counterparts';
import { addKitchens, openBench } from '../kitchens';
import { median, type Figure, type Measure } from '../measure';

/** Fetched by npx when it is asked for: too much for everybody's `npm install`. The newest that runs on Node 20. */
const tool = 'lighthouse@12.8.2';
const rounds = 3;
const categories = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;

export const lighthouse: Measure = {
  name: 'lighthouse',
  minutes: 4,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare: start }) => {
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const { viewer } = await addKitchens(bench, { locations: 40 });
      await bench.close();
      const tare = await start();
      const cookie = await signInOver(tare.url, { login: viewer.login, password });
      const figures: Figure[] = [];
      for (const path of ['/login', '/deployment-status', '/performanceDashboard']) {
        const all: Record<string, number>[] = [];
        for (let round = 0; round < (quick ? 1 : rounds); round += 1)
          all.push(await scoresOf(tare.url + path, path === '/login' ? undefined : cookie));
        for (const [category, bar] of Object.entries(categories)) {
          const score = median(all.map((one) => one[category] ?? 0));
          figures.push({
            what: `Lighthouse, ${path}: ${category}`,
            ours: String(score),
            bar: bar === 100 ? '100' : `≥ ${bar}`,
            met: score >= bar,
          });
        }
        say(path);
      }
      return figures;
    }),
};

function scoresOf(url: string, cookie: string | undefined): Promise<Record<string, number>> {
  return inFolder(async (folder) => {
    const report = join(folder, 'report.json');
    await promisify(execFile)(
      'npx',
      [
        '--yes',
        tool,
        url,
        '--quiet',
        '--output=json',
        `--output-path=${report}`,
        `--only-categories=${Object.keys(categories).join()}`,
        '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
        ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
      ],
      { env: { ...process.env, CHROME_PATH: chromiumPath() }, maxBuffer: 2 ** 26 },
    );
    const { categories: found, finalDisplayedUrl } = JSON.parse(readFileSync(report, 'utf8')) as {
      categories: Record<string, { score: number }>;
      finalDisplayedUrl: string;
    };
    if (!finalDisplayedUrl.startsWith(url)) throw new Error(`${url} led to ${finalDisplayedUrl}`);
    return Object.fromEntries(Object.entries(found).map(([name, { score }]) => [name, Math.round(score * 100)]));
  });
}
