import { TZDate, tz } from '@date-fns/tz';
import { addDays as plusDays, differenceInCalendarDays, format, getISODay, isValid, parse, startOfISOWeek } from 'date-fns';
import { instantOfWallTime } from './zone-clock.rules';

/** A calendar day without a time: `YYYY-MM-DD`. */
export type LocalDate = string;

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

const reference = new Date(2000, 0, 1);
const isoDay = 'yyyy-MM-dd';

/** Local noon of the day, so that no daylight saving change can move it to a neighbour. */
function noon(day: LocalDate): Date {
  return parse(`${day} 12:00`, 'yyyy-MM-dd HH:mm', reference);
}

export function isLocalDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(noon(text)) && format(noon(text), isoDay) === text;
}

/** The day on a wall calendar in `timeZone` (IANA) at the instant. */
export function localDateOf(instant: Date, timeZone: string): LocalDate {
  return format(new TZDate(instant, timeZone), isoDay);
}

/** The UTC instant of a wall clock reading; `time` is `HH:mm:ss`. In a gap the clock has already jumped forward. */
export function instantOf(day: LocalDate, time: string, timeZone: string): Date {
  const wallTime = Date.parse(`${day}T${time}Z`);
  const isPlain = !Number.isNaN(wallTime) && new Date(wallTime).toISOString().startsWith(`${day}T${time}`);
  const instant = isPlain ? instantOfWallTime(wallTime, timeZone) : null;
  if (instant !== null) return new Date(instant);
  return new Date(parse(`${day} ${time}`, 'yyyy-MM-dd HH:mm:ss', reference, { in: tz(timeZone) }).getTime());
}

export function addDays(day: LocalDate, days: number): LocalDate {
  return format(plusDays(noon(day), days), isoDay);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return differenceInCalendarDays(noon(to), noon(from));
}

/** The Monday of the day's week. */
export function weekStartOf(day: LocalDate): LocalDate {
  return format(startOfISOWeek(noon(day)), isoDay);
}

/** 1 Monday … 7 Sunday. */
export function weekdayOf(day: LocalDate): number {
  return getISODay(noon(day));
}

/** The last Sunday that lies before `today`. */
export function lastSundayBefore(today: LocalDate): LocalDate {
  return addDays(weekStartOf(today), -1);
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
