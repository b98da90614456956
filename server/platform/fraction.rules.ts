/** A fraction is answered with six decimals: what stands behind them is noise of the division. */
const steps = 1_000_000;

/** (actual − base) / base as it is answered; null when there is nothing to divide by. Limits are compared before this rounding. */
export function changeOf(actual: number | null, base: number | null): number | null {
  if (actual === null || base === null || base <= 0) return null;
  // Without the addition a change that rounds to nothing would be −0.
  return Math.round((actual / base - 1) * steps) / steps + 0;
}

/** A part of a sum as it is answered, at most 1; null of nothing. */
export const shareOf = (part: number, whole: number) =>
  whole > 0 ? Math.round(Math.min(part / whole, 1) * steps) / steps : null;

/** Per cent without decimals, halves rounded up in decimal as people and `Intl` do it: 0.285 is 29, though its double times 100 is below 28.5. */
export const wholePercent = (fraction: number): number => Math.round(Number((fraction * 100).toPrecision(12)));
