import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeMessages } from './messages.mjs';
import { root } from './prepare/index.mjs';
import { requireNode } from './prepare/node-version.mjs';
import { installPackages } from './prepare/packages.mjs';
import { findOrInstallChromium } from './test/chromium.mjs';
import { closingLine, countPlaywright, countVitest, nothing, sum } from './test/counts.mjs';
import { findRealDatabases } from './test/real-databases.mjs';

requireNode();
installPackages({ root, development: true });
writeMessages();

const reports = mkdtempSync(path.join(tmpdir(), 'tare-test-'));
let total = nothing;

await step('types (tsc)', () => check(tool('typescript/bin/tsc'), '--noEmit'));
await step('lint (eslint)', () => check(tool('eslint/bin/eslint.js'), '.'));
await step('import rules (dependency-cruiser)', () => check('scripts/check-imports.mjs'));
const built = await step('build', () => check('scripts/build.mjs'));
await step('unit and HTTP tests on the embedded database', () => vitest('embedded', { TARE_TEST_DB: 'embedded' }));
await step('unit and HTTP tests on real PostgreSQL and Redis', onRealDatabases);
await step('quick faults', () => (built.failed > 0 ? skipped('the build failed') : check('scripts/run-source.mjs', 'tests/faults/run.ts', '--quick')));
await step('browser tests', () => (built.failed > 0 ? skipped('the build failed') : browserTests()));

rmSync(reports, { recursive: true, force: true });
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${closingLine(total)}`);

async function step(title, work) {
  const started = performance.now();
  console.log(`\n== ${title}`);
  const counts = await work();
  total = sum(total, counts);
  console.log(`== ${title}: ${counts.failed > 0 ? 'FAILED' : counts.passed > 0 ? 'passed' : 'skipped'} after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return counts;
}

function tool(file) {
  return path.join(root, 'node_modules', file);
}

/** A check counts as one test. */
function check(...args) {
  return run(args) === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 };
}

function skipped(why) {
  console.log(`skipped: ${why}`);
  return { ...nothing, skipped: 1 };
}

function vitest(name, env) {
  const report = path.join(reports, `${name}.json`);
  const status = run([tool('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], env);
  return countVitest(report, status);
}

async function onRealDatabases() {
  const found = await findRealDatabases();
  if (found.env) {
    console.log(found.what);
    return vitest('postgres', found.env);
  }
  if (!found.demanded) return skipped(found.absent);
  console.error(`${found.absent}, although TEST_DATABASE_URL or TEST_REDIS_URL asks for it.`);
  return { ...nothing, failed: 1 };
}

function browserTests() {
  const chromium = findOrInstallChromium();
  if (chromium.missing) {
    console.error(chromium.missing);
    return { ...nothing, failed: 1 };
  }
  const report = path.join(reports, 'browser.json');
  const status = run([tool('@playwright/test/cli.js'), 'test'], { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return countPlaywright(report, status);
}

function run(args, env = {}) {
  const { NODE_ENV: _, ...inherited } = process.env;
  return spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...inherited, ...env } }).status;
}
