import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What identity publishes for the product's queries. Its tables may change without anybody outside knowing. */
const published = new Set(['person', 'reached_tenants', 'tenants_of']);
const wing = 'server/identity/';

/** The names that a source uses of the schema, in SQL or in a query builder: `identity."user"`, `'identity.session as s'`. */
const namesIn = (source: string) => [...source.matchAll(/(?:['"`]|\b(?:from|join|into|update|table|view)\s+)identity\."?([a-z_]+)"?/g)].map((match) => match[1] ?? '');

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((file) => join('server', file))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith(wing) && !file.endsWith('db/schema.ts'));

/** They begin with an empty database, before anybody could use the product. */
const beforeTheProduct = new Set(['server/setup/demo/broken-off.ts']);

describe('the schema of identity', () => {
  it('is named outside of identity by what it publishes alone', () => {
    expect(sources.length).toBeGreaterThan(150);
    const strangers = sources.filter((file) => !beforeTheProduct.has(file)).flatMap((file) =>
      namesIn(readFileSync(file, 'utf8')).filter((name) => !published.has(name)).map((name) => `${file}: ${name}`));
    expect(strangers).toEqual([]);
  });

  it('publishes no secret of a person', () => {
    const columns = /'identity\.person': \{\n([\s\S]*?)\n {2}\};/.exec(readFileSync('server/platform/db/schema.ts', 'utf8'))?.[1] ?? '';
    expect(columns).toContain('full_name');
    expect(columns).not.toMatch(/password|failed|locked|token|secret/);
  });

  it.each([['left join identity."user" u', 'user'], [`selectFrom('identity.session')`, 'session'], ['join identity.person p', 'person']])('%s names %s', (source, name) => {
    expect(namesIn(source)).toEqual([name]);
  });
});
