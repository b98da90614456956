import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costsOfParts, gramsOfParts } from './split.rules';

describe('the parts of an event', () => {
  it.each([
    ['halves', 1_000, { by: 'share', amounts: [1, 1] }, [500, 500]],
    ['thirds, the odd hundredths to the first', 1, { by: 'share', amounts: [1, 1, 1] }, [0.34, 0.33, 0.33]],
    ['per cent', 1_234.56, { by: 'share', amounts: [70, 30] }, [864.19, 370.37]],
    ['grams as typed', 1_000, { by: 'weight', amounts: [250, 750] }, [250, 750]],
    ['a rounded rest, in the largest part', 1_000, { by: 'weight', amounts: [300.4, 700] }, [300.4, 699.6]],
    ['grams that miss the whole', 1_000, { by: 'weight', amounts: [300, 600] }, 'wasteEvents.splitSum'],
    ['one part', 1_000, { by: 'share', amounts: [1] }, 'wasteEvents.splitParts'],
    ['eleven parts', 1_000, { by: 'share', amounts: Array<number>(11).fill(1) }, 'wasteEvents.splitParts'],
    ['a part of nothing', 1_000, { by: 'share', amounts: [1, 0] }, 'wasteEvents.splitEmptyPart'],
    ['an event of nothing', 0, { by: 'share', amounts: [1, 1] }, 'wasteEvents.splitNothing'],
  ] as const)('%s', (_, net, split, expected) => {
    expect(gramsOfParts(net, split)).toEqual(expected);
  });

  it('add up to the whole, in grams and in money', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 100_000_000 }),
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 10 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        (centigrams, amounts, money) => {
          const grams = gramsOfParts(centigrams / 100, { by: 'share', amounts });
          if (typeof grams === 'string') return expect(grams).toBe('wasteEvents.splitEmptyPart');
          expect(grams.reduce((sum, one) => sum + Math.round(one * 100), 0)).toBe(centigrams);
          const costs = costsOfParts((money / 10_000).toFixed(4), grams);
          expect(costs.reduce((sum, one) => sum + Math.round(Number(one) * 10_000), 0)).toBe(money);
        },
      ),
    );
  });
});
