import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainMapping } from '../../server/features/imports/imports.fixtures';
import { inFolder } from '../../tests/support/in-folder';
import { newOrganisation } from '../../tests/support/people';
import { urlOfDatabase } from '../../tests/support/postgres-databases';
import { testApp, type TestApp } from '../../tests/support/test-app';
import { importCommand } from './import/command';

interface End {
  code: number | null;
  out: string;
  err: string;
}

let app: TestApp;
let databaseUrl: string;

beforeAll(async () => {
  app = await testApp();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  databaseUrl = urlOfDatabase(rows[0]?.name ?? '');
});

const settings = () => ({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', DEMO: '0' });

/** As `npm run import -- …` does, without a process of its own. */
async function command(args: string[]): Promise<End> {
  const said = { out: '', err: '' };
  const code = await importCommand(args, {
    say(text) {
      said.out += `${text}\n`;
    },
    warn(text) {
      said.err += `${text}\n`;
    },
    env: settings(),
  });
  return { code, ...said };
}

/** `npm run import -- …` itself. */
function processOf(args: string[]): Promise<End> {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'import', ...args], {
    env: { PATH: process.env.PATH, ...settings() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
  });
  return new Promise((done) => {
    child.once('close', (code) => done({ code, ...said }));
  });
}

const table = (...lines: string[]) => ['nr,date,site,item,kg', ...lines].join('\n') + '\n';
const sheets = {
  first: table(
    '1,2026-03-02,Nord,Rice,1.5',
    '2,2026-03-03,Nord,Beans,2',
    '3,2026-03-04,Nord,Soup,1',
    '4,2026-03-04,Nord,Soup,heavy',
  ),
  corrected: table('1,2026-03-02,Nord,Rice,2.5', '2,2026-03-03,Nord,Beans,2'),
  renumbered: table('91,2026-03-02,Nord,Rice,1.5', '92,2026-03-03,Nord,Beans,2'),
  heavy: table('5,2026-03-05,Nord,Rice,1234.5', '6,2026-03-05,Nord,Rice,1'),
};

/** Of an organisation of its own: the arguments for one of the sheets, and what went in. */
async function kitchen(folder: string) {
  const organisationId = await newOrganisation(app);
  const own = join(folder, String(organisationId));
  mkdirSync(own);
  writeFileSync(join(own, 'mapping.json'), JSON.stringify({ ...plainMapping, rowKey: ['nr'] }));
  for (const [name, content] of Object.entries(sheets)) writeFileSync(join(own, `${name}.csv`), content);
  const argumentsFor = (sheet: keyof typeof sheets, ...more: string[]) => [
    join(own, `${sheet}.csv`),
    '--mapping',
    join(own, 'mapping.json'),
    '--organisation',
    String(organisationId),
    ...more,
  ];
  const take = (sheet: keyof typeof sheets, ...more: string[]) => command(argumentsFor(sheet, ...more));
  const grams = async () => {
    const { rows } = await sql<{
      g: number;
    }>`select net_g as g from waste_event where organisation_id = ${organisationId} and voided_at is null order by import_line`.execute(
      app.db,
    );
    return rows.map(({ g }) => g);
  };
  return { take, argumentsFor, grams };
}

// The embedded database of a test is open in this process alone.
describe.runIf(process.env.TARE_TEST_DB === 'postgres')('npm run import', () => {
  it('says how it is used, and what a mapping looks like', async () => {
    const help = await processOf(['--help']);
    expect([help.code, help.out]).toEqual([
      0,
      expect.stringContaining('npm run import -- FILE --mapping M --organisation O'),
    ]);
    const schema = await command(['--mapping-schema']);
    expect(JSON.parse(schema.out)).toMatchObject({ type: 'object' });
  });

  it.each([
    [['--mapping', 'nothing'], 'Name one file.'],
    [['package.json', '--mapping', 'nothing', '--organisation', '1'], 'Mapping nothing not found.'],
    [['package.json', '--mapping', 'package.json', '--organisation', '1'], 'The mapping package.json is invalid.'],
    [['package.json', '--sideways'], '--sideways'],
  ])('ends with 2 where the command is wrong: %j', async (args, sentence) => {
    expect(await command(args)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
  });

  it('takes the good lines in and lists the others, and does neither on a dry run', () =>
    inFolder(async (folder) => {
      const { take, argumentsFor, grams } = await kitchen(folder);
      const dry = await take('first', '--dry-run');
      expect([dry.code, dry.out]).toEqual([1, expect.stringMatching(/Events that would go in +3\n/)]);
      expect(await grams()).toEqual([]);
      const done = await processOf(argumentsFor('first'));
      expect([done.code, done.out]).toEqual([
        1,
        expect.stringMatching(/Events imported +3\n[\s\S]*Net weight, kg +4\.5\n[\s\S]*line 5, kg "heavy": /),
      ]);
      expect(await grams()).toEqual([1500, 2000, 1000]);
      expect((await take('first')).out).toMatch(/This file was already imported[\s\S]*Events already there +3\n/);
      expect(await grams()).toHaveLength(3);
    }));

  it('replaces what a corrected line says otherwise only where it is told to', () =>
    inFolder(async (folder) => {
      const { take, grams } = await kitchen(folder);
      await take('first');
      expect((await take('corrected')).out).toMatch(/Left out, imported before, other values +1\n/);
      expect(await grams()).toEqual([1500, 2000, 1000]);
      expect((await take('corrected', '--corrections', 'replace')).out).toMatch(
        /Events replaced by corrected lines +1\n/,
      );
      expect(await grams()).toEqual([2500, 2000, 1000]);
    }));

  it('tells on a dry run what other keys would enter a second time', () =>
    inFolder(async (folder) => {
      const { take, grams } = await kitchen(folder);
      await take('first');
      expect((await take('first', '--dry-run')).out).not.toContain('twice');
      const { out } = await take('renumbered', '--dry-run');
      expect(out).toMatch(
        /2 of 2 events to import have the same .*\(3\.5 kg in total\) as existing events\. .*twice\.\n {2}Import \d+: 2 events, 3\.5 kg\n/,
      );
      expect(await grams()).toHaveLength(3);
    }));

  it('asks what becomes of an implausible weight before anything goes in', () =>
    inFolder(async (folder) => {
      const { take, grams } = await kitchen(folder);
      expect(await take('heavy')).toMatchObject({ code: 1, err: expect.stringContaining('implausible') });
      expect(await grams()).toEqual([]);
      expect((await take('heavy', '--outliers', 'leave-out')).code).toBe(0);
      expect(await grams()).toEqual([1000]);
    }));
});
