import type { LocalDate } from '../../platform/time';
import type { WeightUnitCode } from '../../platform/weight-units.rules';
import type { DateForm } from './date-forms.rules';
import { blocksAmong, statesUnits } from './guess-blocks.rules';
import { columnsBelow, isNumber, mostly, shownCell, type Column, type Evidence } from './guess-columns.rules';
import { formOfTexts, swappedDays, type Swapped } from './guess-days.rules';
import { stagesOf } from './guess-stages.rules';
import { placeOfTitles, stageOfTitles } from './guess-titles.rules';
import {
  areDays,
  dayOfTitles,
  decimalOf,
  formOf,
  namesWeeks,
  yearOfTitles,
  type DecimalGuess,
} from './guess-values.rules';
import { figuresOf, guessTotal, guessWide, labelOf, type TotalGuess, type WideGuess } from './guess-wide.rules';
import { findHeader, type HeaderLine, type SampleRow } from './header-line.rules';
import { countsTwice, rolesNamed, stageNamed, wordsOf, type GuessedRole } from './role-words.rules';
import { readUnit } from './units.rules';

/** What a column seems to hold, and what says so: a word of its name, and cells that are read that way. */
interface Guess {
  column: string;
  role: Exclude<GuessedRole, 'amount'>;
  /** null: the cells alone. */
  word: string | null;
  cells: string[];
  /** Of a weight; undefined: nothing says it, so it is asked. */
  unit?: WeightUnitCode;
  /** Of a cost, an ISO 4217 code; undefined: nothing says it. */
  currency?: string;
  /** Of a cost beside several weights: the weight of the same thing. */
  of?: string;
  /** Of a weight whose name is that of a stage. */
  stage?: 8 | 9 | 23;
  /** Of a column of stages: what its words mean. */
  stages?: Record<string, 8 | 9 | 23>;
  /** Of a weight: its name says the unit; or each cell does. */
  unitInName?: boolean;
  unitsInCells?: boolean;
  /** A word that says little: where another column says more, it is none. */
  weak?: true;
}

export interface SheetGuess {
  header: HeaderLine;
  columns: string[];
  /** Columns of figures: one may hold the weight. */
  figures: string[];
  guesses: Guess[];
  wide: (WideGuess & { unit?: WeightUnitCode }) | null;
  total: TotalGuess | null;
  /** null: the days can be read in more than one order, or in none, so it is asked. */
  dateForm: DateForm | null;
  /** A day that can be read in two orders, where that is why it is asked. */
  unclearDay: Evidence | null;
  /** The stage that the lines above the table name, and the name of a kitchen beside a word for one. */
  titleStage: 9 | 23 | null;
  titlePlace: string | null;
  /** Of a sheet whose lines say no day: the day, or the Monday of the week, that its titles name. */
  day: LocalDate | null;
  /** `true`: its dates say no year, and nothing else does; a number: the titles do. */
  year: number | boolean;
  /** Columns whose value stands on the first line of each block alone. */
  blocks: string[];
  /** Of days that a workbook holds: a program seems to have swapped day and month. */
  swapped: Swapped | null;
  /** `auto`: no number can be read in two ways. null: some can, so it is asked. */
  decimal: DecimalGuess['sign'];
  /** The cells that say so; null where nothing does. */
  evidence: {
    dateForm: Evidence | null;
    day: Evidence | null;
    year: Evidence | null;
    decimal: Evidence | null;
    unit: Evidence | null;
  };
}

const SHOWN_CELLS = 2;
const OF_NUMBERS: readonly GuessedRole[] = ['weight', 'amount', 'servings', 'cost', 'guests', 'year'];
/** Roles whose value people write once, above what belongs to it. */
const OF_BLOCKS: readonly GuessedRole[] = ['date', 'site', 'location'];
const CURRENCY_SIGNS: Record<string, string> = { '€': 'EUR', '£': 'GBP' };
const NO_SITES: ReadonlySet<string> = new Set();

