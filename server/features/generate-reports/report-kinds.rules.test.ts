import { describe, expect, it, test } from 'vitest';
import { weightsBy } from '../../domain/measures/weights-by.rules';
import { rankItems } from './report-figures.rules';
import { datesOfPeriod, nextDue } from './report-kinds.rules';

test.each([
  ['lastWeek', '2026-03-18', { start: '2026-03-09', end: '2026-03-15' }],
  ['last13Weeks', '2026-03-16', { start: '2025-12-15', end: '2026-03-15' }],
  ['lastMonth', '2026-03-31', { start: '2026-02-01', end: '2026-02-28' }],
  ['lastMonth', '2026-01-01', { start: '2025-12-01', end: '2025-12-31' }],
] as const)('%s as of %s', (period, today, expected) => {
  expect(datesOfPeriod(period, today)).toEqual(expected);
});

describe('the next time of a schedule', () => {
  it.each([
    [
      'later the same day',
      { cadence: 'weekly', day: 3, hour: 14 },
      '2026-03-18T12:00:00Z',
      'UTC',
      '2026-03-18T14:00:00.000Z',
    ],
    [
      'not the instant itself',
      { cadence: 'weekly', day: 3, hour: 12 },
      '2026-03-18T12:00:00Z',
      'UTC',
      '2026-03-25T12:00:00.000Z',
    ],
    [
      'Sunday is the seventh',
      { cadence: 'weekly', day: 7, hour: 0 },
      '2026-03-18T12:00:00Z',
      'UTC',
      '2026-03-22T00:00:00.000Z',
    ],
    [
      'by the clock of the zone',
      { cadence: 'monthly', day: 1, hour: 6 },
      '2026-03-31T12:00:00Z',
      'Asia/Kathmandu',
      '2026-04-01T00:15:00.000Z',
    ],
    [
      'the last day that every month has',
      { cadence: 'monthly', day: 28, hour: 6 },
      '2026-01-28T07:00:00Z',
      'UTC',
      '2026-02-28T06:00:00.000Z',
    ],
    [
      'an hour that the clock leaves out',
      { cadence: 'weekly', day: 7, hour: 2 },
      '2026-03-28T12:00:00Z',
      'Europe/Berlin',
      '2026-03-29T01:00:00.000Z',
    ],
  ] as const)('%s', (_, due, after, timeZone, expected) => {
    expect(nextDue(due, { after: new Date(after), timeZone }).toISOString()).toBe(expected);
  });
});

test('weights by a fact add up exactly, the unknown last', () => {
  const rows = [
    { refId: 1, g: 0.1 },
    { refId: 2, g: 0.2 },
    { refId: 3, g: 5 },
    { refId: null, g: 9 },
  ];
  expect(weightsBy(rows, (id) => (id === 3 ? null : 'COMPOSTING'))).toEqual([
    { key: 'COMPOSTING', grams: 0.3, values: [1, 2] },
    { key: null, grams: 14, values: [3, null] },
  ]);
});

test('items are ranked over their currencies', () => {
  const row = { field: 'itemId' as const, txn: 1, share: 0 };
  const ranked = rankItems([
    { ...row, refId: 1, refName: 'Bread', g: 100, cost: 1, currency: 'EUR' },
    { ...row, refId: 2, refName: 'Soup', g: 250, cost: 0, currency: 'EUR' },
    { ...row, refId: 1, refName: 'Bread', g: 200, cost: 2, currency: 'GBP' },
  ]);
  expect(ranked.map(({ name, grams, txn, costs }) => ({ name, grams, txn, costs }))).toEqual([
    {
      name: 'Bread',
      grams: 300,
      txn: 2,
      costs: [
        { currency: 'EUR', amount: 1 },
        { currency: 'GBP', amount: 2 },
      ],
    },
    { name: 'Soup', grams: 250, txn: 1, costs: [] },
  ]);
  expect(ranked.map(({ shareSoFar }) => shareSoFar)).toEqual([300 / 550, 1]);
});
