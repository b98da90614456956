import { LineCells, RAW_LENGTH } from '../../platform/sheet/cells.rules';
import type { StatedAmount } from './amount-sums.rules';
import type { ImportCode } from './import-codes.contract';
import type { WordCell } from './line-account.contract';
import type { ImportMapping } from './mapping.contract';

/** The cells of a line of waste, read by an import's mapping. */
export class MappingCells extends LineCells<ImportMapping, ImportCode> {
  /** What the measures state, also where the line is refused later. */
  readonly amounts: StatedAmount[] = [];
  /** Words where one of several measures would stand: nothing was measured there, and the others count. */
  readonly words: WordCell[] = [];

  setAside(column: string): void {
    if (!this.words.some((one) => one.column === column))
      this.words.push({ column, raw: this.raw(column).trim().slice(0, RAW_LENGTH) });
  }
}
