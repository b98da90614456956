import { readFileSync } from 'node:fs';
import path from 'node:path';
import { everyFileBelow } from './files-below.mjs';

const FOLDERS = ['server', 'scripts', 'tests'];
/**
 * Where the two databases could differ by themselves: the platform that hides them, and the walk that makes every change. Both speak one dialect
 * and one protocol; that nothing asks for a second connection, of which the embedded one has none, every test on PostgreSQL sees
 * (`tests/support/one-connection.ts`).
 */
const WHOLE = [
  'server/platform/db/',
  'server/platform/jobs/',
  'server/platform/outbox/',
  'server/setup/',
  'scripts/commands/',
  'tests/http/changes',
  'tests/http/health',
  'tests/http/metrics',
  'tests/http/surfaces',
];
const KINDS = /\.(?:store|service|property)\.test\.ts$/;
/** Names itself in its first lines, because no route runs its queries as it does. */
const MARK = /^\/\/ @databases both$/m;

/**
 * The test files that run on the embedded database too where the whole suite runs on PostgreSQL.
 * @param {string} root absolute project root
 * @returns {string[]} relative to `root`
 */
export function testsOnBoth(root) {
  return everyFileBelow(root, FOLDERS)
    .filter((file) => /\.test\.tsx?$/.test(file) && !/\.rules\.test\./.test(file))
    .filter(
      (file) =>
        WHOLE.some((folder) => file.startsWith(folder)) ||
        KINDS.test(file) ||
        MARK.test(readFileSync(path.join(root, file), 'utf8').slice(0, 400)),
    )
    .sort();
}
