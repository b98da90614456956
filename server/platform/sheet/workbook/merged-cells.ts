import { holdsForAll, rangeOf, type MergedRange, type TypedCell } from './workbook.rules';

interface Open extends MergedRange {
  cell: TypedCell | null;
}

/** Fills merged ranges line by line, from above; no cell is made for a line that holds nothing itself. */
export class MergedCells {
  /** The last to begin first. */
  readonly #waiting: MergedRange[];
  #open: Open[] = [];

  constructor(refs: readonly string[]) {
    this.#waiting = refs
      .map(rangeOf)
      .filter((range) => range !== null)
      .sort((a, b) => b.top - a.top);
  }

  /** @returns the places that repeat the cell on their left */
  fill(line: number, cells: (TypedCell | undefined)[]): number[] {
    for (let next = this.#waiting.at(-1); next && next.top <= line; next = this.#waiting.at(-1)) {
      this.#waiting.pop();
      const first = next.top === line ? cells[next.left] : undefined;
      this.#open.push({ ...next, cell: first && holdsForAll(first) ? first : null });
    }
    if (this.#open.length === 0) return [];
    this.#open = this.#open.filter(({ bottom, cell }) => cell !== null && bottom >= line);
    const repeats: number[] = [];
    for (const { left, right, cell } of this.#open) {
      for (let at = left; at <= right && cell; at += 1) {
        if ((cells[at]?.text ?? '') !== '' || cells[at]?.fault !== undefined) continue;
        cells[at] = cell;
        if (at > left) repeats.push(at);
      }
    }
    return repeats;
  }
}
