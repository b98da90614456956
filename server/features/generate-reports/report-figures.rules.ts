import { inGrams } from '../../domain/events/event-sums.rules';
import type { FoodWasteRow } from '../food-waste-dashboard/food-waste.contract';

interface Weighed {
  refId: number | null;
  /** Grams with two decimals. */
  g: number;
}

interface Summed<K> {
  key: K | null;
  grams: number;
  values: (number | null)[];
}

/** Weights of values by a fact of theirs, the heaviest first; what names no value, or has no fact, is null and comes last. */
export function sumBy<K>(rows: readonly Weighed[], factOf: (refId: number) => K | null): Summed<K>[] {
  const sums = new Map<K | null, Summed<K>>();
  for (const { refId, g } of rows) {
    const key = refId === null ? null : factOf(refId);
    const known = sums.get(key) ?? { key, grams: 0, values: [] };
    known.grams = (inGrams(known.grams) + inGrams(g)) / 100;
    if (!known.values.includes(refId)) known.values.push(refId);
    sums.set(key, known);
  }
  return [...sums.values()].sort((a, b) => Number(a.key === null) - Number(b.key === null) || b.grams - a.grams);
}

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
