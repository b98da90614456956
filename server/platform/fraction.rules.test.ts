import { describe, expect, it } from 'vitest';
import { changeOf, shareOf, wholePercent } from './fraction.rules';

it.each([
  [80, 100, -0.2],
  [150, 100, 0.5],
  [0, 100, -1],
  [100, 100, 0],
  [2, 3, -0.333333],
  [49.999_999_95, 100, -0.5],
  [99.999_999_99, 100, 0],
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

describe('shareOf', () => {
  it.each([
    [1, 4, 0.25],
    [1, 3, 0.333333],
    [0, 4, 0],
    [5, 4, 1],
    [0, 0, null],
  ])('%d of %d: %s', (part, whole, share) => {
    expect(shareOf(part, whole)).toBe(share);
  });
});
