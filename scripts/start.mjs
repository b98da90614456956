import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const scripts = path.dirname(fileURLToPath(import.meta.url));
const main = path.join(scripts, '..', 'dist', 'server', 'main.js');

// In a process of its own: what a build takes of memory, the server would keep.
const { status } = spawnSync(process.execPath, [path.join(scripts, 'prepare', 'run.mjs')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
if (!existsSync(main)) {
  console.error('There is no server to start: server/main.ts is missing.');
  process.exit(1);
}
// Imported rather than spawned, so that signals and the exit code need no passing on.
process.argv[1] = main;
await import(pathToFileURL(main).href);
