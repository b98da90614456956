import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findMigrations } from './migrations.mjs';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

function lay(...files: string[]) {
  root = mkdtempSync(path.join(tmpdir(), 'tare-migrations-'));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), 'select 1;\n');
  }
  return root;
}

it('run in one order wherever they lie: numbers first, then days, within a day platform, identity, features', () => {
  lay(
    'server/features/alerts/migrations/2026-11-22_alerts_rules.sql',
    'server/features/alerts/migrations/2026-11-21_alerts_tables.sql',
    'server/features/migrations/0002_b.sql',
    'server/features/migrations/0001_a.sql',
    'server/identity/migrations/0001_z.sql',
    'server/identity/migrations/2026-11-22_tokens_table.sql',
    'server/platform/db/migrations/0001_platform.sql',
    'server/platform/outbox/migrations/2026-11-22_outbox_tables.sql',
    'server/features/migrations/2026-11-22_alerts_also.sql',
  );
  expect(findMigrations(root).map(({ name }) => name)).toEqual([
    'platform/0001_platform',
    'identity/0001_z',
    'features/0001_a',
    'features/0002_b',
    'features/2026-11-21_alerts_tables',
    'platform/2026-11-22_outbox_tables',
    'identity/2026-11-22_tokens_table',
    'features/2026-11-22_alerts_also',
    'features/2026-11-22_alerts_rules',
  ]);
});

it('are apart where their first line says so', () => {
  lay(
    'server/features/sites/migrations/2026-11-22_sites_index.sql',
    'server/features/sites/migrations/2026-11-22_sites_name.sql',
  );
  writeFileSync(
    path.join(root, 'server/features/sites/migrations/2026-11-22_sites_index.sql'),
    '-- apart: made while the table is in use\nselect 1;\n',
  );
  expect(findMigrations(root).map(({ apart }) => apart)).toEqual([true, false]);
});

it.each([
  ['server/features/sites/migrations/names.sql', /<yyyy-mm-dd>_<feature>_<subject>/],
  [
    'server/features/sites/migrations/2026-11-22_names.sql',
    /<yyyy-mm-dd>_sites_<subject>|<yyyy-mm-dd>_<feature>_<subject>/,
  ],
  ['server/features/sites/migrations/2026-11-22_alerts_names.sql', /<yyyy-mm-dd>_sites_<subject>/],
  ['server/features/sites/migrations/0004_names.sql', /<yyyy-mm-dd>_sites_<subject>/],
  ['server/setup/migrations/2026-11-22_setup_names.sql', /lies in a wing/],
])('refuses %s', (file, why) => {
  lay(file);
  expect(() => findMigrations(root)).toThrow(why);
});

it('refuses two of one name', () => {
  lay(
    'server/platform/db/migrations/2026-11-22_jobs_queue.sql',
    'server/platform/jobs/migrations/2026-11-22_jobs_queue.sql',
  );
  expect(() => findMigrations(root)).toThrow(/another migration has this name/);
});
