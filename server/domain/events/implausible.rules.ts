/** Below this nothing is asked: a large bin of a kitchen. */
const neverBelow = 100_000;
/** Floor scales of kitchens and loading docks end here: more is not one weighing. In grams, as all of these. */
const heaviestWeighing = 1_000_000;
const daysInMonth = 31;
const times = 20;

/** So many of all weights, from the lightest on, are what is usual. */
export const usualShare = 0.95;

/**
 * The weight in grams above which somebody is asked: 20 times what 95 of 100 weights stay below, at least 100 kg; and
 * 1,000 kg in any case where a weight is of one weighing or a day, and not the total of a month.
 */
export function weightLimit(usualGrams: number, { months = false } = {}): number {
  const unusual = times * usualGrams;
  return months
    ? Math.max(neverBelow * daysInMonth, unusual)
    : Math.min(heaviestWeighing, Math.max(neverBelow, unusual));
}

interface UsualCosts {
  /** What 95 of 100 weighings cost at most; 0 where nothing is known. */
  usualCost: number;
  /** What a kilogram usually costs by the price list; null without one. */
  pricePerKg: number | null;
}

/** The same of a cost: what those weights come to at the usual price takes the place of the two fixed bounds. */
export function costLimit({ usualCost, pricePerKg }: UsualCosts): number {
  const unusual = times * usualCost;
  if (pricePerKg === null) return usualCost > 0 ? unusual : Infinity;
  const [low, high] = [neverBelow, heaviestWeighing].map((grams) => (grams / 1_000) * pricePerKg) as [number, number];
  return usualCost > 0 ? Math.min(high, Math.max(low, unusual)) : high;
}

/** Whether it takes a look at what was weighed before to tell; what is lighter and cheaper than this is never asked about. */
export function mayBeImplausible(netGrams: number, cost: number, pricePerKg: number | null): boolean {
  return netGrams > neverBelow || cost > (neverBelow / 1_000) * (pricePerKg ?? 0);
}
