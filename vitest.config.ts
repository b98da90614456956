import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { cssModulesForVitest } from './scripts/build/css-modules.mjs';
import { migrationsForVitest } from './scripts/build/migrations.mjs';
import { writeMessages } from './scripts/messages.mjs';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/[\\/]$/, '');

writeMessages(root);

export default defineConfig({
  root,
  plugins: [cssModulesForVitest(root), migrationsForVitest(root)],
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['{server,views,client,legacy,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    environment: 'node',
    globals: false,
    pool: 'threads',
    // The files share one test app and its database, so they run one after the other in one thread.
    isolate: false,
    fileParallelism: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    allowOnly: process.env.CI === undefined,
  },
});
