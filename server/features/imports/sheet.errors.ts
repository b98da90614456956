import type { ImportCode, ImportParams } from './import-codes.contract';

/** The whole file is refused: it is no sheet, or everything from `line` on cannot be told apart. */
export class SheetError extends Error {
  constructor(
    readonly code: ImportCode,
    readonly params: ImportParams = {},
    readonly line: number | null = null,
  ) {
    super(code);
    this.name = 'SheetError';
  }
}
