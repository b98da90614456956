import { describe, expect, it } from 'vitest';
import type { ComparedWeek } from '../../domain/measures/measure.contract';
import { addDays } from '../../platform/time';
import { valueTrend, weightTrend } from './trend.rules';

const week = (change: Partial<ComparedWeek> = {}): ComparedWeek => ({
  weekStart: '2026-01-05',
  currency: 'USD',
  openDays: 7,
  trackedDays: 7,
  g: 700,
  expectedG: 1000,
  cost: 7,
  expectedCost: 10,
  estimatedG: 70,
  derivedCost: 3,
  compared: true,
  ...change,
});

describe('weightTrend', () => {
  it('puts the currencies of a week together, because grams are grams', () => {
    expect(weightTrend([week(), week({ currency: 'EUR', g: 100, expectedG: 50 })], 0.8)).toEqual([
      {
        weekStart: '2026-01-05',
        weeks: 1,
        actual: 800,
        expected: 1050,
        estimated: 140,
        openDays: 14,
        state: 'compared',
      },
    ]);
  });

  it.each<[string, Partial<ComparedWeek>, { state: string; actual: number | null }]>([
    ['compared', {}, { state: 'compared', actual: 700 }],
    ['tracked too little to compare', { trackedDays: 5 }, { state: 'partly', actual: 700 }],
    ['still part of the baseline', { compared: false }, { state: 'baseline', actual: 700 }],
    ['open but nothing tracked', { trackedDays: 0, g: 0 }, { state: 'untracked', actual: null }],
    ['closed', { openDays: 0, trackedDays: 0, g: 0, expectedG: 0 }, { state: 'closed', actual: null }],
    [
      'weighed on closed days only',
      { openDays: 0, trackedDays: 0, g: 12, expectedG: 0 },
      { state: 'compared', actual: 12 },
    ],
  ])('%s', (_, change, found) => {
    expect(weightTrend([week(change)], 0.8)[0]).toMatchObject(found);
  });

  it('puts weeks of a long range together and keeps the sums', () => {
    const many = Array.from({ length: 200 }, (_, at) => week({ weekStart: addDays('2022-01-03', at * 7) }));
    const bars = weightTrend(many, 0.8);
    expect(bars.length).toBeLessThanOrEqual(80);
    expect(bars[0]).toMatchObject({ weeks: 3, actual: 2100, expected: 3000 });
    expect(bars.reduce((sum, bar) => sum + (bar.actual ?? 0), 0)).toBe(200 * 700);
  });
});

describe('valueTrend', () => {
  it('shows one currency only', () => {
    expect(valueTrend([week(), week({ currency: 'EUR', cost: 99 })], 'USD', 0.8).map((bar) => bar.actual)).toEqual([7]);
    expect(valueTrend([week()], 'USD', 0.8)[0]?.estimated).toBe(3);
  });
});
