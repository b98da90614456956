import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testsOnBoth } from './both-databases.mjs';

const root = mkdtempSync(path.join(tmpdir(), 'tare-both-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, text = '') {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

it('takes the platform under the queries, stores, services, properties, the walks, and who asks for it', () => {
  const taken = [
    'scripts/commands/admin/backup.test.ts',
    'server/features/x/marked.http.test.ts',
    'server/features/x/x.property.test.ts',
    'server/features/x/x.service.test.ts',
    'server/platform/db/pool.test.ts',
    'tests/http/changes.http.test.ts',
  ];
  for (const file of taken)
    write(file, file.includes('marked') ? '/* eslint max-lines: off -- a table */\n// @databases both\n' : '');
  for (const file of [
    'server/features/x/x.http.test.ts',
    'server/features/x/x.rules.test.ts',
    'server/platform/db/pool.ts',
    'tests/http/routes.http.test.ts',
    'tests/http/two-tenants.http.test.ts',
    'tests/security/headers.http.test.ts',
    'scripts/build.test.ts',
  ])
    write(file, "const text = '// @databases both';");
  expect(testsOnBoth(root)).toEqual(taken);
});
