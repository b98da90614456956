import { describe, expect, it } from 'vitest';
import { isNestedTooDeep, mostJsonLevels as most } from './json-depth.rules';

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

describe('a JSON text', () => {
  it.each([
    ['lists in lists', lists(most), lists(most + 1)],
    ['objects in objects', objects(most), objects(most + 1)],
    ['both', `[${objects(most - 1)}]`, `[${objects(most)}]`],
    ['what does not end', '['.repeat(most), '['.repeat(most + 1)],
    ['what stands after a text', `["\\"[",${lists(most - 1)}]`, `["\\\\",${lists(most)}]`],
  ])('has at most so many levels: %s', (_what, right, wrong) => {
    expect([isNestedTooDeep(Buffer.from(right)), isNestedTooDeep(Buffer.from(wrong))]).toEqual([false, true]);
  });

  it.each([
    ['very many beside each other', `[${Array.from({ length: 500 }, () => '{}').join(',')}]`],
    ['brackets in a text', JSON.stringify({ a: '[{'.repeat(500), b: '"['.repeat(500) })],
  ])('may have %s', (_what, json) => {
    expect(isNestedTooDeep(Buffer.from(json))).toBe(false);
  });
});
