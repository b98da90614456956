import { describe, expect, it } from 'vitest';
import { chooseCostRule, costOf, decide, rankCostRules, type CostRule } from './cost.rules';

const rule = (id: number, change: Partial<CostRule> = {}): CostRule => ({
  id,
  siteId: null,
  itemId: null,
  amountPerKg: 1,
  currency: 'USD',
  validFrom: '2025-01-01',
  validTo: null,
  priority: 0,
  ...change,
});
const question = { siteId: 5, itemId: 7, categoryIds: [70, 700], day: '2025-06-15', currency: 'USD' };

describe('chooseCostRule', () => {
  it.each<[string, CostRule[], number | null]>([
    ['item and site before item', [rule(1, { itemId: 7 }), rule(2, { itemId: 7, siteId: 5 })], 2],
    ['item before site', [rule(1, { siteId: 5, priority: 9 }), rule(2, { itemId: 7 })], 2],
    ['site before organisation', [rule(1, { priority: 9 }), rule(2, { siteId: 5 })], 2],
    ['item before category', [rule(1, { itemId: 70, siteId: 5, priority: 9 }), rule(2, { itemId: 7 })], 2],
    ['the nearer category first', [rule(1, { itemId: 700, siteId: 5 }), rule(2, { itemId: 70 })], 2],
    ['category before site', [rule(1, { siteId: 5, priority: 9 }), rule(2, { itemId: 700 })], 2],
    ['category and site before category', [rule(1, { itemId: 70 }), rule(2, { itemId: 70, siteId: 5 })], 2],
    ['no rule of another category', [rule(1, { itemId: 71 })], null],
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

it('asks for other items with the same rules', () => {
  const rules = [rule(1, { itemId: 7 }), rule(2, { itemId: 8 }), rule(3)];
  expect([7, 8, 9].map((itemId) => chooseCostRule(rules, { ...question, itemId })?.id)).toEqual([1, 2, 3]);
});

it('ranks all rules that fit, and says what decides', () => {
  const rules = [
    rule(1),
    rule(2, { itemId: 70 }),
    rule(3, { itemId: 7, validFrom: '2025-02-01' }),
    rule(4, { itemId: 7 }),
    rule(5, { itemId: 8 }),
    rule(6, { siteId: 5 }),
    rule(7, { itemId: 7, priority: 1 }),
    rule(8),
  ];
  const ranked = rankCostRules(rules, question);
  expect(ranked.map(({ id }) => id)).toEqual([7, 3, 4, 2, 6, 8, 1]);
  expect(chooseCostRule(rules, question)).toBe(ranked[0]);
  expect(ranked.slice(1).map((one, at) => decide(ranked[at] as CostRule, one, [7, 70, 700]).by)).toEqual([
    'priority',
    'validFrom',
    'item',
    'item',
    'site',
    'newest',
  ]);
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
