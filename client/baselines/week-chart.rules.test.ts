import { describe, expect, it } from 'vitest';
import { weekGeometry, type ChartWeek } from './week-chart.rules';

const week = (key: string, value: number | null, limits: ChartWeek['limits'] = null): ChartWeek => ({
  key,
  label: key,
  longLabel: key,
  value,
  limits,
  tone: 'plain',
});

describe('weekGeometry', () => {
  it('begins at zero and puts the baseline where its value lies', () => {
    const { slots, ticks, baseline } = weekGeometry([week('a', 50), week('b', 100)], 75);
    expect(ticks[0]).toEqual({ value: 0, y: 100 });
    const [a, b] = slots;
    expect(100 - (a?.top ?? 0)).toBeCloseTo((100 - (b?.top ?? 0)) / 2, 6);
    expect(baseline).toBeCloseTo(((a?.top ?? 0) + (b?.top ?? 0)) / 2, 6);
  });

  it('leaves a gap for a week that was not tracked', () => {
    expect(weekGeometry([week('a', null), week('b', 1)], null).slots.map((slot) => slot.top === null)).toEqual([
      true,
      false,
    ]);
  });

  it('cuts a limit off at the top instead of pressing the weeks flat', () => {
    const { slots } = weekGeometry([week('a', 100), week('b', 110, { low: 50, high: 100_000 })], null);
    expect(slots[1]?.high).toBe(0);
    expect(100 - (slots[1]?.top ?? 100)).toBeGreaterThan(40);
  });

  it('draws nothing wrong when every value is 0', () => {
    const { slots } = weekGeometry([week('a', 0)], null);
    expect(slots[0]?.top).toBe(100);
  });
});
