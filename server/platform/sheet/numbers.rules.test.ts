import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber, type DecimalSign } from './numbers.rules';

const valueOf = (raw: string, decimal: DecimalSign) => {
  const result = readNumber(raw, decimal);
  return result.ok ? result.value.value : result.code;
};

describe('readNumber', () => {
  it.each<[string, DecimalSign, number]>([
    ['0', 'auto', 0],
    ['-0', 'auto', 0],
    ['12', 'auto', 12],
    ['007', 'auto', 7],
    ['8.31', 'auto', 8.31],
    ['8,31', 'auto', 8.31],
    ['0,359', 'auto', 0.359],
    ['0.359', 'auto', 0.359],
    ['1234,567', 'auto', 1234.567],
    ['1.234,5', 'auto', 1234.5],
    ['1,234.5', 'auto', 1234.5],
    ['1.234.567', 'auto', 1_234_567],
    ['1,234,567', 'auto', 1_234_567],
    ["1'234.5", 'auto', 1234.5],
    ['1\u2019234,5', 'auto', 1234.5],
    ['1\u00b4234.5', 'auto', 1234.5],
    ['\uff12\uff0e\uff15', 'auto', 2.5],
    ['1 234,567', 'auto', 1234.567],
    ['1\u00a0234\u00a0567', 'auto', 1_234_567],
    ['1\u202f234,5', ',', 1234.5],
    ['1\u2009234.5', '.', 1234.5],
    ['359,2', ',', 359.2],
    ['404', ',', 404],
    ['1.234', ',', 1234],
    ['1.234', '.', 1.234],
    ['1,234', '.', 1234],
    ['1,234', ',', 1.234],
    ['.5', '.', 0.5],
    [',5', ',', 0.5],
    ['+3', 'auto', 3],
    ['-3.5', 'auto', -3.5],
    ['\u22123.5', 'auto', -3.5],
    ['  42  ', 'auto', 42],
    ['\u00a042', 'auto', 42],
  ])('reads %j with decimal %j as %d', (raw, decimal, expected) => {
    expect(valueOf(raw, decimal)).toBe(expected);
  });

  it.each<[string, DecimalSign, string]>([
    ['', 'auto', 'import.missingValue'],
    ['   ', 'auto', 'import.missingValue'],
    ['abc', 'auto', 'import.notANumber'],
    ['NaN', 'auto', 'import.notANumber'],
    ['Infinity', 'auto', 'import.notANumber'],
    ['-Infinity', 'auto', 'import.notANumber'],
    ['1e3', 'auto', 'import.notANumber'],
    ['1e999', 'auto', 'import.notANumber'],
    ['0x10', 'auto', 'import.notANumber'],
    ['5%', 'auto', 'import.percent'],
    ['5 %', 'auto', 'import.percent'],
    ['1,234', 'auto', 'import.ambiguousNumber'],
    ['1.234', 'auto', 'import.ambiguousNumber'],
    ['1.2', ',', 'import.notANumber'],
    ['1,2', '.', 'import.notANumber'],
    ['1,23,456', '.', 'import.notANumber'],
    ['1.2.3', 'auto', 'import.notANumber'],
    ['1 23', 'auto', 'import.notANumber'],
    ["1'234 567", 'auto', 'import.notANumber'],
    ['5.', '.', 'import.notANumber'],
    ['--5', 'auto', 'import.notANumber'],
    ['5-', 'auto', 'import.notANumber'],
    ['.', 'auto', 'import.notANumber'],
    ['12:30', 'auto', 'import.notANumber'],
    ['1/2', 'auto', 'import.notANumber'],
    ['\u0661\u0662', 'auto', 'import.notANumber'],
    ['1234567890123', 'auto', 'import.tooLarge'],
    ['9'.repeat(60), 'auto', 'import.tooLarge'],
    ['9'.repeat(65), 'auto', 'import.notANumber'],
  ])('refuses %j with decimal %j: %s', (raw, decimal, code) => {
    expect(valueOf(raw, decimal)).toBe(code);
  });

  it('refuses an endless text without trying it', () => {
    expect(valueOf(`1${' '.repeat(70_000)}x`, 'auto')).toBe('import.notANumber');
  });

  it.each([
    ['8.31 kg', 8.31, 'kg'],
    ['8.31kg', 8.31, 'kg'],
    ['12 lbs.', 12, 'lbs.'],
    ['3 oz', 3, 'oz'],
  ])('splits %j into number and unit', (raw, value, suffix) => {
    expect(readNumber(raw, '.')).toMatchObject({ ok: true, value: { value, suffix } });
  });

  it('names both readings of an ambiguous number', () => {
    expect(readNumber('1,234', 'auto')).toMatchObject({ params: { whole: '1234', fraction: '1.234' } });
  });

  it('keeps the exact digits beside the float', () => {
    expect(readNumber('-1.234.567,1234567890123456', ',')).toMatchObject({
      value: { text: '-1234567.1234567890123456' },
    });
  });

  it('reads back every number printed with any of the separators', () => {
    const marks = fc.constantFrom<[',' | '.', string]>(
      ...(['', "'", '\u2019', ' ', '\u00a0', '\u2009', '\u202f'].flatMap((group) => [
        ['.', group],
        [',', group],
      ]) as [',' | '.', string][]),
      ['.', ','],
      [',', '.'],
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.stringMatching(/^\d{0,6}$/),
        fc.boolean(),
        marks,
        (whole, fraction, negative, [mark, group]) => {
          const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, group);
          const printed = `${negative ? '-' : ''}${grouped}${fraction === '' ? '' : mark + fraction}`;
          const expected = Number(`${negative ? '-' : ''}${whole}.${fraction || '0'}`);
          expect(valueOf(printed, mark)).toBe(expected === 0 ? 0 : expected);
          expect([expected === 0 ? 0 : expected, 'import.ambiguousNumber']).toContain(valueOf(printed, 'auto'));
        },
      ),
    );
  });
});
