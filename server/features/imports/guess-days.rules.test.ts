import { describe, expect, it } from 'vitest';
import type { CellKind } from '../../platform/sheet/sheet.contract';
import { daysOfHeads, swappedDays } from './guess-days.rules';

const cells = (texts: readonly string[], kind?: CellKind) => texts.map((text, at) => ({ text, line: at + 2, kind }));

describe('days and months that a workbook swapped', () => {
  const dates = cells(['2025-05-01', '2025-06-02', '2025-07-12'], 'date');
  it.each([
    ['dates up to the 12th beside texts from the 13th on', [...dates, ...cells(['13.5.2025', '31/5/2025'])], true],
    [
      'a date after the 12th',
      [...dates, ...cells(['2025-05-13'], 'date'), ...cells(['13.5.2025', '31.5.2025'])],
      false,
    ],
    ['a text up to the 12th', [...dates, ...cells(['13.5.2025', '11.5.2025'])], false],
    ['a text with the month first', [...dates, ...cells(['5/13/2025', '5/31/2025'])], false],
    ['dates alone', dates, false],
    ['a single text', [...dates, ...cells(['13.5.2025'])], false],
  ])('%s', (_what, column, expected) => {
    expect(swappedDays({ cells: column }) !== null).toBe(expected);
  });
});

describe('days in column headings', () => {
  it.each([
    [
      'weekday and day first',
      ['Mon 02/11/2026', 'Tue 03/11/2026', 'Wed 04/11/2026'],
      undefined,
      ['2026-11-02', '2026-11-03', '2026-11-04'],
    ],
    [
      'month first, by what follows',
      ['11/30/2026', '12/01/2026', '12/02/2026'],
      undefined,
      ['2026-11-30', '2026-12-01', '2026-12-02'],
    ],
    ['no year', ['Mo 02.11.', 'Di 03.11.'], undefined, ['--11-02', '--11-03']],
    ['the year of the title', ['Mo 02.11.', 'Di 03.11.'], 2026, ['2026-11-02', '2026-11-03']],
    ['German weeks', ['KW 45', 'KW 46'], 2026, ['2026-11-02', '2026-11-09']],
    ['Swedish weeks without a year', ['v. 9', 'v. 10'], undefined, ['-W09', '-W10']],
    ['weeks with their year', ['2026-W01', '2026-W53'], undefined, ['2025-12-29', '2026-12-28']],
    ['kinds of food', ['Bread', 'Rice'], undefined, null],
    ['one heading that is no day', ['02/11/2026', 'Total'], undefined, null],
  ])('%s', (_what, heads, year, days) => {
    expect(daysOfHeads(heads, year)).toEqual(days);
  });
});
