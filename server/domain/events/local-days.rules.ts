import { LRUCache } from 'lru-cache';
import { memoize } from '../../platform/memoize';
import { addDays, instantOf, isLocalDate, localDateOf, weekStartOf, type LocalDate } from '../../platform/time';

export interface LocalDays {
  exists(day: LocalDate): boolean;
  dayOf(instant: Date, timeZone: string): LocalDate;
  weekOf(day: LocalDate): LocalDate;
  noonOf(day: LocalDate, timeZone: string): Date;
}

const dayLength = 24 * 3_600_000;

/** A day of UTC as a zone sees it: there is at most one midnight in it, no zone since 2000 has two. */
interface UtcDay {
  before: LocalDate;
  /** The zone's next midnight, in milliseconds since 1970. */
  midnight: number;
  after: LocalDate;
}

/** The local day of an instant, with at most `max` days of zones remembered: the one asked for longest ago goes first. */
export function dayFinder(max: number, workOut = utcDayOf): LocalDays['dayOf'] {
  const utcDays = new LRUCache<string, UtcDay, { start: number; timeZone: string }>({
    max,
    memoMethod: (_key, _stale, { context: { start, timeZone } }) => workOut(start, timeZone),
  });
  // Events of one file or device mostly follow each other on one day.
  let last: { start: number; timeZone: string; day: UtcDay } | undefined;
  return (instant, timeZone) => {
    const start = Math.floor(instant.getTime() / dayLength) * dayLength;
    if (last?.start !== start || last.timeZone !== timeZone)
      last = { start, timeZone, day: utcDays.memo(`${start} ${timeZone}`, { context: { start, timeZone } }) };
    const { before, midnight, after } = last.day;
    return instant.getTime() < midnight ? before : after;
  };
}

/** Kept from batch to batch, since a device sends many for the same days; a few megabytes at most. */
const dayOf = dayFinder(20_000);

/** @param start of a day of UTC, in milliseconds since 1970 */
export function utcDayOf(start: number, timeZone: string): UtcDay {
  const before = localDateOf(new Date(start), timeZone);
  const midnight = instantOf(addDays(before, 1), '00:00:00', timeZone).getTime();
  return { before, midnight, after: localDateOf(new Date(midnight), timeZone) };
}

/** The calendar of one batch: a thousand weighings share few days, and working out a day in a zone is slow. */
export function rememberLocalDays(): LocalDays {
  const noonOf = memoize((_key: string, day: LocalDate, timeZone: string) => instantOf(day, '12:00:00', timeZone));
  return {
    exists: memoize(isLocalDate),
    dayOf,
    weekOf: memoize(weekStartOf),
    noonOf: (day, timeZone) => noonOf(`${day} ${timeZone}`, day, timeZone),
  };
}
