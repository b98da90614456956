import type { SheetLine } from '../../platform/sheet/sheet.contract';
import type { ImportMapping } from './mapping.contract';

const plain = (text: string) => text.normalize('NFC').trim().toLowerCase();

/** Whether a line is left out by what its cells hold. */
export function lineFilter({ filters }: Pick<ImportMapping, 'filters'>): (cells: Readonly<Record<string, string>>) => boolean {
  const rules = filters.map(({ column, leaveOut, values }) => ({ column, others: leaveOut === 'others', values: new Set(values.map(plain)) }));
  return (cells) => rules.some(({ column, others, values }) => values.has(plain(cells[column] ?? '')) !== others);
}

/**
 * The lines of a sheet, each with whether the mapping leaves it out: one of the first or last, or one that a filter names. Holds
 * back as many lines as may be the last.
 */
export async function* filteredLines(lines: AsyncIterable<SheetLine>, mapping: Pick<ImportMapping, 'filters' | 'skipLines'>): AsyncGenerator<{ line: SheetLine; filtered: boolean }, void, undefined> {
  const { first = 0, last = 0 } = mapping.skipLines ?? {};
  const isFiltered = lineFilter(mapping);
  const held: SheetLine[] = [];
  let place = 0;
  const judged = (line: SheetLine) => {
    place += 1;
    return { line, filtered: place <= first || (line.cells !== undefined && isFiltered(line.cells)) };
  };
  for await (const line of lines) {
    // Headings that stand twice are reported before the first line, and are none.
    if (line.errors?.[0]?.code === 'import.duplicateColumn') {
      yield { line, filtered: false };
      continue;
    }
    held.push(line);
    if (held.length > last) yield judged(held.shift()!);
  }
  yield* held.map((line) => ({ line, filtered: true }));
}