interface Known {
  /** The line that a person takes for that of the column names. */
  header?: HeaderLine;
  /** Names of the organisation's sites, in small letters. */
  sites?: ReadonlySet<string>;
}

/** What the first lines of a sheet say of its columns; what they leave open is left open. Null: there is no line of names. */
export function guessSheet(
  rows: readonly SampleRow[],
  { header: stated, sites = NO_SITES }: Known = {},
): SheetGuess | null {
  const header = stated ?? findHeader(rows);
  const start = rows.findIndex(({ line }) => line >= (header?.line ?? 0));
  if (!header || start < 0) return null;
  const [titles, below] = [rows.slice(0, start), rows.slice(start)];
  const columns = columnsBelow(below, header);
  const titleUnit = unitOfTitles(titles);
  const guesses = taken(
    onlyWeight(
      columns,
      columns.flatMap((column) => guessColumn(column)),
    ).map((guess) =>
      guess.role === 'weight' && !guess.unit && titleUnit ? { ...guess, unit: titleUnit.unit } : guess,
    ),
  );
  const isTaken = (name: string) =>
    guesses.some(({ column, role }) => column === name && role !== 'weight' && role !== 'servings');
  const figures = figuresOf(columns, isTaken);
  const statedYear = yearOfTitles(titles)?.year;
  const wide = guessWide(figures, { sites, year: statedYear });
  const inWide = new Set(wide?.columns.map(({ column }) => column));
  const parts = wide ? [...inWide] : guesses.filter(({ role }) => role === 'weight').map(({ column }) => column);
  const total = guessTotal(below.slice(header.lines), { figures, parts });
  const kept = guesses.filter(({ column }) => !inWide.has(column) && column !== total?.column);
  const dayColumn = columns.find(({ name }) => kept.some(({ column, role }) => role === 'date' && column === name));
  const hasYear = kept.some(({ role }) => role === 'year');
  const days = dayColumn ? formOfTexts(dayColumn, namesWeeks(wordsOf(dayColumn.name))) : null;
  const inHeads = wide?.heads === 'month' || wide?.heads === 'day';
  const titleDay = !dayColumn && !inHeads ? dayOfTitles(titles) : null;
  const needsYear =
    !hasYear &&
    ((days?.needsYear ?? false) ||
      (wide?.heads === 'month' && wide.columns.some(({ value }) => value.length === 2)) ||
      (wide?.heads === 'day' && wide.columns.some(({ value }) => value.startsWith('-'))));
  const titleYear = needsYear ? yearOfTitles(titles) : null;
  const numbers = columns.filter(
    ({ name }) => inWide.has(name) || kept.some(({ column, role }) => OF_NUMBERS.includes(role) && column === name),
  );
  const rowsBelow = below.slice(header.lines);
  const mayBlock = columns.filter(({ name }) =>
    kept.some(({ column, role }) => column === name && OF_BLOCKS.includes(role)),
  );
  const blocks = blocksAmong(mayBlock, { rows: rowsBelow, amounts: numbers }).map(({ name }) => name);
  const decimal = decimalOf(numbers.flatMap(({ cells }) => cells));
  const unit = wide ? (unitOfWide(columns, inWide) ?? titleUnit?.unit) : undefined;
  return {
    header,
    columns: columns.map(({ name }) => name),
    figures: figures.map(({ name }) => name),
    guesses: kept,
    wide: wide && { ...wide, columns: wide.columns.filter(({ column }) => column !== total?.column), unit },
    total,
    dateForm: days?.form ?? null,
    unclearDay: days && !days.form && dayColumn?.cells[0] ? shownCell(dayColumn.cells[0]) : null,
    titleStage: stageOfTitles(titles),
    titlePlace: placeOfTitles(titles),
    day: titleDay?.day ?? null,
    year: titleYear?.year ?? needsYear,
    blocks,
    swapped: dayColumn ? swappedDays(dayColumn) : null,
    decimal: decimal.sign,
    evidence: {
      dateForm: days?.evidence ?? null,
      day: titleDay?.evidence ?? null,
      year: titleYear?.evidence ?? null,
      decimal: decimal.evidence,
      unit: titleUnit?.evidence ?? null,
    },
  };
}

