import { describe, expect, it } from 'vitest';
import {
  changedMost,
  periodsOf,
  rankedOf,
  rankingOf,
  spanBefore,
  spansOf,
  sumsOf,
  timeFrameOf,
  usualComparison,
} from './food-waste.rules';

const weight = { measure: 'weight', currency: null } as const;
const euros = { measure: 'cost', currency: 'EUR' } as const;

describe('spans', () => {
  it.each([
    ['a week', '2026-03-11', '2026-03-17', '2026-03-04', '2026-03-10'],
    ['a day', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ])('before %s has its length and ends the day before', (_, start, end, from, to) => {
    expect(spanBefore({ start, end })).toEqual({ start: from, end: to });
  });

  it.each([
    ['day', '2026-02-27', '2026-03-01', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['week', '2026-02-27', '2026-03-10', ['2026-02-27', '2026-03-02', '2026-03-09']],
    ['month', '2025-12-31', '2026-02-02', ['2025-12-31', '2026-01-01', '2026-02-01']],
  ] as const)('by the %s are cut to the range, without a gap', (frame, start, end, starts) => {
    const spans = spansOf({ start, end }, frame);
    expect(spans.map((one) => one.start)).toEqual(starts);
    expect(spans.at(-1)?.end).toBe(end);
    for (const [at, span] of spans.slice(1).entries())
      expect(new Date(span.start).getTime() - new Date(spans[at]?.end ?? '').getTime()).toBe(86_400_000);
  });

  it.each([
    [undefined, '2026-03-11', '2026-03-17', 'day'],
    [undefined, '2025-12-15', '2026-03-15', 'week'],
    [undefined, '2013-01-07', '2026-03-15', 'month'],
    ['day', '2025-12-15', '2026-03-15', 'day'],
    ['day', '2025-03-15', '2026-03-15', 'week'],
    ['day', '2013-01-07', '2026-03-15', 'month'],
    ['month', '2026-03-11', '2026-03-17', 'month'],
  ] as const)('asked by %s from %s to %s are drawn by the %s', (asked, start, end, frame) => {
    expect(timeFrameOf(asked, { start, end })).toBe(frame);
  });
});

const row = (change: object) => ({ currency: 'EUR', txn: 1, g: 0, estimatedG: 0, cost: 0, derivedCost: 0, ...change });

it('sums are exact, and keep money with its currency', () => {
  expect(
    sumsOf([
      row({ g: 0.1, cost: 0.1 }),
      row({ g: 0.2, cost: 0.2, estimatedG: 0.2 }),
      row({ currency: 'USD', g: 1, cost: 3 }),
      row({ currency: 'CHF', g: 1 }),
    ]),
  ).toEqual({
    txn: 4,
    grams: 2.3,
    estimatedGrams: 0.2,
    costs: [
      { currency: 'EUR', amount: 0.3 },
      { currency: 'USD', amount: 3 },
    ],
  });
});

describe('periods', () => {
  const days = {
    recorded: [
      { start: '2026-03-03', ...row({ g: 100, cost: 2 }) },
      { start: '2026-03-03', ...row({ currency: 'USD', g: 50, cost: 9 }) },
      { start: '2026-03-05', ...row({ g: 30, cost: 1, estimatedG: 30, derivedCost: 1 }) },
    ],
    calendar: [
      { start: '2026-03-02', openDays: 0, trackedDays: 0 },
      { start: '2026-03-03', openDays: 2, trackedDays: 2 },
      { start: '2026-03-04', openDays: 2, trackedDays: 0 },
      { start: '2026-03-05', openDays: 2, trackedDays: 1 },
      { start: '2026-03-06', openDays: 0, trackedDays: 0 },
    ],
    // Of one of the kitchens.
    compared: [
      {
        day: '2026-03-03',
        currency: 'EUR',
        openDays: 1,
        trackedDays: 1,
        g: 100,
        expectedG: 120,
        cost: 2,
        expectedCost: 3,
      },
    ],
  };
  const span = { start: '2026-03-01', end: '2026-03-06' };

  it('begin where there is something, and leave open days without a weighing empty', () => {
    expect(
      periodsOf({ span, frame: 'day', shown: weight, ...days }).map(({ start, value, unmeasured }) => [
        start,
        value,
        unmeasured,
      ]),
    ).toEqual([
      ['2026-03-03', 150, 0],
      ['2026-03-04', null, 0],
      ['2026-03-05', 30, 30],
      ['2026-03-06', 0, 0],
    ]);
  });

  it('take kitchens without a baseline to be unchanged', () => {
    const [first, second] = periodsOf({ span, frame: 'day', shown: weight, ...days });
    expect([first?.expected, second?.expected]).toEqual([120 + 50, null]);
  });

  it('of a cost are of one currency', () => {
    expect(
      periodsOf({ span, frame: 'day', shown: euros, ...days }).map(({ value, unmeasured, expected }) => [
        value,
        unmeasured,
        expected,
      ]),
    ).toEqual([
      [2, 0, 3],
      [null, 0, null],
      [1, 1, null],
      [0, 0, null],
    ]);
  });

  it('of nothing are none', () => {
    expect(periodsOf({ span, frame: 'day', shown: weight, recorded: [], calendar: [], compared: [] })).toEqual([]);
  });
});

describe('rankings', () => {
  const rows = [
    { refId: 1, refName: 'Rice', ...row({ g: 600, cost: 1 }) },
    { refId: 1, refName: 'Rice', ...row({ currency: 'USD', g: 100, cost: 5 }) },
    { refId: 2, refName: 'Soup', ...row({ g: 200, cost: 4 }) },
    { refId: 3, refName: 'Tea', ...row({ g: 0 }) },
    { refId: null, refName: null, ...row({ g: 100, cost: 5 }) },
  ];
  it('by weight put the heaviest first, with their share of everything', () => {
    expect(rankedOf(rows, weight).map(({ name, value, share }) => [name, value, share])).toEqual([
      ['Rice', 700, 0.7],
      ['Soup', 200, 0.2],
      [null, 100, 0.1],
    ]);
  });
  it('by cost are of one currency', () => {
    expect(rankedOf(rows, euros).map(({ name, value, share }) => [name, value, share])).toEqual([
      [null, 5, 0.5],
      ['Soup', 4, 0.4],
      ['Rice', 1, 0.1],
    ]);
  });
  it.each([
    ['by weight', weight, { named: ['Rice', 'Soup'], unnamed: 100, count: 2, vital: 2 }],
    [
      'and know when all that is named makes less than four fifths',
      euros,
      { named: ['Soup', 'Rice'], unnamed: 5, count: 2, vital: null },
    ],
  ] as const)('count the values that make four fifths, %s', (_, shown, expected) => {
    const { named, unnamed, count, vital } = rankingOf('itemId', rankedOf(rows, shown));
    expect({ named: named.map(({ name }) => name), unnamed: unnamed?.value, count, vital }).toEqual(expected);
  });
});

it.each([
  ['usually ends early', false, 7],
  ['in full names more', true, 100],
])('a ranking %s', (_, full, length) => {
  const many = Array.from({ length: 120 }, (__, at) => ({ refId: at + 1, refName: `Item ${at}`, ...row({ g: 1 }) }));
  const { named, count } = rankingOf('itemId', rankedOf(many, weight), full);
  expect([named.length, count]).toEqual([length, 120]);
});

describe('a comparison', () => {
  it.each([
    ['2026-03-18', '2025-11-01', '2026-01-31'],
    ['2026-11-28', '2026-07-01', '2026-09-30'],
    ['2026-01-31', '2025-09-01', '2025-11-30'],
  ])('on %s starts with three months before last month', (today, start, end) => {
    expect(usualComparison(today)).toEqual({ start, end });
  });

  const side = (openDays: number, ...values: [number | null, number][]) => ({
    openDays,
    ranked: values.map(([refId, value]) => ({ refId, name: null, grams: value, costs: [], value, share: 0 })),
  });
  it('names the values that differ most per open day, whichever way', () => {
    const here = side(2, [1, 100], [2, 40], [null, 900]);
    const there = side(4, [1, 220], [3, 60]);
    expect(changedMost({ here, there, most: 2 })).toEqual([
      { refId: 2, name: null, here: 20, there: 0 },
      { refId: 3, name: null, here: 0, there: 15 },
    ]);
  });
  it('names none where a side was never open', () => {
    expect(changedMost({ here: side(0, [1, 100]), there: side(4, [1, 220]), most: 2 })).toEqual([]);
  });
});
