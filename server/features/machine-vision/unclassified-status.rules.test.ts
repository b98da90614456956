import { describe, expect, it } from 'vitest';
import { shownStatus } from './unclassified-status.rules';

describe('the machine-vision icon', () => {
  // Spec 4: Machine vision icon: count 0 shows classified, non-zero unclassified, null no icon
  it.each([
    [null, null],
    [0, { icon: 'published', says: 'classified', count: 0 }],
    [1, { icon: 'sync', says: 'unclassified', count: 1 }],
    [9_999, { icon: 'sync', says: 'unclassified', count: 9_999 }],
    [10_000, { icon: 'sync', says: 'manyUnclassified', count: 10_000 }],
  ])('of a count of %s is %j', (count, shown) => {
    expect(shownStatus({ count })).toEqual(shown);
  });
});
