import { isWeekdayWord } from '../../platform/sheet/calendar-words.rules';
import type { LocalDate } from '../../platform/time';
import type { DateForm } from './date-forms.rules';
import { blocksAmong, statesUnits } from './guess-blocks.rules';
import { columnsBelow, isNumber, MOST, mostly, shownCell, type Column, type Evidence } from './guess-columns.rules';
import { formOfTexts, swappedDays, type Swapped } from './guess-days.rules';
import { dayOfTitles, monthOfTitles, placeOfTitles, stageOfTitles } from './guess-titles.rules';
import {
  areDays,
  decimalOf,
  formOf,
  namesWeeks,
  stagesOf,
  yearOfTitles,
  type DecimalGuess,
} from './guess-values.rules';
import { weighedOnce } from './guess-weights.rules';
import {
  countLines,
  figuresOf,
  guessTotal,
  guessWide,
  labelOf,
  type TotalGuess,
  type WideGuess,
} from './guess-wide.rules';
import type { Guess } from './guess.contract';
import { findHeader } from './header-line.rules';
import type { BlockSubject } from './mapping-parts.contract';
import { dayNumberOf } from './month-days.rules';
import {
  countsContainers,
  countsMeals,
  countsTwice,
  isBlankWord,
  isGross,
  isMeal,
  isPerContainer,
  isPrice,
  isRatio,
  isSum,
  isTare,
  isVoidWord,
  leftByEaters,
  numbersRecords,
  rolesNamed,
  stageNamed,
  wordsOf,
  type GuessedRole,
} from './role-words.rules';
import type { HeaderLine, SampleRow } from './sample-row.contract';
import { blocksOf } from './sheet-blocks.rules';
import { readSheetUnit, readUnit, unitAmong, type SheetUnit } from './units.rules';

