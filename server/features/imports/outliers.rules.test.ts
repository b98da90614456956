import { describe, expect, it } from 'vitest';
import { limitOf, WeightSpread } from './outliers.rules';

function limit(kilograms: number[], months = false): number {
  const spread = new WeightSpread();
  for (const kg of kilograms) spread.add(kg * 1_000);
  return limitOf(spread, months) / 1_000;
}
const times = (count: number, kg: number) => Array.from({ length: count }, () => kg);

describe('the weight above which a line is asked about, in kg', () => {
  it.each<[string, number[], number]>([
    ['a sheet without weights', [], 100],
    ['one weighing', [1_234.5], 1_000],
    ['ordinary weighings, whatever one of them is', [...times(40, 2), 1_234.5], 100],
    ['three lines with one of them far off', [1.5, 2, 1_234.5], 100],
    ['days of a large kitchen', times(60, 40), 800],
    ['days of a central kitchen: no scale takes more at once', times(60, 400), 1_000],
  ])('of %s', (_case, weights, expected) => {
    // Weights are counted in steps of two percent, upwards.
    expect(limit(weights)).toBeGreaterThanOrEqual(expected);
    expect(limit(weights)).toBeLessThanOrEqual(expected * 1.02);
  });

  it('of totals of months knows no heaviest weighing', () => {
    expect(limit(times(12, 60), true)).toBe(3_100);
    expect(limit(times(12, 2_000), true)).toBeGreaterThan(39_999);
  });

  it('is told in as much memory for many weights as for few, and exact to two percent', () => {
    const spread = new WeightSpread();
    for (let at = 1; at <= 100_000; at += 1) spread.add(at);
    for (const fraction of [0.05, 0.5, 0.95]) {
      expect(spread.quantile(fraction)).toBeGreaterThanOrEqual(fraction * 100_000 - 1);
      expect(spread.quantile(fraction)).toBeLessThanOrEqual(fraction * 102_000);
    }
    spread.add(0);
    expect(spread.quantile(0)).toBeGreaterThan(0);
  });
});
