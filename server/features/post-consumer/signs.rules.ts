import type { RatioRow } from '../../domain/measures/volume-ratios.contract';
import type { LocalDate } from '../../platform/time';
import type { SignFace } from './campaigns.contract';
import { perGuestOf } from './guest.rules';

/** Today where its guests are known, else the newest day before it that has both; null without one. */
export function newestOf(rows: readonly RatioRow[], today: LocalDate): SignFace['shown'] {
  const newest = rows.findLast((row) => perGuestOf(row).perGuest !== null);
  const perGuest = newest ? perGuestOf(newest).perGuest : null;
  return newest && perGuest !== null ? { day: newest.start, isToday: newest.start === today, perGuest } : null;
}
