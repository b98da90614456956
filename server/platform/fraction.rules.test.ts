import { describe, expect, it } from 'vitest';
import { changeOf, onTheWire, shareOf, wholePercent } from './fraction.rules';

it.each([
  [80, 100, -0.2],
  [150, 100, 0.5],
  [0, 100, -1],
  [100, 100, 0],
  [2, 3, -0.333333333333],
  [49.999_999_95, 100, -0.500_000_000_5],
  [99.999_999_99, 100, -0.000_000_000_1],
  [1_100.000_000_000_1, 1_000, 0.1],
  [5, 0, null],
  [0, 0, null],
  [null, 100, null],
  [100, null, null],
])('%s against %s is %s', (actual, base, change) => {
  expect(changeOf(actual, base)).toBe(change);
});

it.each([
  [0.285, 29],
  [0.284, 28],
  [0.145, 15],
  [0.575, 58],
  [1.005, 101],
  [0, 0],
  [1, 100],
])('%d is %d per cent, as Intl says', (fraction, percent) => {
  expect(wholePercent(fraction)).toBe(percent);
  expect(new Intl.NumberFormat('en-US', { style: 'percent' }).format(fraction)).toBe(`${percent}%`);
});

it('answers six decimals, rounded once from the exact figure', () => {
  // Rounded to six decimals first, these 8.24996 % would be shown as 8.3 %.
  const change = changeOf(1_082_499.6, 1_000_000);
  expect(change).toBe(0.0824996);
  const answer = { at: new Date(0), rows: [{ change, none: null, kept: 'no', weight: 12.25, tiny: -1e-9 }] };
  expect(onTheWire(answer)).toEqual({
    at: new Date(0),
    rows: [{ change: 0.0825, none: null, kept: 'no', weight: 12.25, tiny: 0 }],
  });
});

describe('shareOf', () => {
  it.each([
    [1, 4, 0.25],
    [1, 3, 0.333333333333],
    [0, 4, 0],
    [5, 4, 1],
    [0, 0, null],
  ])('%d of %d: %s', (part, whole, share) => {
    expect(shareOf(part, whole)).toBe(share);
  });
});
