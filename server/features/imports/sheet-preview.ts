import type { Db } from '../../platform/db/database';
import type { SheetForm } from '../../platform/sheet/sheet.contract';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { readSheet, sampleSheet } from '../../platform/sheet/sheet.reader';
import { shownCell } from './guess-columns.rules';
import { guessSheet } from './guess.rules';
import { holdsTable } from './header-line.rules';
import { readFile } from './import-file.store';
import { largestSheet } from './import.contract';
import { listSiteClocks, type ImportKey } from './import.store';
import type { ImportMapping } from './mapping.contract';
import { sheetFormOf } from './mapping.rules';
import type { HeaderLine } from './sample-row.contract';
import type { Guessed } from './sheet-guess.contract';

const linesShown = 5;
/** So many columns with known names make a table of a single line, too. */
const fewestKnown = 2;
const wordsShown = 6;
const longestCell = 80;
const columnsOffered = 60;
const valuesOffered = 25;
/** Lines that a guess is made from. */
const linesGuessed = 200;

export interface SheetPreview {
  columns: string[];
  /** The first lines, a cell for each column. */
  lines: string[][];
  /** The first different values of each column, by which lines may be left out; of some columns only. */
  values: Record<string, string[]>;
  /** Why the sheet cannot be read at all. */
  failure: Pick<SheetError, 'code' | 'params'> | null;
}

/** The columns and first lines of a kept file, whether or not it has the columns that the mapping reads. `ownNames`: spelled as the
 * sheet does and not as the mapping, which is to be made for it. */
export async function previewSheet(
  db: Db,
  key: ImportKey,
  { mapping, ownNames }: { mapping: ImportMapping; ownNames: boolean },
): Promise<SheetPreview> {
  const form = sheetFormOf(mapping);
  const lenient = { ...form, columns: ownNames ? [] : form.columns, optionalColumns: form.columns };
  const preview: SheetPreview = { columns: [], lines: [], values: {}, failure: null };
  const values = new Map<string, Set<string>>();
  let read = 0;
  try {
    for await (const line of readSheet(readFile(db, key), lenient)) {
      if (!line.cells) continue;
      if (preview.columns.length === 0) preview.columns = Object.keys(line.cells);
      if (preview.lines.length < linesShown)
        preview.lines.push(preview.columns.map((column) => (line.cells[column] ?? '').slice(0, longestCell)));
      for (const column of preview.columns.slice(0, columnsOffered)) {
        const found = values.get(column) ?? new Set();
        if (found.size < valuesOffered)
          values.set(column, found.add((line.cells[column] ?? '').trim().slice(0, longestCell)));
      }
      read += 1;
      if (read === linesGuessed) break;
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    if (preview.columns.length === 0) preview.failure = { code: error.code, params: error.params };
  }
  return { ...preview, values: Object.fromEntries([...values].map(([column, found]) => [column, [...found]])) };
}

/**
 * What the kept file says of itself: the sheets of a workbook, and what its first lines seem to hold. `header`: the line that
 * a person takes for that of the column names.
 */
export async function guessOf(
  db: Db,
  key: ImportKey,
  { header, ...form }: Partial<Pick<SheetForm, 'worksheet' | 'encoding' | 'delimiter'>> & { header?: HeaderLine },
): Promise<Guessed> {
  try {
    const { rows, ...sample } = await sampleSheet(readFile(db, key), {
      ...form,
      limits: largestSheet,
      most: linesGuessed,
    });
    const sites = new Set((await listSiteClocks(db, key.organisationId)).keys());
    const guess = guessSheet(rows, { header, sites });
    const line = rows.find((row) => row.line === guess?.header.line);
    const foreign = rows.flatMap(({ line: at, cells }) =>
      cells.filter((cell) => /[^\x00-\x7f]/.test(cell)).map((text) => shownCell({ text: text.trim(), line: at })),
    )[0];
    return {
      ...sample,
      guess,
      isTable: holdsTable(rows) || (guess !== null && (guess.wide !== null || guess.guesses.length >= fewestKnown)),
      failure: null,
      words: (line?.cells ?? [])
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .slice(0, wordsShown),
      foreign: foreign ?? null,
    };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    const { code, params } = error;
    return {
      guess: null,
      isTable: false,
      failure: { code, params },
      sheets: [],
      sheet: null,
      text: null,
      words: [],
      foreign: null,
    };
  }
}
