import { describe, expect, it } from 'vitest';
import { closedReasonOf, type ClosedReason, type LocationCalendar } from './calendar.rules';

// 2025-05-26 is a Monday and Memorial Day.
const base: LocationCalendar = {
  firstEventDate: '2025-05-01',
  closedOn: null,
  holidaysObserved: true,
  holidays: new Set(['2025-05-26']),
  patterns: [{ weekday: 6, validFrom: '2025-01-01', open: false }],
  exceptions: [],
};

const exception = (id: number, fromDate: string, toDate: string, open: boolean) => ({ id, fromDate, toDate, open });

describe('closedReasonOf', () => {
  it.each<[string, string, Partial<LocationCalendar>, ClosedReason | null]>([
    ['without any rule a day is open', '2025-05-27', {}, null],
    ['nothing is open without an event', '2025-05-27', { firstEventDate: null }, 'BEFORE_FIRST_EVENT'],
    ['the day before the first event is not open', '2025-04-30', {}, 'BEFORE_FIRST_EVENT'],
    ['the day of the first event is', '2025-05-01', {}, null],
    [
      'not even an exception opens a day before it',
      '2025-04-30',
      { exceptions: [exception(1, '2025-04-30', '2025-04-30', true)] },
      'BEFORE_FIRST_EVENT',
    ],
    ['the last day of a closed location is open', '2025-05-27', { closedOn: '2025-05-27' }, null],
    ['the day after it is not', '2025-05-28', { closedOn: '2025-05-27' }, 'AFTER_LAST_DAY'],
    [
      'not even by an exception',
      '2025-05-28',
      { closedOn: '2025-05-27', exceptions: [exception(1, '2025-05-28', '2025-05-28', true)] },
      'AFTER_LAST_DAY',
    ],
    ['the pattern closes a weekday', '2025-05-24', {}, 'PATTERN'],
    ['but no other', '2025-05-25', {}, null],
    [
      'a pattern is not in force before its day',
      '2025-05-24',
      { patterns: [{ weekday: 6, validFrom: '2025-05-25', open: false }] },
      null,
    ],
    ['it is on its day', '2025-05-24', { patterns: [{ weekday: 6, validFrom: '2025-05-24', open: false }] }, 'PATTERN'],
    [
      'the newest pattern decides, in whatever order they come',
      '2025-05-24',
      {
        patterns: [
          { weekday: 6, validFrom: '2025-05-01', open: true },
          { weekday: 6, validFrom: '2025-01-01', open: false },
        ],
      },
      null,
    ],
    ['a holiday closes', '2025-05-26', {}, 'HOLIDAY'],
    [
      'a holiday closes what the pattern opens',
      '2025-05-26',
      { patterns: [{ weekday: 1, validFrom: '2025-01-01', open: true }] },
      'HOLIDAY',
    ],
    ['unless holidays are not observed', '2025-05-26', { holidaysObserved: false }, null],
    [
      'an exception opens a holiday',
      '2025-05-26',
      { exceptions: [exception(1, '2025-05-26', '2025-05-26', true)] },
      null,
    ],
    [
      'an exception closes an open day',
      '2025-05-27',
      { exceptions: [exception(1, '2025-05-20', '2025-05-27', false)] },
      'EXCEPTION',
    ],
    [
      'an exception ends with its last day',
      '2025-05-28',
      { exceptions: [exception(1, '2025-05-20', '2025-05-27', false)] },
      null,
    ],
    [
      'the newer of two exceptions decides',
      '2025-05-27',
      {
        exceptions: [exception(2, '2025-05-27', '2025-05-27', true), exception(1, '2025-05-20', '2025-05-30', false)],
      },
      null,
    ],
  ])('%s', (_, day, change, reason) => {
    expect(closedReasonOf(day, { ...base, ...change })).toBe(reason);
  });
});
