import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './node-version.mjs';
import { installPackages } from './packages.mjs';
import { say } from './say.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * From a fresh clone to something that can run: the right Node, packages, an up-to-date `dist`.
 * Uses nothing but Node itself until the packages are there. Ends the program with exit code 1 where it cannot.
 */
export async function prepare() {
  requireNode();
  // Serving needs half of the packages; the rest stays where `npm test` or `npm install` has already put it.
  installPackages({ root, development: existsSync(path.join(root, 'node_modules', 'vitest')) });
  const { build } = await import('../build.mjs');
  try {
    const { built, seconds } = await build();
    say(built ? `built in ${seconds.toFixed(1)} s` : 'the build is up to date');
  } catch (error) {
    if (!error.errors) console.error(error);
    console.error('The build failed; see the messages above.');
    process.exit(1);
  }
}
