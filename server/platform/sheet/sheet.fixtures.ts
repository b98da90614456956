import type { LineError, SheetForm, SheetLine } from './sheet.contract';
import { SheetError } from './sheet.errors';
import { readSheet } from './sheet.reader';

/** A sheet with the columns date, site, item, kg. */
export function formWith(changes: Partial<SheetForm> = {}): SheetForm {
  return {
    encoding: 'auto',
    delimiter: 'auto',
    headerRow: 1,
    columns: ['date', 'site', 'item', 'kg'],
    optionalColumns: [],
    limits: { bytes: 10_000_000, lines: 1_000_000 },
    raggedLines: 'refuse',
    ...changes,
  };
}

/** The bytes in small chunks, so that characters, line ends and quotes are cut in two. */
export async function* inChunks(content: string | Uint8Array, size = 5): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content as Uint8Array);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export interface SheetReading {
  lines: SheetLine[];
  /** The cells of the good lines, and the reasons of the others. */
  rows: Record<string, string>[];
  errors: LineError[];
  fatal: SheetError | null;
}

/** Reads a whole sheet; what ends the reading is kept beside what came before it. Anything undocumented is thrown on. */
export async function readAll(source: AsyncIterable<Uint8Array>, form: SheetForm): Promise<SheetReading> {
  const reading: SheetReading = { lines: [], rows: [], errors: [], fatal: null };
  try {
    for await (const line of readSheet(source, form)) {
      reading.lines.push(line);
      if (line.errors) reading.errors.push(...line.errors);
      else reading.rows.push(line.cells);
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    reading.fatal = error;
  }
  return reading;
}
