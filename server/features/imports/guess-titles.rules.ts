import { monthOfWord } from '../../platform/sheet/calendar-words.rules';
import { weekdayOf, type LocalDate } from '../../platform/time';
import type { DateForm } from './date-forms.rules';
import type { Evidence } from './guess-columns.rules';
import { dayInForm, yearOfTitles } from './guess-values.rules';
import { rolesNamed, stageNamed, wordsOf } from './role-words.rules';
import type { SampleRow } from './sample-row.contract';

const LONGEST_TITLE = 200;
const LONGEST_PLACE = 80;
/** Words that speak of a service or a time as often as of a stage. */
const UNSURE = new Set(['service', 'servicio', 'post', 'bord', 'distribution', 'distribucion']);

/** The stage that the lines above the table name; kitchen waste is taken where they name none. */
export function stageOfTitles(titles: readonly SampleRow[]): 9 | 23 | null {
  for (const { cells } of titles) {
    for (const cell of cells) {
      const named = stageNamed(cell.slice(0, LONGEST_TITLE));
      if (named && named.stage !== 8 && !UNSURE.has(named.word)) return named.stage;
    }
  }
  return null;
}

/** What stands behind a word for a kitchen above the table: `Kitchen: Mill Lane` or a cell of its own, up to its address. */
export function placeOfTitles(titles: readonly SampleRow[]): string | null {
  for (const { cells } of titles) {
    const filled = cells.map((cell) => cell.trim().slice(0, LONGEST_TITLE)).filter((cell) => cell !== '');
    for (const [at, cell] of filled.entries()) {
      const [label = '', ...rest] = cell.split(':');
      const isLabel = wordsOf(label).length <= 2 && rolesNamed(label).some(({ role }) => role === 'site');
      const behind = rest.join(':').trim();
      const value = behind !== '' ? behind : cell.endsWith(':') || rest.length === 0 ? (filled[at + 1] ?? '') : '';
      const name = (value.split(/[,;(]/)[0] ?? '').trim().slice(0, LONGEST_PLACE);
      if (isLabel && /\p{L}/u.test(name)) return name;
    }
  }
  return null;
}

const TITLE_DAYS: [RegExp, DateForm][] = [
  [/(?:^|\D)(\d{4}-\d{2}-\d{2})(?!\d)/, 'yearFirst'],
  [/(?:^|\D)(\d{1,2}\.\d{1,2}\.\d{4})(?!\d)/, 'dayFirst'],
  [/(?:^|\D)(\d{1,2}(?:st|nd|rd|th|\.)? (?:de )?\p{L}{3,} (?:de )?\d{4})(?!\d)/u, 'named'],
  [/(\p{L}{3,} \d{1,2},? \d{4})(?!\d)/u, 'named'],
  [
    /(?:week|woche|kw|semana|semaine|settimana|vecka|uge|uke|tydzień|tydzien)[ .]*(\d{1,2}[ ,/]+(?:of )?\d{4})(?!\d)/i,
    'week',
  ],
];

const SLASHES = /(?:^|\D)(\d{1,2}\/\d{1,2}\/\d{4})(?!\d)/;

/** `9/14/2026` in the one order that gives a day; of two that do, the one that gives a Monday. */
function dayOfSlashes(text: string): LocalDate | null {
  const days = (['monthFirst', 'dayFirst'] as const).flatMap((form) => dayInForm(text, form) ?? []);
  const mondays = days.filter((day) => weekdayOf(day) === 1);
  return new Set(days).size === 1 ? days[0]! : mondays.length === 1 ? mondays[0]! : null;
}

/** The day, or the Monday of the week, that the lines above the table name. */
export function dayOfTitles(rows: readonly SampleRow[]): { day: LocalDate; evidence: Evidence } | null {
  for (const { line, cells } of rows) {
    for (const [shape, form] of TITLE_DAYS) {
      for (const cell of cells) {
        const text = shape.exec(cell.slice(0, 200))?.[1];
        const found = text === undefined ? null : dayInForm(form === 'week' ? text.replace(/[ ,]+/g, ' ') : text, form);
        if (found !== null && text !== undefined) return { day: found, evidence: { text, line } };
      }
    }
    for (const cell of cells) {
      const text = SLASHES.exec(cell.slice(0, 200))?.[1];
      const found = text === undefined ? null : dayOfSlashes(text);
      if (found !== null && text !== undefined) return { day: found, evidence: { text, line } };
    }
  }
  return null;
}

const MONTH_AND_YEAR = /(\p{L}{3,})\.?,?[\s/-]+(?:del? )?(20\d{2})(?!\d)/gu;
const NUMBERED_MONTH = /(?:^|[^\d./-])(?:(\d{1,2})[./-](20\d{2})|(20\d{2})[./-](\d{1,2}))(?![\d./-])/;
const MONTH_LABEL = /^(month|monat|mes|mois|mese|maand|manad|maned|miesiac)$/;

/** The month of a year that the lines above the table name: `March 2026`, `03/2026`, or `Month: March` beside a year. */
export function monthOfTitles(rows: readonly SampleRow[]): { month: string; evidence: Evidence } | null {
  const monthIn = (year: string | number, month: number | undefined) =>
    month !== undefined && month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, '0')}` : null;
  for (const { line, cells } of rows) {
    const texts = cells.map((cell) => cell.trim().slice(0, LONGEST_TITLE));
    for (const [at, text] of texts.entries()) {
      const named = [...text.matchAll(MONTH_AND_YEAR)].flatMap(
        ([, word = '', year = '']) => monthIn(year, monthOfWord(word)) ?? [],
      );
      const [, first, yearLast = '', yearFirst, second] = NUMBERED_MONTH.exec(text) ?? [];
      const numbered = monthIn(
        yearFirst ?? yearLast,
        first === undefined && second === undefined ? undefined : Number(first ?? second),
      );
      const [label = '', behind = ''] = text.split(':');
      const isLabel = wordsOf(label).length === 1 && MONTH_LABEL.test(wordsOf(label)[0] ?? '');
      const word = behind.trim() || texts.slice(at + 1).find((one) => one !== '');
      const year = isLabel ? yearOfTitles(rows)?.year : undefined;
      const labelled = year === undefined ? null : monthIn(year, monthOfWord(word ?? ''));
      const month = named[0] ?? numbered ?? labelled;
      if (month) return { month, evidence: { text: text.slice(0, LONGEST_PLACE), line } };
    }
  }
  return null;
}
