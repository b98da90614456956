import { describe, expect, it } from 'vitest';
import { hasTaken, someOf } from './menu-manager.rules';

const shown = {
  profileId: 1,
  profileName: 'Kitchen',
  versionId: 2,
  version: 3,
  assignedAt: '2026-11-30T10:00:00.000Z',
};
const at = (time: string) => new Date(`2026-11-30T${time}:00.000Z`);

describe('hasTaken', () => {
  it.each([
    ['it says so', shown, { version: 3, at: at('10:05') }, true],
    ['it says an older one', shown, { version: 2, at: at('10:05') }, false],
    ['it said the number before, of another profile', shown, { version: 3, at: at('09:55') }, false],
    ['it says nothing', shown, undefined, false],
    ['it was given nothing', null, { version: 3, at: at('10:05') }, false],
  ])('%s', (_, given, said, expected) => {
    expect(hasTaken({ shown: given }, said)).toBe(expected);
  });
});

describe('someOf', () => {
  it.each([
    [0, []],
    [1, [0]],
    [21, [0, 10, 20]],
  ])('of %i', (count, expected) => {
    expect(someOf(Array.from({ length: count }, (_, index) => index))).toEqual(expected);
  });
});
