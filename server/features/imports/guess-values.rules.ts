import { readDate } from '../../platform/sheet/dates.rules';
import { readNumber } from '../../platform/sheet/numbers.rules';
import { timeBehind } from '../../platform/sheet/word-dates.rules';
import { dateForms, yearlessForms, type DateForm } from './date-forms.rules';
import { CERTAIN, MOST, mostly, shownCell, type Column, type Evidence, type SampleCell } from './guess-columns.rules';
import { stageNamed } from './role-words.rules';
import type { SampleRow } from './sample-row.contract';

/** A leap year, by which dates without a year are read; nothing is taken to lie in it. */
const LEAP_YEAR = 2024;
const WEEK = /^(week|weeks|woche|kw|kalenderwoche|semana|semaine|vecka|wk|tydzien|tydz)$/;
export const namesWeeks = (words: readonly string[]): boolean => words.some((word) => WEEK.test(word));

export const dayInForm = (text: string, form: DateForm): string | null => {
  const plain = form === 'named' ? (timeBehind(text)?.day ?? text) : text;
  const read = readDate(plain, { ...dateForms[form], timeZone: 'UTC', year: LEAP_YEAR }, 'UTC');
  return read.ok ? read.value.localDate : null;
};

export interface FormGuess {
  /** null: the days can be read in more than one order, or in none, so it is asked. */
  form: DateForm | null;
  evidence: Evidence | null;
  /** Whether some cells say no year. */
  needsYear: boolean;
}

/** Forms of which a column is asked; plain numbers are weeks only where the name says so. */
const formsFor = (isWeek: boolean): DateForm[] =>
  isWeek
    ? ['week', 'yearFirst', 'dayFirst', 'monthFirst']
    : ['month', 'yearFirst', 'dayFirst', 'monthFirst', 'named', 'dayMonth', 'monthDay', 'excel'];

