import { daysBetween, isLocalDate, type LocalDate } from '../../platform/time';
import { firstYear, lastYear, longestRangeDays, longestReason, reason as reasonSchema } from './calendar.contract';

/** Of one file. */
export const closureLimits = {
  bytes: 1_048_576,
  /** Lines of a sheet, entries of a calendar. */
  entries: 5_000,
  ranges: 2_000,
  /** Refused lines that are listed; the others are counted. */
  refused: 100,
};

export const refusalCodes = [
  'notADate', 'ambiguousDate', 'missingStart', 'endBeforeStart', 'rangeTooLong', 'yearOutOfRange', 'reasonTooLong', 'controlCharacter',
  'repeated', 'cutOff', 'unreadable', 'notAllDay', 'unsupportedRepeat', 'noDateNear', 'cancelled',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

export interface Closure {
  /** Where it stands in the file, counted from 1. */
  line: number;
  fromDate: LocalDate;
  /** Included. */
  toDate: LocalDate;
  open: boolean;
  reason: string;
}

export interface Refused {
  line: number;
  code: RefusalCode;
  /** What stood there, cut short. */
  raw: string;
}

export type Reading = { closure: Closure } | { refused: Refused };

/** Why a range cannot go into a calendar; null when it can. */
export function problemOf({ fromDate, toDate, reason }: Omit<Closure, 'line' | 'open'>): RefusalCode | null {
  if (!isLocalDate(fromDate) || !isLocalDate(toDate)) return 'notADate';
  if ([fromDate, toDate].some((day) => Number(day.slice(0, 4)) < firstYear || Number(day.slice(0, 4)) > lastYear)) return 'yearOutOfRange';
  const days = daysBetween(fromDate, toDate);
  if (days < 0) return 'endBeforeStart';
  if (days >= longestRangeDays) return 'rangeTooLong';
  if (reason.length > longestReason) return 'reasonTooLong';
  return reasonSchema.safeParse(reason).success ? null : 'controlCharacter';
}

const openWords = /^(open|opened|extra[ _-]?open|working[ _-]?day|offen|geöffnet|ouvert|abierto)$/i;
const closedWords = /^(closed?|closure|geschlossen|zu|fermé|ferme|cerrado)?$/i;

/** A kind either says open or closed, or is itself part of the reason: `strike` with the name `greve` is "greve (strike)". */
export function stateAndReason(kind: string, name: string): { open: boolean; reason: string } {
  const word = kind.trim().replaceAll('_', ' ');
  const open = openWords.test(word);
  if (open || closedWords.test(word) || word.toLowerCase() === name.toLowerCase()) return { open, reason: name };
  return { open, reason: name === '' ? word : `${name} (${word})` };
}
