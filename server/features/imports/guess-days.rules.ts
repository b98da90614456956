import { isWeekdayWord } from '../../platform/sheet/calendar-words.rules';
import { readDate } from '../../platform/sheet/dates.rules';
import { dateForms } from './date-forms.rules';
import { shownCell, type Column, type Evidence, type SampleCell } from './guess-columns.rules';
import { formOf } from './guess-values.rules';

const FEWEST = 2;
const LAST_SWAPPED = 12;
const NUMBERS = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})/;

/** Days and months that a program seems to have swapped: of a text that it left alone, and of a date that it made. */
export interface Swapped {
  text: Evidence;
  date: Evidence;
}

/**
 * Whether a workbook's real dates all lie on days 1 to 12 while the texts beside them all name days from 13 on: a program that
 * reads the month first makes dates of the former and leaves the latter alone.
 */
export function swappedDays({ cells }: Pick<Column, 'cells'>): Swapped | null {
  const dates = cells.filter(({ kind }) => kind === 'date');
  const texts = cells.filter(({ kind }) => kind === undefined);
  const dayOf = ({ text }: SampleCell) => Number(/^\d{4}-\d{2}-(\d{2})/.exec(text)?.[1]);
  const isDayFirst = ({ text }: SampleCell) => {
    const [, first, second] = NUMBERS.exec(text) ?? [];
    return Number(first) > LAST_SWAPPED && Number(second) <= LAST_SWAPPED;
  };
  const isSwapped =
    dates.length >= FEWEST &&
    texts.length >= FEWEST &&
    dates.every((cell) => dayOf(cell) <= LAST_SWAPPED) &&
    texts.every(isDayFirst);
  return isSwapped ? { text: shownCell(texts[0]!), date: shownCell(dates[0]!) } : null;
}

const WEEK_HEAD =
  /^(?:kw|week|wk|woche|vecka|v|w|semana|semaine|sem|s|uke|uge|tydzień|tydz|tyg)\.?\s*(\d{1,2})(?:\s*[/.-]?\s*(20\d{2}))?$/iu;
const WEEK_OF_YEAR = /^(20\d{2})[\s-]*(?:kw|w|v)\.?\s*(\d{1,2})$/iu;

/** `Mon 02/11/2026` without its weekday. */
function withoutWeekday(head: string): string {
  const [, word = '', rest = ''] = /^(\p{L}+)[.,]*\s+(.+)$/u.exec(head) ?? [];
  return word !== '' && isWeekdayWord(word) ? rest : head;
}

const DAY_MS = 86_400_000;

/**
 * The days that headings side by side name, as `2026-11-02`, or `--11-02` and `-W45` where neither they nor `year` say the
 * year: of a week its Monday. Null where they name none. Of two orders of day and month that both fit, that which makes them
 * follow each other most closely.
 */
export function daysOfHeads(heads: readonly string[], year?: number): string[] | null {
  const plain = heads.map((head) => withoutWeekday(head.replace(/\s+/g, ' ').trim()));
  const weeks = plain.map((head) => {
    const [, own, ofYear] = WEEK_OF_YEAR.exec(head) ?? [];
    const [, week, stated] = WEEK_HEAD.exec(head) ?? [];
    const number = ofYear ?? week;
    return number === undefined ? null : dayOfHead(`-W${number.padStart(2, '0')}`, Number(own ?? stated) || year);
  });
  if (weeks.every((week) => week !== null)) return weeks;
  const readings = (['yearFirst', 'dayFirst', 'monthFirst', 'named', 'dayMonth', 'monthDay'] as const).flatMap(
    (form) => {
      const says = form === 'dayMonth' || form === 'monthDay' || form === 'named';
      const days = plain.map((text) => {
        const read = readDate(
          text,
          { ...dateForms[form], timeZone: 'UTC', year: says ? (year ?? 2024) : undefined },
          'UTC',
        );
        return read.ok ? read.value.localDate : null;
      });
      if (!days.every((day) => day !== null)) return [];
      const hasYear = !says || year !== undefined || plain.every((text) => /\d{4}/.test(text));
      const at = days.map((day) => Date.parse(day) / DAY_MS);
      const span = at.reduce((sum, day, index) => sum + (index === 0 ? 0 : Math.abs(day - at[index - 1]!)), 0);
      return [{ days: days.map((day) => (hasYear ? day : `-${day.slice(4)}`)), span }];
    },
  );
  const best = readings.reduce<(typeof readings)[number] | null>(
    (first, next) => (first === null || next.span < first.span ? next : first),
    null,
  );
  return best?.days ?? null;
}

/** A day that was kept without its year, in that year. */
export function dayOfHead(value: string, year: number | undefined): string {
  if (year === undefined) return value;
  const week = /^-W(\d{2})$/.exec(value)?.[1];
  if (week === undefined) return value.startsWith('--') ? `${year}${value.slice(1)}` : value;
  const read = readDate(`${year}-W${week}`, { ...dateForms.week, timeZone: 'UTC' }, 'UTC');
  return read.ok ? read.value.localDate : value;
}

/** As `formOf`, of the texts alone where a workbook has made dates of some cells: those need no form. Titles and remarks among the dates say nothing. */
export const formOfTexts = (column: Pick<Column, 'cells'>, isWeek: boolean) => {
  const dates = column.cells.filter(({ kind }) => kind === 'date');
  const texts = column.cells.filter(({ kind, text }) => kind !== 'date' && (dates.length === 0 || /\d/.test(text)));
  const guess = formOf({ cells: texts.length === 0 ? dates : texts }, isWeek);
  return guess.form === null && dates.length > texts.length * MOST_DATES ? formOf({ cells: dates }, isWeek) : guess;
};
const MOST_DATES = 4;
