import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stampOfSources } from './build/sources.mjs';
import { root } from './prepare/index.mjs';
import { requireNode } from './prepare/node-version.mjs';
import { installPackages } from './prepare/packages.mjs';
import { say } from './prepare/say.mjs';

const LOOK_EVERY_MS = 400;

requireNode();
installPackages({ root, development: true });
const { build } = await import('./build.mjs');

let server = null;
let ending = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    ending = true;
    await stop();
    process.exit(0);
  });
}

say('rebuilds and restarts when a source changes; end with Ctrl-C');
// Node's own recursive watching loses a file that an editor replaces, so the times of the files are compared instead.
for (let seen = ''; !ending; await wait(LOOK_EVERY_MS)) {
  const stamp = stampOfSources(root, 'development');
  if (stamp === seen) continue;
  seen = stamp;
  await rebuildAndRestart();
}

async function rebuildAndRestart() {
  try {
    const { built, seconds } = await build({ watch: true });
    if (built) say(`built in ${seconds.toFixed(1)} s`);
  } catch (error) {
    if (!error.errors) console.error(error);
    say('the build failed; the last good server goes on');
    return;
  }
  await stop();
  if (!ending)
    server = spawn(process.execPath, ['--enable-source-maps', path.join(root, 'dist', 'server', 'main.js')], {
      cwd: root,
      stdio: 'inherit',
    });
}

/** Waits for the orderly end: two servers may not have one embedded database open. */
async function stop() {
  const running = server;
  server = null;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGTERM');
  await ended;
}
