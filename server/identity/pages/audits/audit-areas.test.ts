import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditAreas } from './audit-areas';

it('has a name for the noun of each action', () => {
  const nouns = ['server', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|template/.test(file))
      .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/defineActions\('(\w+)'/g)])
      .map(([, noun]) => noun),
  );
  expect(nouns.length).toBeGreaterThan(50);
  expect([...new Set(nouns)].sort()).toEqual([...auditAreas].sort());
});
