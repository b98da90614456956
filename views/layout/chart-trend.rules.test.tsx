import { describe, expect, it } from 'vitest';
import { spreadNotes, trendGeometry } from './chart-trend.rules';

describe('trendGeometry', () => {
  it('starts bars at zero and gives a gap no height', () => {
    const { slots, zero } = trendGeometry({ values: [10, null, 5], kind: 'bars', baseline: null });
    expect(zero).toBe(100);
    expect(slots[1]).toMatchObject({ top: null, height: 0 });
    expect(slots[0]!.height / slots[2]!.height).toBeCloseTo(2);
    expect(slots.every((slot) => slot.x >= 0 && slot.x + slot.width <= 100)).toBe(true);
  });

  it('keeps the baseline in sight above all values', () => {
    const { baseline } = trendGeometry({ values: [1, 2], kind: 'bars', baseline: 50 });
    expect(baseline).toBeGreaterThanOrEqual(0);
    expect(baseline).toBeLessThan(20);
  });

  it('draws negative bars below zero', () => {
    const { slots, zero } = trendGeometry({ values: [-10, 10], kind: 'bars', baseline: null });
    expect(slots[0]!.top).toBeCloseTo(zero);
    expect(slots[1]!.top! + slots[1]!.height).toBeCloseTo(zero);
  });

  it('breaks a line at a gap', () => {
    const { path } = trendGeometry({ values: [1, 2, null, 3, 4], kind: 'line', baseline: null });
    expect(path.match(/M/g)).toHaveLength(2);
  });

  it.each([[[]], [[null, null]], [[0, 0]], [[7]]])('stays finite for %j', (values) => {
    const geometry = trendGeometry({ values, kind: 'line', baseline: null });
    expect(JSON.stringify(geometry)).not.toMatch(/NaN|Infinity/);
    expect([...geometry.ticks.map((tick) => tick.y), geometry.zero].every(Number.isFinite)).toBe(true);
  });
});

describe('spreadNotes', () => {
  it.each([
    [[10, 60], 20, [10, 60]],
    [[50, 54], 20, [42, 62]],
    [[54, 50], 20, [42, 62]],
    [[95, 99], 20, [70, 90]],
    [[40], 20, [40]],
    [[], 20, []],
  ])('%j with room %d lie at %j', (ys, room, placed) => {
    expect(
      spreadNotes(
        ys.map((y) => ({ y })),
        room,
      ).map(({ y }) => y),
    ).toEqual(placed);
  });
});
