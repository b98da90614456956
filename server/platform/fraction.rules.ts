/** Fractions are exact until they are shown, and rounded once: to six decimals on the wire, to what a page has room for there. */

/** What stands behind the twelfth decimal is noise of the division; left there, it would tip halves. */
export const withoutNoise = (fraction: number) => Math.round(fraction * 1e12) / 1e12;

/** (actual − base) / base; null when there is nothing to divide by. */
export function changeOf(actual: number | null, base: number | null): number | null {
  if (actual === null || base === null || base <= 0) return null;
  // Without the addition a change of nothing would be −0.
  return withoutNoise(actual / base - 1) + 0;
}

/** A part of a sum, at most 1; null of nothing. */
export const shareOf = (part: number, whole: number) => (whole > 0 ? withoutNoise(Math.min(part / whole, 1)) : null);

/** An answer of a call with every number rounded to six decimals; amounts and weights have fewer. */
export function onTheWire<T>(answer: T): T {
  return rounded(answer) as T;
}

function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * 1e6) / 1e6 + 0;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rounded(one)]));
}

/** Per cent without decimals, halves rounded up in decimal as people and `Intl` do it: 0.285 is 29, though its double times 100 is below 28.5. */
export const wholePercent = (fraction: number): number => Math.round(Number((fraction * 100).toPrecision(12)));
