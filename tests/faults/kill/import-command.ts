import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../fault';
import { none } from './figures';
import { randomWait, type Scene } from './scene';
import { killMapping, writeSheet, type Sheet } from './sheets';

const importCommand = join(process.cwd(), 'dist', 'commands', 'import.js');

interface CommandEnd {
  killed: boolean;
  code: number | null;
  said: string;
  /** From its first line to its end. */
  ms: number;
}

/** Runs `npm run import` for the sheet and kills it at some moment within `killWithin` after its first line. */
async function importOnce(
  scene: Scene,
  sheet: Sheet,
  { mapping, killWithin }: { mapping: string; killWithin?: number },
): Promise<CommandEnd> {
  const child = spawn(
    process.execPath,
    [importCommand, sheet.path, '--mapping', mapping, '--organisation', String(scene.organisationId)],
    {
      env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'error', DEMO: '0', ...scene.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  let began = 0;
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const speaking = new Promise<void>((spoke) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        spoke();
      });
  });
  await Promise.race([speaking, ended]);
  began = performance.now();
  if (killWithin !== undefined) void randomWait(killWithin).then(() => child.kill('SIGKILL'));
  const code = await ended;
  return { killed: child.signalCode === 'SIGKILL', code, said, ms: performance.now() - began };
}

export interface ImportedSheets {
  sheets: Sheet[];
  findings: Finding[];
}

/** Imports sheet after sheet by the command line, each again and again until a run is left alone or done before its kill. */
export async function killImportCommands(
  scene: Scene,
  { moments, lines, title }: { moments: number; lines: number; title: string },
): Promise<ImportedSheets> {
  const folder = join(scene.env.DATA_DIR ?? '', 'sheets');
  const mapping = join(scene.env.DATA_DIR ?? '', 'mapping.json');
  writeFileSync(mapping, JSON.stringify(killMapping));
  const sheets = [writeSheet(folder, { number: 1, lines })];
  const failed: string[] = [];
  let kills = 0;
  let wholeRunMs = 2_500;
  let [brokenOff, silentRestarts] = [0, 0];
  const runs = async (killWithin?: number) => {
    const end = await importOnce(scene, sheets.at(-1)!, { mapping, killWithin });
    if (/This file was already imported|Import \d+ of this very file was broken off after \d+ lines/.test(end.said))
      brokenOff += 1;
    else if (killsOfSheet > 0 && / [1-9][\d,]*\n/.test(/Events already there .*\n/.exec(end.said)?.[0] ?? ''))
      silentRestarts += 1;
    if (end.killed) {
      kills += 1;
      killsOfSheet += 1;
      return;
    }
    if (end.code !== 0) failed.push(end.said.slice(-300));
    wholeRunMs = (wholeRunMs + end.ms) / 2;
    sheets.push(writeSheet(folder, { number: sheets.length + 1, lines }));
    killsOfSheet = 0;
  };
  let killsOfSheet = 0;
  while (kills < moments) await runs(wholeRunMs * 1.1);
  await runs();
  sheets.pop();
  return {
    sheets,
    findings: [
      none(
        `${title}: runs that failed otherwise than by the kill`,
        failed.length,
        failed[0] ?? `of ${sheets.length} whole runs and ${kills} killed ones`,
      ),
      none(
        `${title}: restarts that did not say what was there`,
        silentRestarts,
        `of ${silentRestarts + brokenOff} that found something`,
      ),
    ],
  };
}
