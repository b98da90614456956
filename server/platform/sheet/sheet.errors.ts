import type { SheetCode, SheetParams } from './sheet-codes.contract';

/** The whole file is refused: it is no sheet, or everything from `line` on cannot be told apart. */
export class SheetError extends Error {
  constructor(
    readonly code: SheetCode,
    readonly params: SheetParams = {},
    readonly line: number | null = null,
  ) {
    super(code);
    this.name = 'SheetError';
  }
}
