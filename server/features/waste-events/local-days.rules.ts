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

/** Kept from batch to batch, since a device sends many for the same days; a few megabytes at most. */
const utcDays = new Map<string, UtcDay>();
const mostUtcDays = 20_000;

function dayOf(instant: Date, timeZone: string): LocalDate {
  const start = Math.floor(instant.getTime() / dayLength) * dayLength;
  if (utcDays.size >= mostUtcDays) utcDays.clear();
  const { before, midnight, after } = remember(utcDays, `${start} ${timeZone}`, () => utcDayOf(start, timeZone));
  return instant.getTime() < midnight ? before : after;
}

function utcDayOf(start: number, timeZone: string): UtcDay {
  const before = localDateOf(new Date(start), timeZone);
  const midnight = instantOf(addDays(before, 1), '00:00:00', timeZone).getTime();
  return { before, midnight, after: localDateOf(new Date(midnight), timeZone) };
}

/** The calendar of one batch: a thousand weighings share few days, and working out a day in a zone is slow. */
export function rememberLocalDays(): LocalDays {
  const existing = new Map<LocalDate, boolean>();
  const weeks = new Map<LocalDate, LocalDate>();
  const noons = new Map<string, Date>();
  return {
    exists: (day) => remember(existing, day, () => isLocalDate(day)),
    dayOf,
    weekOf: (day) => remember(weeks, day, () => weekStartOf(day)),
    noonOf: (day, timeZone) => remember(noons, `${day} ${timeZone}`, () => instantOf(day, '12:00:00', timeZone)),
  };
}

function remember<V>(known: Map<string, V>, key: string, workOut: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = workOut();
  known.set(key, value);
  return value;
}
