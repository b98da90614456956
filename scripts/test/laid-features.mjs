// Lays screens by the template in a copy of the tree and holds them against what every screen is held against: types, lint, import
// rules, the build, their own tests and the walks of all routes.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../prepare/index.mjs';

/** In several words; and with a row of the same name. */
const NAMES = ['kitchen-visits', 'stock'];
const SOURCES = ['server', 'views', 'client', 'legacy', 'scripts', 'tests'];
/** The list that the template changes, and what reads it. The types of all else were checked without the screens. */
const READERS = [
  'server/features/index.ts',
  'server/permission-matrix.ts',
  'server/resources.ts',
  'server/app.ts',
  'tests/support/declared-routes.ts',
  'tests/http/two-tenants.http.test.ts',
];
const WALKS = [
  'tests/architecture/',
  'tests/http/changes',
  'tests/http/routes',
  'tests/http/two-tenants',
  'tests/security/csv-cells',
  'tests/security/filters',
];

const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'tare-laid-')));
try {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.isFile() || SOURCES.includes(entry.name))
      cpSync(path.join(root, entry.name), path.join(copy, entry.name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  const { layFeature } = await import(pathToFileURL(path.join(copy, 'scripts/new-feature.mjs')).href);
  const files = NAMES.flatMap((name) => layFeature({ root: copy, name }).files);

  check('types', 'scripts/test/types-of-files.mjs', ...READERS, ...files.filter((file) => /\.tsx?$/.test(file)));
  check(
    'lint',
    tool('eslint/bin/eslint.js'),
    'server/features/index.ts',
    ...files.filter((file) => /\.tsx?$/.test(file)),
  );
  check('lint by types', tool('oxlint/bin/oxlint'), '--type-aware', ...NAMES.map((name) => `server/features/${name}`));
  check(
    'format',
    tool('prettier/bin/prettier.cjs'),
    '--check',
    'server/features/index.ts',
    ...files.filter((file) => !file.endsWith('.sql')),
  );
  check('import rules', 'scripts/check-imports.mjs');
  check('build', 'scripts/build.mjs');
  check('tests', tool('vitest/vitest.mjs'), 'run', ...NAMES.map((name) => `server/features/${name}/`), ...WALKS);
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function check(what, ...args) {
  // One core: the other is busy with the next check.
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, TEST_WORKERS: '1', WALKED_OWNERS: NAMES.join(',') },
  });
  if (status === 0) return;
  console.log(`${what} of ${NAMES.join(' and ')}, as the template lays them:\n${stdout}${stderr}`);
  process.exitCode = 1;
}

function tool(file) {
  return path.join('node_modules', file);
}
