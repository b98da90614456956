import { inGrams } from '../events/event-sums.rules';

interface Weighed {
  refId: number | null;
  /** Grams with two decimals. */
  g: number;
}

export interface WeightOf<K> {
  /** null: of what names no value, or one without the fact. */
  key: K | null;
  grams: number;
  /** The values that it is of. */
  values: (number | null)[];
}

/** Weights of values by a fact of theirs, the heaviest first; what has none comes last. */
export function weightsBy<K>(rows: readonly Weighed[], factOf: (refId: number) => K | null): WeightOf<K>[] {
  const sums = new Map<K | null, WeightOf<K>>();
  for (const { refId, g } of rows) {
    const key = refId === null ? null : factOf(refId);
    const known = sums.get(key) ?? { key, grams: 0, values: [] };
    known.grams = (inGrams(known.grams) + inGrams(g)) / 100;
    if (!known.values.includes(refId)) known.values.push(refId);
    sums.set(key, known);
  }
  return [...sums.values()].sort((a, b) => Number(a.key === null) - Number(b.key === null) || b.grams - a.grams);
}
