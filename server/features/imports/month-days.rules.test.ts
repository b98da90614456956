import { expect, it } from 'vitest';
import { countDays, dayInMonth } from './month-days.rules';

it.each([
  ['1', '2026-02-01'],
  ['2.', '2026-02-02'],
  ['3rd', '2026-02-03'],
  ['Mon 2', '2026-02-02'],
  ['2 Mo', '2026-02-02'],
  ['29', null],
  ['0', null],
  ['32', null],
  ['1.5', null],
  ['Rice 2', null],
])('%s of February 2026 is %s', (text, day) => expect(dayInMonth(text, '2026-02')).toBe(day));

it.each([
  [['1', '2', '3', '4', '5'], true],
  [['2', '3', '4', '5', '6', '9'], true],
  [['1', '2', '3', '4'], false],
  [['1', '2', '2', '3', '4'], false],
  [['1', '2', '3', '4', '45'], false],
])('%j counts days: %s', (heads, days) => expect(countDays(heads)).toBe(days));