function guessColumn(column: Column): Guess[] {
  const { name, cells } = column;
  const guess = (role: Guess['role'], word: string | null, more: Partial<Guess> = {}): Guess[] => [
    { column: name, role, word, cells: cells.slice(0, SHOWN_CELLS).map((cell) => shownCell(cell).text), ...more },
  ];
  const named = rolesNamed(name);
  const says = (role: GuessedRole) => named.find((one) => one.role === role);
  const isWeek = namesWeeks(wordsOf(name));
  const looksLikeDays =
    mostly(column, ({ kind, text }) => kind === 'date' || !/^\d+([.,]\d+)?$/.test(text)) ||
    (says('date') !== undefined && (isWeek || mostly(column, ({ text }) => /^\d{1,2}\.\d{1,2}$/.test(text))));
  if (looksLikeDays && cells.length > 0 && areDays(column, isWeek)) return guess('date', says('date')?.word ?? null);
  if (mostly(column, ({ kind, text }) => kind === 'time' || /^\d{1,2}:\d{2}(:\d{2})?$/.test(text)))
    return guess('time', says('time')?.word ?? null);
  const [unitWord] = wordsOf(name).filter((word) => readUnit(word).ok);
  if (mostly(column, isNumber)) {
    const year = says('year');
    if (year && mostly(column, ({ text }) => /^20\d{2}$/.test(text))) return guess('year', year.word);
    const guests = says('guests');
    if (guests) return guess('guests', guests.word);
    const cost = says('cost') ?? signOfCost(column);
    if (cost) return guess('cost', cost.word, { currency: currencyOf(column) });
    if (says('servings')) return guess('servings', says('servings')!.word);
    const weight = says('weight')?.word ?? unitWord;
    const stage = stageNamed(name);
    const unit = unitOf(column, unitWord);
    const said = { unit, unitInName: unitWord !== undefined, unitsInCells: statesUnits(column), stage: stage?.stage };
    if (weight !== undefined) return guess('weight', weight, said);
    if (said.unitsInCells) return guess('weight', null, said);
    const serial = says('date');
    if (serial && formOf(column).form === 'excel') return guess('date', serial.word);
    const amount = says('amount');
    if (stage && !countsTwice(name)) return guess('weight', stage.word, said);
    if (amount) return guess('weight', amount.word, { ...said, weak: true });
    return says('stage') ? guess('stage', says('stage')!.word) : [];
  }
  const stages = stagesOf(column);
  if (stages && named.every(({ role }) => role === 'stage' || OF_NUMBERS.includes(role)))
    return guess('stage', says('stage')?.word ?? null, { stages });
  const known = named.find(({ role }) => !OF_NUMBERS.includes(role) && role !== 'date' && role !== 'time');
  return known && cells.length > 0 && (known.role !== 'unit' || mostly(column, ({ text }) => readUnit(text).ok))
    ? guess(known.role as Guess['role'], known.word, known.role === 'stage' && stages ? { stages } : {})
    : [];
}

/** The only column of numbers of a sheet without a weight is one. */
function onlyWeight(columns: readonly Column[], guesses: readonly Guess[]): Guess[] {
  if (guesses.some(({ role }) => role === 'weight' || role === 'servings')) return [...guesses];
  const numbers = columns.filter(
    (column) => mostly(column, isNumber) && !guesses.some((guess) => guess.column === column.name),
  );
  const [only] = numbers.filter(({ name }) => !countsTwice(name));
  if (!only || numbers.length > 1) return [...guesses];
  const cells = only.cells.slice(0, SHOWN_CELLS).map((cell) => shownCell(cell).text);
  return [...guesses, { column: only.name, role: 'weight', word: null, cells, unit: unitOf(only, undefined) }];
}

