import type { SheetLine } from '../../platform/sheet/sheet.contract';
import type { ImportMapping } from './mapping.contract';

const plain = (text: string) => text.normalize('NFC').trim().toLowerCase();

/** Whether a line is left out by what its cells hold. */
function lineFilter({ filters }: Pick<ImportMapping, 'filters'>): (cells: Readonly<Record<string, string>>) => boolean {
  const rules = filters.map(({ column, leaveOut, values }) => ({
    column,
    others: leaveOut === 'others',
    values: new Set(values.map(plain)),
  }));
  return (cells) => rules.some(({ column, others, values }) => values.has(plain(cells[column] ?? '')) !== others);
}

export interface JudgedLine {
  line: SheetLine;
  filtered: boolean;
}

/**
 * Says of the lines of a sheet, one after the other, whether the mapping leaves them out: one of the first or last, or one that
 * a filter names. Holds back as many lines as may be the last; they are in `rest`.
 */
export function lineSieve(mapping: Pick<ImportMapping, 'filters' | 'skipLines'>): {
  next(line: SheetLine): JudgedLine | undefined;
  rest(): JudgedLine[];
} {
  const { first = 0, last = 0 } = mapping.skipLines ?? {};
  const isFiltered = lineFilter(mapping);
  const held: SheetLine[] = [];
  let place = 0;
  const judged = (line: SheetLine): JudgedLine => {
    place += 1;
    return { line, filtered: place <= first || (line.cells !== undefined && isFiltered(line.cells)) };
  };
  return {
    next(line) {
      // Headings that stand twice are reported before the first line, and are none.
      if (line.errors?.[0]?.code === 'import.duplicateColumn') return { line, filtered: false };
      if (last === 0) return judged(line);
      held.push(line);
      return held.length > last ? judged(held.shift()!) : undefined;
    },
    rest: () => held.splice(0).map((line) => ({ line, filtered: true })),
  };
}
