import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../../../tests/support/in-folder';
import { newOrganisation } from '../../../tests/support/people';
import { secret, withCounterparts } from '../counterparts';
import { openBench } from '../kitchens';
import { megabytes, type Figure, type Measure, type Tools } from '../measure';

interface Memory {
  /** Events of a sheet and of a longer one. */
  sizes: readonly [number, number];
  /** What `sizes` counts. */
  what: string;
  mapping: object;
  /** Writes a sheet of so many events. @returns its path */
  sheetOf(folder: string, events: number): Promise<string>;
}

/** The memory of an import beside that of a shorter sheet of the same form. */
export const compareMemory = (
  { say }: Tools,
  { sizes, what, mapping: wanted, sheetOf: write }: Memory,
): Promise<Figure[]> =>
  withCounterparts(({ postgres }) =>
    inFolder(async (folder) => {
      const peakOf = async (events: number) => {
        const file = await write(folder, events);
        const peak = await peakOfImport({
          databaseUrl: postgres.database(`events_${events}`),
          folder,
          file,
          mapping: wanted,
          events,
        });
        say(`${events.toLocaleString('en-US')} ${what}: at most ${megabytes(peak)}`);
        return peak;
      };
      const [few, many] = [await peakOf(sizes[0]), await peakOf(sizes[1])];
      return [
        {
          what: `memory of an import of ${sizes[1].toLocaleString('en-US')} ${what}`,
          ours: megabytes(many),
          floor: `${megabytes(few)} at ${sizes[0].toLocaleString('en-US')}`,
          ratio: many / few,
          bar: '≤ 1.3',
          met: many / few <= 1.3,
        },
      ];
    }),
  );

export const importMemory: Measure = {
  name: 'import-memory',
  minutes: 4,
  run: (tools) =>
    compareMemory(tools, {
      sizes: tools.quick ? [10_000, 40_000] : [100_000, 1_000_000],
      what: 'lines',
      mapping,
      sheetOf,
    }),
};

const dayMs = 24 * 3_600_000;

/** Every line is another one. */
async function sheetOf(folder: string, lines: number): Promise<string> {
  const path = join(folder, `${lines}.csv`);
  const file = createWriteStream(path);
  file.write('Day,Site,Kilograms,Remark\n');
  for (let at = 0; at < lines; at += 1) {
    const day = new Date(Date.now() - (1 + (at % 700)) * dayMs).toISOString().slice(0, 10);
    if (!file.write(`${day},School ${at % 60},${((at * 7919) % 9_000) / 1_000},line ${at}\n`))
      await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return path;
}

const mapping = {
  version: 1,
  name: 'Bench',
  decimal: '.',
  dates: { column: 'Day', patterns: ['yyyy-MM-dd'] },
  site: { column: 'Site' },
  location: { sameAsSite: true },
  note: { column: 'Remark' },
  unknownSites: 'create',
  newSites: { country: 'US', timeZone: 'America/New_York', currency: 'USD' },
  stage: { constant: 8 },
  measures: [{ kind: 'weight', name: 'Waste', column: 'Kilograms', unit: 'kg', skipZero: false }],
};

interface Importing {
  databaseUrl: string;
  folder: string;
  file: string;
  mapping: object;
  /** That the file holds. */
  events: number;
}

/** The most memory that a command line takes for the import of a file into an empty database, in bytes. */
async function peakOfImport({ databaseUrl, folder, file, mapping: wanted, events }: Importing): Promise<number> {
  const bench = await openBench({ DATABASE_URL: databaseUrl });
  const organisationId = await newOrganisation(bench);
  await bench.close();
  const mappingFile = join(folder, 'mapping.json');
  writeFileSync(mappingFile, JSON.stringify(wanted));
  const child = spawn(
    process.execPath,
    ['dist/commands/import.js', file, '--mapping', mappingFile, '--organisation', String(organisationId)],
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PUBLIC_URL: 'http://127.0.0.1',
        SESSION_SECRET: secret,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, highWater(child.pid ?? 0));
  }, 50);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(watch);
  if (code !== 0 || !said.includes(events.toLocaleString('en-US')))
    throw new Error(`the import of ${events} events ended with ${code}:\n${said}`);
  return peak;
}

/** The most resident memory that the process has had, in bytes. */
function highWater(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
