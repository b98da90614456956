import { describe, expect, it } from 'vitest';
import { rangeProblems, snapToWeek } from './week-range.rules';

const today = '2026-03-18';

describe('rangeProblems', () => {
  // Spec 5: Performance: start date, end date and stage required; Monday, Sunday, end not before start
  it.each([
    ['a Monday to a Sunday', '2026-03-02', '2026-03-15', null, null],
    ['one week', '2026-03-09', '2026-03-15', null, null],
    ['ends today, a Sunday', '2026-03-09', '2026-03-15', null, null],
    ['starts on a Tuesday', '2026-03-03', '2026-03-15', 'nonMondayStartDate', null],
    ['ends on a Saturday', '2026-03-02', '2026-03-14', null, 'nonSundayEndDate'],
    ['ends before it starts', '2026-03-09', '2026-03-01', null, 'endDateBeforeStartDate'],
    [
      'ends before it starts, on the wrong days too',
      '2026-03-10',
      '2026-03-07',
      'nonMondayStartDate',
      'endDateBeforeStartDate',
    ],
    ['ends after today', '2026-03-09', '2026-03-22', null, 'dateInFuture'],
    ['nothing filled in', '', '', 'required', 'required'],
    ['a day that does not exist', '2026-02-30', '2026-03-15', 'notADate', null],
    ['words', 'NaN', 'tomorrow', 'notADate', 'notADate'],
    ['a year of five digits', '12026-03-02', '99999-01-03', 'notADate', 'notADate'],
    ['a century off', '1026-03-02', '2026-03-15', 'dateTooEarly', null],
    ['a start that is no date says nothing about the end', '2026-13-01', '2026-03-15', 'notADate', null],
  ] as const)('%s', (_, start, end, startProblem, endProblem) => {
    expect(rangeProblems({ start, end, today })).toEqual({ start: startProblem, end: endProblem });
  });

  it('takes a Sunday that is today', () => {
    expect(rangeProblems({ start: '2026-03-09', end: '2026-03-15', today: '2026-03-15' })).toEqual({
      start: null,
      end: null,
    });
  });

  it.each([
    ['any days', '2026-03-03', '2026-03-14', null, null],
    ['ends before it starts', '2026-03-04', '2026-03-03', null, 'endDateBeforeStartDate'],
    ['ends after today', '2026-03-04', '2026-03-19', null, 'dateInFuture'],
  ] as const)('where days are counted: %s', (_, start, end, startProblem, endProblem) => {
    expect(rangeProblems({ start, end, today, grain: 'day' })).toEqual({ start: startProblem, end: endProblem });
  });
});

describe('snapToWeek', () => {
  it.each([
    ['2026-03-05', 'start', { date: '2026-03-02', by: 'monday' }],
    ['2026-03-08', 'start', { date: '2026-03-02', by: 'monday' }],
    ['2026-03-02', 'start', null],
    ['2026-03-05', 'end', { date: '2026-03-08', by: 'sunday' }],
    ['2026-03-02', 'end', { date: '2026-03-08', by: 'sunday' }],
    ['2026-03-08', 'end', null],
    ['2026-03-17', 'end', { date: '2026-03-15', by: 'lastSunday' }],
    ['2026-03-18', 'start', { date: '2026-03-16', by: 'monday' }],
    ['2026-01-01', 'start', { date: '2025-12-29', by: 'monday' }],
    ['2024-02-29', 'end', { date: '2024-03-03', by: 'sunday' }],
    ['', 'start', null],
    ['2026-02-30', 'end', null],
  ] as const)('%s as a %s', (date, end, expected) => {
    expect(snapToWeek(date, end, today)).toEqual(expected);
  });
});
