import { instantOf, isLocalDate, localDateOf, weekStartOf, type LocalDate } from '../../platform/time';

export interface LocalDays {
  exists(day: LocalDate): boolean;
  dayOf(instant: Date, timeZone: string): LocalDate;
  weekOf(day: LocalDate): LocalDate;
  noonOf(day: LocalDate, timeZone: string): Date;
}

/** Since 2000 every zone's midnights and changes of the clock lie on a quarter of an hour. */
const quarterHour = 15 * 60_000;

/** The calendar of one batch: a thousand weighings share few days, and working out a day in a zone is slow. */
export function rememberLocalDays(): LocalDays {
  const existing = new Map<LocalDate, boolean>();
  const days = new Map<string, LocalDate>();
  const weeks = new Map<LocalDate, LocalDate>();
  const noons = new Map<string, Date>();
  return {
    exists: (day) => remember(existing, day, () => isLocalDate(day)),
    dayOf: (instant, timeZone) =>
      remember(days, `${Math.floor(instant.getTime() / quarterHour)} ${timeZone}`, () => localDateOf(instant, timeZone)),
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
