import { describe, expect, it } from 'vitest';
import { minus, nothing, plus, totalsOf, type KeptEvent } from './outbox.rules';
import { fits, nextUnit, reckon, typed, valueOf } from './weight.rules';

it.each([
  ['kg', '12.34.5', '12.345'],
  ['kg', '00.5', '0.5'],
  ['kg', '.5', '0.5'],
  ['kg', '1.23456', '1.234'],
  ['kg', '1234567', '123456'],
  ['g', '1.5', '15'],
  ['oz', '3.456', '3.45'],
  ['lb', 'x', ''],
] as const)('keys of %s: %s gives %s', (unit, keys, text) => {
  expect([...keys].reduce((sofar, key) => typed(sofar, key, unit), '')).toBe(text);
});

it('deletes the last key, and goes through the units', () => {
  expect([typed('1.2', 'delete', 'kg'), typed('', 'delete', 'kg'), valueOf(''), valueOf('1.')]).toEqual([
    '1.',
    '',
    0,
    1,
  ]);
  expect(['kg', 'g', 'lb', 'oz'].map((unit) => nextUnit(unit as 'kg'))).toEqual(['g', 'lb', 'oz', 'kg']);
});

describe('a weighing', () => {
  it.each([
    ['is what is left of the container', 1.5, 'kg', 250, '4', 1_250, 5, null],
    ['in pounds', 2, 'lb', 0, '1', 907.18, 0.90718, null],
    ['without a price', 1, 'kg', 0, null, 1_000, null, null],
    ['of nothing', 0, 'kg', 0, '4', 0, null, 'nothing'],
    ['lighter than its container', 200, 'g', 250, '4', -50, null, 'tooMuchTare'],
    ['as light as its container', 250, 'g', 250, '4', 0, null, 'tooMuchTare'],
  ] as const)('%s', (_what, weight, unit, tareGrams, pricePerKg, netGrams, cost, problem) => {
    expect(reckon({ weight, unit, tareGrams, pricePerKg })).toMatchObject({ netGrams, problem });
    const said = reckon({ weight, unit, tareGrams, pricePerKg }).cost;
    expect(said === null ? null : Number(said.toFixed(5))).toBe(cost);
  });
});

// Issue 29: what today adds up to
it('adds up a day, and leaves out what was refused, undone or of another day', () => {
  const of = (more: object) =>
    ({ day: '2026-03-02', state: 'waiting', netGrams: 500, cost: 2, currency: 'EUR', ...more }) as KeptEvent;
  const all = [
    of({}),
    of({ state: 'sent', cost: null, currency: null }),
    of({ state: 'refused' }),
    of({ day: '2026-03-01' }),
  ];
  const totals = totalsOf('2026-03-02', all);
  expect(totals).toEqual({ day: '2026-03-02', events: 2, grams: 1_000, costs: { EUR: 2 } });
  expect(minus(plus(totals, of({ currency: 'USD' })), of({}))).toEqual({
    ...totals,
    costs: { EUR: 0, USD: 2 },
  });
  expect(nothing('2026-03-02').events).toBe(0);
});

it.each([
  ['Crème brûlée', 'creme', true],
  ['Rice, white', 'white rice', true],
  ['Bread', 'bred', false],
  ['Bread', '', true],
])('%s is found by "%s": %s', (name, text, found) => {
  expect(fits(name, text)).toBe(found);
});