/** A role that only one column can have goes to the first whose name says so. A weight is taken once, however often it is stated. */
function taken(guesses: readonly Guess[]): Guess[] {
  const weights = guesses.filter(({ role, column }) => role === 'weight' && !countsTwice(column));
  const net = weights.filter(({ column }) => wordsOf(column).some((word) => /^(net|netto|neto)$/.test(word)));
  const strong = weights.some(({ weak }) => !weak) ? weights.filter(({ weak }) => !weak) : weights.slice(0, 1);
  const measured = net.length === 0 ? (weights.some(({ weak }) => weak) ? strong : weights) : net;
  const costs = guesses.filter(({ role, column }) => role === 'cost' && !countsTwice(column));
  const pairs =
    costs.length > 1
      ? costs.flatMap((cost) => {
          const weight = measured.find(({ column }) => labelOf(column) === labelOf(cost.column));
          return weight ? [{ ...cost, of: weight.column }] : [];
        })
      : [];
  return guesses.flatMap((guess) => {
    if (guess.role === 'weight') return measured.includes(guess) ? [guess] : [];
    if (guess.role === 'guests') return [guess];
    if (guess.role === 'cost' && pairs.length > 0) return pairs.filter(({ column }) => column === guess.column);
    const rivals = guesses.filter(({ role }) => role === guess.role);
    return guess === (rivals.find(({ word }) => word !== null) ?? (rivals.length === 1 ? rivals[0] : undefined))
      ? [guess]
      : [];
  });
}

function unitOf({ cells }: Column, unitWord: string | undefined): WeightUnitCode | undefined {
  const ofName = unitWord === undefined ? undefined : readUnit(unitWord);
  if (ofName?.ok) return ofName.value;
  // Also behind a number that can be read in two ways.
  const suffixes = new Set(cells.map(({ text }) => (/\d\s*(\p{L}+)\.?$/u.exec(text)?.[1] ?? '').toLowerCase()));
  const [only] = suffixes.size === 1 ? suffixes : [];
  const ofCells = only ? readUnit(only) : undefined;
  return ofCells?.ok ? ofCells.value : undefined;
}

/** The unit that all columns side by side name, in their heads or cells; undefined where they name none, or several. */
function unitOfWide(columns: readonly Column[], inWide: ReadonlySet<string>): WeightUnitCode | undefined {
  const units = new Set(
    columns
      .filter(({ name, cells }) => inWide.has(name) && cells.length > 0)
      .map((column) =>
        unitOf(
          column,
          wordsOf(column.name).find((word) => readUnit(word).ok),
        ),
      ),
  );
  const [only] = units;
  return units.size === 1 ? only : undefined;
}

/** The unit that the lines above the table name, as in `Waste in kg`; of a single letter nothing is taken. */
function unitOfTitles(titles: readonly SampleRow[]): { unit: WeightUnitCode; evidence: Evidence } | null {
  for (const { line, cells } of titles) {
    for (const cell of cells) {
      const word = wordsOf(cell.slice(0, 200)).find((one) => one.length > 1 && readUnit(one).ok);
      const read = word === undefined ? undefined : readUnit(word);
      if (read?.ok) return { unit: read.value, evidence: shownCell({ text: cell.trim(), line }) };
    }
  }
  return null;
}

/** A code in capital letters in the name, or a sign that only one currency has. */
function currencyOf({ name, cells }: Column): string | undefined {
  const codes = Intl.supportedValuesOf('currency');
  const code = name.split(/[^A-Z]+/).find((word) => codes.includes(word));
  const sign = [name, ...cells.map(({ text }) => text)]
    .map((text) => /[€£]/.exec(text)?.[0])
    .find((found) => found !== undefined);
  return code ?? (sign ? CURRENCY_SIGNS[sign] : undefined);
}

/** A name that is a currency, such as `EUR` or `€`. */
function signOfCost({ name }: Column): { word: string } | undefined {
  const word = /[€£$]|\b[A-Z]{3}\b/.exec(name)?.[0];
  return word !== undefined && (/[€£$]/.test(word) || Intl.supportedValuesOf('currency').includes(word))
    ? { word }
    : undefined;
}
