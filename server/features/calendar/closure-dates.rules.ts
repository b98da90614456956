import { format, isValid, parse } from 'date-fns';
import type { LocalDate } from '../../platform/time';

/** Which of two numbers before a year is the day. */
export type DayOrder = 'dayFirst' | 'monthFirst' | null;

export type ReadDay = { day: LocalDate } | { problem: 'notADate' | 'ambiguousDate' };

const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
const withTime = /^(.*\d)[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const plainForms = ['yyyy-MM-dd', 'yyyyMMdd', 'yyyy/MM/dd', 'yyyy.MM.dd', 'd MMM yyyy', 'd MMMM yyyy', 'd. MMMM yyyy', 'MMM d, yyyy', 'MMMM d, yyyy'];
const reference = new Date(2000, 0, 1, 12);

/** What a file tells about its own dates: a number above 12 can only be a day. null where it says nothing, or both. */
export function dayOrderOf(texts: readonly string[]): DayOrder {
  const found = texts.map((text) => numbers.exec(dayPartOf(text))).filter((match) => match !== null && match[2] !== '.');
  const dayFirst = found.some((match) => Number(match?.[1]) > 12);
  const monthFirst = found.some((match) => Number(match?.[3]) > 12);
  return dayFirst === monthFirst ? null : dayFirst ? 'dayFirst' : 'monthFirst';
}

/** Reads a day in the forms that sheets of closures hold; a time behind it is left out. Dots always mean day first. */
export function readDay(text: string, order: DayOrder): ReadDay {
  const plain = dayPartOf(text);
  const match = numbers.exec(plain);
  if (!match) return readBy(plain, plainForms);
  const [, first, separator, second, year = ''] = match;
  const years = year.length === 2 ? 'yy' : 'yyyy';
  const dayFirst = `d${separator}M${separator}${years}`;
  const monthFirst = `M${separator}d${separator}${years}`;
  if (separator === '.' || order === 'dayFirst') return readBy(plain, [dayFirst]);
  if (order === 'monthFirst') return readBy(plain, [monthFirst]);
  if (Number(first) <= 12 && Number(second) <= 12 && first !== second) return { problem: 'ambiguousDate' };
  return readBy(plain, [dayFirst, monthFirst]);
}

function readBy(text: string, forms: readonly string[]): ReadDay {
  for (const form of forms) {
    const date = parse(text, form, reference);
    // The library forgives a missing digit where the year leads; there it is a date that was cut off.
    const whole = !form.startsWith('y') || (isValid(date) && format(date, form) === text);
    if (isValid(date) && whole) return { day: format(date, 'yyyy-MM-dd') };
  }
  return { problem: 'notADate' };
}

const dayPartOf = (text: string) => withTime.exec(text)?.[1] ?? text;
