import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUp, noSums, recostOf, type PricedEvent } from './recost.rules';

const event = { currency: 'USD', costAmount: '3.0000', costCurrency: 'USD', costRuleId: 9 };
const none = { costAmount: null, costCurrency: null, costRuleId: null };
const by = (amount: string) => ({ amount, ruleId: 1 });

describe('recostOf', () => {
  it.each<[string, Partial<PricedEvent>, ReturnType<typeof by> | null, ReturnType<typeof recostOf>]>([
    ['another price', {}, by('6.0000'), { costAmount: '6.0000', costCurrency: 'USD', costRuleId: 1 }],
    ['the same amount by another rule', {}, by('3.0000'), null],
    ['the same amount with fewer places', { costAmount: '3' }, by('3.0000'), null],
    ['a price where there was none', none, by('3.0000'), { costAmount: '3.0000', costCurrency: 'USD', costRuleId: 1 }],
    ['no price any more', {}, null, none],
    ['neither before nor after', none, null, null],
    ['a price of nothing is a cost', none, by('0.0000'), { costAmount: '0.0000', costCurrency: 'USD', costRuleId: 1 }],
    ['a cost that was entered', { costRuleId: null }, by('6.0000'), null],
  ])('%s', (_, more, byRules, cost) => {
    expect(recostOf({ ...event, ...more }, byRules)).toEqual(cost);
  });
});

describe('addUp', () => {
  it('keeps currencies apart, and counts what changes, what stays and what is left', () => {
    const sums = addUp(noSums, [
      { event, cost: { costAmount: '6.0000', costCurrency: 'USD', costRuleId: 1 } },
      { event: { ...event, ...none }, cost: { costAmount: '0.0001', costCurrency: 'EUR', costRuleId: 2 } },
      { event, cost: none },
      { event, cost: null },
      { event: { ...event, costAmount: '99.0000', costRuleId: null }, cost: null },
    ]);
    expect(sums).toEqual({
      events: 5,
      changed: 3,
      gained: 1,
      lost: 1,
      left: 1,
      currencies: [
        { currency: 'EUR', before: '0.0000', after: '0.0001' },
        { currency: 'USD', before: '9.0000', after: '9.0000' },
      ],
    });
  });

  it('adds to the same, however the events are cut into batches', () => {
    const one = fc.record({
      amount: fc.option(fc.integer({ min: 0, max: 10 ** 9 })),
      now: fc.option(fc.integer({ min: 0, max: 10 ** 9 })),
      currency: fc.constantFrom('USD', 'EUR'),
    });
    const written = (value: number) => (value / 10_000).toFixed(4);
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.nat(30), (rows, cut) => {
        const all = rows.map(({ amount, now, currency }) => ({
          event: amount === null ? none : { costAmount: written(amount), costCurrency: currency, costRuleId: 1 },
          cost: now === null ? null : { costAmount: written(now), costCurrency: currency, costRuleId: 2 },
        }));
        const whole = addUp(noSums, all);
        expect(addUp(addUp(noSums, all.slice(0, cut)), all.slice(cut))).toEqual(whole);
        for (const currency of ['USD', 'EUR']) {
          const expected = rows
            .filter((row) => row.currency === currency)
            .reduce((sum, { amount, now }) => sum + (now ?? amount ?? 0), 0);
          expect(whole.currencies.find((total) => total.currency === currency)?.after ?? '0.0000').toBe(
            written(expected),
          );
        }
      }),
    );
  });
});
