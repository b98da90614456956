import { cleanHeading, headingsOf, joinHeadings, readHeader } from '../../platform/sheet/header.rules';
import { readNumber } from '../../platform/sheet/numbers.rules';
import type { CellKind } from '../../platform/sheet/sheet.contract';
import { readCompound } from './compound-weight.rules';
import { isBlankWord, isClosedWord, isSumWord } from './role-words.rules';
import type { HeaderLine, SampleRow } from './sample-row.contract';

/** A cell that a guess was made from. */
export interface Evidence {
  text: string;
  /** Counted from 1. */
  line: number;
}

export interface SampleCell extends Evidence {
  kind: CellKind | undefined;
}

/** A column of the first lines; blank cells are left out. */
export interface Column {
  name: string;
  cells: SampleCell[];
  /** The lines that its cells stand in, with their places below the heads. */
  place: number;
  /** Of names below titles of groups: the title, and the name itself. */
  group?: { title: string; name: string };
}

/**
 * A guess is taken where at least so large a part of the cells that decide it agree; below, it is asked. The cells of a sheet that
 * people type disagree where somebody made a mistake, not in every tenth line.
 */
export const CERTAIN = 0.95;
/** So large a part of a column's cells must be numbers, or days, for it to be taken for a column of them. */
export const MOST = 0.8;
/** Of a column: a kitchen that weighs every dish fills many lines before the thirteenth day tells the day from the month. */
const LOOKED_AT = 200;
/** Columns that are looked at, however many a file claims to have. */
const MOST_COLUMNS = 1_000;
const LONGEST_SHOWN = 40;

export const shownCell = ({ text, line }: Evidence): Evidence => ({ text: text.slice(0, LONGEST_SHOWN), line });

/** The columns below the heads, of which the first rows are; their names are those that the reader gives them. */
export function columnsBelow(rows: readonly SampleRow[], { lines }: HeaderLine): Column[] {
  const [first, second] = rows;
  const heads = (row: SampleRow | undefined) => (row?.cells ?? []).slice(0, MOST_COLUMNS);
  const names = (row: SampleRow | undefined) => headingsOf({ cells: heads(row), repeats: row?.repeats });
  const headings = lines === 2 ? joinHeadings(heads(first), names(second)) : names(first);
  // A sum of other lines is no line of waste: what stands in it says nothing of its columns.
  const below = rows
    .slice(lines)
    .filter(({ cells }) => !cells.slice(0, MOST_COLUMNS).some((cell) => isSumWord(cell.trim())));
  const groups = lines === 2 ? groupsOf(heads(first), names(second)) : [];
  return readHeader(headings, []).names.flatMap((name, place) =>
    name === null ? [] : [{ name, place, cells: cellsOf(below, place), ...groups[place] }],
  );
}

/** By their places, the columns with a name of their own below the title of their group. */
function groupsOf(titles: readonly string[], names: readonly string[]): Pick<Column, 'group'>[] {
  let title = '';
  return names.map((name, at) => {
    title = cleanHeading(titles[at] ?? '') || title;
    return title === '' || cleanHeading(name) === '' ? {} : { group: { title, name: cleanHeading(name) } };
  });
}

function cellsOf(rows: readonly SampleRow[], place: number): SampleCell[] {
  const cells: SampleCell[] = [];
  for (const { line, cells: row, kinds } of rows) {
    const text = (row[place] ?? '').trim();
    if (text !== '' && !isBlankWord(text) && !isClosedWord(text)) cells.push({ text, line, kind: kinds?.[place] });
    if (cells.length === LOOKED_AT) break;
  }
  return cells;
}

export function isNumber({ text }: Evidence): boolean {
  const number = readNumber(text, 'auto');
  return number.ok || number.code === 'import.ambiguousNumber' || readCompound(text, 'auto') !== null;
}

export const mostly = ({ cells }: Column, holds: (cell: SampleCell) => boolean) =>
  cells.length > 0 && cells.filter(holds).length >= cells.length * MOST;
