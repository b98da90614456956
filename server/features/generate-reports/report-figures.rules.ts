import { inGrams } from '../../domain/events/event-sums.rules';
import type { FoodWasteRow } from '../food-waste-dashboard/food-waste.contract';

export interface RankedItem {
  refId: number | null;
  name: string | null;
  txn: number;
  grams: number;
  share: number;
  /** Of it and of all before it. */
  shareSoFar: number;
  costs: { currency: string; amount: number }[];
}

/** Items over all currencies, the heaviest first. */
export function rankItems(rows: readonly FoodWasteRow[]): RankedItem[] {
  const items = new Map<number | null, Omit<RankedItem, 'share' | 'shareSoFar'>>();
  for (const { refId, refName, txn, g, cost, currency } of rows) {
    const known = items.get(refId) ?? { refId, name: refName, txn: 0, grams: 0, costs: [] };
    known.txn += txn;
    known.grams = (inGrams(known.grams) + inGrams(g)) / 100;
    if (cost !== 0) known.costs.push({ currency, amount: cost });
    items.set(refId, known);
  }
  const total = [...items.values()].reduce((sum, { grams }) => sum + grams, 0);
  let soFar = 0;
  return [...items.values()]
    .sort((a, b) => b.grams - a.grams || (a.refId ?? 0) - (b.refId ?? 0))
    .map((item) => {
      soFar += item.grams;
      const shareOf = (grams: number) => (total === 0 ? 0 : grams / total);
      return { ...item, share: shareOf(item.grams), shareSoFar: shareOf(soFar) };
    });
}
