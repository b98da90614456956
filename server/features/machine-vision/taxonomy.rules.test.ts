import { describe, expect, it } from 'vitest';
import { differenceOf, followerOf } from './taxonomy.rules';

const [bread, toast, roll, soup, stew, broth] = [1, 2, 3, 4, 5, 6];
const noMerges = new Map<number, number>();

describe('what an item of an earlier version is today', () => {
  const follow = followerOf(
    [
      { number: 1, itemId: bread, becameId: toast },
      { number: 2, itemId: toast, becameId: roll },
      { number: 2, itemId: soup, becameId: null },
      // It had come back in version 3.
      { number: 4, itemId: bread, becameId: roll },
    ],
    noMerges,
  );
  it.each([
    ['goes from version to version', bread, 1, roll],
    ['begins with the version in which it was named', bread, 3, roll],
    ['is itself where nothing became of it', roll, 1, roll],
    ['counts as named in the first version before there was one', bread, null, roll],
    ['is nothing where it has no successor', soup, 1, null],
    ['is itself in a version after that', soup, 3, soup],
    ['is itself in the open version', bread, 5, bread],
  ])('%s', (_, item, version, today) => {
    expect(follow(item, version)).toBe(today);
  });
  it('is itself without any mapping', () => {
    expect(followerOf([], noMerges)(bread, null)).toBe(bread);
  });
  describe('where items were merged', () => {
    const merged = new Map([
      [stew, soup],
      [broth, soup],
    ]);
    const retired = { number: 1, itemId: soup, becameId: roll };
    it.each([
      ['is what it was merged into', [], stew, soup],
      ['goes on from there', [retired], stew, roll],
      ['is what somebody says instead', [retired, { number: 1, itemId: broth, becameId: toast }], broth, toast],
    ])('%s', (_, mappings, item, today) => {
      expect(followerOf(mappings, merged)(item, null)).toBe(today);
    });
  });
});

it('says what was added to a version and what is gone from it', () => {
  const named = (...ids: number[]) => ids.map((itemId) => ({ itemId, name: `Item ${itemId}` }));
  const { added, gone } = differenceOf(named(bread, soup), named(soup, roll));
  expect([added, gone]).toEqual([named(roll), named(bread)]);
});
