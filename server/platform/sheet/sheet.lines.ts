import { RAW_LENGTH } from './cells.rules';
import { headingsOf, joinHeadings, readHeader, type ReadHeader } from './header.rules';
import type { CellKinds, LineError, SheetForm, SheetLine, SheetRecord } from './sheet.contract';
import { SheetError } from './sheet.errors';

const FIELD_LIMIT = 65_536;
export const COLUMN_LIMIT = 1000;

/** The lines below the column names, by those names; what is wrong with the sheet as a whole is thrown after the lines before it. */
export async function* namedLines(
  blocks: AsyncIterable<SheetRecord[]>,
  form: SheetForm,
  headerLine: number,
): AsyncGenerator<SheetLine[], void, undefined> {
  const naming = namer(form, headerLine);
  for await (const records of blocks) {
    const lines: SheetLine[] = [];
    let fault: { error: unknown } | undefined;
    try {
      for (const record of records) naming.add(record, lines);
    } catch (error) {
      fault = { error };
    }
    if (lines.length > 0) yield lines;
    if (fault) throw fault.error;
  }
  naming.end();
}

/** Gives the records below the column names those names. `end` throws where there were none. */
function namer(
  form: SheetForm,
  headerLine: number,
): { add(record: SheetRecord, lines: SheetLine[]): void; end(): void } {
  let header: ReadHeader | undefined;
  let groups: string[] | undefined;
  let rows = 0;
  return {
    add(record, lines) {
      if (record.line > form.limits.lines)
        throw new SheetError('import.tooManyLines', { max: form.limits.lines }, record.line);
      if (record.line < headerLine || isBlank(record.cells)) return;
      if (header) {
        rows += 1;
        lines.push(toLine(record, header, form));
      } else if (form.headerLines === 2 && !groups) {
        groups = record.cells;
      } else {
        const names = headingsOf(record);
        header = checkHeader({ ...record, cells: groups ? joinHeadings(groups, names) : names }, form);
        form.onHeader?.(header.names.map((name) => name ?? ''));
        lines.push(...repeatedHeadings(header, record.line));
      }
    },
    end() {
      if (!header)
        throw new SheetError('import.missingColumn', { columns: form.columns.join(', '), found: '' }, headerLine);
      if (rows === 0) throw new SheetError('import.noRows');
    },
  };
}

function checkHeader(record: SheetRecord, { columns, optionalColumns }: SheetForm): ReadHeader {
  if (record.cells.length > COLUMN_LIMIT) {
    throw new SheetError('import.tooManyColumns', { found: record.cells.length, max: COLUMN_LIMIT }, record.line);
  }
  const header = readHeader(record.cells, columns);
  const missing = header.missing.filter((column) => !optionalColumns.includes(column));
  if (missing.length > 0) {
    const found = header.names
      .filter((name) => name !== null)
      .join(', ')
      .slice(0, 500);
    throw new SheetError('import.missingColumn', { columns: missing.join(', '), found }, record.line);
  }
  const unclear = header.repeated.filter((name) => columns.includes(name));
  if (unclear.length > 0) throw new SheetError('import.duplicateColumn', { columns: unclear.join(', ') }, record.line);
  return header;
}

function repeatedHeadings(header: ReadHeader, line: number): SheetLine[] {
  const errors = header.repeated.map<LineError>((column) => ({
    line,
    column,
    code: 'import.duplicateColumn',
    params: { columns: column },
    raw: column,
  }));
  return errors.length > 0 ? [{ line, errors }] : [];
}

function toLine(
  record: SheetRecord,
  { names }: ReadHeader,
  { raggedLines, columns, namesSheets }: SheetForm,
): SheetLine {
  const { line, cells, kinds, sheet } = record;
  const problem = findProblem(record, names, raggedLines);
  if (problem) return { line, errors: [problem] };
  const faults = record.faults ? faultsOf(record, names, columns) : [];
  if (faults.length > 0) return { line, errors: faults };
  const named: Record<string, string> = {};
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    if (typeof name === 'string') setOwn(named, name, cells[index] ?? '');
  }
  if (!kinds) return { line, cells: named };
  return {
    line,
    cells: named,
    kinds: kindsOf(kinds, names),
    ...(record.hidden && { hidden: true }),
    ...(namesSheets && { sheet }),
  };
}

/** A column may be called `__proto__`. */
function setOwn(cells: Record<string, string>, name: string, value: string): void {
  if (name === '__proto__')
    Object.defineProperty(cells, name, { value, enumerable: true, configurable: true, writable: true });
  else cells[name] = value;
}

function kindsOf(kinds: NonNullable<SheetRecord['kinds']>, names: (string | null)[]): CellKinds {
  return Object.fromEntries(
    names.flatMap((name, index) => (name === null || kinds[index] === undefined ? [] : [[name, kinds[index]]])),
  );
}

/** Cells of columns that are read, in which a workbook keeps no value. */
function faultsOf(
  { line, cells, faults = [] }: SheetRecord,
  names: (string | null)[],
  columns: readonly string[],
): LineError[] {
  return faults.flatMap((code, index) => {
    const column = names[index];
    return code === undefined || column == null || !columns.includes(column)
      ? []
      : [{ line, column, code, params: {}, raw: cells[index] ?? '' }];
  });
}

function findProblem(
  { line, cells, last, kinds }: SheetRecord,
  names: (string | null)[],
  raggedLines: SheetForm['raggedLines'],
): LineError | null {
  const refuses = raggedLines === 'refuse';
  const ragged = (code: LineError['code']): LineError => ({
    line,
    column: null,
    code,
    params: { line, expected: names.length, found: cells.length },
    raw: cells.slice(0, RAW_LENGTH).join(' | ').slice(0, RAW_LENGTH),
  });
  if (kinds === undefined && cells.length < names.length && (last || refuses))
    return ragged(last ? 'import.endsInTheMiddle' : 'import.raggedLine');
  if (refuses && !isBlank(cells.slice(names.length))) return ragged('import.raggedLine');
  const tooLong = cells.findIndex(isTooLong);
  if (tooLong < 0) return null;
  const cell = cells[tooLong] ?? '';
  return {
    line,
    column: names[tooLong] ?? null,
    code: 'import.fieldTooLong',
    params: { max: FIELD_LIMIT },
    raw: cell.slice(0, RAW_LENGTH),
  };
}

const isTooLong = (cell: string) => cell.length * 3 > FIELD_LIMIT && Buffer.byteLength(cell) > FIELD_LIMIT;
const isEmpty = (cell: string) => cell.trim() === '';
export const isBlank = (cells: readonly string[]): boolean => cells.every(isEmpty);
