import { describe, expect, it } from 'vitest';
import { correctedTime, dayIn, driftAt, isTelling, measure, spanOf } from './drift.rules';

const noon = Date.parse('2026-03-02T12:00:00Z');
const minute = 60_000;
const threeDays = 3 * 86_400_000;

it('is measured against the middle of the call', () => {
  expect(measure(noon + 5_000, noon + 5_400, '2026-03-02T12:00:00.000Z')).toEqual({
    driftMs: 5_200,
    at: noon + 5_400,
  });
});

// Issue 29: a clock that is three days off
describe('the time of a weighing', () => {
  it.each([
    ['with a right clock', noon, 0, null, noon],
    ['with one that is 4 seconds off, which is left alone', noon, 4_000, null, noon],
    ['with one that is 3 days fast', noon + threeDays, threeDays, null, noon],
    ['with one that is 3 days slow', noon - threeDays, -threeDays, null, noon],
    [
      'where nobody could tell then, and somebody can now',
      noon + threeDays,
      null,
      { driftMs: threeDays, at: noon + threeDays + minute },
      noon,
    ],
    [
      'with a clock that was set forward since it was measured',
      noon + threeDays,
      0,
      { driftMs: threeDays, at: noon + threeDays + minute },
      noon,
    ],
    [
      'of one that was put right since, with the clock as it was',
      noon + threeDays,
      threeDays,
      { driftMs: 0, at: noon + minute },
      noon,
    ],
  ])('%s', (_what, savedAt, driftMs, latest, expected) => {
    expect(correctedTime({ savedAt, driftMs }, latest)).toBe(expected);
  });

  it('is not guessed once the clock stands before its measurement', () => {
    const measured = { driftMs: 7_000, at: noon };
    expect([driftAt(noon - minute, measured), driftAt(noon - 10 * minute, measured), driftAt(noon, null)]).toEqual([
      7_000,
      null,
      null,
    ]);
  });
});

it.each([
  [null, false],
  [-119_000, false],
  [-121_000, true],
  [threeDays, true],
])('a drift of %s ms is told: %s', (drift, told) => {
  expect(isTelling(drift)).toBe(told);
});

it.each([
  [130_000, { value: 2, unit: 'minute' }],
  [-2 * 3_600_000, { value: 2, unit: 'hour' }],
  [threeDays, { value: 3, unit: 'day' }],
])('%s ms are said as %o', (ms, span) => {
  expect(spanOf(ms)).toEqual(span);
});

it.each([
  ['2026-03-02T23:30:00Z', 'Europe/Berlin', '2026-03-03'],
  ['2026-03-02T03:30:00Z', 'America/New_York', '2026-03-01'],
])('%s in %s is %s', (instant, zone, day) => {
  expect(dayIn(Date.parse(instant), zone)).toBe(day);
});
