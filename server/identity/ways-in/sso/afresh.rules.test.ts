import { describe, expect, it } from 'vitest';
import { isAfresh, provenAt } from './afresh.rules';

const now = new Date('2026-03-18T12:00:00Z');
const seconds = (ago: number) => now.getTime() / 1000 - ago;

describe('when a provider asked somebody', () => {
  it.each([
    [seconds(0), '2026-03-18T12:00:00.000Z'],
    [seconds(3600), '2026-03-18T11:00:00.000Z'],
    [seconds(-59), '2026-03-18T12:00:00.000Z'],
    [seconds(-61), null],
    [undefined, null],
    ['1773835200', null],
    [Number.NaN, null],
    [0, null],
    [-5, null],
  ])('%j is %s', (said, at) => {
    expect(provenAt(said, now)).toBe(at);
  });
});

describe('a request made now', () => {
  it.each([
    ['2026-03-18T12:00:30.000Z', true],
    ['2026-03-18T11:59:00.000Z', true],
    ['2026-03-18T11:58:59.000Z', false],
    ['2026-03-18T08:00:00.000Z', false],
    [null, false],
    [undefined, false],
  ])('is answered by somebody who was asked at %s: %s', (at, afresh) => {
    expect(isAfresh(at, { createdAt: now })).toBe(afresh);
  });
});
