import { describe, expect, it } from 'vitest';
import { effectOf, type EffectWeek } from './effect.rules';

const week = (treated: number, control: number | null = null, days: Partial<EffectWeek> = {}): EffectWeek => ({
  openDays: 5,
  trackedDays: 5,
  treated,
  control,
  ...days,
});
const weeks = (treated: number[], control: (number | null)[] = []) =>
  treated.map((value, at) => week(value, control[at] ?? null));
const limit = 0.8;
const measured = (before: EffectWeek[], after: EffectWeek[]) => {
  const effect = effectOf({ before, after, limit });
  if (effect.kind !== 'measured') throw new Error(effect.kind);
  return effect;
};

describe('an effect', () => {
  it('is what changed per open day, beyond what the control did', () => {
    // 100 to 80 is a fifth less; the rest rose by a tenth: 0.8 / 1.1 − 1.
    const effect = measured(weeks([100, 100, 100, 100], [50, 50, 50, 50]), weeks([80, 80, 80, 80], [55, 55, 55, 55]));
    expect(effect.change).toBeCloseTo(0.8 / 1.1 - 1, 12);
    expect(effect.controlChange).toBeCloseTo(0.1, 12);
    // Weeks that are all alike leave nothing to chance.
    expect([effect.low, effect.high]).toEqual([expect.closeTo(effect.change, 12), expect.closeTo(effect.change, 12)]);
    expect(effect.chance).toBe(false);
  });

  it('counts open days, not weeks', () => {
    const short = [1, 2, 3, 4].map(() => week(40, null, { openDays: 2, trackedDays: 2 }));
    expect(measured(weeks([100, 100, 100, 100]), short).change).toBeCloseTo(0, 12);
  });

  it.each([
    ['weeks that vary more than they change', [80, 120, 70, 130, 90, 110], [75, 125, 85, 110, 95, 100], true],
    ['a change far beyond how weeks vary', [98, 102, 100, 99, 101, 100], [60, 62, 58, 61, 59, 60], false],
  ])('is told from chance or not: %s', (_, before, after, chance) => {
    const effect = measured(weeks(before), weeks(after));
    expect(effect.chance).toBe(chance);
    expect(effect.low).toBeLessThan(effect.change);
    expect(effect.high).toBeGreaterThan(effect.change);
  });

  it('is the same each time it is asked for', () => {
    const sides = { before: weeks([80, 120, 70, 130]), after: weeks([75, 125, 85, 110]), limit };
    expect(effectOf(sides)).toEqual(effectOf(sides));
  });

  it('covers the truth about as often as it says', () => {
    // 200 kitchens in which nothing changed, by another generator than the bootstrap's.
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const noise = () => 100 * (0.7 + 0.6 * random());
    const eight = () => Array.from({ length: 8 }, noise);
    const covered = Array.from({ length: 200 }, () => measured(weeks(eight()), weeks(eight()))).filter(
      ({ low, high }) => low <= 0 && high >= 0,
    ).length;
    expect(covered / 200).toBeGreaterThan(0.85);
  });
});

describe('no effect', () => {
  it.each([
    ['too few weeks before', weeks([100, 100, 100]), weeks([80, 80, 80, 80]), [3, 4]],
    ['too few weeks after', weeks([100, 100, 100, 100]), weeks([80]), [4, 1]],
    [
      'weeks tracked too little',
      weeks([100, 100, 100, 100]),
      [...weeks([80, 80, 80]), week(1, null, { trackedDays: 3 })],
      [4, 3],
    ],
    [
      'weeks without an open day',
      weeks([100, 100, 100, 100]),
      [...weeks([80, 80, 80]), week(0, null, { openDays: 0, trackedDays: 0 })],
      [4, 3],
    ],
  ])('is told of %s', (_, before, after, [weeksBefore, weeksAfter]) => {
    expect(effectOf({ before, after, limit })).toEqual({ kind: 'tooFewWeeks', weeksBefore, weeksAfter });
  });

  it('is told of what was never thrown away', () => {
    expect(effectOf({ before: weeks([0, 0, 0, 0]), after: weeks([1, 1, 1, 1]), limit })).toEqual({
      kind: 'nothingBefore',
    });
  });

  it('takes a control of nothing for none', () => {
    const effect = measured(weeks([100, 100, 100, 100], [0, 0, 0, 0]), weeks([50, 50, 50, 50], [9, 9, 9, 9]));
    expect([effect.change, effect.controlChange]).toEqual([-0.5, null]);
  });
});
