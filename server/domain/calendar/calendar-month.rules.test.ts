import { describe, expect, it } from 'vitest';
import {
  boundsOfMonth,
  factsOfDays,
  monthAfter,
  patternOn,
  weeklyPatterns,
  weeksOfMonth,
  type AnnotatedCalendar,
} from './calendar-month.rules';

const calendar: AnnotatedCalendar = {
  firstEventDate: '2026-03-03',
  closedOn: null,
  holidaysObserved: true,
  holidayNames: new Map([
    ['2026-03-06', 'Feast'],
    ['2026-03-14', 'Late feast'],
  ]),
  patterns: [
    { weekday: 6, validFrom: '2026-01-01', open: false },
    { weekday: 7, validFrom: '2026-01-01', open: false },
  ],
  exceptions: [
    { id: 1, fromDate: '2026-03-09', toDate: '2026-03-11', open: false, reason: 'Refit' },
    { id: 2, fromDate: '2026-03-10', toDate: '2026-03-10', open: true, reason: '' },
    { id: 3, fromDate: '2026-03-01', toDate: '2026-03-01', open: true, reason: 'Too early' },
  ],
  transactions: new Map([
    ['2026-03-05', 4],
    ['2026-03-09', 2],
  ]),
};

describe('the facts of a day', () => {
  it.each([
    ['2026-03-01', { state: 'before', open: false, exceptionId: null, reason: null }],
    ['2026-03-05', { state: 'open', open: true, transactions: 4, flagged: false }],
    ['2026-03-06', { state: 'holiday', open: false, holidayName: 'Feast' }],
    ['2026-03-07', { state: 'closed', open: false, transactions: 0, flagged: false }],
    ['2026-03-09', { state: 'closedException', reason: 'Refit', exceptionId: 1, transactions: 2, flagged: true }],
    ['2026-03-10', { state: 'openException', open: true, reason: null, exceptionId: 2 }],
    ['2026-03-14', { state: 'holiday', holidayName: 'Late feast' }],
  ])('%s', (day, facts) => {
    expect(factsOfDays(calendar, { from: day, to: day })).toEqual([expect.objectContaining({ day, ...facts })]);
  });

  it.each([
    ['2026-03-01', { state: 'before', open: false, exceptionId: 3, reason: 'Too early' }],
    ['2026-03-02', { state: 'before', open: false, reason: null }],
    ['2026-03-06', { state: 'holiday', open: false }],
    ['2026-03-07', { state: 'closed', open: false }],
    ['2026-03-09', { state: 'closedException', open: false, reason: 'Refit' }],
  ])('%s is planned before there is any event', (day, facts) => {
    expect(factsOfDays({ ...calendar, firstEventDate: null, transactions: new Map() }, { from: day, to: day })).toEqual(
      [expect.objectContaining({ day, flagged: false, ...facts })],
    );
  });

  it.each([
    ['2026-03-05', { state: 'open', flagged: false }],
    ['2026-03-09', { state: 'after', open: false, reason: null, exceptionId: null, transactions: 2, flagged: true }],
    ['2026-03-10', { state: 'after', open: false, exceptionId: null }],
  ])('%s of a location that was closed on the 5th', (day, facts) => {
    expect(factsOfDays({ ...calendar, closedOn: '2026-03-05' }, { from: day, to: day })).toEqual([
      expect.objectContaining(facts),
    ]);
  });

  it('names a holiday that is not observed and stays open', () => {
    const [day] = factsOfDays({ ...calendar, holidaysObserved: false }, { from: '2026-03-06', to: '2026-03-06' });
    expect(day).toMatchObject({ state: 'open', holidayName: 'Feast' });
  });
});

describe('months', () => {
  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-03', -15, '2024-12'],
    ['2026-03', 0, '2026-03'],
  ])('%s and %i is %s', (month, count, other) => {
    expect(monthAfter(month, count)).toBe(other);
  });

  it.each([
    ['2026-02', '2026-02-01', '2026-02-28', '2026-01-26', '2026-03-01'],
    ['2024-02', '2024-02-01', '2024-02-29', '2024-01-29', '2024-03-03'],
    ['2026-06', '2026-06-01', '2026-06-30', '2026-06-01', '2026-07-05'],
  ])('%s has its days and its whole weeks', (month, from, to, monday, sunday) => {
    expect(boundsOfMonth(month)).toEqual({ from, to });
    expect(weeksOfMonth(month)).toEqual({ from: monday, to: sunday });
  });
});

describe('weekly schedules', () => {
  const patterns = weeklyPatterns([
    { weekday: 7, validFrom: '2026-01-01', open: false },
    { weekday: 6, validFrom: '2026-01-01', open: false },
    { weekday: 6, validFrom: '2026-05-04', open: true },
  ]);

  it('carry on what a later one does not mention', () => {
    expect(patterns).toEqual([
      { validFrom: '2026-01-01', openDays: [true, true, true, true, true, false, false] },
      { validFrom: '2026-05-04', openDays: [true, true, true, true, true, true, false] },
    ]);
  });

  it.each([
    ['2025-12-31', null],
    ['2026-01-01', '2026-01-01'],
    ['2026-05-03', '2026-01-01'],
    ['2026-05-04', '2026-05-04'],
  ])('on %s the one from %s holds', (day, validFrom) => {
    expect(patternOn(day, patterns)?.validFrom ?? null).toBe(validFrom);
  });
});
