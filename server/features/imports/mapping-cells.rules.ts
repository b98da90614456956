import { LineCells } from '../../platform/sheet/cells.rules';
import type { StatedAmount } from './amount-sums.rules';
import type { ImportCode } from './import-codes.contract';
import type { ImportMapping } from './mapping.contract';

/** The cells of a line of waste, read by an import's mapping. */
export class MappingCells extends LineCells<ImportMapping, ImportCode> {
  /** What the measures state, also where the line is refused later. */
  readonly amounts: StatedAmount[] = [];
}
