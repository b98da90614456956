import type { CellKind, SheetLine } from '../../platform/sheet/sheet.contract';
import type { ImportMapping } from './mapping.contract';
import { isTitleLine } from './sheet-blocks.rules';
import { namesTotal } from './total-lines.rules';
import { measuresRead } from './wide.rules';

const isFilled = (cell: string | undefined) => (cell ?? '').trim() !== '';

/**
 * Gives lines the values that stand on the first line of their block alone. Lines that add others up are left as they are: one
 * that calls itself a total, and one in which nothing but amounts stands.
 */
export function blockFiller(mapping: ImportMapping): (line: SheetLine) => SheetLine {
  const columns = mapping.fillDown ?? [];
  if (columns.length === 0) return (line) => line;
  const amounts = new Set(measuresRead(mapping).map(({ measure }) => measure.column));
  const last = new Map<string, { text: string; kind: CellKind | undefined }>();
  return (line) => {
    if (line.errors) return line;
    const { cells } = line;
    const entries = Object.entries(cells);
    if (entries.some(([, cell]) => namesTotal(cell))) return line;
    const isNamed =
      !isTitleLine(Object.values(cells)) && entries.some(([column, cell]) => !amounts.has(column) && isFilled(cell));
    const filled: Record<string, string> = {};
    const kinds: Record<string, CellKind | undefined> = {};
    for (const column of columns) {
      const before = last.get(column);
      if (isFilled(cells[column])) last.set(column, { text: cells[column]!, kind: line.kinds?.[column] });
      else if (before && isNamed) {
        filled[column] = before.text;
        kinds[column] = before.kind;
      }
    }
    if (Object.keys(filled).length === 0) return line;
    return { ...line, cells: { ...cells, ...filled }, ...(line.kinds && { kinds: { ...line.kinds, ...kinds } }) };
  };
}
