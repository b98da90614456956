import { describe, expect, it } from 'vitest';
import { isRunning, passingRun, perOpenDay, sumUp } from './baseline-detail.rules';

describe('perOpenDay', () => {
  it.each([
    [70, 7, 10],
    [70, 0, null],
    [0, 5, 0],
  ])('%s over %s open days is %s', (sum, days, expected) => {
    expect(perOpenDay(sum, days)).toBe(expected);
  });
});

describe('isRunning', () => {
  it.each([
    ['2026-03-09', '2026-03-15', true],
    ['2026-03-09', '2026-03-16', false],
    ['2026-03-16', '2026-03-16', true],
  ])('the week of %s on %s: %s', (week, today, expected) => {
    expect(isRunning(week, today)).toBe(expected);
  });
});

describe('sumUp', () => {
  const week = (weekStart: string, openDays: number, g: number) => ({
    weekStart,
    openDays,
    trackedDays: openDays,
    compliant: openDays > 2,
    txn: 10,
    g,
    estimatedG: g / 10,
    cost: g / 100,
    derivedCost: g / 200,
  });

  it('adds the weeks that are over and divides by all of their open days', () => {
    const sums = sumUp(
      [week('2026-03-02', 7, 7_000), week('2026-03-09', 2, 2_900), week('2026-03-16', 7, 99_999)],
      '2026-03-18',
    );
    expect(sums).toMatchObject({
      openDays: 9,
      trackedDays: 9,
      txn: 20,
      g: 9_900,
      estimatedG: 990,
      cost: 99,
      derivedCost: 49.5,
      scoredWeeks: 2,
      compliantWeeks: 1,
    });
    expect(sums.perOpenDay).toEqual({ g: 1_100, cost: 11, txn: 20 / 9 });
  });

  it('has no figure where no week is over', () => {
    expect(sumUp([week('2026-03-16', 7, 1)], '2026-03-18').perOpenDay).toEqual({ g: null, cost: null, txn: null });
  });
});

describe('passingRun', () => {
  const weeks = (...failures: number[]) =>
    ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26'].map((weekStart, at) => ({
      weekStart,
      openDays: 5,
      issues: failures.includes(at) ? ['NOT_ENOUGH_TRANSACTIONS'] : [],
    }));
  it.each([
    ['the newest week does not count', weeks(), '2026-01-26', 3],
    ['nor does its failure', weeks(3), '2026-01-26', 3],
    ['a failure begins the count again', weeks(1), '2026-01-26', 1],
    ['a failure in the newest counted week leaves none', weeks(2), '2026-01-26', 0],
    ['a later week of another stage lets all of them count', weeks(0), '2026-02-02', 3],
    ['all fail', weeks(0, 1, 2, 3), '2026-01-26', 0],
  ])('%s', (_why, list, newest, expected) => {
    expect(passingRun(list, newest)).toBe(expected);
  });

  it('passes over a week without an open day', () => {
    expect(
      passingRun(
        weeks().map((week, at) => (at === 1 ? { ...week, openDays: 0 } : week)),
        '2026-01-26',
      ),
    ).toBe(2);
  });

  it('is 0 without weeks', () => {
    expect(passingRun([], null)).toBe(0);
  });
});
