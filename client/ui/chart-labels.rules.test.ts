import { describe, expect, it } from 'vitest';
import { labelledSlots } from './chart-labels.rules';

describe('labelledSlots', () => {
  it.each([
    [3, 12, [0, 1, 2]],
    [13, 12, [0, 2, 4, 6, 8, 10, 12]],
    [13, 4, [0, 4, 8, 12]],
    [0, 4, []],
    [3, 9, [0, 1, 2]],
    [10, 4, [0, 3, 6, 9]],
    [1, 4, [0]],
  ])('%d in room for %d', (count, room, at) => {
    expect([...labelledSlots(count, room)]).toEqual(at);
  });
});