/** The form that reads most cells of a column of days, at least four of five. */
export function formOf({ cells }: Pick<Column, 'cells'>, isWeek = false): FormGuess {
  if (cells.length > 0 && cells.every(({ kind }) => kind === 'date'))
    return { form: 'yearFirst', evidence: shownCell(cells[0]!), needsYear: false };
  const readings = formsFor(isWeek).map((form) => ({
    form,
    days: cells.map(({ text, kind }) => (kind === 'date' ? null : dayInForm(text, form))),
  }));
  const count = ({ days }: (typeof readings)[number]) => days.filter((one) => one !== null).length;
  const best = readings.reduce((first, next) => (count(next) > count(first) ? next : first));
  const nothing: FormGuess = { form: null, evidence: null, needsYear: false };
  if (count(best) === 0 || count(best) < cells.length * MOST) return nothing;
  const rivals = readings.filter(
    (one) =>
      one !== best && one.days.some((other, at) => other !== null && best.days[at] !== null && other !== best.days[at]),
  );
  const only = (one: typeof best, others: readonly (typeof best)[]) =>
    cells.filter((_, at) => one.days[at] !== null && others.every(({ days }) => days[at] === null));
  const own = only(best, rivals);
  const against = rivals.flatMap((rival) => only(rival, [best])).length;
  if (rivals.length > 0 && (own.length === 0 || own.length / (own.length + against) < CERTAIN)) return nothing;
  const evidence = own[0] ?? cells[best.days.findIndex((one) => one !== null)];
  const needsYear =
    yearlessForms.includes(best.form) &&
    cells.some(({ text }, at) => best.days[at] !== null && !/\d{4}|['’\-/. ]\d{2}$/.test(text));
  return { form: best.form, evidence: evidence ? shownCell(evidence) : null, needsYear };
}

/** Whether a column's cells can be days at all. */
export function areDays({ cells }: Column, isWeek = false): boolean {
  return formsFor(isWeek).some((form) => {
    let others = 0;
    return cells.every(({ text, kind }) => {
      if (kind !== 'date' && dayInForm(text, form) === null) others += 1;
      return cells.length - others >= cells.length * MOST;
    });
  });
}

export interface DecimalGuess {
  /** `auto`: no cell can be read in two ways. null: some can, and none says which sign is meant, or they disagree. */
  sign: 'auto' | ',' | '.' | null;
  evidence: Evidence | null;
}

const MONEY_SIGNS = /^[€£$]\s?|\s?[€£$]$/g;

/**
 * The decimal sign of the numbers that can be read in one way only. Scales give no thousandths of a gram: of weights in grams, three
 * digits behind a sign are thousands.
 * @param beside figures of other columns, asked where none of these says it
 */
export function decimalOf(
  cells: readonly SampleCell[],
  { inGrams = false, beside = [] }: { inGrams?: boolean; beside?: readonly SampleCell[] } = {},
): DecimalGuess {
  const votes: Record<',' | '.', SampleCell[]> = { ',': [], '.': [] };
  let unclear: SampleCell | undefined;
  for (const cell of cells) {
    if (cell.kind !== undefined) continue;
    const text = cell.text.replace(MONEY_SIGNS, '');
    const [point, comma] = [readNumber(text, '.'), readNumber(text, ',')];
    if (point.ok !== comma.ok) votes[point.ok ? '.' : ','].push(cell);
    else if (point.ok && comma.ok && point.value.value !== comma.value.value) unclear ??= cell;
  }
  // People write all numbers of a sheet alike.
  if (unclear && votes[','].length + votes['.'].length === 0 && beside.length > 0) {
    const others = decimalOf(beside);
    if (others.sign === ',' || others.sign === '.') return others;
  }
  const sign = votes[','].length > votes['.'].length ? ',' : '.';
  const [most, all] = [votes[sign].length, votes[','].length + votes['.'].length];
  if (all === 0 && unclear && inGrams)
    return { sign: unclear.text.includes('.') ? ',' : '.', evidence: shownCell(unclear) };
  if (all === 0) return { sign: unclear ? null : 'auto', evidence: unclear ? shownCell(unclear) : null };
  return { sign: most / all >= CERTAIN ? sign : null, evidence: shownCell(votes[sign][0]!) };
}

/** The only year that the lines above the table name; null where they name none, or several. */
export function yearOfTitles(rows: readonly SampleRow[]): { year: number; evidence: Evidence } | null {
  const found = rows.flatMap(({ line, cells }) =>
    cells.flatMap((cell) =>
      [...cell.slice(0, 200).matchAll(/(?:^|\D)(20\d{2})(?![\d/-])/g)].map((match) => ({
        year: Number(match[1]),
        evidence: { text: cell.trim().slice(0, 40), line },
      })),
    ),
  );
  return new Set(found.map(({ year }) => year)).size === 1 ? found[0]! : null;
}

const PUBLISHED: Record<string, 8 | 9 | 23> = { '8': 8, '9': 9, '23': 23 };
const MOST_WORDS = 50;

/** Of a column of kinds of waste: more different words are names of food. */
const MOST_KINDS = 25;

/**
 * What the words of a column of stages mean; null where most of its cells name none. Of `kinds` it is enough that one names what guests
 * leave: the others are kitchen waste.
 */
export function stagesOf(column: Column, { kinds = false } = {}): Record<string, 8 | 9 | 23> | null {
  const stageOf = (text: string) => PUBLISHED[text] ?? stageNamed(text)?.stage;
  const isKinds =
    kinds &&
    new Set(column.cells.map(({ text }) => text)).size <= MOST_KINDS &&
    column.cells.some(({ text }) => (stageOf(text) ?? 8) !== 8);
  if (!isKinds && !mostly(column, ({ text }) => stageOf(text) !== undefined)) return null;
  const words = [...new Set(column.cells.map(({ text }) => text.replace(/\s+/g, ' ')))].slice(0, MOST_WORDS);
  return Object.fromEntries(
    words.flatMap((word) => {
      const stage = stageOf(word);
      return stage === undefined ? [] : [[word, stage] as const];
    }),
  );
}
