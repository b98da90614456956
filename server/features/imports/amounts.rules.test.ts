import { describe, expect, it } from 'vitest';
import { readName, readNote } from '../../platform/sheet/values.rules';
import { readMoney } from './money.rules';
import { readCellUnit, readUnit, toGrams } from './units.rules';

describe('readName', () => {
  it.each([
    ['  Rice  ', 'Rice'],
    ['Rice\n and\t beans', 'Rice and beans'],
    ['Rice\u00a0\u00a0pudding', 'Rice pudding'],
    ['Cafe\u0301', 'Café'],
    ['', ''],
    ['👩‍🍳 soup', '👩‍🍳 soup'],
  ])('cleans %j', (raw, expected) => {
    expect(readName(raw)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['a\u0000b', 'import.controlCharacter', { character: 'U+0000' }],
    ['a\u001bb', 'import.controlCharacter', { character: 'U+001B' }],
    ['a\u0085b', 'import.controlCharacter', { character: 'U+0085' }],
    ['a\u202eb', 'import.controlCharacter', { character: 'U+202E' }],
    ['a\ud800b', 'import.controlCharacter', { character: 'U+D800' }],
    ['K\ufffdche', 'import.undecodable', {}],
  ])('refuses %j', (raw, code, params) => {
    expect(readName(raw)).toEqual({ ok: false, code, params });
  });

  it('allows 200 characters, counted as a person counts them', () => {
    expect(readName('🍲'.repeat(200))).toMatchObject({ ok: true });
    expect(readName('x'.repeat(201))).toEqual({
      ok: false,
      code: 'import.textTooLong',
      params: { length: 201, max: 200 },
    });
  });

  it('keeps the line breaks of a note', () => {
    expect(readNote(' one\r\ntwo ')).toEqual({ ok: true, value: 'one\ntwo' });
    expect(readNote('x'.repeat(2001))).toMatchObject({ code: 'import.textTooLong' });
  });
});

describe('readUnit', () => {
  it.each([
    ['kg', 'kg'],
    [' KG ', 'kg'],
    ['Kilogramm', 'kg'],
    ['g', 'g'],
    ['gr.', 'g'],
    ['lbs', 'lb'],
    ['Pounds', 'lb'],
    ['oz.', 'oz'],
    ['kilogramos', 'kg'],
    ['quilos', 'kg'],
    ['KGM', 'kg'],
    ['gramos', 'g'],
    ['grammi', 'g'],
  ])('knows %j', (raw, unit) => expect(readUnit(raw)).toEqual({ ok: true, value: unit }));

  it.each([
    ['hg', 'g', 100],
    ['dkg', 'g', 10],
    ['Tonnen', 'kg', 1_000],
    ['lbs', 'lb', 1],
  ])('knows multiples in cells: %j', (raw, unit, times) =>
    expect(readCellUnit(raw)).toEqual({ ok: true, value: { unit, times } }),
  );

  it.each([
    ['stone', 'import.unknownUnit'],
    ['ton', 'import.unknownUnit'],
    ['chili', 'import.unknownUnit'],
    ['constructor', 'import.unknownUnit'],
    ['', 'import.missingValue'],
  ])('refuses %j', (raw, code) => expect(readUnit(raw)).toMatchObject({ ok: false, code }));
});

describe('toGrams', () => {
  it.each([
    [1, 'kg', 1000],
    [1, 'g', 1],
    [1, 'lb', 453.59237],
    [1, 'oz', 28.349523125],
    [16, 'oz', 453.59237],
    [0.1, 'kg', 100],
    [8.31, 'kg', 8310],
    [1.1, 'kg', 1100],
  ] as const)('%d %s is %d g', (value, unit, grams) => expect(toGrams(value, unit)).toBeCloseTo(grams, 6));

  it('takes the noise of binary fractions away', () => expect(toGrams(2.3, 'kg')).toBe(2300));
});

describe('readMoney', () => {
  it.each([
    ['1.08', 'USD', '.', '1.08'],
    ['$1.08', 'USD', '.', '1.08'],
    ['$ 1,234.50', 'USD', '.', '1234.50'],
    ['1.234,50 €', 'EUR', ',', '1234.50'],
    ['EUR 12', 'EUR', ',', '12'],
    ['12,50 kr', 'SEK', ',', '12.50'],
    ['0.10', 'GBP', 'auto', '0.10'],
    ['0.1000000000000000055', 'USD', '.', '0.1000000000000000055'],
  ] as const)('reads %j in %s', (raw, currency, decimal, text) => {
    expect(readMoney(raw, currency, decimal)).toEqual({ ok: true, value: text });
  });

  it.each([
    ['', 'USD', 'import.missingValue'],
    ['free', 'USD', 'import.notANumber'],
    ['€5', 'USD', 'import.otherCurrency'],
    ['5 EUR', 'USD', 'import.otherCurrency'],
    ['-5', 'USD', 'import.negativeCost'],
    ['-$5', 'USD', 'import.negativeCost'],
    ['$-5', 'USD', 'import.negativeCost'],
    ['-$-5', 'USD', 'import.notANumber'],
    ['5%', 'USD', 'import.percent'],
    ['1e5', 'USD', 'import.notANumber'],
  ])('refuses %j in %s: %s', (raw, currency, code) => {
    expect(readMoney(raw, currency, '.')).toMatchObject({ ok: false, code });
  });

  it('refuses an endless text without trying it', () => {
    expect(readMoney('$'.repeat(70_000), 'USD', '.')).toMatchObject({ code: 'import.notANumber' });
  });
});
