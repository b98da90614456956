import {
  firstYear,
  lastYear,
  longestRangeDays,
  longestReason,
  reason as reasonSchema,
} from '../../domain/calendar/calendar.contract';
import { saysClosed, saysOpen } from '../../domain/calendar/closure-words.rules';
import { daysBetween, isLocalDate, type LocalDate } from '../../platform/time';

/** Of one file. */
export const closureLimits = {
  bytes: 1_048_576,
  /** Entries of a calendar. */
  entries: 5_000,
  /** Lines of a sheet. */
  lines: 20_000,
  /** Of one kitchen. */
  ranges: 2_000,
  /** Exceptions of all kitchens together. */
  rows: 10_000,
  /** Refused lines that are listed; the others are counted. */
  refused: 100,
};

export type RefusalCode =
  | 'notADate'
  | 'ambiguousDate'
  | 'missingStart'
  | 'endBeforeStart'
  | 'rangeTooLong'
  | 'yearOutOfRange'
  | 'reasonTooLong'
  | 'controlCharacter'
  | 'repeated'
  | 'cutOff'
  | 'unreadable'
  | 'notAllDay'
  | 'unsupportedRepeat'
  | 'noDateNear'
  | 'cancelled'
  | 'contradicts';

export interface Closure {
  /** Where it stands in the file, counted from 1. */
  line: number;
  fromDate: LocalDate;
  /** Included. */
  toDate: LocalDate;
  open: boolean;
  reason: string;
  /** As the sheet names it; absent where it names none. */
  kitchen?: KitchenName;
}

/** One of them may be empty: the name then stands in the other. */
export interface KitchenName {
  site: string;
  location: string;
}

export interface Refused {
  line: number;
  code: RefusalCode;
  /** What stood there, cut short. */
  raw: string;
}

export type Reading = { closure: Closure } | { refused: Refused };

/** Why a range cannot go into a calendar; null when it can. */
export function problemOf({
  fromDate,
  toDate,
  reason,
}: Omit<Closure, 'line' | 'open' | 'kitchen'>): RefusalCode | null {
  if (!isLocalDate(fromDate) || !isLocalDate(toDate)) return 'notADate';
  if ([fromDate, toDate].some((day) => Number(day.slice(0, 4)) < firstYear || Number(day.slice(0, 4)) > lastYear))
    return 'yearOutOfRange';
  const days = daysBetween(fromDate, toDate);
  if (days < 0) return 'endBeforeStart';
  if (days >= longestRangeDays) return 'rangeTooLong';
  if (reason.length > longestReason) return 'reasonTooLong';
  return reasonSchema.safeParse(reason).success ? null : 'controlCharacter';
}

/** A kind either says open or closed, or is itself part of the reason: `strike` with the name `greve` is "greve (strike)". */
export function stateAndReason(kind: string, name: string): { open: boolean; reason: string } {
  const word = kind.trim().replaceAll('_', ' ');
  const open = saysOpen(word);
  if (open || word === '' || saysClosed(word) || word.toLowerCase() === name.toLowerCase())
    return { open, reason: name };
  return { open, reason: name === '' ? word : `${name} (${word})` };
}
