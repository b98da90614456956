/** A place in a chart, as SVG takes it. */
export const percent = (value: number) => `${value.toFixed(3)}%`;

/** Pixels that the figures beside an axis need: the longest, at the widest of its digits, and the gap to the plot. */
export const axisWidthOf = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length), 1) * 7.5 + 10;

/** Which labels of `count` are written when at most `room` fit; the last one always is. */
export function labelledSlots(count: number, room: number): Set<number> {
  const step = Math.max(1, Math.ceil(count / room));
  return new Set(Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0));
}
