import { describe, expect, it } from 'vitest';
import type { CapturedDays } from './capture.contract';
import { addUpDays, captureOf } from './capture.rules';

const days = (more: Partial<CapturedDays>): CapturedDays => ({
  openDays: 10,
  incompleteDays: 0,
  weighedDays: 10,
  wasteGrams: 900,
  checkGrams: 1_000,
  ...more,
});

describe('a result and its check weights', () => {
  it.each([
    ['ninety per cent recorded', days({}), -0.19, 0.9, -0.1, null],
    ['all recorded', days({ wasteGrams: 1_000 }), -0.19, 1, -0.19, null],
    ['a little too much recorded', days({ wasteGrams: 1_040 }), 0.04, 1.04, 0, null],
    ['a reduction that turns into a rise', days({ wasteGrams: 500 }), -0.2, 0.5, 0.6, null],
    ['half of the days complete', days({ incompleteDays: 5, weighedDays: 5 }), -0.19, 0.9, -0.1, null],
    ['one more incomplete', days({ incompleteDays: 6, weighedDays: 9 }), -0.19, 0.9, null, 'tooFewCompleteDays'],
    ['odd: three of five complete', days({ openDays: 5, incompleteDays: 2 }), -0.19, 0.9, -0.1, null],
    ['odd: two of five complete', days({ openDays: 5, incompleteDays: 3 }), -0.19, 0.9, null, 'tooFewCompleteDays'],
    [
      'no day complete',
      days({ incompleteDays: 10, wasteGrams: 0, checkGrams: 0 }),
      -0.19,
      null,
      null,
      'tooFewCompleteDays',
    ],
    [
      'never weighed',
      days({ incompleteDays: 10, weighedDays: 0, wasteGrams: 0, checkGrams: 0 }),
      -0.19,
      null,
      null,
      'noCheckWeights',
    ],
    [
      'no open day',
      days({ openDays: 0, weighedDays: 0, wasteGrams: 0, checkGrams: 0 }),
      null,
      null,
      null,
      'noCheckWeights',
    ],
    ['nothing recorded of what was weighed', days({ wasteGrams: 0 }), -1, 0, null, 'nothingRecorded'],
    ['no change to correct', days({}), null, 0.9, null, 'noChange'],
  ] as const)('are held together: %s', (_, behind, change, accuracy, corrected, notCorrected) => {
    const found = captureOf(behind, change);
    expect([found.accuracy, found.notCorrected]).toEqual([accuracy, notCorrected]);
    if (corrected === null) expect(found.corrected).toBeNull();
    else expect(found.corrected).toBeCloseTo(corrected, 10);
  });

  it('of several locations are those of all their days', () => {
    expect(
      addUpDays([days({}), days({ incompleteDays: 2, weighedDays: 8, wasteGrams: 100, checkGrams: 400 })]),
    ).toEqual({ openDays: 20, incompleteDays: 2, weighedDays: 18, wasteGrams: 1_000, checkGrams: 1_400 });
    expect(captureOf(addUpDays([]), -0.1)).toEqual({ accuracy: null, corrected: null, notCorrected: 'noCheckWeights' });
  });
});
