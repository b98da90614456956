import { TZDate, tz } from '@date-fns/tz';
import {
  addDays as plusDays,
  addMonths as plusMonths,
  differenceInCalendarDays,
  format,
  getISODay,
  isValid,
  parse,
  startOfISOWeek,
} from 'date-fns';
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
  const midnight = midnightOf(day);
  const isPlain = midnight !== null && plainTime.test(time);
  const instant = isPlain ? instantOfWallTime(midnight + msOf(time), timeZone) : null;
  if (instant !== null) return new Date(instant);
  return new Date(parse(`${day} ${time}`, 'yyyy-MM-dd HH:mm:ss', reference, { in: tz(timeZone) }).getTime());
}

const plainTime = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/;
const msOf = (time: string) =>
  (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60_000 + Math.round(Number(time.slice(6)) * 1_000);

const midnights = new Map<LocalDate, number | null>();
const rememberedDays = 5_000;

/** As if the clock went by UTC, in milliseconds since 1970; null where there is no such day. Many events share few days. */
function midnightOf(day: LocalDate): number | null {
  const known = midnights.get(day);
  if (known !== undefined) return known;
  if (midnights.size >= rememberedDays) midnights.clear();
  const ms = Date.parse(`${day}T00:00:00Z`);
  const midnight = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T`) ? ms : null;
  midnights.set(day, midnight);
  return midnight;
}

export function addDays(day: LocalDate, days: number): LocalDate {
  return format(plusDays(noon(day), days), isoDay);
}

/** The same day of another month, or the last one of a month that is shorter. */
export function addMonths(day: LocalDate, months: number): LocalDate {
  return format(plusMonths(noon(day), months), isoDay);
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
