import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeMessages } from './messages.mjs';
import { root } from './prepare/index.mjs';
import { requireNode } from './prepare/node-version.mjs';
import { installPackages } from './prepare/packages.mjs';
import { testsOnBoth } from './test/both-databases.mjs';
import { wholeMinutes } from './test/budgets.mjs';
import { findOrInstallChromium, findOrUnpackHeadlessShell } from './test/chromium.mjs';
import { countPlaywright, countVitest, nothing } from './test/counts.mjs';
import { playwrightFailures, vitestFailures } from './test/failures.mjs';
import { findRealDatabases } from './test/real-databases.mjs';
import { findOrUnpackSimpleSamlPhp } from './test/simplesamlphp.mjs';
import { createSteps } from './test/steps.mjs';

requireNode();
installPackages({ root, development: true });
writeMessages();

const reports = mkdtempSync(path.join(tmpdir(), 'tare-test-'));
const { step, total, close } = createSteps();
const begun = performance.now();
// What is slow by nature, before a release: every page in every theme and as everybody, all faults, screens laid by the template.
const full = process.argv.includes('--full');
const real = await findRealDatabases();
console.log(
  real.env
    ? `Found ${real.what}: every test runs there, and those of both databases on the embedded one as well.`
    : `${real.absent}. Every test runs on the embedded database.`,
);

const database = real.env ?? { TARE_TEST_DB: 'embedded' };

const checks = [
  // TypeScript 7; version 6 stays for ESLint, whose parser needs its JavaScript API. A second checker would repeat most of the work.
  () => step('types (tsc)', () => check(tool('typescript-native/bin/tsc'), '--noEmit', '--checkers', '1')),
  () => step('lint (eslint)', () => check(tool('eslint/bin/eslint.js'), '.')),
  () => step('lint by types (oxlint)', () => check(tool('oxlint/bin/oxlint'), '--type-aware', 'server')),
  () => step('format (prettier)', () => check(tool('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.')),
  () => step('unused code (knip)', () => check(tool('knip/bin/knip.js'), '--no-progress')),
  () => step('import rules (dependency-cruiser)', () => check('scripts/check-imports.mjs')),
  () => step(full ? 'all faults' : 'quick faults', () => (built.failed > 0 ? skipped('the build failed') : faults())),
  ...(full
    ? [() => step('new screens by the template', () => checkIn(database, 'scripts/test/laid-features.mjs'))]
    : []),
];
const tests = [
  () => (real.env ? step('unit and HTTP tests on PostgreSQL and Redis', () => vitest('postgres', real.env)) : null),
  () =>
    real.env
      ? step('tests of both databases on the embedded one', () =>
          vitest('both', { TARE_TEST_DB: 'embedded', TARE_TEST_AGAIN: '1' }, testsOnBoth(root)),
        )
      : step('unit and HTTP tests on the embedded database', () =>
          real.demanded
            ? missing(`${real.absent}, although TEST_DATABASE_URL or TEST_REDIS_URL asks for it.`)
            : vitest('embedded', database),
        ),
  () => step('browser tests', () => (built.failed > 0 ? skipped('the build failed') : browserTests())),
];
const built = await step('build', () => check('scripts/build.mjs'));
// Each check keeps one core busy, and the tests leave part of two idle.
await Promise.all([inTurn(checks), inTurn(tests)]);
if (process.env.CI && !full) await step('minutes of the whole', () => inTime((performance.now() - begun) / 60_000));

rmSync(reports, { recursive: true, force: true });
process.exitCode = total().failed > 0 ? 1 : 0;
close();

async function inTurn(steps) {
  for (const next of steps) await next();
}

function faults() {
  return check('scripts/run-source.mjs', 'tests/faults/run.ts', ...(full ? [] : ['--quick']));
}

function tool(file) {
  return path.join(root, 'node_modules', file);
}

/** A check counts as one test. Several run at once, so that what it says is printed when it has ended. */
async function checkIn(env, ...args) {
  const { status, said } = await run(args, { env, quiet: true });
  if (said.trim()) console.log(said.trimEnd());
  return status === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1, said: wrongLines(said) };
}

/** Where the lines say themselves which of them are wrong, those alone. */
function wrongLines(said) {
  const lines = said.trimEnd().split('\n');
  const wrong = lines.filter((line) => line.startsWith('NOT HELD'));
  return wrong.length > 0 ? wrong : lines;
}

function check(...args) {
  return checkIn({}, ...args);
}

function skipped(why) {
  console.log(`skipped: ${why}`);
  return { ...nothing, skipped: 1 };
}

function inTime(minutes) {
  const took = `The whole took ${minutes.toFixed(1)} minutes; ${wholeMinutes} are its end.`;
  return minutes > wholeMinutes ? missing(`${took} Cut before you add.`) : { ...nothing, passed: 1 };
}

function missing(what) {
  console.error(what);
  return { ...nothing, failed: 1 };
}

async function vitest(name, env, files = []) {
  const report = path.join(reports, `${name}.json`);
  const { status } = await run(
    [
      tool('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    { env: { ...env, TARE_TEST_FULL: full ? '1' : '0' } },
  );
  return { ...countVitest(report, status), said: vitestFailures(report) };
}

async function browserTests() {
  const chromium = findOrInstallChromium();
  if (chromium.missing) return missing(chromium.missing);
  const provider = findOrUnpackSimpleSamlPhp(reports);
  // Its test is skipped where it cannot be had, and demanded where the project is judged.
  if (provider.missing && process.env.CI) return missing(provider.missing);
  if (provider.missing) console.log(`skipped: the round trip with simplesamlphp. ${provider.missing}`);
  const shell = findOrUnpackHeadlessShell(reports);
  if (shell.missing) console.log(`Every journey runs in Chromium itself. ${shell.missing}`);
  const report = path.join(reports, 'browser.json');
  const { status } = await run([tool('@playwright/test/cli.js'), 'test'], {
    env: {
      TARE_TEST_FULL: full ? '1' : '0',
      CHROMIUM_PATH: chromium.path,
      ...(shell.path ? { HEADLESS_SHELL_PATH: shell.path } : {}),
      ...(provider.root ? { SIMPLESAMLPHP_ROOT: provider.root } : {}),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  });
  return { ...countPlaywright(report, status), said: playwrightFailures(report) };
}

function run(args, { env = {}, quiet = false } = {}) {
  const { NODE_ENV: _, ...inherited } = process.env;
  const output = quiet ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...inherited, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  return new Promise((done) => {
    child.once('close', (status) => done({ status, said }));
  });
}
