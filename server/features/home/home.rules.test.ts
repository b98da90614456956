import { describe, expect, it } from 'vitest';
import { changeFromBefore, judgeWeek, topOf, totalsOf, waitsForOpeningDays } from './home.rules';

const row = {
  siteStatus: 'ACTIVE',
  locationStatus: 'ACTIVE',
  siteName: 'Mill',
  locationName: 'Grill',
  percentDaysTracking: 100,
  weightVsBaseline: 0.5,
  unreliable: null,
  look: 'RISING',
  unconfirmed: false,
} as const;
const silent = {
  ...row,
  locationName: 'Mill',
  percentDaysTracking: 0,
  weightVsBaseline: -1,
  unreliable: 'PROBABLY_STOPPED_TRACKING',
  look: 'PROBABLY_STOPPED_TRACKING',
} as const;
const thin = {
  ...row,
  locationName: 'Deli',
  percentDaysTracking: 40,
  unreliable: 'NOT_ENOUGH_TRACKED_DAYS',
  look: 'NOT_ENOUGH_TRACKED_DAYS',
} as const;
const nobody = { count: 0, names: [] };

describe('judgeWeek', () => {
  it('counts each location for one reason: silent, tracked too little, or above its baseline', () => {
    expect(judgeWeek([row, silent, thin, { ...row, weightVsBaseline: -0.2, look: null }])).toEqual({
      silent: { count: 1, names: ['Mill'] },
      unreliable: { count: 1, names: ['Deli, Mill'] },
      aboveBaseline: { count: 1, names: ['Grill, Mill'] },
      unconfirmed: nobody,
    });
  });

  it('does not judge a location whose open days are not confirmed, unless it was silent', () => {
    const waiting = [{ ...thin, unconfirmed: true }, silent];
    expect(judgeWeek(waiting)).toEqual({
      silent: { count: 1, names: ['Mill'] },
      unreliable: nobody,
      aboveBaseline: nobody,
      unconfirmed: { count: 1, names: ['Deli, Mill'] },
    });
    const confirmable = ['Deli', 'Grill', 'Bar'].map((locationName) => ({ siteName: 'Mill', locationName }));
    expect(judgeWeek(waiting, confirmable).unconfirmed).toEqual({ count: 3, names: ['Deli, Mill', 'Grill, Mill'] });
  });

  it('names those that are furthest above', () => {
    const rising = [0.1, 0.9, 0.4].map((weightVsBaseline) => ({
      ...row,
      weightVsBaseline,
      locationName: `Bar ${weightVsBaseline}`,
    }));
    expect(judgeWeek(rising).aboveBaseline).toEqual({ count: 3, names: ['Bar 0.9, Mill', 'Bar 0.4, Mill'] });
  });

  it.each([
    ['whose change is not known', [{ ...thin, weightVsBaseline: null }]],
    [
      'that is closed, or whose site is',
      [
        { ...thin, locationStatus: 'INACTIVE' as const, look: null },
        { ...silent, siteStatus: 'INACTIVE' as const, look: null },
      ],
    ],
  ])('asks nothing of a location %s', (_, rows) => {
    expect(judgeWeek(rows)).toEqual({ silent: nobody, unreliable: nobody, aboveBaseline: nobody, unconfirmed: nobody });
  });
});

describe('waitsForOpeningDays', () => {
  const waiting = { ...thin, unconfirmed: true };
  it.each([
    ['one that waits', [waiting], true],
    ['beside one that tracks', [waiting, row], true],
    ['beside one that does not', [waiting, thin], false],
    ['none', [row, thin], false],
    ['nothing', [], false],
  ])('%s', (_, rows, waits) => {
    expect(waitsForOpeningDays(rows)).toBe(waits);
  });
});

describe('totalsOf', () => {
  const recorded = {
    start: '2026-03-09',
    currency: 'EUR',
    g: 100,
    estimatedG: 10,
    cost: 2,
    openDays: 7,
    trackedDays: 6,
  };

  it('adds the weights of all currencies, and no money of two', () => {
    expect(
      totalsOf([
        { ...recorded, start: '2026-03-16' },
        recorded,
        { ...recorded, currency: 'USD', cost: 5 },
        { ...recorded, currency: 'GBP', cost: 0 },
      ]),
    ).toEqual([
      {
        start: '2026-03-09',
        grams: 300,
        estimatedGrams: 30,
        openDays: 21,
        trackedDays: 18,
        costs: [
          { currency: 'EUR', amount: 2 },
          { currency: 'USD', amount: 5 },
        ],
      },
      {
        start: '2026-03-16',
        grams: 100,
        estimatedGrams: 10,
        openDays: 7,
        trackedDays: 6,
        costs: [{ currency: 'EUR', amount: 2 }],
      },
    ]);
  });
});

describe('changeFromBefore', () => {
  const week = { grams: 700, openDays: 7, trackedDays: 7 };
  it.each([
    ['per open day', { before: week, last: { grams: 450, openDays: 5, trackedDays: 5 } }, -0.1],
    ['with too few tracked days', { before: week, last: { ...week, trackedDays: 5 } }, null],
    ['after a week with too few', { before: { ...week, trackedDays: 5 }, last: week }, null],
    ['after a week without an open day', { before: { ...week, openDays: 0, trackedDays: 0 }, last: week }, null],
    ['after no week', { before: undefined, last: week }, null],
  ])('%s', (_, weeks, change) => {
    const found = changeFromBefore(weeks, 0.8);
    if (change === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(change, 12);
  });
});

describe('topOf', () => {
  const value = (refId: number | null, g: number, { currency = 'EUR', cost = 0 } = {}) => ({
    refId,
    refName: refId === null ? null : `Item ${refId}`,
    currency,
    g,
    cost,
  });

  it('gives the five heaviest with their share of everything, and what names none', () => {
    const { named, unnamed } = topOf([
      ...[1, 2, 3, 4, 5, 6].map((id) => value(id, id * 10)),
      value(6, 40, { currency: 'USD', cost: 3 }),
      value(7, 0),
      value(null, 150),
    ]);
    expect(named.map(({ refId, share }) => [refId, share])).toEqual([
      [6, 0.25],
      [5, 0.125],
      [4, 0.1],
      [3, 0.075],
      [2, 0.05],
    ]);
    expect(named[0]).toEqual({
      refId: 6,
      name: 'Item 6',
      grams: 100,
      share: 0.25,
      costs: [{ currency: 'USD', amount: 3 }],
    });
    expect(unnamed?.share).toBe(0.375);
  });

  it('gives nothing of nothing', () => {
    expect(topOf([])).toEqual({ named: [], unnamed: null });
    expect(topOf([value(1, 0)])).toEqual({ named: [], unnamed: null });
  });
});
