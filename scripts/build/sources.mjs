import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const IS_TEST = /\.test\.tsx?$/;
/** Follows from other sources: it must not count as a change of its own. */
const IS_GENERATED = /^views\/locales\/[^/]+\.ts$/;
/** All that can change what a build gives. */
const SOURCES = [
  'server',
  'views',
  'client',
  'legacy',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/**
 * Files below a folder, sorted, tests and declarations left out; a missing folder is empty.
 * @param {string} root absolute project root
 * @param {string} folder relative to `root`
 * @returns {string[]} paths relative to `root`, with `/`
 */
export function filesBelow(root, folder) {
  const start = path.join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !IS_TEST.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/**
 * Hash of the sizes and times of everything a build reads.
 * @param {string} root absolute project root
 * @param {string} mode what else must make a difference
 * @returns {string} hex
 */
export function stampOfSources(root, mode) {
  const hash = createHash('sha256').update(mode);
  for (const source of SOURCES) {
    const full = path.join(root, source);
    if (!existsSync(full)) continue;
    const files = statSync(full).isDirectory() ? filesBelow(root, source) : [source];
    for (const file of files.filter((name) => !IS_GENERATED.test(name))) {
      const { size, mtimeMs } = statSync(path.join(root, file));
      hash.update(`${file}\n${size}\n${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}
