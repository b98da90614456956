import type { BulkSums } from './bulk.contract';

export const noSums: BulkSums = { changes: 0, same: 0, refused: 0, grams: { before: 0, after: 0 }, costs: [] };

interface Counted {
  netGrams: number;
  costAmount: string | null;
  costCurrency: string | null;
}

interface Planned {
  before: Counted & { voided: boolean };
  outcome: { kind: 'changes'; after: Counted | null } | { kind: 'same' } | { kind: 'refused' };
}

const inGrams = (value: number) => Math.round(value * 100);
const inMoney = (value: number) => Math.round(value * 10_000);

/**
 * The sums with further events. An event that is voided weighs and costs nothing; hundredths of a gram and ten-thousandths of
 * money add up exactly.
 * @param after `null` of a change that only says whether an event counts
 */
export function addPlanned(sums: BulkSums, planned: readonly Planned[]): BulkSums {
  const done = { changes: sums.changes, same: sums.same, refused: sums.refused };
  const grams = { before: inGrams(sums.grams.before), after: inGrams(sums.grams.after) };
  const costs = new Map(
    sums.costs.map(({ currency, before, after }) => [currency, { before: inMoney(before), after: inMoney(after) }]),
  );
  const add = (side: 'before' | 'after', { netGrams, costAmount, costCurrency }: Counted) => {
    grams[side] += inGrams(netGrams);
    if (costCurrency === null) return;
    const cost = costs.get(costCurrency) ?? { before: 0, after: 0 };
    costs.set(costCurrency, { ...cost, [side]: cost[side] + inMoney(Number(costAmount)) });
  };
  for (const { before, outcome } of planned) {
    done[outcome.kind] += 1;
    if (outcome.kind !== 'changes') continue;
    if (!before.voided) add('before', before);
    if (outcome.after) add('after', outcome.after);
    else if (before.voided) add('after', before);
  }
  return {
    ...done,
    grams: { before: grams.before / 100, after: grams.after / 100 },
    costs: [...costs]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, { before, after }]) => ({ currency, before: before / 10_000, after: after / 10_000 })),
  };
}
