import type { DecimalSign } from './numbers.rules';
import type { SheetCode } from './sheet-codes.contract';
import type { CellKind, CellKinds, LineError } from './sheet.contract';
import { failed, readName, type Failure, type Read } from './values.rules';

/** So much of what stood in a refused place is kept. */
export const RAW_LENGTH = 200;

/** The cells of one line, the mapping that reads them, and the growing list of what is wrong with them. */
export class LineCells<Mapping extends { emptyWords: readonly string[] }, Code extends string = never> {
  readonly errors: LineError<SheetCode | Code>[] = [];

  constructor(
    private readonly read: Readonly<{
      line: number;
      cells: Readonly<Record<string, string>>;
      kinds?: CellKinds;
      sheet?: string;
    }>,
    readonly mapping: Mapping,
  ) {}

  get line(): number {
    return this.read.line;
  }

  /** The sheet of a workbook that the line stands on, where the form asks for it. */
  get sheet(): string | undefined {
    return this.read.sheet;
  }

  /** What a workbook says of the cell; undefined where it is text. */
  kind(column: string | undefined): CellKind | undefined {
    const { kinds } = this.read;
    return kinds && column !== undefined && Object.hasOwn(kinds, column) ? kinds[column] : undefined;
  }

  /** The decimal sign of a column: a number of a workbook has a point, whatever the mapping says of texts. */
  decimal(column: string, stated: DecimalSign): DecimalSign {
    return this.kind(column)?.startsWith('number') ? '.' : stated;
  }

  /** What stands in the column; empty where the cell is blank or holds one of the mapping's words for nothing. */
  raw(column: string): string {
    const { cells } = this.read;
    const cell = Object.hasOwn(cells, column) ? cells[column]! : '';
    const trimmed = cell.trim();
    return trimmed === '' || this.mapping.emptyWords.includes(trimmed) ? '' : cell;
  }

  isEmpty(column: string | undefined): boolean {
    return column === undefined || this.raw(column) === '';
  }

  /** The value, or undefined after noting the failure under the column. */
  take<T>(column: string, result: Read<T, SheetCode | Code>): T | undefined {
    if (result.ok) return result.value;
    this.refuse(column, result);
    return undefined;
  }

  refuse(column: string | undefined, { code, params }: Failure<SheetCode | Code>): void {
    const raw = column === undefined ? '' : this.raw(column).slice(0, RAW_LENGTH);
    const known = this.errors.some((error) => error.column === (column ?? null) && error.code === code);
    if (!known) this.errors.push({ line: this.line, column: column ?? null, code, params, raw });
  }

  /** A name from a column or a constant; undefined where none is stated. */
  name(source: { column?: string; constant?: string } | undefined): string | undefined {
    if (source?.column === undefined) return source?.constant;
    return this.take(source.column, readName(this.raw(source.column))) || undefined;
  }

  requiredName(source: { column?: string; constant?: string }): string | undefined {
    if (source.column !== undefined && this.isEmpty(source.column)) {
      this.refuse(source.column, failed('import.missingValue'));
      return undefined;
    }
    return this.name(source);
  }
}
