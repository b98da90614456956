import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { cssModulesForVitest } from './scripts/build/css-modules.mjs';
import { examplesForVitest } from './scripts/build/examples.mjs';
import { migrationsForVitest } from './scripts/build/migrations.mjs';
import { writeMessages } from './scripts/messages.mjs';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/[\\/]$/, '');

writeMessages(root);

export default defineConfig({
  root,
  plugins: [cssModulesForVitest(root), migrationsForVitest(root), examplesForVitest(root)],
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['{server,views,client,legacy,scripts,tests}/**/*.test.{ts,tsx}'],
    // The template imports as from where it is laid.
    exclude: ['tests/e2e/**', 'scripts/new-feature/template/**'],
    environment: 'node',
    globals: false,
    pool: 'threads',
    // The files of a worker share one test app and its database; each worker has its own.
    isolate: false,
    maxWorkers: Number(process.env.TEST_WORKERS ?? Math.min(availableParallelism(), 8)),
    // They end what hangs; a busy machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    allowOnly: process.env.CI === undefined,
  },
});
