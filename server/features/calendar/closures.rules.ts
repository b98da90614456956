import { daysBetween, isLocalDate, type LocalDate } from '../../platform/time';
import { firstYear, lastYear, longestRangeDays, longestReason, reason as reasonSchema } from './calendar.contract';

/** As many ranges as one file may bring. */
export const mostRanges = 2_000;

export const refusalCodes = [
  'notADate', 'ambiguousDate', 'missingStart', 'endBeforeStart', 'rangeTooLong', 'yearOutOfRange', 'reasonTooLong', 'controlCharacter',
  'repeated', 'cutOff', 'notAllDay', 'recurring', 'cancelled',
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

export interface ReadClosures {
  closures: Closure[];
  refused: Refused[];
}

/** Why a range can not go into a calendar; null when it can. */
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

/** Sorts readings into good and refused; the second of two equal ranges is refused. */
export function sortReadings(readings: readonly Reading[]): ReadClosures {
  const seen = new Set<string>();
  const result: ReadClosures = { closures: [], refused: [] };
  for (const reading of readings) {
    if ('refused' in reading) {
      result.refused.push(reading.refused);
      continue;
    }
    const { line, ...range } = reading.closure;
    const key = JSON.stringify(range);
    const raw = `${range.fromDate} – ${range.toDate} ${range.reason}`.trim().slice(0, 120);
    if (seen.has(key)) result.refused.push({ line, code: 'repeated', raw });
    else result.closures.push(reading.closure);
    seen.add(key);
  }
  return result;
}
