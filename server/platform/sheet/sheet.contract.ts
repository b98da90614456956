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
  /** The line, counted from 1, in which the column names stand. */
  headerRow: number;
  /** Columns that are read; the sheet must have those that are not optional. */
  columns: readonly string[];
  optionalColumns: readonly string[];
  /** Of the whole file; the length of a line, of a cell and the number of columns are bounded for every sheet. */
  limits: { bytes: number; lines: number };
  /** What becomes of a line with fewer or more cells than there are column names; the last line may be cut off in any case. */
  raggedLines: 'refuse' | 'accept';
  /** Hears the column names before any line; what it throws ends the reading. */
  onHeader?: (names: readonly string[]) => void;
}

/** A line of a sheet: its cells by the names of their columns, or the reasons why it could not be read. */
export type SheetLine =
  | { line: number; cells: Record<string, string>; errors?: undefined }
  | { line: number; errors: LineError[]; cells?: undefined };

export type DatePrecision = 'month' | 'day' | 'datetime';
