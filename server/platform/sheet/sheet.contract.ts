import type { Delimiter } from './delimiter.rules';
import type { SheetEncoding } from './encoding.rules';
import type { SheetCode, SheetParams } from './sheet-codes.contract';

/** One reason why a line does not go in. `raw` is what stood in the cell, cut to 200 characters. */
export interface LineError<Code extends string = SheetCode> {
  line: number;
  column: string | null;
  code: Code;
  params: SheetParams;
  raw: string;
}

/** How a sheet is written, as far as that is known, what is wanted of it and how large it may be. */
export interface SheetForm {
  encoding: 'auto' | SheetEncoding;
  delimiter: 'auto' | Delimiter;
  /** Of a workbook, the sheet that is read; default: the first visible one with a table. */
  worksheet?: string;
  /** Sheets of the same columns, names in the same line, that are read below it; their lines are numbered on. */
  moreWorksheets?: readonly string[];
  /** Whether lines say on which sheet of a workbook they stand. */
  namesSheets?: boolean;
  /** The line, counted from 1, in which the column names stand. */
  headerRow: number;
  /** 2: that line holds titles of groups of columns, and the next the names below them. */
  headerLines?: 1 | 2;
  /** Columns that are read; the sheet must have those that are not optional. */
  columns: readonly string[];
  optionalColumns: readonly string[];
  /** Of the whole file; the length of a line, of a cell and the number of columns are bounded for every sheet, and without `cells` those of a workbook. */
  limits: { bytes: number; lines: number; cells?: number };
  /** What becomes of a line with fewer or more cells than there are column names; the last line may be cut off in any case. */
  raggedLines: 'refuse' | 'accept';
  /** Hears which sheets a workbook has and which of them is read, before the column names. */
  onWorkbook?: (book: { sheets: readonly string[]; sheet: string }) => void;
  /** Hears of a workbook how much of the sheet is read, 0 to 1: its file is unpacked as a whole before. */
  onShare?: (share: number) => void;
  /** Hears how a text is written, before the column names. */
  onText?: (text: { encoding: SheetEncoding; delimiter: Delimiter }) => void;
  /** Hears the column names before any line; what it throws ends the reading. */
  onHeader?: (names: readonly string[]) => void;
}

/**
 * What a workbook says of a cell, so that nobody has to guess: the text of a number has a decimal point and no groups, that of
 * a date or time is ISO 8601. `number1904`: were it a day's number, it would count from 1904.
 */
export type CellKind = 'number' | 'number1904' | 'date' | 'time';
export type CellKinds = Readonly<Record<string, CellKind | undefined>>;

/** A line before its columns have names. */
export interface SheetRecord {
  line: number;
  cells: string[];
  /** Nothing, not even a line end, follows this record. */
  last: boolean;
  /** Of a workbook: by the places of the cells. */
  kinds?: (CellKind | undefined)[];
  /** Of a workbook: why a cell holds no value. */
  faults?: (SheetCode | undefined)[];
  /** Of a workbook: places of cells that repeat a merged one on their left. */
  repeats?: readonly number[];
  /** Of a workbook: a filter, or somebody, hides the row. */
  hidden?: true;
  /** Of a workbook: the name of its sheet. */
  sheet?: string;
}

/** A line of a sheet: its cells by the names of their columns, or the reasons why it could not be read. */
export type SheetLine =
  | {
      line: number;
      cells: Record<string, string>;
      kinds?: CellKinds;
      hidden?: true;
      sheet?: string;
      errors?: undefined;
    }
  | { line: number; errors: LineError[]; cells?: undefined; hidden?: undefined };

export type DatePrecision = 'month' | 'day' | 'datetime';
