import { describe, expect, it } from 'vitest';
import { dayOrderOf, readDay } from './day.rules';

describe('days of a sheet that nobody described', () => {
  it.each([
    ['2011-03-28', null, '2011-03-28'],
    ['20110328', null, '2011-03-28'],
    ['2011/03/28', null, '2011-03-28'],
    ['28.03.2011', null, '2011-03-28'],
    ['28.3.11', null, '2011-03-28'],
    ['3/4/2011', 'dayFirst', '2011-04-03'],
    ['3/4/2011', 'monthFirst', '2011-03-04'],
    ['28/3/2011', null, '2011-03-28'],
    ['3/28/2011', null, '2011-03-28'],
    ['4/4/2011', null, '2011-04-04'],
    ['28 Mar 2011', null, '2011-03-28'],
    ['28. March 2011', null, '2011-03-28'],
    ['2011.03.28', null, '2011-03-28'],
    ['March 28, 2011', null, '2011-03-28'],
    ['2011-03-28T00:00:00', null, '2011-03-28'],
    ['2011-03-28 08:15:00Z', null, '2011-03-28'],
  ] as const)('%s read %s is %s', (text, order, day) => {
    expect(readDay(text, order)).toEqual({ day });
  });

  it.each([
    ['3/4/2011', 'ambiguousDate'],
    ['2011-02-30', 'notADate'],
    ['31.04.2011', 'notADate'],
    ['28/13/2011', 'notADate'],
    ['soon', 'notADate'],
    ['2011-03-2', 'notADate'],
    ['2011032', 'notADate'],
    ['1.1.1999', 'yearOutOfRange'],
    [`${' '.repeat(10_000)}1`, 'notADate'],
  ])('%s is refused: %s', (text, problem) => {
    expect(readDay(text, null)).toEqual({ problem });
  });

  it.each([
    [['3/4/2011', '28/3/2011'], 'dayFirst'],
    [['3/4/2011', '3/28/2011'], 'monthFirst'],
    [['3/4/2011'], null],
    [['28/3/2011', '3/28/2011'], null],
    [['28.03.2011', '3/4/2011'], null],
  ])('%s tells the order %s', (texts, order) => {
    expect(dayOrderOf(texts)).toBe(order);
  });
});
