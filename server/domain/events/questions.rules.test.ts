import { describe, expect, it } from 'vitest';
import type { CostRule } from '../catalogue/cost.rules';
import type { CheckedEvent } from './checked-event.contract';
import { costLimit, weightLimit } from './implausible.rules';
import { nothingBefore, questionsAbout, sayingOf, unanswered, usualPrice, type WeighedBefore } from './questions.rules';

const kg = 1_000;
const usual: WeighedBefore = { usualGrams: 3 * kg, largestGrams: 2_500 * kg, usualCost: 6, largestCost: 10 };
const calm: WeighedBefore = { ...usual, largestGrams: 40 * kg };

const weighing = (kilograms: number, more: Partial<CheckedEvent> = {}) => ({
  netGrams: kilograms * kg,
  estimated: false,
  enteredUnit: 'kg',
  costAmount: null,
  costCurrency: null,
  costRuleId: null,
  ...more,
});
const costing = (kilograms: number, costAmount: string, costRuleId: number | null = 1) =>
  weighing(kilograms, { costAmount, costCurrency: 'USD', costRuleId });

describe('the weight above which a weighing is asked about, in kg', () => {
  it.each([
    ['nothing known', 0, {}, 100],
    ['a few kilograms', 3, {}, 100],
    ['a large kitchen', 40, {}, 800],
    ['a central kitchen', 400, {}, 1_000],
    ['totals of months', 60, { months: true }, 3_100],
    ['totals of large months', 2_000, { months: true }, 40_000],
  ])('%s', (_case, usualKg, of, limit) => expect(weightLimit(usualKg * kg, of)).toBe(limit * kg));
});

describe('the cost above which a weighing is asked about', () => {
  it.each([
    ['no price and nothing before', 0, null, Infinity],
    ['no price', 6, null, 120],
    ['a price and nothing before: that of the heaviest weighing', 0, 2, 2_000],
    ['never below that of 100 kg', 6, 2, 200],
    ['20 times what is usual', 30, 2, 600],
    ['never above that of the heaviest weighing', 300, 2, 2_000],
  ])('%s', (_case, usualCost, pricePerKg, limit) => expect(costLimit({ usualCost, pricePerKg })).toBe(limit));
});

describe('what is asked', () => {
  it.each<[string, Parameters<typeof questionsAbout>[0], WeighedBefore, string[], number?]>([
    ['of what is usual: nothing', weighing(3), usual, []],
    ['of the limit itself: nothing', weighing(100), calm, []],
    ['of a slip of the key', weighing(99_999), usual, ['weight timesHeaviest'], 40],
    ['of what came about as heavy once', weighing(2_600), usual, ['weight veryHeavy']],
    ['of the first weighing of a location', weighing(101), nothingBefore, ['weight veryHeavy']],
    ['of an estimate: nothing', weighing(500, { estimated: true }), usual, []],
    ['of nothing', weighing(0), usual, ['zero zero']],
    ['of nothing that a rule prices', costing(0, '0.0000'), usual, ['zero zero']],
    ['of nothing that has cost something', costing(0, '3', null), usual, ['zero zero', 'price costOfNothing']],
    ['of what a price makes absurd', costing(90, '270000'), calm, ['price timesDearest'], 27_000],
    ['of the same where nothing was weighed', costing(90, '270000'), nothingBefore, ['price veryDear']],
    [
      'of a weight that makes its price: the weight alone',
      costing(99_999, '199998'),
      usual,
      ['weight timesHeaviest'],
      40,
    ],
    ['of an expensive one within reason: nothing', costing(30, '199'), calm, []],
  ])('%s', (_case, event, before, expected, times) => {
    const asked = questionsAbout(event, { before, pricePerKg: 2 });
    expect(asked.map(({ question, code }) => `${question} ${code.split('.').at(-1)}`)).toEqual(expected);
    expect(asked[0]?.times).toBe(times);
  });

  it('is asked until somebody has said yes to just that', () => {
    const asked = questionsAbout(costing(0, '3', null), { before: usual, pricePerKg: 2 });
    const left = (...confirmed: ('weight' | 'zero' | 'price')[]) =>
      unanswered(asked, confirmed).map(({ question }) => question);
    expect([left(), left('weight'), left('zero'), left('price', 'zero')]).toEqual([
      ['zero', 'price'],
      ['zero', 'price'],
      ['price'],
      [],
    ]);
  });

  it.each([
    ['en_US', '99,999 kg', '$199,998.00'],
    ['de_DE', '99.999 kg', '199.998,00 $'],
  ])('names weight and cost as they are read in %s', (locale, weight, cost) => {
    const [asked] = questionsAbout(costing(99_999, '199998'), { before: usual, pricePerKg: 2 });
    const said = sayingOf(asked!, locale);
    expect([said.weight, said.times, said.cost].map((text) => text?.replaceAll(/[\u202f\u00a0]/g, ' '))).toEqual([
      weight,
      '40',
      cost,
    ]);
    const pounds = questionsAbout(weighing(453.59237, { enteredUnit: 'lb' }), { before: usual, pricePerKg: null });
    expect(sayingOf(pounds[0]!, 'en_US').weight).toBe('1,000\u202flb');
  });
});

it('the usual price is the middle one of the currency', () => {
  const rule = (amountPerKg: number, currency = 'USD') => ({ amountPerKg, currency }) as CostRule;
  const rules = [rule(900), rule(0), rule(4), rule(3), rule(500, 'EUR')];
  expect([usualPrice(rules, 'USD'), usualPrice(rules, 'USD'), usualPrice(rules, 'EUR')]).toEqual([4, 4, 500]);
  expect([usualPrice(rules, 'CHF'), usualPrice([], 'USD')]).toEqual([null, null]);
});
