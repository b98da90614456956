import { addDays, weekStartOf, type LocalDate } from '../../platform/time';
import type { CalendarDayFacts, DayState } from './calendar.contract';
import {
  closedReasonOf,
  exceptionOn,
  type CalendarException,
  type CalendarPattern,
  type ClosedReason,
  type LocationCalendar,
} from './calendar.rules';

export interface ReasonedException extends CalendarException {
  reason: string;
}

/** A location's calendar with what people want to read beside it. */
export interface AnnotatedCalendar extends Omit<LocationCalendar, 'exceptions' | 'holidays'> {
  exceptions: readonly ReasonedException[];
  /** Name of each public holiday, whether it is observed or not. */
  holidayNames: ReadonlyMap<LocalDate, string>;
  /** Transactions of each day that has any. */
  transactions: ReadonlyMap<LocalDate, number>;
}

const stateOfReason: Record<ClosedReason, DayState> = {
  BEFORE_FIRST_EVENT: 'before',
  AFTER_LAST_DAY: 'after',
  EXCEPTION: 'closedException',
  HOLIDAY: 'holiday',
  PATTERN: 'closed',
};

/** What there is to say about each day from `from` to `to`, both included. */
export function factsOfDays(
  calendar: AnnotatedCalendar,
  { from, to }: { from: LocalDate; to: LocalDate },
): CalendarDayFacts[] {
  const rules: LocationCalendar = { ...calendar, holidays: new Set(calendar.holidayNames.keys()) };
  return daysFrom(from, to).map((day) => {
    const closed = closedReasonOf(day, rules);
    const isPlanned = calendar.firstEventDate === null;
    const decidesNothing = closed === 'AFTER_LAST_DAY' || (closed === 'BEFORE_FIRST_EVENT' && !isPlanned);
    const known = decidesNothing ? undefined : exceptionOn(day, calendar.exceptions);
    // Before a location has begun every day is closed, but people plan: what will close a day then is said already.
    const planned = isPlanned ? closedReasonOf(day, { ...rules, firstEventDate: day }) : null;
    const why = planned ?? closed;
    const transactions = calendar.transactions.get(day) ?? 0;
    return {
      day,
      open: closed === null,
      state: why ? stateOfReason[why] : known ? 'openException' : 'open',
      reason: known?.reason || null,
      exceptionId: known?.id ?? null,
      holidayName: calendar.holidayNames.get(day) ?? null,
      transactions,
      flagged: closed !== null && transactions > 0,
    };
  });
}

function daysFrom(from: LocalDate, to: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** First and last day of a month `YYYY-MM`. */
export function boundsOfMonth(month: string): { from: LocalDate; to: LocalDate } {
  const from = `${month}-01`;
  return { from, to: addDays(`${monthAfter(month, 1)}-01`, -1) };
}

/** The same, widened to whole weeks from Monday to Sunday. */
export function weeksOfMonth(month: string): { from: LocalDate; to: LocalDate } {
  const { from, to } = boundsOfMonth(month);
  return { from: weekStartOf(from), to: addDays(weekStartOf(to), 6) };
}

/** The month that lies `count` months later; earlier when negative. */
export function monthAfter(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

export interface WeeklyPattern {
  validFrom: LocalDate;
  /** Monday to Sunday. */
  openDays: boolean[];
}

/** The whole week as it holds from each day on which a pattern begins, oldest first. A weekday that nothing was said of is open. */
export function weeklyPatterns(patterns: readonly CalendarPattern[]): WeeklyPattern[] {
  const starts = [...new Set(patterns.map((one) => one.validFrom))].sort();
  const openDays = Array.from({ length: 7 }, () => true);
  return starts.map((validFrom) => {
    for (const one of patterns) if (one.validFrom === validFrom) openDays[one.weekday - 1] = one.open;
    return { validFrom, openDays: [...openDays] };
  });
}

/** The pattern in force on a day; open every day before the first one. */
export function patternOn(day: LocalDate, patterns: readonly WeeklyPattern[]): WeeklyPattern | null {
  return patterns.findLast((one) => one.validFrom <= day) ?? null;
}
