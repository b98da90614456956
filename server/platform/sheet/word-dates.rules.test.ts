import { describe, expect, it } from 'vitest';
import { weekdaysOf } from './calendar-words.rules';
import { readDate } from './dates.rules';

const read = (text: string, pattern: string, year?: number) => {
  const result = readDate(
    text,
    { patterns: [pattern], precision: pattern === 'month' ? 'month' : 'day', timeZone: 'site', year },
    'UTC',
  );
  return result.ok ? result.value.localDate : result.code;
};

describe('dates in words', () => {
  it.each([
    ['13 March 2024', '2024-03-13'],
    ['March 13, 2024', '2024-03-13'],
    ['13. März 2024', '2024-03-13'],
    ['13-Mar-24', '2024-03-13'],
    ['3 de marzo de 2024', '2024-03-03'],
    ['1er août 2024', '2024-08-01'],
    ['13 maj 2024', '2024-05-13'],
    ['Mittwoch, 13. Mrz. 2024', '2024-03-13'],
    ['2nd Feb 2024', '2024-02-02'],
    ['5 marca 2026 r.', '2026-03-05'],
    ['środa, 11 paź 2023', '2023-10-11'],
    ['31 Feb 2024', 'import.notADate'],
    ['13 Marsh 2024', 'import.notADate'],
    ['13 March', 'import.yearMissing'],
  ])('%s is the day %s', (text, expected) => {
    expect(read(text, 'day-month-name')).toBe(expected);
  });

  it.each([
    ['2024-03', '2024-03-01'],
    ['March 2024', '2024-03-01'],
    ['März 24', '2024-03-01'],
    ['Mar-24', '2024-03-01'],
    ['03/2024', '2024-03-01'],
    ['3.2024', '2024-03-01'],
    ['marzo de 2024', '2024-03-01'],
    ['2024 février', '2024-02-01'],
    ['augusti 2024', '2024-08-01'],
    ['październik 2024 r.', '2024-10-01'],
    ['wrz 2024', '2024-09-01'],
    ['13/2024', 'import.notADate'],
    ['April', 'import.yearMissing'],
  ])('%s is the month %s', (text, expected) => {
    expect(read(text, 'month')).toBe(expected);
  });

  it.each([
    ['2024-W10', '2024-03-04'],
    ['KW 10/2024', '2024-03-04'],
    ['W1 2026', '2025-12-29'],
    ['Vecka 53 2020', '2020-12-28'],
    ['53/2024', 'import.notADate'],
    ['10', 'import.yearMissing'],
    ['0', 'import.notADate'],
  ])('%s is the week of %s', (text, expected) => {
    expect(read(text, 'week')).toBe(expected);
  });

  it('takes the year that is stated for texts without one, and never another', () => {
    expect([
      read('13 March', 'day-month-name', 2025),
      read('April', 'month', 2025),
      read('10', 'week', 2026),
      read('13.3.', 'd.M.', 2025),
      read('29/2', 'd/M', 2024),
    ]).toEqual(['2025-03-13', '2025-04-01', '2026-03-02', '2025-03-13', '2024-02-29']);
    expect([read('13.3.', 'd.M.'), read('29.2.', 'd.M.'), read('30.2.', 'd.M.'), read('29.2.', 'd.M.', 2025)]).toEqual([
      'import.yearMissing',
      'import.yearMissing',
      'import.noSuchDate',
      'import.noSuchDate',
    ]);
  });
});

describe('weekdays of headings', () => {
  it.each([
    ['Mon Tue Wed Thu Fri', [1, 2, 3, 4, 5]],
    ['Mo Di Mi Do Fr Sa So', [1, 2, 3, 4, 5, 6, 7]],
    ['lunes martes miércoles jueves viernes', [1, 2, 3, 4, 5]],
    ['lun. mar. mer. jeu. ven.', [1, 2, 3, 4, 5]],
    ['måndag tisdag onsdag torsdag fredag', [1, 2, 3, 4, 5]],
    ['Pn Wt Śr Cz Pt Sb Nd', [1, 2, 3, 4, 5, 6, 7]],
    ['poniedzialek wtorek sroda czwartek piatek', [1, 2, 3, 4, 5]],
    ['Sunday Monday Tuesday', [7, 1, 2]],
    ['M T W T F S S', [1, 2, 3, 4, 5, 6, 7]],
    ['L M X J V', [1, 2, 3, 4, 5]],
    ['Mo Mo Di', null],
    ['Rice Peas Bread', null],
    ['M D', null],
  ])('%s', (words, expected) => {
    expect(weekdaysOf(words.split(' '))).toEqual(expected);
  });
});
