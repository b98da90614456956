import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listedRows } from '../checklist/runner/lists';
import { unnamedProof } from '../checklist/runner/proof.rules';
import { testsWrittenIn } from '../checklist/runner/written-tests';

describe('the checklist of the specification', async () => {
  const rows = await listedRows();
  const written = new Map([...new Set(rows.map(({ test }) => test.file))].map((file) => [file, existsSync(file) ? testsWrittenIn(file) : null]));

  it('names a test that exists for each row', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.flatMap((row) => unnamedProof(row, written.get(row.test.file) ?? null) ?? [])).toEqual([]);
  });

  it('has no row twice with the same test', () => {
    const names = rows.map(({ section, row, test }) => `${section}: ${row} (${test.file}: ${test.title})`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
