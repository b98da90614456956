import type { SheetRecord } from '../../platform/sheet/sheet.contract';

/** One of the first lines of a sheet of which nothing is known yet. */
export type SampleRow = Pick<SheetRecord, 'line' | 'cells' | 'kinds' | 'repeats'>;

export interface HeaderLine {
  /** The line, counted from 1, in which the column names begin. */
  line: number;
  /** 2: titles of groups of columns stand in a line of their own above the names. */
  lines: 1 | 2;
}
