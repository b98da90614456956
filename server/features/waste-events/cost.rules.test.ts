import { describe, expect, it } from 'vitest';
import { chooseCostRule, costOf, type CostRule } from './cost.rules';

const rule = (id: number, change: Partial<CostRule> = {}): CostRule =>
  ({ id, siteId: null, itemId: null, amountPerKg: 1, currency: 'USD', validFrom: '2025-01-01', validTo: null, priority: 0, ...change });
const question = { siteId: 5, itemId: 7, day: '2025-06-15', currency: 'USD' };

describe('chooseCostRule', () => {
  it.each<[string, CostRule[], number | null]>([
    ['item and site before item', [rule(1, { itemId: 7 }), rule(2, { itemId: 7, siteId: 5 })], 2],
    ['item before site', [rule(1, { siteId: 5, priority: 9 }), rule(2, { itemId: 7 })], 2],
    ['site before organisation', [rule(1, { priority: 9 }), rule(2, { siteId: 5 })], 2],
    ['then the higher priority', [rule(1, { priority: 1 }), rule(2, { validFrom: '2025-05-01' })], 1],
    ['then the newer validity', [rule(1, { validFrom: '2025-05-01' }), rule(2)], 1],
    ['then the newer rule', [rule(2), rule(1)], 2],
    ['no rule of another site', [rule(1, { siteId: 6 })], null],
    ['no rule of another item', [rule(1, { itemId: 8 })], null],
    ['no rule in another currency', [rule(1, { currency: 'EUR' })], null],
    ['no rule that begins later', [rule(1, { validFrom: '2025-06-16' })], null],
    ['a rule on its first day', [rule(1, { validFrom: '2025-06-15' })], 1],
    ['a rule on its last day', [rule(1, { validTo: '2025-06-15' })], 1],
    ['no rule that has ended', [rule(1, { validTo: '2025-06-14' })], null],
    ['no rule where there is none', [], null],
  ])('%s', (_, rules, id) => {
    expect(chooseCostRule(rules, question)?.id ?? null).toBe(id);
  });

  it('prices an event without an item by the rules for all items', () => {
    expect(chooseCostRule([rule(1, { itemId: 7 }), rule(2)], { ...question, itemId: null })?.id).toBe(2);
  });
});

describe('costOf', () => {
  it.each<[string, number, number, number, string]>([
    ['4.50 a kg, 1 kg', 4.5, 100_000, 2, '4.5000'],
    ['rounds half up', 0.0001, 50_000, 2, '0.0001'],
    ['rounds down below half', 0.0001, 49_999, 2, '0.0000'],
    ['a currency without decimals has two', 250, 12_345, 0, '30.86'],
    ['a currency with three keeps to the column', 1.5, 33_333, 3, '0.5000'],
    ['no floating point: 0.1 × 0.3 kg', 0.1, 30_000, 2, '0.0300'],
    ['large and exact', 999_999.9999, 9_999_999_999, 2, '99999999980.0000'],
    ['nothing weighs nothing', 4.5, 0, 2, '0.0000'],
  ])('%s', (_, amountPerKg, netCentigrams, exponent, cost) => {
    expect(costOf(rule(1, { amountPerKg }), netCentigrams, exponent)).toBe(cost);
  });
});
