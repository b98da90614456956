/** A place in a chart, as SVG takes it. */
export const percent = (value: number) => `${value.toFixed(3)}%`;

/** Which labels of `count` are written when at most `room` fit; the last one always is. */
export function labelledSlots(count: number, room: number): Set<number> {
  const step = Math.max(1, Math.ceil(count / room));
  return new Set(Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0));
}
