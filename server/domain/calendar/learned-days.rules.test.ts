import { describe, expect, it } from 'vitest';
import { learnedDaysOf, type WeekOfDays } from './learned-days.rules';

const days = (text: string) => [...text].map((mark) => mark === 'x');
const week = (tracked: string, open = 'xxxxxxx'): WeekOfDays => ({ tracked: days(tracked), open: days(open) });
const times = (count: number, one: WeekOfDays) => Array.from({ length: count }, () => one);
const full = week('xxxxxxx');
const workdays = week('xxxxx--');
const silent = week('-------');

describe('the open days that weighings show', () => {
  it.each<[string, WeekOfDays[], string | null, [weeks: number, matching: number]?]>([
    ['Monday to Friday', times(3, workdays), 'xxxxx--', [3, 3]],
    ['two weeks are enough', times(2, workdays), 'xxxxx--', [2, 2]],
    ['one is not', [workdays], null],
    ['nor two of which one is silent', [workdays, silent], null],
    ['silent weeks count for nothing', [workdays, silent, silent, silent, workdays], 'xxxxx--', [2, 2]],
    ['every day is what holds already', times(4, full), null],
    ['so is every day but one that was forgotten once', [full, full, week('xx-xxxx'), full], null],
    ['closed on Mondays', times(2, week('-xxxxxx')), '-xxxxxx', [2, 2]],
    ['a day forgotten in one of two weeks', [workdays, week('xxx-x--')], 'xxxxx--', [2, 2]],
    ['a single Saturday of two', [workdays, week('xxxxxx-')], 'xxxxx--', [2, 1]],
    ['a single Saturday of three', [workdays, week('xxxxxx-'), workdays], 'xxxxx--', [3, 2]],
    ['every other Saturday', [workdays, week('xxxxxx-'), workdays, week('xxxxxx-')], 'xxxxxx-', [4, 4]],
    ['a Saturday in three: not clear', [...times(4, workdays), ...times(2, week('xxxxxx-'))], null],
    ['a Saturday in four', [...times(6, workdays), ...times(2, week('xxxxxx-'))], 'xxxxx--', [8, 6]],
    ['a Wednesday in three: perhaps only forgotten', [workdays, week('xx-xx--'), week('xx-xx--')], null],
    ['a holiday that the calendar knows', [week('-xxxx--', '-xxxxxx'), workdays], 'xxxxx--', [2, 2]],
    ['a weekday that was a holiday each time', times(2, week('-xxxx--', '-xxxxxx')), null],
    ['Sundays that exceptions close already', times(3, week('xxxxxx-', 'xxxxxx-')), null],
    ['weighings on closed days open them', times(2, week('xxxxxx-', 'xxxxx-x')), 'xxxxxx-', [2, 2]],
    ['one weighing a week is a sample', times(6, week('-x-----')), null],
    ['two are one too', times(6, week('-x-x---')), null],
    ['three days are a pattern', times(2, week('x-x-x--')), 'x-x-x--', [2, 2]],
    ['a day here, a day there', [week('x------'), week('-x-----'), week('--x----'), week('---x---')], null],
    ['nothing', [], null],
  ])('%s', (_, weeks, openDays, counts) => {
    expect(learnedDaysOf(weeks)).toEqual(
      openDays === null ? null : { openDays: days(openDays), weeks: counts?.[0], matchingWeeks: counts?.[1] },
    );
  });
});
