import { describe, expect, it } from 'vitest';
import { namesDays, withDaysOf } from './kept-mapping.rules';

describe('a kept mapping takes from the next sheet', () => {
  const of = (month: string | null) => ({ day: null, month, year: false });
  const dates = { column: 'Day', month: '2026-02', patterns: ['iso'] };
  const wide = {
    heads: 'day',
    measure: { kind: 'weight', unit: 'kg' },
    columns: ['1', '31'].map((column) => ({ column, value: `2026-01-${column.padStart(2, '0')}` })),
  };
  const valuesOf = (month: string | null) =>
    (withDaysOf({ wide }, of(month)).wide as typeof wide).columns.map(({ value }) => value);

  it('the month of a column of numbers of days, or asks for the day', () => {
    expect(namesDays({ dates })).toBe(true);
    expect(withDaysOf({ dates }, of('2026-03'))).toMatchObject({ dates: { column: 'Day', month: '2026-03' } });
    expect(withDaysOf({ dates }, of(null))).toEqual({ dates: { column: '', patterns: ['iso'] } });
  });

  it('the month of headings that are numbers of days, never that of the first sheet', () => {
    expect(namesDays({ wide })).toBe(true);
    expect(valuesOf('2026-03')).toEqual(['2026-03-01', '2026-03-31']);
    expect(valuesOf('2026-02')).toEqual(['2026-02-01', '']);
    expect(valuesOf(null)).toEqual(['', '']);
  });

  it('nothing where the headings say their days themselves', () => {
    const dated = { wide: { ...wide, columns: [{ column: '2 March 2026', value: '2026-03-02' }] } };
    expect(namesDays(dated)).toBe(false);
    expect(withDaysOf(dated, of('2026-04'))).toEqual(dated);
  });
});