export interface SheetGuess {
  header: HeaderLine;
  columns: string[];
  /** Columns of figures: one may hold the weight. */
  figures: string[];
  guesses: Guess[];
  wide: (WideGuess & { unit?: SheetUnit }) | null;
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
  /** Of numbers of days, in a column or side by side: the month that its titles name. */
  month: string | null;
  /** `true`: its dates say no year, and nothing else does; a number: the titles do. */
  year: number | boolean;
  /** Columns whose value stands on the first line of each block alone. */
  blocks: string[];
  /** What lines between its blocks say, in place of what stands above the table. */
  blockTitles: BlockSubject[];
  /** Words in cells of figures that hold nothing. */
  emptyWords: string[];
  /** A column that says which lines were taken back, and how. */
  voids: { column: string; values: string[] } | null;
  /** A column whose cells are different in almost every line, and whose name says that it numbers the records. */
  recordId: string | null;
  /** A column of weekdays. */
  weekday: string | null;
  /** Lines that count guests or meals, by what names them; null where there are none. */
  counts: { column: string; values: string[] } | null;
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
/** A column of any of these may hold stages, where its cells name more than one. */
const OF_KINDS: readonly GuessedRole[] = [...OF_NUMBERS, 'stage', 'source', 'reason', 'item', 'container', 'sink'];
/** Shorter names are abbreviations of units that are not known. */
const SHORTEST_NAME = 4;
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
  const blocksBelow = blocksOf(below.slice(header.lines), below[header.lines - 1]?.cells ?? []);
  const columns = columnsBelow([...below.slice(0, header.lines), ...blocksBelow.rows], header);
  const titleUnit = unitOfTitles(titles);
  const titleMonth = monthOfTitles(titles);
  const dayNumbers = titleMonth ? columns.find(countsDays) : undefined;
  const guesses = taken(
    columns,
    onlyWeight(
      columns,
      columns.flatMap((column) => (column === dayNumbers ? daysOfMonth(column) : guessColumn(column))),
    ).map((guess) =>
      guess.role === 'weight' && !guess.unit && titleUnit ? { ...guess, unit: titleUnit.unit } : guess,
    ),
  );
  const isTaken = (name: string) =>
    guesses.some(({ column, role }) => column === name && role !== 'weight' && role !== 'servings');
  const recordId = columns.find(isRecordId)?.name ?? null;
  const figures = figuresOf(columns, (name) => isTaken(name) || name === recordId);
  const statedYear = yearOfTitles(titles)?.year;
  const wide = guessWide(figures, {
    sites,
    year: statedYear,
    month: titleMonth?.month,
    hasSites: guesses.some(({ role }) => role === 'site'),
  });
  const inWide = new Set(wide?.columns.map(({ column }) => column));
  const parts = wide ? [...inWide] : guesses.filter(({ role }) => role === 'weight').map(({ column }) => column);
  const total = guessTotal(blocksBelow.rows, { figures, parts });
  const kept = guesses.filter(({ column }) => !inWide.has(column) && column !== total?.column);
  const dayColumn = columns.find(({ name }) => kept.some(({ column, role }) => role === 'date' && column === name));
  const hasYear = kept.some(({ role }) => role === 'year');
  const days =
    dayColumn && dayColumn !== dayNumbers ? formOfTexts(dayColumn, namesWeeks(wordsOf(dayColumn.name))) : null;
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
  const rowsBelow = blocksBelow.rows;
  const mayBlock = columns.filter(({ name }) =>
    kept.some(({ column, role }) => column === name && OF_BLOCKS.includes(role)),
  );
  const blocks = blocksAmong(mayBlock, { rows: rowsBelow, amounts: numbers }).map(({ name }) => name);
  const unit = wide ? (unitOfWide(columns, inWide) ?? titleUnit?.unit) : undefined;
  const units = new Set([unit, ...kept.filter(({ role }) => role === 'weight').map((guess) => guess.unit)]);
  const decimal = decimalOf(
    numbers.flatMap(({ cells }) => cells),
    {
      inGrams: units.has('g') && units.size === (wide ? 1 : 2),
      beside: columns
        .filter((column) => !numbers.includes(column) && mostly(column, (cell) => isNumber(cell) || isMoney(cell.text)))
        .flatMap(({ cells }) => cells),
    },
  );
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
    month: dayNumbers || headsCountDays(wide) ? (titleMonth?.month ?? null) : null,
    year: titleYear?.year ?? needsYear,
    blocks,
    blockTitles: blocksBelow.subjects,
    emptyWords: blankWords(blocksBelow.rows),
    voids: voidsIn(columns),
    recordId,
    weekday: columns.find((column) => mostly(column, ({ text }) => isWeekdayWord(text)))?.name ?? null,
    counts: wide ? countLines(columns, inWide) : null,
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

/** Numbers of days below a name that speaks of days. */
const countsDays = (column: Column) =>
  rolesNamed(column.name).some(({ role }) => role === 'date') &&
  mostly(column, ({ text }) => dayNumberOf(text) !== null);

const headsCountDays = (wide: WideGuess | null) =>
  wide?.heads === 'day' && wide.columns.every(({ column }) => dayNumberOf(column) !== null);

const daysOfMonth = ({ name, cells }: Column): Guess[] => [
  {
    column: name,
    role: 'date',
    word: rolesNamed(name).find(({ role }) => role === 'date')?.word ?? null,
    cells: cells.slice(0, SHOWN_CELLS).map((cell) => shownCell(cell).text),
  },
];

const isRecordId = ({ name, cells }: Column) =>
  numbersRecords(name) && cells.length > 1 && new Set(cells.map(({ text }) => text)).size >= cells.length * MOST;

const MOST_WORDS = 20;

const blankWords = (rows: readonly SampleRow[]): string[] =>
  [...new Set(rows.flatMap(({ cells }) => cells.map((cell) => cell.trim()).filter(isBlankWord)))].slice(0, MOST_WORDS);

function voidsIn(columns: readonly Column[]): SheetGuess['voids'] {
  for (const { name, cells } of columns) {
    const values = [...new Set(cells.map(({ text }) => text))];
    const taken = values.filter(isVoidWord);
    if (taken.length > 0 && taken.length < values.length) return { column: name, values: taken.slice(0, MOST_WORDS) };
  }
  return null;
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
  if (
    mostly(
      column,
      ({ kind, text }) =>
        kind === 'time' || (/^\d{1,2}[:.]\d{2}(:\d{2})?( ?[ap]\.?m\.?)?$/i.test(text) && /[:m]/i.test(text)),
    )
  )
    return guess('time', says('time')?.word ?? null);
  const stated = unitAmong(wordsOf(name), name);
  if (mostly(column, (cell) => isNumber(cell) || isMoney(cell.text))) {
    const year = says('year');
    if (year && mostly(column, ({ text }) => /^20\d{2}$/.test(text))) return guess('year', year.word);
    const guests =
      leftByEaters(name) === undefined
        ? (says('guests') ?? (countsMeals(name) ? { word: name } : undefined))
        : undefined;
    if (guests) return guess('guests', guests.word);
    const cost =
      says('cost') ?? signOfCost(column) ?? (mostly(column, ({ text }) => isMoney(text)) ? { word: name } : undefined);
    if (isRatio(name) && (cost || !isPerContainer(name))) return [];
    if (countsContainers(name)) return [];
    if (cost) return guess('cost', cost.word, { currency: currencyOf(column) });
    if (says('servings')) return guess('servings', says('servings')!.word);
    const weight =
      says('weight')?.word ?? stated?.word ?? (isGross(name) || isTare(name) ? wordsOf(name)[0] : undefined);
    const stage = stageNamed(name);
    const unit = stated?.unit ?? unitOfCells(column);
    const said = { unit, unitInName: stated !== undefined, unitsInCells: statesUnits(column), stage: stage?.stage };
    if (weight !== undefined) return guess('weight', weight, said);
    if (said.unitsInCells) return guess('weight', null, said);
    const serial = says('date');
    if (serial && formOf(column).form === 'excel') return guess('date', serial.word);
    const amount = says('amount');
    if (stage && !countsTwice(name)) return guess('weight', stage.word, said);
    if (amount) return guess('weight', amount.word, { ...said, weak: true });
    return says('stage') ? guess('stage', says('stage')!.word) : [];
  }
  const kinds = named.some(
    ({ role }) => role === 'stage' || role === 'reason' || role === 'source' || role === 'amount',
  );
  const stages = stagesOf(column, { kinds });
  const isOfStages =
    named.every(({ role }) => role === 'stage' || OF_NUMBERS.includes(role)) ||
    (new Set(Object.values(stages ?? {})).size > 1 && named.every(({ role }) => OF_KINDS.includes(role)));
  if (stages && isOfStages) return guess('stage', says('stage')?.word ?? null, { stages });
  if (mostly(column, ({ text }) => isMeal(text)) && new Set(cells.map(({ text }) => text)).size > 1)
    return guess('daypart', says('daypart')?.word ?? null);
  const known = named.find(({ role }) => !OF_NUMBERS.includes(role) && role !== 'date' && role !== 'time');
  if (!known || cells.length === 0) return [];
  if (known.role !== 'unit')
    return guess(known.role as Guess['role'], known.word, known.role === 'stage' && stages ? { stages } : {});
  if (mostly(column, ({ text }) => readUnit(text).ok)) return guess('unit', known.word);
  return isHouse(known.word) && cells.every(({ text }) => text.length >= SHORTEST_NAME)
    ? guess('site', known.word)
    : [];
}

/** Swedish, Danish and Portuguese call a house by the word for a unit. */
const isHouse = (word: string): boolean => /^(enhet|enhed|unidade)$/.test(word);

const isMoney = (text: string): boolean => /^[€£$]\s?\d[\d.,]*$|^\d[\d.,]*\s?[€£$]$/.test(text);

/** The only column of numbers of a sheet without a weight is one. */
function onlyWeight(columns: readonly Column[], guesses: readonly Guess[]): Guess[] {
  if (guesses.some(({ role }) => role === 'weight' || role === 'servings')) return [...guesses];
  const numbers = columns.filter(
    (column) =>
      mostly(column, isNumber) && !isRecordId(column) && !guesses.some((guess) => guess.column === column.name),
  );
  const [only] = numbers.filter(({ name }) => !countsTwice(name) && !isRatio(name) && !countsContainers(name));
  if (!only || numbers.length > 1) return [...guesses];
  const cells = only.cells.slice(0, SHOWN_CELLS).map((cell) => shownCell(cell).text);
  return [...guesses, { column: only.name, role: 'weight', word: null, cells, unit: unitOfCells(only) }];
}

/** A role that only one column can have goes to the first whose name says so. A weight is taken once, however often it is stated. */
function taken(columns: readonly Column[], guesses: readonly Guess[]): Guess[] {
  const measured = weighedOnce(columns, guesses);
  const costs = guesses.filter(({ role, column }) => role === 'cost' && !countsTwice(column));
  const pairs =
    costs.length > 1
      ? costs.flatMap((cost) => {
          const weight = measured.find(({ column }) => labelOf(column) === labelOf(cost.column));
          return weight ? [{ ...cost, of: weight.column }] : [];
        })
      : [];
  return guesses.flatMap((guess) => {
    if (guess.role === 'weight') return measured.filter(({ column }) => column === guess.column);
    if (guess.role === 'guests') return [guess];
    if (guess.role === 'cost' && pairs.length > 0) return pairs.filter(({ column }) => column === guess.column);
    const rivals = rivalsOf(guess, guesses);
    return guess === (rivals.find(({ word }) => word !== null) ?? (rivals.length === 1 ? rivals[0] : undefined))
      ? [guess]
      : [];
  });
}

/** Columns of the same role, those that say most first: the price of a piece is no cost of what was thrown away where that stands beside it. */
function rivalsOf({ role }: Guess, guesses: readonly Guess[]): Guess[] {
  const rivals = guesses.filter((one) => one.role === role);
  const costs = role === 'cost' ? rivals.filter(({ column }) => !isPrice(column) && !isSum(column)) : [];
  return costs.length > 0 ? costs : rivals;
}

function unitOfCells({ cells }: Column): SheetUnit | undefined {
  // Also behind a number that can be read in two ways.
  const suffixes = new Set(cells.map(({ text }) => (/\d\s*(\p{L}+)\.?$/u.exec(text)?.[1] ?? '').toLowerCase()));
  const [only] = suffixes.size === 1 ? suffixes : [];
  const unit = only ? readSheetUnit(only) : undefined;
  return unit?.ok ? unit.value : undefined;
}

/** The unit that all columns side by side name, in their heads or cells; undefined where they name none, or several. */
function unitOfWide(columns: readonly Column[], inWide: ReadonlySet<string>): SheetUnit | undefined {
  const units = new Set(
    columns
      .filter(({ name, cells }) => inWide.has(name) && cells.length > 0)
      .map((column) => unitAmong(wordsOf(column.name), column.name)?.unit ?? unitOfCells(column)),
  );
  const [only] = units;
  return units.size === 1 ? only : undefined;
}

/** The unit that the lines above the table name, as in `Waste in kg`; of a single letter nothing is taken. */
function unitOfTitles(titles: readonly SampleRow[]): { unit: SheetUnit; evidence: Evidence } | null {
  for (const { line, cells } of titles) {
    for (const cell of cells) {
      const text = cell.slice(0, 200);
      const found = unitAmong(
        wordsOf(text).filter((word) => word.length > 1),
        text,
      );
      if (found) return { unit: found.unit, evidence: shownCell({ text: cell.trim(), line }) };
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
