import { readDate } from '../../platform/sheet/dates.rules';
import { joinHeadings, readHeader } from '../../platform/sheet/header.rules';
import { readNumber } from '../../platform/sheet/numbers.rules';
import type { CellKind } from '../../platform/sheet/sheet.contract';
import type { WeightUnitCode } from '../../platform/weight-units.rules';
import { dateForms, type DateForm } from './date-forms.rules';
import { findHeader, type HeaderLine, type SampleRow } from './header-line.rules';
import { countsTwice, rolesNamed, wordsOf, type GuessedRole } from './role-words.rules';
import { readUnit } from './units.rules';

/** What a column seems to hold, and what says so: a word of its name, and cells that are read that way. */
export interface Guess {
  column: string;
  role: GuessedRole;
  /** null: the cells alone. */
  word: string | null;
  cells: string[];
  /** Of a weight; undefined: nothing says it, so it is asked. */
  unit?: WeightUnitCode;
  /** Of a cost, an ISO 4217 code; undefined: nothing says it. */
  currency?: string;
}

export interface SheetGuess {
  header: HeaderLine;
  columns: string[];
  guesses: Guess[];
  /** null: the days can be read in more than one order, or in none, so it is asked. */
  dateForm: DateForm | null;
  /** `auto` asks too: each number that can be read in two ways is refused. */
  decimal: 'auto' | ',' | '.';
}

interface Column {
  name: string;
  cells: { text: string; kind: CellKind | undefined }[];
}

const SHOWN_CELLS = 2;
const LONGEST_SHOWN = 40;
/** So large a part of a column's cells must be numbers, or days, for it to be taken for a column of them. */
const MOST = 0.8;
const SEVERAL: readonly GuessedRole[] = ['weight'];
const OF_NUMBERS: readonly GuessedRole[] = ['weight', 'servings', 'cost'];
const CURRENCY_SIGNS: Record<string, string> = { '€': 'EUR', '£': 'GBP' };

/** What the first lines of a sheet say of its columns; what they leave open is left open. Null: there is no line of names. */
export function guessSheet(rows: readonly SampleRow[], stated?: HeaderLine): SheetGuess | null {
  const header = stated ?? findHeader(rows);
  const start = rows.findIndex(({ line }) => line >= (header?.line ?? 0));
  if (!header || start < 0) return null;
  const columns = columnsBelow(rows.slice(start), header);
  const guesses = taken(columns.flatMap((column) => guessColumn(column)));
  const days = columns.find(({ name }) => guesses.some(({ column, role }) => role === 'date' && column === name));
  const numbers = columns.filter(({ name }) => guesses.some(({ column, role }) => OF_NUMBERS.includes(role) && column === name));
  return { header, columns: columns.map(({ name }) => name), guesses, dateForm: days ? formOf(days) : null, decimal: decimalOf(numbers.flatMap(({ cells }) => cells)) };
}

function columnsBelow(rows: readonly SampleRow[], { lines }: HeaderLine): Column[] {
  const [first, second] = rows;
  const headings = lines === 2 ? joinHeadings(first?.cells ?? [], second?.cells ?? []) : (first?.cells ?? []);
  const below = rows.slice(lines);
  return readHeader(headings, []).names.flatMap((name, at) => (name === null ? [] : [{
    name,
    cells: below.map(({ cells, kinds }) => ({ text: (cells[at] ?? '').trim(), kind: kinds?.[at] })).filter(({ text }) => text !== ''),
  }]));
}

const reads = ({ text }: Column['cells'][number]) => {
  const number = readNumber(text, 'auto');
  return number.ok || number.code === 'import.ambiguousNumber';
};
const mostly = ({ cells }: Column, holds: (cell: Column['cells'][number]) => boolean) => cells.length > 0 && cells.filter(holds).length >= cells.length * MOST;

