import { describe, expect, it } from 'vitest';
import { pinLockedUntil, pinOf } from './operators.service';

const now = new Date('2026-03-18T12:00:00Z');

describe('a name at a tracker', () => {
  it.each([
    [0, null],
    [1, null],
    [4, null],
    [5, '2026-03-18T12:05:00.000Z'],
    [6, null],
    [10, '2026-03-18T12:05:00.000Z'],
  ])('after %d wrong numbers is locked until %s', (failures, until) => {
    expect(pinLockedUntil(failures, now)?.toISOString() ?? null).toBe(until);
  });

  it.each([
    [0, '000000'],
    [42, '000042'],
    [999_999, '999999'],
  ])('has the number %d as %s', (number, pin) => {
    expect(pinOf(number)).toBe(pin);
  });
});
