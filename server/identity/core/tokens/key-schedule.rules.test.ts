import { describe, expect, it } from 'vitest';
import { keyToMake, signingKeyAt } from './key-schedule.rules';

const now = new Date('2026-03-02T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('the first key', () => {
  it.each([
    [-30, true],
    [0, true],
    [90 * 86_400 - 61, true],
    [-61, false],
  ])('signs at %i seconds from its making: %s', (seconds, signs) => {
    const key = keyToMake([], now);
    expect(key && signingKeyAt([key], after(seconds)) !== undefined).toBe(signs);
  });
});
