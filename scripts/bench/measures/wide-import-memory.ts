import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Measure } from '../measure';
import { compareMemory } from './import-memory';

/** As many as a mapping may have side by side. */
const columns = 400;
const dayMs = 24 * 3_600_000;

/** A line of a wide sheet holds as many events as 400 lines of a long one. */
export const wideImportMemory: Measure = {
  name: 'wide-import-memory',
  minutes: 6,
  run: (tools) =>
    compareMemory(tools, {
      sizes: tools.quick ? [20_000, 100_000] : [100_000, 1_000_000],
      what: `cells, ${columns} side by side`,
      mapping,
      sheetOf,
    }),
};

const names = Array.from({ length: columns }, (_, at) => `Food ${at + 1}`);

const mapping = {
  version: 1,
  name: 'Bench',
  decimal: '.',
  dates: { column: 'Day', patterns: ['yyyy-MM-dd'] },
  site: { column: 'Site' },
  location: { sameAsSite: true },
  unknownSites: 'create',
  newSites: { country: 'US', timeZone: 'America/New_York', currency: 'USD' },
  stage: { constant: 8 },
  measures: [],
  wide: {
    heads: 'item',
    columns: names.map((name) => ({ column: name, value: name })),
    measure: { kind: 'weight', unit: 'kg', skipZero: false },
  },
};

async function sheetOf(folder: string, cells: number): Promise<string> {
  const lines = cells / columns;
  const path = join(folder, `wide-${lines}.csv`);
  const file = createWriteStream(path);
  file.write(`Day,Site,${names.join(',')}\n`);
  for (let at = 0; at < lines; at += 1) {
    const day = new Date(Date.now() - (1 + (at % 700)) * dayMs).toISOString().slice(0, 10);
    const weights = names.map((_, column) => (((at * columns + column) * 7919) % 9_000) / 1_000);
    if (!file.write(`${day},School ${at % 60},${weights.join(',')}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return path;
}
