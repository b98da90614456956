import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mappingSchema } from './mapping-schema';
import { parseMapping, parseMappingText } from './mapping.rules';
import { shippedMapping, shippedMappingNames } from './mappings';

type Node = Record<string, unknown>;

/** Every named entry of the schema, by its path. */
function entriesOf(node: unknown, path = ''): [string, Node][] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((one) => entriesOf(one, path));
  const { properties, ...rest } = node as Node & { properties?: Record<string, Node> };
  const own = Object.entries(properties ?? {}).flatMap(([name, entry]): [string, Node][] => [
    [`${path}.${name}`, entry],
    ...entriesOf(entry, `${path}.${name}`),
  ]);
  return [...own, ...Object.values(rest).flatMap((one) => entriesOf(one, path))];
}

describe('the form of a mapping', () => {
  const entries = entriesOf(mappingSchema());

  it('is described, entry by entry', () => {
    expect(entries.length).toBeGreaterThan(100);
    expect(
      entries
        .filter(([, { description }]) => typeof description !== 'string' || description === '')
        .map(([path]) => path),
    ).toEqual([]);
  });

  it('names every entry that the shipped mappings state, and asks only for those without a default', () => {
    const named = new Set(entries.map(([path]) => path.split('.')[1]));
    for (const name of shippedMappingNames)
      expect(Object.keys(shippedMapping(name)).filter((key) => !named.has(key))).toEqual([]);
    expect(mappingSchema()).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      additionalProperties: false,
      required: ['version', 'name', 'dates', 'site', 'location', 'measures'],
    });
  });
});

it('is shown by an example in the README that the importer takes', () => {
  const example = /```json\n([\s\S]*?)\n```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
  expect(parseMappingText(example)).toMatchObject({ ok: true, mapping: { version: 1 } });
  expect(parseMapping({ ...(JSON.parse(example) as object), unheardOf: 1 }).ok).toBe(false);
});
