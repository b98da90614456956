export const splitLimits = { least: 2, most: 10 };

/** What rounding to a display's digits may part the typed weights from the whole by, in grams. */
const tolerated = 100;

/** Shares out a whole number of the smallest unit, so that the parts come to exactly the whole; what is left over goes where most was cut off. */
function sharedOut(whole: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, one) => sum + one, 0);
  const exact = weights.map((one) => (all === 0 ? 0 : (whole * one) / all));
  const parts = exact.map(Math.floor);
  const left = whole - parts.reduce((sum, one) => sum + one, 0);
  const first = exact
    .map((value, at) => ({ at, cut: value - Math.floor(value) }))
    .sort((one, other) => other.cut - one.cut || one.at - other.at)
    .slice(0, left);
  for (const { at } of first) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

export type SplitProblem =
  'wasteEvents.splitParts' | 'wasteEvents.splitNothing' | 'wasteEvents.splitEmptyPart' | 'wasteEvents.splitSum';

export interface Split {
  by: 'share' | 'weight';
  /** Shares of any sum, or grams. */
  amounts: readonly number[];
}

/**
 * The net grams of each part, to hundredths, which together are exactly the whole; or why it cannot be cut so. Typed weights
 * may miss the whole by a gram, which the largest part makes up for.
 */
export function gramsOfParts(netGrams: number, { by, amounts }: Split): number[] | SplitProblem {
  if (amounts.length < splitLimits.least || amounts.length > splitLimits.most) return 'wasteEvents.splitParts';
  const whole = Math.round(netGrams * 100);
  if (whole === 0) return 'wasteEvents.splitNothing';
  const typed = amounts.map((amount) => Math.round(amount * 100));
  if (by === 'weight' && Math.abs(typed.reduce((sum, one) => sum + one, 0) - whole) > tolerated)
    return 'wasteEvents.splitSum';
  const parts = by === 'share' ? sharedOut(whole, amounts) : withoutRest(whole, typed);
  return parts.some((part) => part <= 0) ? 'wasteEvents.splitEmptyPart' : parts.map((part) => part / 100);
}

function withoutRest(whole: number, typed: readonly number[]): number[] {
  const rest = whole - typed.reduce((sum, one) => sum + one, 0);
  const largest = typed.indexOf(Math.max(...typed));
  return typed.map((one, at) => (at === largest ? one + rest : one));
}

/** A cost that was reported goes with the weight: decimals with four places, which together are exactly the whole. */
export function costsOfParts(costAmount: string, grams: readonly number[]): string[] {
  return sharedOut(Math.round(Number(costAmount) * 10_000), grams).map((part) => (part / 10_000).toFixed(4));
}
