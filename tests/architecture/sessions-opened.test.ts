import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((file) => join('server', file).replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

it('a session is opened by the admission alone, behind the rules of the tenant', () => {
  expect(sources.length).toBeGreaterThan(150);
  const opening = sources.filter((file) => /\bopenSession\(/.test(readFileSync(file, 'utf8')));
  // The store makes it; the example is a record for the tests that walk all routes.
  expect(opening.sort()).toEqual([
    'server/identity/core/sessions/session.store.ts',
    'server/identity/identity.example.ts',
    'server/identity/ways-in/admission/admission.ts',
  ]);
});
