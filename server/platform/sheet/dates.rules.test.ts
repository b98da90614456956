import { describe, expect, it } from 'vitest';
import { findAmbiguousPatterns, isDatePattern, readDate, type DateRules } from './dates.rules';

const rules = (patterns: string[], more: Partial<DateRules> = {}): DateRules => ({
  patterns,
  precision: 'day',
  timeZone: 'site',
  ...more,
});
const NEW_YORK = 'America/New_York';

describe('readDate', () => {
  it.each([
    ['2025-05-01', ['iso'], '2025-05-01'],
    ['2025-05-01', ['yyyy-MM-dd'], '2025-05-01'],
    ['1.5.2025', ['d.M.yyyy'], '2025-05-01'],
    ['01.05.2025', ['d.M.yyyy'], '2025-05-01'],
    ['1/5/2025', ['d/M/yyyy'], '2025-05-01'],
    ['5/1/2025', ['M/d/yyyy'], '2025-05-01'],
    ['2025/05/01', ['yyyy/MM/dd'], '2025-05-01'],
    ['1/5/25', ['d/M/yy'], '2025-05-01'],
    ['1/5/25', ['d/M/yyyy', 'd/M/yy'], '2025-05-01'],
    ['May 1, 2025', ['MMMM d, yyyy'], '2025-05-01'],
    ['2019-01', ['yyyy-MM'], '2019-01-01'],
    ['2019-01', ['iso'], '2019-01-01'],
    ['29.02.2024', ['iso', 'd.M.yyyy'], '2024-02-29'],
    ['45778', ['excel-serial'], '2025-05-01'],
    ['36526', ['excel-serial'], '2000-01-01'],
    ['45778.75', ['excel-serial'], '2025-05-01'],
    [' 2025-05-01 ', ['iso'], '2025-05-01'],
    ['2000-01-01', ['iso'], '2000-01-01'],
    ['2100-12-31', ['iso'], '2100-12-31'],
  ])('reads %j by %j', (raw, patterns, localDate) => {
    expect(readDate(raw, rules(patterns), NEW_YORK)).toEqual({ ok: true, value: { localDate, precision: 'day' } });
  });

  it.each([
    ['', ['iso'], 'import.missingValue'],
    ['2025-02-30', ['iso'], 'import.noSuchDate'],
    ['2025-02-30', ['yyyy-MM-dd'], 'import.noSuchDate'],
    ['29.2.2025', ['d.M.yyyy'], 'import.noSuchDate'],
    ['5/13/2025', ['d/M/yyyy'], 'import.noSuchDate'],
    ['2025-13', ['yyyy-MM'], 'import.noSuchDate'],
    ['2025-04-31T10:00:00Z', ['iso'], 'import.noSuchDate'],
    ['2025-04-30T24:01', ['iso'], 'import.noSuchDate'],
    ['0025-05-01', ['iso'], 'import.yearOutOfRange'],
    ['1999-12-31', ['iso'], 'import.yearOutOfRange'],
    ['2101-01-01', ['iso'], 'import.yearOutOfRange'],
    ['1/5/25', ['d/M/yyyy'], 'import.yearOutOfRange'],
    ['10000', ['excel-serial'], 'import.yearOutOfRange'],
    ['45778', ['iso'], 'import.notADate'],
    ['yesterday', ['iso', 'd.M.yyyy'], 'import.notADate'],
    ['01/05/2025', ['iso', 'd.M.yyyy'], 'import.notADate'],
    ['2025-05-01 and more', ['iso'], 'import.notADate'],
  ])('refuses %j by %j: %s', (raw, patterns, code) => {
    expect(readDate(raw, rules(patterns), NEW_YORK)).toMatchObject({ ok: false, code });
  });

  it('refuses an endless text without trying it', () => {
    expect(readDate('9'.repeat(70_000), rules(['iso', 'd.M.yyyy']), NEW_YORK)).toMatchObject({
      code: 'import.notADate',
    });
  });

  it.each([
    ['2025-05-01 08:15', ['iso'], 'site', '2025-05-01', '08:15:00'],
    ['2025-05-01T08:15:30.250', ['iso'], 'site', '2025-05-01', '08:15:30'],
    ['2025-05-01T02:15:00Z', ['iso'], 'site', '2025-04-30', '22:15:00'],
    ['2025-05-01T08:15:00+02:00', ['iso'], 'site', '2025-05-01', '02:15:00'],
    ['2025-05-01T02:15+0200', ["yyyy-MM-dd'T'HH:mmXX"], 'site', '2025-04-30', '20:15:00'],
    ['2025-05-01 02:15', ['iso'], 'UTC', '2025-04-30', '22:15:00'],
    ['2025-05-01 02:15', ['iso'], 'Europe/Stockholm', '2025-04-30', '20:15:00'],
    ['1.5.2025 8:05', ['d.M.yyyy H:mm'], 'site', '2025-05-01', '08:05:00'],
    ['45778.75', ['excel-serial'], 'site', '2025-05-01', '18:00:00'],
    ['2025-05-01 9:05', ['iso'], 'site', '2025-05-01', '09:05:00'],
    ['2025-05-01 08:15:00+02', ['iso'], 'site', '2025-05-01', '02:15:00'],
    ['2025-05-01 08:15:00.123456+02', ['iso'], 'site', '2025-05-01', '02:15:00'],
    ['20250501T081500Z', ['iso'], 'site', '2025-05-01', '04:15:00'],
    // The end of a day is still that day.
    ['2025-05-01 24:00', ['iso'], 'site', '2025-05-01', '23:59:59'],
    ['1.5.2025 24:00', ['d.M.yyyy HH:mm'], 'site', '2025-05-01', '23:59:59'],
  ])('moves %j by %j written in %s to the clock of the site', (raw, patterns, timeZone, localDate, localTime) => {
    expect(readDate(raw, rules(patterns, { precision: 'datetime', timeZone }), NEW_YORK)).toEqual({
      ok: true,
      value: { localDate, localTime, precision: 'datetime' },
    });
  });

  it.each([
    ['2025-11-02T01:30:00-04:00', undefined],
    ['2025-11-02T01:30:00-05:00', Date.UTC(2025, 10, 2, 6, 30)],
    ['2025-11-02 01:30', undefined],
  ])('keeps apart the hour that the clock shows twice: %j', (raw, instant) => {
    expect(readDate(raw, rules(['iso'], { precision: 'datetime' }), NEW_YORK)).toEqual({
      ok: true,
      value: {
        localDate: '2025-11-02',
        localTime: '01:30:00',
        precision: 'datetime',
        ...(instant !== undefined && { instant }),
      },
    });
  });

  it('states a day where the sheet states no time', () => {
    expect(readDate('2025-05-01', rules(['iso'], { precision: 'datetime', timeZone: 'UTC' }), NEW_YORK)).toEqual({
      ok: true,
      value: { localDate: '2025-05-01', precision: 'day' },
    });
  });

  it('takes the first day of a month', () => {
    expect(readDate('2019-01-31', rules(['iso'], { precision: 'month' }), NEW_YORK)).toEqual({
      ok: true,
      value: { localDate: '2019-01-01', precision: 'month' },
    });
  });

  it.each([
    ['2025-03-09 02:30', 'site'],
    ['2025-03-30 02:30', 'Europe/Berlin'],
  ])('refuses %j, an hour that the clock of %s jumped over', (raw, timeZone) => {
    expect(readDate(raw, rules(['iso'], { precision: 'datetime', timeZone }), NEW_YORK)).toMatchObject({
      code: 'import.noSuchTime',
    });
  });
});

describe('date patterns of a mapping', () => {
  it.each(['iso', 'excel-serial', 'd.M.yyyy', 'M/d/yyyy', 'yyyyMMdd', 'MMM d, yyyy', "yyyy-MM-dd'T'HH:mm"])(
    'knows %s',
    (pattern) => expect(isDatePattern(pattern)).toBe(true),
  );
  it.each(['YYYY-MM-DD', 'foo', 'hello', '---', "''", 'yyyy-MM-dd z'])('refuses %s', (pattern) =>
    expect(isDatePattern(pattern)).toBe(false),
  );
  it.each([
    [
      ['d/M/yyyy', 'M/d/yyyy'],
      ['d/M/yyyy', 'M/d/yyyy'],
    ],
    [['iso', 'd/M/yyyy', 'd.M.yyyy', 'yyyy/MM/dd'], null],
    [['d/M/yyyy', 'd/M/yy'], null],
    [
      ['yy/M/d', 'd/M/yy'],
      ['yy/M/d', 'd/M/yy'],
    ],
  ])('compares %j', (patterns, expected) => expect(findAmbiguousPatterns(patterns)).toEqual(expected));
});
