import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anywhere } from '../../platform/like.rules';
import { idsContaining, isPartOfUuid, uuidsBeginningWith } from './event-search.rules';

describe('the ids that contain some digits', () => {
  it('are exactly those whose text contains them, each once in one range or another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), fc.stringMatching(/^\d{1,4}$/), (largest, digits) => {
        const ranges = idsContaining(digits, largest);
        const found = new Set(
          (ranges ?? []).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
        );
        for (let id = 1; id <= largest; id += 1) if (found.has(id) !== String(id).includes(digits)) return false;
        return true;
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['4829173', 9_999_999],
    ['829', 123_456],
    ['0', 9_999],
  ])('%s up to %d: few enough to be looked up', (digits, largest) => {
    expect(idsContaining(digits, largest)?.length).toBeLessThanOrEqual(1_111);
  });

  it('are left to a walk where there are more', () => {
    expect(idsContaining('82', 123_456)).toBeNull();
  });
});

it.each([
  ['', null],
  ['A', ['a0000000-0000-0000-0000-000000000000', 'afffffff-ffff-ffff-ffff-ffffffffffff']],
  ['0a1b2c3d-4', ['0a1b2c3d-4000-0000-0000-000000000000', '0a1b2c3d-4fff-ffff-ffff-ffffffffffff']],
  ['0a1b2c3d4', null],
  ['crust', null],
  ['0a1b2c3d-0000-0000-0000-0000000000001', null],
])('UUIDs that begin with %j', (text, range) => {
  const found = uuidsBeginningWith(text);
  expect(found && [found.from, found.to]).toEqual(range);
});

it.each([
  ['cafe', true],
  ['b2c-', true],
  ['-4abc', true],
  ['4711', false],
  ['caf', false],
  ['crust', false],
])('%s is meant as a part of a UUID: %s', (text, is) => {
  expect(isPartOfUuid(text)).toBe(is);
});

it('takes wildcards as letters', () => {
  expect(anywhere('100%_\\')).toBe('%100\\%\\_\\\\%');
});
