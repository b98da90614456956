import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const code = ['server', 'views', 'client', 'legacy', 'scripts'].flatMap(filesBelow);

describe('the house', () => {
  it('has no file called utils, helpers, common, misc or manager', () => {
    expect(code.filter((file) => /(^|\/)(utils?|helpers?|common|misc|manager)([./]|$)/i.test(file))).toEqual([]);
  });

  it('reads the environment in server/config.ts alone', () => {
    const readers = code.filter(
      (file) =>
        file.startsWith('server/') &&
        /\.tsx?$/.test(file) &&
        !/\.test\.tsx?$/.test(file) &&
        readFileSync(file, 'utf8').includes('process.env'),
    );
    expect(readers).toEqual(['server/config.ts']);
  });

  it('keeps the nouns of the product out of the platform', () => {
    // Generated from the tables of all.
    const elsewhere = ['server/platform/db/schema.ts'];
    const noun = /waste|kitchen|baseline|daypart|roll-?up|donation|weighing|reduction|leftover|\bstages?\b|caterer/i;
    const named = code
      .filter((file) => file.startsWith('server/platform/') && /\.(tsx?|mjs|sql)$/.test(file))
      .filter((file) => !/\.test\.tsx?$/.test(file) && !elsewhere.includes(file))
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .flatMap((line) => (noun.test(line) ? [`${file}: ${line.trim()}`] : [])),
      );
    expect(named).toEqual([]);
  });

  it('keeps promises: no TODO or FIXME is left', () => {
    expect(
      code.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(readFileSync(file, 'utf8')) && !file.endsWith('.gz')),
    ).toEqual([]);
  });

  it('has a generated schema that is read from the migrations', async () => {
    const schema = readFileSync('server/platform/db/schema.ts', 'utf8');
    const migrations = filesBelow('server')
      .filter((file) => file.endsWith('.sql'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const tables = [...migrations.matchAll(/^create table (?:if not exists )?([\w."]+)/gm)].map((match) =>
      (match[1] ?? '').replaceAll('"', ''),
    );
    expect(tables.length).toBeGreaterThan(30);
    expect(tables.filter((table) => !schema.includes(`'${table}': {`))).toEqual([]);
  });
});
