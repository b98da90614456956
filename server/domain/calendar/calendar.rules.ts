import { weekdayOf, type LocalDate } from '../../platform/time';

export type ClosedReason = 'BEFORE_FIRST_EVENT' | 'AFTER_LAST_DAY' | 'EXCEPTION' | 'HOLIDAY' | 'PATTERN';

export interface CalendarPattern {
  /** 1 Monday … 7 Sunday. */
  weekday: number;
  validFrom: LocalDate;
  open: boolean;
}

export interface CalendarException {
  id: number;
  fromDate: LocalDate;
  /** Included. */
  toDate: LocalDate;
  open: boolean;
}

export interface LocationCalendar {
  /** Local date of the first event that counts; null before there is one. */
  firstEventDate: LocalDate | null;
  /** The last day before the location was closed for good; null while it is active. */
  closedOn: LocalDate | null;
  holidaysObserved: boolean;
  /** Public holidays of the site's country, or of the part of it that the site lies in. */
  holidays: ReadonlySet<LocalDate>;
  patterns: readonly CalendarPattern[];
  exceptions: readonly CalendarException[];
}

/**
 * Why a location is closed on a day, or null when it is open. Before the first event and after the last day nothing is open;
 * then the newest exception decides, then a holiday where holidays are observed, then the newest pattern of the weekday, else
 * it is open.
 */
export function closedReasonOf(day: LocalDate, calendar: LocationCalendar): ClosedReason | null {
  if (calendar.firstEventDate === null || day < calendar.firstEventDate) return 'BEFORE_FIRST_EVENT';
  if (calendar.closedOn !== null && day > calendar.closedOn) return 'AFTER_LAST_DAY';
  const exception = exceptionOn(day, calendar.exceptions);
  if (exception) return exception.open ? null : 'EXCEPTION';
  if (calendar.holidaysObserved && calendar.holidays.has(day)) return 'HOLIDAY';
  const weekday = weekdayOf(day);
  const inForce = calendar.patterns.filter((one) => one.weekday === weekday && one.validFrom <= day);
  return newest(inForce, (one) => one.validFrom)?.open === false ? 'PATTERN' : null;
}

/** The exception that decides over a day: the newest of those that hold it. */
export function exceptionOn<E extends CalendarException>(day: LocalDate, exceptions: readonly E[]): E | undefined {
  return newest(
    exceptions.filter((one) => one.fromDate <= day && day <= one.toDate),
    (one) => one.id,
  );
}

function newest<T>(rows: readonly T[], age: (row: T) => string | number): T | undefined {
  return rows.reduce<T | undefined>(
    (best, row) => (best === undefined || age(row) > age(best) ? row : best),
    undefined,
  );
}