function guessColumn(column: Column): Guess[] {
  const { name, cells } = column;
  const guess = (role: GuessedRole, word: string | null, more: Partial<Guess> = {}): Guess[] =>
    [{ column: name, role, word, cells: cells.slice(0, SHOWN_CELLS).map(({ text }) => text.slice(0, LONGEST_SHOWN)), ...more }];
  const named = rolesNamed(name);
  const isDays = mostly(column, ({ kind }) => kind === 'date') || (mostly(column, ({ text }) => !/^\d+([.,]\d+)?$/.test(text)) && formsOf(column).length > 0);
  const says = (role: GuessedRole) => named.find((one) => one.role === role);
  if (isDays) return guess('date', says('date')?.word ?? null);
  if (mostly(column, ({ kind, text }) => kind === 'time' || /^\d{1,2}:\d{2}(:\d{2})?$/.test(text))) return guess('time', says('time')?.word ?? null);
  const [unitWord] = wordsOf(name).filter((word) => readUnit(word).ok);
  if (mostly(column, reads)) {
    const cost = says('cost');
    if (cost) return guess('cost', cost.word, { currency: currencyOf(column) });
    if (says('servings')) return guess('servings', says('servings')!.word);
    const weight = says('weight')?.word ?? unitWord;
    if (weight !== undefined) return guess('weight', weight, { unit: unitOf(column, unitWord) });
    const serial = says('date');
    if (serial && formsOf(column).includes('excel')) return guess('date', serial.word);
    return says('stage') ? guess('stage', says('stage')!.word) : [];
  }
  const known = named.find(({ role }) => !OF_NUMBERS.includes(role) && role !== 'date' && role !== 'time');
  return known && cells.length > 0 && (known.role !== 'unit' || mostly(column, ({ text }) => readUnit(text).ok)) ? guess(known.role, known.word) : [];
}

/** A role that only one column can have goes to the first whose name says so. A weight is taken once, however often it is stated. */
function taken(guesses: readonly Guess[]): Guess[] {
  const single = guesses.filter((guess) => {
    const rivals = guesses.filter(({ role }) => role === guess.role);
    if (SEVERAL.includes(guess.role)) return !countsTwice(guess.column);
    return guess === (rivals.find(({ word }) => word !== null) ?? (rivals.length === 1 ? rivals[0] : undefined));
  });
  const net = single.filter(({ role, column }) => role === 'weight' && wordsOf(column).some((word) => /^(net|netto|neto)$/.test(word)));
  return net.length === 0 ? single : single.filter((guess) => guess.role !== 'weight' || net.includes(guess));
}

function unitOf({ cells }: Column, unitWord: string | undefined): WeightUnitCode | undefined {
  const ofName = unitWord === undefined ? undefined : readUnit(unitWord);
  if (ofName?.ok) return ofName.value;
  const suffixes = new Set(cells.map(({ text }) => readNumber(text, 'auto')).map((number) => (number.ok ? number.value.suffix.toLowerCase() : '')));
  const [only] = suffixes.size === 1 ? suffixes : [];
  const ofCells = only ? readUnit(only) : undefined;
  return ofCells?.ok ? ofCells.value : undefined;
}

/** A code in capital letters in the name, or a sign that only one currency has. */
function currencyOf({ name, cells }: Column): string | undefined {
  const codes = Intl.supportedValuesOf('currency');
  const code = name.split(/[^A-Z]+/).find((word) => codes.includes(word));
  const sign = [name, ...cells.map(({ text }) => text)].map((text) => /[€£]/.exec(text)?.[0]).find((found) => found !== undefined);
  return code ?? (sign ? CURRENCY_SIGNS[sign] : undefined);
}

const days = (text: string, form: DateForm) => readDate(text, { ...dateForms[form], timeZone: 'UTC' }, 'UTC');

/** The forms in which each cell of the column is a day. */
function formsOf({ cells }: Column): DateForm[] {
  return (Object.keys(dateForms) as DateForm[]).filter((form) => cells.length > 0 && cells.every(({ text, kind }) => (kind === 'date' ? form === 'yearFirst' : days(text, form).ok)));
}

/** The form that reads all cells; null where two forms read them as different days, such as 03/04/2026. */
function formOf(column: Column): DateForm | null {
  const forms = formsOf(column);
  const [first] = forms;
  const differ = ({ text }: Column['cells'][number]) => new Set(forms.map((form) => days(text, form)).map((one) => (one.ok ? one.value.localDate : ''))).size > 1;
  return first === undefined || column.cells.some(differ) ? null : first;
}

/** The decimal sign of the numbers that can be read in one way only; `auto` where there are none, or they disagree. */
function decimalOf(cells: Column['cells']): SheetGuess['decimal'] {
  const signs = new Set(cells.flatMap(({ text, kind }) => {
    const [point, comma] = [readNumber(text, '.'), readNumber(text, ',')];
    if (kind !== undefined || point.ok === comma.ok) return [];
    return [point.ok ? '.' as const : ',' as const];
  }));
  const [only] = signs;
  return signs.size === 1 && only ? only : 'auto';
}
