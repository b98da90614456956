import type { LocalDate } from '../time';
import { readDate } from './dates.rules';

/** Which of two numbers before a year is the day. */
export type DayOrder = 'dayFirst' | 'monthFirst' | null;

export type ReadDay = { day: LocalDate } | { problem: 'notADate' | 'ambiguousDate' | 'yearOutOfRange' };

const longestText = 64;
const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
const withTime = /^(.*\d)[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** The library forgives a missing digit and takes its time over every pattern: the shape of the text picks those that can fit. */
const shapes: [RegExp, string[]][] = [
  [/^\d{4}-\d{2}-\d{2}$/, ['iso']],
  [/^\d{8}$/, ['yyyyMMdd']],
  [/^\d{4}\/\d{2}\/\d{2}$/, ['yyyy/MM/dd']],
  [/^\d{4}\.\d{2}\.\d{2}$/, ['yyyy.MM.dd']],
  [/^\d{1,2}\.? \p{L}+ \d{4}$/u, ['d MMM yyyy', 'd MMMM yyyy', 'd. MMMM yyyy']],
  [/^\p{L}+ \d{1,2}, \d{4}$/u, ['MMM d, yyyy', 'MMMM d, yyyy']],
];

/** What a sheet tells about its own dates: a number above 12 can only be a day. null where it says nothing, or both. */
export function dayOrderOf(texts: readonly string[]): DayOrder {
  const found = texts
    .map((text) => numbers.exec(withoutTime(text)))
    .filter((match) => match !== null && match[2] !== '.');
  const dayFirst = found.some((match) => Number(match?.[1]) > 12);
  const monthFirst = found.some((match) => Number(match?.[3]) > 12);
  return dayFirst === monthFirst ? null : dayFirst ? 'dayFirst' : 'monthFirst';
}

/** Reads a day of a sheet that nobody described; a time behind it is left out. Dots always mean day first. */
export function readDay(text: string, order: DayOrder): ReadDay {
  const plain = withoutTime(text);
  const match = numbers.exec(plain);
  if (!match) return readBy(plain, shapes.find(([shape]) => shape.test(plain))?.[1] ?? []);
  const [, first, separator, second, year = ''] = match;
  const years = year.length === 2 ? 'yy' : 'yyyy';
  const dayFirst = `d${separator}M${separator}${years}`;
  const monthFirst = `M${separator}d${separator}${years}`;
  if (separator === '.' || order === 'dayFirst') return readBy(plain, [dayFirst]);
  if (order === 'monthFirst') return readBy(plain, [monthFirst]);
  if (Number(first) <= 12 && Number(second) <= 12 && first !== second) return { problem: 'ambiguousDate' };
  return readBy(plain, [dayFirst, monthFirst]);
}

function readBy(text: string, patterns: readonly string[]): ReadDay {
  if (patterns.length === 0) return { problem: 'notADate' };
  const read = readDate(text, { patterns, precision: 'day', timeZone: 'site' }, 'UTC');
  if (read.ok) return { day: read.value.localDate };
  return { problem: read.code === 'import.yearOutOfRange' ? 'yearOutOfRange' : 'notADate' };
}

const withoutTime = (text: string) => (text.length > longestText ? text : (withTime.exec(text)?.[1] ?? text));
