import { describe, expect, it } from 'vitest';
import {
  hasProbablyStopped,
  isTracked,
  lookOf,
  unreliableReasonOf,
  urgencyOf,
  type Evidence,
  type Look,
} from './reliability.rules';

const sound: Evidence = {
  weightChange: -0.2,
  scoredWeeks: 4,
  compliantWeeks: 3,
  spans: [{ trackedDays: 18, openDays: 20 }],
};

describe('isTracked', () => {
  it.each([
    [8, 10, 0.8, true],
    [7, 10, 0.8, false],
    [0, 10, 0.8, false],
    [0, 0, 0.8, true],
    [0, 10, 0, true],
    [7, 10, 0.7, true],
    [9, 10, 1, false],
  ])('%d of %d days at a limit of %s: %s', (trackedDays, openDays, limit, enough) => {
    expect(isTracked({ trackedDays, openDays }, limit)).toBe(enough);
  });
});

describe('hasProbablyStopped', () => {
  it.each([
    ['a sound kitchen', {}, false],
    ['a fall of exactly 90 %', { weightChange: -0.9 }, false],
    ['a fall of 90 % on a baseline that was rounded', { weightChange: 180 / 1_800.000_000_001 - 1 }, false],
    ['a fall of more than 90 %', { weightChange: -0.901 }, true],
    ['a fall to nothing', { weightChange: -1 }, true],
    ['no compliant week of several', { compliantWeeks: 0 }, true],
    ['no compliant week of several, and nothing to compare', { compliantWeeks: 0, weightChange: null }, true],
    ['one week that does not comply', { scoredWeeks: 1, compliantWeeks: 0 }, false],
    ['no week to judge', { scoredWeeks: 0, compliantWeeks: 0 }, false],
    ['one compliant week', { compliantWeeks: 1 }, false],
  ])('%s: %s', (_, change, stopped) => {
    expect(hasProbablyStopped({ ...sound, ...change })).toBe(stopped);
  });
});

describe('unreliableReasonOf', () => {
  it.each<[string, Partial<Evidence>, number, string | null]>([
    ['enough days', {}, 0.8, null],
    ['too few days', { spans: [{ trackedDays: 15, openDays: 20 }] }, 0.8, 'NOT_ENOUGH_TRACKED_DAYS'],
    ['the same where the organisation asks for less', { spans: [{ trackedDays: 15, openDays: 20 }] }, 0.7, null],
    [
      'enough in the range, too few of the compared',
      {
        spans: [
          { trackedDays: 18, openDays: 20 },
          { trackedDays: 3, openDays: 5 },
        ],
      },
      0.8,
      'NOT_ENOUGH_TRACKED_DAYS',
    ],
    [
      'stopped, which says more than too few days',
      { weightChange: -0.97, spans: [{ trackedDays: 0, openDays: 20 }] },
      0.8,
      'PROBABLY_STOPPED_TRACKING',
    ],
    [
      'an increase is held to the same',
      { weightChange: 0.4, spans: [{ trackedDays: 1, openDays: 20 }] },
      0.8,
      'NOT_ENOUGH_TRACKED_DAYS',
    ],
  ])('%s', (_, change, limit, reason) => {
    expect(unreliableReasonOf({ ...sound, ...change }, limit)).toBe(reason);
  });
});

describe('what wants a look', () => {
  it.each([
    [null, 0.2, 'RISING'],
    [null, 0.000_01, null],
    [null, -0.2, null],
    [null, null, null],
    ['NOT_ENOUGH_TRACKED_DAYS', 0.2, 'NOT_ENOUGH_TRACKED_DAYS'],
    ['PROBABLY_STOPPED_TRACKING', -1, 'PROBABLY_STOPPED_TRACKING'],
  ] as const)('%s, change %s: %s', (unreliable, change, look) => {
    expect(lookOf(unreliable, change)).toBe(look);
  });

  it('puts the worst first: what rises, then what stopped, then what is not tracked enough, then by the change', () => {
    const rows: [Look | null, number | null][] = [
      [null, -0.5],
      [null, -0.1],
      ['RISING', 0.1],
      ['NOT_ENOUGH_TRACKED_DAYS', 3],
      ['PROBABLY_STOPPED_TRACKING', -1],
      ['RISING', 40_000],
      ['NOT_ENOUGH_TRACKED_DAYS', null],
    ];
    const inOrder = [...rows].sort((a, b) => (urgencyOf(...b) ?? 0) - (urgencyOf(...a) ?? 0));
    expect(inOrder).toEqual([
      ['RISING', 40_000],
      ['RISING', 0.1],
      ['PROBABLY_STOPPED_TRACKING', -1],
      ['NOT_ENOUGH_TRACKED_DAYS', 3],
      ['NOT_ENOUGH_TRACKED_DAYS', null],
      [null, -0.1],
      [null, -0.5],
    ]);
    expect(urgencyOf(null, null)).toBeNull();
  });
});
