import { mostly, type Column } from './guess-columns.rules';
import { isSumWord } from './role-words.rules';
import type { SampleRow } from './sample-row.contract';
import { readUnit } from './units.rules';

/** Of the lines below the names: a cell that somebody forgot is no block. */
const FEWEST_GAPS = 2;
const SMALLEST_SHARE = 0.1;
/** A block begins with another value; in a list with a forgotten cell the same value stands line under line. */
const MOST_REPEATS = 0.1;

interface Sheet {
  rows: readonly SampleRow[];
  /** Columns of amounts: a line is one of waste where one of them holds something. */
  amounts: readonly Column[];
}

/**
 * The columns that state their value once, on the first line of a block, so that every line below without one belongs to it. A
 * value that comes again with the next block, such as the one kitchen of a sheet, is stated where another column's block begins.
 */
export function blocksAmong(columns: readonly Column[], { rows, amounts }: Sheet): Column[] {
  const lines = rows.filter(
    (row) =>
      !row.cells.some((cell) => isSumWord(cell.trim())) &&
      amounts.some((amount) => (row.cells[amount.place] ?? '').trim() !== ''),
  );
  const read = columns.map((column) => ({
    column,
    values: lines.map(({ cells }) => (cells[column.place] ?? '').trim()),
  }));
  const gapsOf = (values: readonly string[]) => values.map((value) => (value === '' ? '-' : 'x')).join('');
  const gaps = new Set(read.filter(({ values }) => standsOncePerBlock(values)).map(({ values }) => gapsOf(values)));
  return read.filter(({ values }) => gaps.has(gapsOf(values))).map(({ column }) => column);
}

function standsOncePerBlock(values: readonly string[]): boolean {
  const stated = values.filter((value) => value !== '');
  const gaps = values.length - stated.length;
  const repeats = stated.filter((value, at) => at > 0 && value === stated[at - 1]).length;
  return (
    stated.length > 0 &&
    values[0] !== '' &&
    gaps >= FEWEST_GAPS &&
    gaps >= values.length * SMALLEST_SHARE &&
    repeats <= stated.length * MOST_REPEATS
  );
}

/** A column of numbers with a unit behind each, whatever its name. */
export const statesUnits = (column: Column): boolean =>
  mostly(column, ({ text }) => {
    const unit = /\d\s*(\p{L}+)\.?$/u.exec(text)?.[1];
    return unit !== undefined && readUnit(unit).ok;
  });
