import type { Db } from '../../platform/db/database';
import { readSheet, sampleSheet, type SheetSample } from '../../platform/sheet/sheet.reader';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { guessSheet, type SheetGuess } from './guess.rules';
import type { HeaderLine } from './header-line.rules';
import { readFile } from './import-file.store';
import { largestSheet } from './import.contract';
import type { ImportKey } from './import.store';
import type { ImportMapping } from './mapping.contract';
import { sheetFormOf } from './mapping.rules';

const linesShown = 5;
const longestCell = 80;
/** Lines that a guess is made from. */
const linesGuessed = 60;

export interface SheetPreview {
  columns: string[];
  /** The first lines, a cell for each column. */
  lines: string[][];
  /** Why the sheet cannot be read at all. */
  failure: Pick<SheetError, 'code' | 'params'> | null;
}

/** The columns and first lines of a kept file, whether or not it has the columns that the mapping reads. */
export async function previewSheet(db: Db, key: ImportKey, mapping: ImportMapping): Promise<SheetPreview> {
  const form = sheetFormOf(mapping);
  const lenient = { ...form, optionalColumns: form.columns };
  const preview: SheetPreview = { columns: [], lines: [], failure: null };
  try {
    for await (const line of readSheet(readFile(db, key), lenient)) {
      if (!line.cells) continue;
      if (preview.columns.length === 0) preview.columns = Object.keys(line.cells);
      preview.lines.push(preview.columns.map((column) => (line.cells[column] ?? '').slice(0, longestCell)));
      if (preview.lines.length === linesShown) break;
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    if (preview.columns.length === 0) preview.failure = { code: error.code, params: error.params };
  }
  return preview;
}

/**
 * What the kept file says of itself: the sheets of a workbook, and what its first lines seem to hold. `header`: the line that
 * a person takes for that of the column names.
 */
export async function guessOf(db: Db, key: ImportKey, { worksheet, header }: { worksheet?: string; header?: HeaderLine }): Promise<{ guess: SheetGuess | null } & Pick<SheetSample, 'sheets' | 'sheet'>> {
  try {
    const { rows, sheets, sheet } = await sampleSheet(readFile(db, key), { worksheet, limits: largestSheet, most: linesGuessed });
    return { guess: guessSheet(rows, header), sheets, sheet };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return { guess: null, sheets: [], sheet: null };
  }
}
