import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { foreignTables, ownerOfTable, OWNERS, STILL_NAMED } from '../../scripts/lint/table-owners.mjs';

const schema = readFileSync('server/platform/db/schema.ts', 'utf8');
const tables = [...schema.matchAll(/^ {2}'?([a-z_.]+)'?: \{$/gm)].map((match) => match[1] ?? '');

describe('the tables of the database', () => {
  it('each have one owner, and an owner has none that is not there', () => {
    expect(tables.length).toBeGreaterThan(100);
    expect(tables.filter((table) => !ownerOfTable(table))).toEqual([]);
    const named = Object.values(OWNERS)
      .flat()
      .filter((table) => !table.endsWith('.*'));
    expect(named.filter((table, index) => named.indexOf(table) !== index)).toEqual([]);
    expect(named.filter((table) => !tables.includes(table))).toEqual([]);
  });

  it('leave a file off the list of exceptions as soon as it names none of others', () => {
    expect(STILL_NAMED.filter((file) => foreignTables(file, readFileSync(file, 'utf8')).length === 0)).toEqual([]);
  });
});
