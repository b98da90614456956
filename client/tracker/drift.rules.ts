/** How far the tablet's clock was ahead of the server's, by the tablet's clock. */
export interface Measured {
  driftMs: number;
  at: number;
}

/** Less is the network's doing as much as the clock's, and changes nothing that people look at. */
const tolerated = 5_000;
/** As the server's list of devices warns of it. */
const tellingMs = 120_000;

/** @param asked when the call went out; @param answered when its answer was there; @param serverTime ISO 8601 */
export function measure(asked: number, answered: number, serverTime: string): Measured {
  return { driftMs: Math.round((asked + answered) / 2 - Date.parse(serverTime)), at: answered };
}

/** What is known of the clock at a moment: nothing where it stands before the measurement, as somebody has set it since. */
export const driftAt = (now: number, measured: Measured | null): number | null =>
  measured === null || now < measured.at - tellingMs ? null : measured.driftMs;

/** When it really was. The clock as it was known then counts, unless that would be in the future: then it was set since. */
export function correctedTime(
  { savedAt, driftMs }: { savedAt: number; driftMs: number | null },
  latest: Measured | null,
): number {
  const known = driftMs ?? latest?.driftMs ?? 0;
  const serverNow = latest === null ? Infinity : latest.at - latest.driftMs;
  const drift = latest !== null && savedAt - known > serverNow + tellingMs ? latest.driftMs : known;
  return Math.abs(drift) > tolerated ? savedAt - drift : savedAt;
}

export const isTelling = (driftMs: number | null): driftMs is number =>
  driftMs !== null && Math.abs(driftMs) > tellingMs;

/** The largest unit in which it is at least one, rounded. */
export function spanOf(ms: number): { value: number; unit: 'minute' | 'hour' | 'day' } {
  const minutes = Math.abs(ms) / 60_000;
  if (minutes < 90) return { value: Math.round(minutes), unit: 'minute' };
  if (minutes < 36 * 60) return { value: Math.round(minutes / 60), unit: 'hour' };
  return { value: Math.round(minutes / 1_440), unit: 'day' };
}

/** The day of an instant in a zone, as `2026-11-29`. */
export function dayIn(instant: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(instant);
}
