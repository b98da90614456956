import { isWeekdayWord, monthOfWord } from './calendar-words.rules';

/**
 * Forms of dates for which the date library has no pattern:
 * `day-month-name` (13 March 2024, Mar 13, 24, 3 de marzo de 2024), `month` (2024-03, 03/2024, March 2024, März 24) and
 * `week` (2024-W10, KW 10/2024, 10: the Monday of the ISO week).
 */
const WORD_PATTERNS = ['day-month-name', 'month', 'week'] as const;
export type WordPattern = (typeof WORD_PATTERNS)[number];

export const isWordPattern = (pattern: string): pattern is WordPattern =>
  (WORD_PATTERNS as readonly string[]).includes(pattern);

const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s\-/]*(?:de |of )?(\p{L}+)\.?[\s\-/,]*(?:de[l]? )?(?:['’]?(\d{4}|\d{2}))?$/u;
const MONTH_FIRST = /^(\p{L}+)\.?[\s\-/]*(\d{1,2})(?:st|nd|rd|th)?,?(?:\s+['’]?(\d{4}|\d{2}))?$/u;
const NAMED_MONTH = /^(\p{L}+)\.?[\s\-/]*(?:de[l]? )?(?:['’]?(\d{4}|\d{2}))?$/u;
const YEAR_AND_NAME = /^(\d{4})[\s\-/]*(\p{L}+)\.?$/u;
const YEAR_AND_MONTH = /^(\d{4})[-/. ](\d{1,2})$/;
const MONTH_AND_YEAR = /^(\d{1,2})[-/. ](\d{4})$/;
const YEAR_AND_WEEK = /^(\d{4})[\s\-/]*[\p{L}.]*\s*(\d{1,2})$/u;
const WEEK_AND_YEAR = /^(?:\p{L}+[. ]*)?(\d{1,2})(?:[\s\-/.]+(?:of )?(\d{4}))?$/u;
/** As Polish writes a year: `5 marca 2026 r.` */
const YEAR_WORD = /(\d{4}) ?r\.?$/i;
const DAY_MS = 86_400_000;

/** Milliseconds of the day in UTC; `yearMissing`: neither the text nor the caller says the year; null: no such form, or no such day. */
export type WordDate = { ms: number } | 'yearMissing' | null;

const TIME_BEHIND = /^(.*\p{L}.*?)[\s,]+(?:at |um |a las |à |kl\.? )?(\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)$/iu;

/** Longer texts are no dates, and the pattern takes time that grows with the square of their length. */
const LONGEST_MOMENT = 60;

/** A day in words and the time behind it: `1 Oct 2026 14:35`; null where a text has none. */
export function timeBehind(text: string): { day: string; time: string } | null {
  const [, day, time] = (text.length > LONGEST_MOMENT ? null : TIME_BEHIND.exec(text.trim())) ?? [];
  return day !== undefined && time !== undefined ? { day, time } : null;
}

/** Reads a text by one of the forms; `year` is that of texts which state none. */
export function readWordDate(text: string, pattern: WordPattern, year?: number): WordDate {
  const plain = text.replace(/\s+/g, ' ').trim().replace(YEAR_WORD, '$1');
  if (pattern === 'month') return readMonth(plain, year);
  return pattern === 'week' ? readWeek(plain, year) : readNamedDay(withoutWeekday(plain), year);
}

function withoutWeekday(text: string): string {
  const [, word = '', rest = ''] = /^(\p{L}+)\.?,? (.+)$/u.exec(text) ?? [];
  return word !== '' && isWeekdayWord(word) && /\p{L}/u.test(rest) ? rest : text;
}

function readNamedDay(text: string, year: number | undefined): WordDate {
  const [, day, name, ownYear] = DAY_FIRST.exec(text) ?? [];
  if (day !== undefined && name !== undefined)
    return dayIn(ownYear, year, { month: monthOfWord(name), day: Number(day) });
  const [, first, second, third] = MONTH_FIRST.exec(text) ?? [];
  return first === undefined ? null : dayIn(third, year, { month: monthOfWord(first), day: Number(second) });
}

function readMonth(text: string, year: number | undefined): WordDate {
  const [, yearFirst, monthLast] = YEAR_AND_MONTH.exec(text) ?? [];
  if (yearFirst !== undefined) return dayIn(yearFirst, year, { month: Number(monthLast), day: 1 });
  const [, monthFirst, yearLast] = MONTH_AND_YEAR.exec(text) ?? [];
  if (monthFirst !== undefined) return dayIn(yearLast, year, { month: Number(monthFirst), day: 1 });
  const [, ownYear, named] = YEAR_AND_NAME.exec(text) ?? [];
  if (named !== undefined) return dayIn(ownYear, year, { month: monthOfWord(named), day: 1 });
  const [, name, nameYear] = NAMED_MONTH.exec(text) ?? [];
  return name === undefined ? null : dayIn(nameYear, year, { month: monthOfWord(name), day: 1 });
}

function readWeek(text: string, year: number | undefined): WordDate {
  const [, yearFirst, weekLast] = YEAR_AND_WEEK.exec(text) ?? [];
  const [, weekFirst, yearLast] = yearFirst === undefined ? (WEEK_AND_YEAR.exec(text) ?? []) : [];
  const week = Number(weekLast ?? weekFirst);
  const own = yearFirst ?? yearLast;
  if (!(week >= 1 && week <= 53)) return null;
  const inYear = own === undefined ? year : Number(own);
  return inYear === undefined ? 'yearMissing' : mondayOf(inYear, week);
}

/** ISO 8601: week 1 holds 4 January. Null where the year has no such week. */
function mondayOf(year: number, week: number): WordDate {
  const fourth = Date.UTC(year, 0, 4);
  const first = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  const monday = first + (week - 1) * 7 * DAY_MS;
  return new Date(monday + 3 * DAY_MS).getUTCFullYear() === year ? { ms: monday } : null;
}

function dayIn(
  own: string | undefined,
  stated: number | undefined,
  { month, day }: { month: number | undefined; day: number },
): WordDate {
  if (month === undefined || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const year = own === undefined ? stated : Number(own.length === 2 ? `20${own}` : own);
  if (year === undefined) return 'yearMissing';
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 ? { ms: date.getTime() } : null;
}
