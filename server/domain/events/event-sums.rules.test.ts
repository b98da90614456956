import { describe, expect, it } from 'vitest';
import { addParts, weeksAndDays } from './event-sums.rules';

describe('a range', () => {
  it.each([
    ['all of time', {}, { from: null, to: null }, []],
    ['whole weeks', { startDate: '2026-01-05', endDate: '2026-01-18' }, { from: '2026-01-05', to: '2026-01-18' }, []],
    [
      'days at both ends',
      { startDate: '2026-01-07', endDate: '2026-01-20' },
      { from: '2026-01-12', to: '2026-01-18' },
      [
        { from: '2026-01-07', to: '2026-01-11' },
        { from: '2026-01-19', to: '2026-01-20' },
      ],
    ],
    ['a day', { startDate: '2026-01-07', endDate: '2026-01-07' }, null, [{ from: '2026-01-07', to: '2026-01-07' }]],
    [
      'two days of two weeks',
      { startDate: '2026-01-11', endDate: '2026-01-12' },
      null,
      [{ from: '2026-01-11', to: '2026-01-12' }],
    ],
    [
      'an open end',
      { startDate: '2026-01-07' },
      { from: '2026-01-12', to: null },
      [{ from: '2026-01-07', to: '2026-01-11' }],
    ],
    [
      'an open beginning',
      { endDate: '2026-01-07' },
      { from: null, to: '2026-01-04' },
      [{ from: '2026-01-05', to: '2026-01-07' }],
    ],
  ])('of %s', (_what, range, weeks, days) => {
    expect(weeksAndDays(range)).toEqual({ weeks, days });
  });
});

it('adds hundredths of grams and ten-thousandths of money exactly, and no two currencies', () => {
  const part = { events: 1, grams: 0.1, estimatedGrams: 0.2, amount: 0.0001, derived: 0.0001 };
  expect(
    addParts([
      { ...part, currency: 'USD' },
      { ...part, currency: 'EUR' },
      { ...part, currency: 'USD', grams: 0.2 },
      { ...part, currency: null, amount: 0 },
      { ...part, currency: 'GBP', amount: 0 },
    ]),
  ).toEqual({
    events: 5,
    grams: 0.6,
    estimatedGrams: 1,
    costs: [
      { currency: 'EUR', amount: 0.0001, derived: 0.0001 },
      { currency: 'USD', amount: 0.0002, derived: 0.0002 },
    ],
  });
});
