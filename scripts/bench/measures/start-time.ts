import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../../tests/support/counterparts/ports';
import { startTare } from '../../../tests/support/counterparts/tare-process';
import { inFolder } from '../../../tests/support/in-folder';
import type { Figure, Measure, Tools } from '../measure';

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

export const startTime: Measure = {
  name: 'start-time',
  minutes: 2,
  run: (tools) => inFolder((folder) => measureIn(folder, tools)),
};

/** A clone of what is committed, started as the README says, with nothing there but Node, npm and npm's cache. */
async function measureIn(folder: string, { say }: Tools): Promise<Figure[]> {
  const started = performance.now();
  execFileSync('git', ['clone', '-q', process.cwd(), folder]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), PUBLIC_URL: url },
  });
  while (
    !(await fetch(`${url}/login`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await new Promise((later) => setTimeout(later, 100));
  }
  const first = performance.now() - started;
  await stopGroup(child.pid ?? 0);
  say(`first page after ${inSeconds(first)}`);

  const again = await startTare({
    main: join(folder, 'dist', 'server', 'main.js'),
    dataDir: join(folder, 'data'),
    env: { DEMO: '1' },
  });
  const ready = await again.ready();
  await again.stop();
  return [
    { what: 'clean clone to the first page', ours: inSeconds(first), bar: '≤ 120 s', met: first <= 120_000 },
    { what: 'start to ready, database filled (embedded)', ours: inSeconds(ready), bar: '≤ 5 s', met: ready <= 5_000 },
  ];
}

/** npm ends before the server that it started, so the whole group is waited for. */
async function stopGroup(leader: number): Promise<void> {
  process.kill(-leader, 'SIGTERM');
  while (isThere(-leader)) await new Promise((later) => setTimeout(later, 50));
}

function isThere(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}
