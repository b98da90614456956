import type { ImportMapping } from './mapping.contract';
import { parseMapping } from './mapping.rules';
import type { LineError, SheetLine } from './sheet.contract';
import { readSheet } from './sheet.reader';
import { SheetError } from './sheet.errors';
import { createLineContext } from './line.context';
import type { LineContext } from './line.rules';

/** A small valid mapping as it stands in JSON: columns date, site, item, kg. */
export const plainMapping = {
  version: 1,
  name: 'Plain',
  dates: { column: 'date', patterns: ['iso'] },
  site: { column: 'site' },
  location: { sameAsSite: true },
  unknownSites: 'create',
  newSites: { country: 'DE', timeZone: 'Europe/Berlin', currency: 'EUR' },
  stage: { constant: 8 },
  item: { column: 'item' },
  measures: [{ kind: 'weight', name: 'Weight', column: 'kg', unit: 'kg' }],
};

export function mappingWith(changes: Record<string, unknown> = {}): ImportMapping {
  const parsed = parseMapping({ ...plainMapping, ...changes });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.mapping;
}

export function contextFor(known: Partial<Parameters<typeof createLineContext>[0]> = {}): LineContext {
  return createLineContext({ organisationId: 7, siteTimeZone: () => undefined, ...known });
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
export async function readAll(source: AsyncIterable<Uint8Array>, mapping: ImportMapping): Promise<SheetReading> {
  const reading: SheetReading = { lines: [], rows: [], errors: [], fatal: null };
  try {
    for await (const line of readSheet(source, mapping)) {
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
