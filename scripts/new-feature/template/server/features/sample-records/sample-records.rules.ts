import { addDays, type LocalDate } from '../../platform/time';

const earliestDaysAgo = 365;
const keptMs = 30 * 86_400_000;

/** The first of so many days that end today; null for any day. */
export const firstDayOf = (days: number | undefined, today: LocalDate): LocalDate | null =>
  days === undefined ? null : addDays(today, 1 - days);

/** Why nothing new can be of this day; null where it can. `today` is the location's. */
export function faultOfDay(
  day: LocalDate,
  today: LocalDate,
): 'sampleRecords.inFuture' | 'sampleRecords.tooLongAgo' | null {
  if (day > today) return 'sampleRecords.inFuture';
  return day < addDays(today, -earliestDaysAgo) ? 'sampleRecords.tooLongAgo' : null;
}

/** What was removed before this instant is deleted for good. */
export const deletedBefore = (now: Date): Date => new Date(now.getTime() - keptMs);
