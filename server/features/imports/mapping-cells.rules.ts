import { LineCells } from '../../platform/sheet/cells.rules';
import type { ImportCode } from './import-codes.contract';
import type { ImportMapping } from './mapping.contract';

/** The cells of a line of waste, read by an import's mapping. */
export class MappingCells extends LineCells<ImportMapping, ImportCode> {}
