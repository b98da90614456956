import type { Readable } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import { RAW_LENGTH } from './cells.rules';
import { commonDelimiter, detectDelimiter, readExcelHint, type Delimiter } from './delimiter.rules';
import { joinHeadings, readHeader, type ReadHeader } from './header.rules';
import { packageOf, type SheetEncoding } from './encoding.rules';
import type { CellKinds, LineError, SheetForm, SheetLine, SheetRecord } from './sheet.contract';
import { SheetError } from './sheet.errors';
import { openText, type SheetText } from './sheet.text';
import { withHead } from './with-head';
import { openWorkbook } from './workbook/workbook.reader';

const FIELD_LIMIT = 65_536;
const RECORD_LIMIT = 1_048_576;
const COLUMN_LIMIT = 1000;
/** Of the first lines together; more of them say nothing that these do not. */
const SAMPLE_CHARACTERS = 2_000_000;

/**
 * Reads a sheet line by line; memory does not grow with its length, and others get their turn while it works. Lines that cannot be read come as errors among the
 * others; blank lines are left out. `line` is the physical line, counted from 1, in which the record starts.
 *
 * Throws `SheetError` where the file as a whole is unusable: `import.notText`, `emptyFile`, `noRows`, `missingColumn`,
 * `duplicateColumn` (of a column that is read), `tooManyColumns`, and, after the good lines before it,
 * `endsInTheMiddle` (of a quoted field), `recordTooLong`, `tooManyLines` and `fileTooLarge`; of a workbook also what
 * `openWorkbook` names, and `oldWorkbook`. What the source throws passes through.
 */
export async function* readSheet(
  source: Readable | AsyncIterable<Uint8Array | string>,
  form: SheetForm,
): AsyncGenerator<SheetLine, void, undefined> {
  const { records, firstLine, close } = await openRecords(source, form);
  try {
    yield* namedLines(records, form, firstLine + form.headerRow - 1);
  } finally {
    await close();
  }
}

/**
 * The first lines of a sheet of which nothing is known yet, blank ones left out and counted as `headerRow` counts them, and
 * which sheets a workbook has.
 * @throws SheetError where it cannot be read
 */
export async function sampleSheet(source: AsyncIterable<Uint8Array | string>, { most, ...form }: SampleForm): Promise<SheetSample> {
  const sample: SheetSample = { rows: [], sheets: [], sheet: null, text: null };
  let characters = 0;
  const { records, firstLine, close } = await openRecords(source, {
    encoding: 'auto', delimiter: 'auto', headerRow: 1, columns: [], optionalColumns: [], raggedLines: 'accept', ...form,
    onWorkbook: ({ sheets, sheet }) => Object.assign(sample, { sheets, sheet }),
    onText: (text) => Object.assign(sample, { text }),
  });
  try {
    for await (const record of records) {
      const cells = record.cells.slice(0, COLUMN_LIMIT);
      if (!isBlank(cells)) sample.rows.push({ ...record, cells, line: record.line - firstLine + 1 });
      characters += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (sample.rows.length === most || characters > SAMPLE_CHARACTERS) break;
    }
  } finally {
    await close();
  }
  return sample;
}

type SampleForm = Pick<SheetForm, 'worksheet' | 'limits'> & Partial<Pick<SheetForm, 'encoding' | 'delimiter'>> & { most: number };

export interface SheetSample {
  rows: SheetRecord[];
  /** Empty where the file is no workbook. */
  sheets: readonly string[];
  sheet: string | null;
  /** How a text is written, as stated or found out; null for a workbook. */
  text: { encoding: SheetEncoding; delimiter: Delimiter } | null;
}

/**
 * Refuses a file that claims to be a workbook and cannot be read as one; of its rows it looks at the first few.
 * @throws SheetError as `openWorkbook` names them, and `import.oldWorkbook`
 */
export async function checkPackage(source: AsyncIterable<Uint8Array | string>, limits: { bytes: number }): Promise<void> {
  const { head, whole } = await withHead(source);
  if (packageOf(head) === 'workbook') await (await openWorkbook(whole, { worksheet: null, limits })).close();
  else await leave(whole);
  if (packageOf(head) === 'oldWorkbook') throw new SheetError('import.oldWorkbook');
}

/** A generator that was never begun would not let go of its source. */
async function leave(source: AsyncGenerator<unknown, void, undefined>): Promise<void> {
  await source.next();
  await source.return();
}

interface OpenRecords {
  records: AsyncIterable<SheetRecord>;
  /** The line that a mapping calls the first. */
  firstLine: number;
  close: () => Promise<void>;
}

async function openRecords(source: AsyncIterable<Uint8Array | string>, form: SheetForm): Promise<OpenRecords> {
  const { head, whole } = await withHead(source);
  const kind = packageOf(head);
  if (kind === null) return recordsOfText(await openText(whole, form), form);
  if (kind === 'oldWorkbook') {
    await leave(whole);
    throw new SheetError('import.oldWorkbook');
  }
  const book = await openWorkbook(whole, { worksheet: form.worksheet ?? null, limits: form.limits });
  form.onWorkbook?.({ sheets: book.sheets, sheet: book.sheet });
  return { records: book.records, firstLine: 1, close: book.close };
}

function recordsOfText(text: SheetText, form: SheetForm): OpenRecords {
  const hint = readExcelHint(text.sample);
  const firstLine = hint ? 2 : 1;
  const delimiter = chooseDelimiter(text, form);
  form.onText?.({ encoding: text.encoding, delimiter });
  return { records: readRecords(text, { delimiter, skip: hint?.length ?? 0, firstLine }), firstLine, close: text.close };
}

async function* namedLines(records: AsyncIterable<SheetRecord>, form: SheetForm, headerLine: number): AsyncGenerator<SheetLine, void, undefined> {
  let header: ReadHeader | undefined;
  let groups: string[] | undefined;
  let rows = 0;
  for await (const record of records) {
    if (record.line > form.limits.lines) throw new SheetError('import.tooManyLines', { max: form.limits.lines }, record.line);
    if (record.line < headerLine || isBlank(record.cells)) continue;
    if (!header && form.headerLines === 2 && !groups) {
      groups = record.cells;
      continue;
    }
    if (!header) {
      header = checkHeader(groups ? { ...record, cells: joinHeadings(groups, record.cells) } : record, form);
      form.onHeader?.(header.names.map((name) => name ?? ''));
      yield* repeatedHeadings(header, record.line);
      continue;
    }
    rows += 1;
    yield toLine(record, header, form);
  }
  if (!header) throw new SheetError('import.missingColumn', { columns: form.columns.join(', '), found: '' }, headerLine);
  if (rows === 0) throw new SheetError('import.noRows');
}

function chooseDelimiter(text: SheetText, { delimiter, headerRow, columns }: SheetForm): Delimiter {
  if (delimiter !== 'auto') return delimiter;
  const hint = readExcelHint(text.sample);
  return hint?.delimiter ?? (columns.length === 0 ? commonDelimiter(text.sample) : detectDelimiter(text.sample, headerRow, columns));
}

async function* readRecords(
  text: SheetText,
  { delimiter, skip, firstLine }: { delimiter: Delimiter; skip: number; firstLine: number },
): AsyncGenerator<SheetRecord> {
  let nextLine = firstLine;
  const batch: SheetRecord[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    ltrim: true,
    max_record_size: RECORD_LIMIT,
    // Records are taken here and not from the stream, which drops what it holds when a later record fails.
    on_record: (cells: string[], { lines }) => {
      batch.push({ line: nextLine, cells: cells.map(withoutQuotes), last: false });
      nextLine = lines + firstLine;
      return null;
    },
  });
  // Every failure is answered by `feed`; unheard, the stream's own event would end the process.
  parser.on('error', () => undefined);
  let withLineEnd = true;
  let toSkip = skip;
  const takeBatch = () => batch.splice(0);
  try {
    for await (const piece of text.pieces) {
      const kept = piece.slice(toSkip);
      toSkip -= piece.length - kept.length;
      if (kept === '') continue;
      withLineEnd = kept.endsWith('\n');
      const failure = await feed(parser, kept);
      yield* takeBatch();
      if (failure) throw explain(failure, nextLine);
    }
    const failure = await feed(parser, null);
    const rest = takeBatch();
    yield* rest.map((record, index) => ({ ...record, last: !failure && !withLineEnd && index === rest.length - 1 }));
    if (failure) throw explain(failure, nextLine);
  } finally {
    parser.destroy();
    await text.close();
  }
}

/** Gives the parser a piece, or with null the end, and waits until it is parsed. */
function feed(parser: Parser, piece: string | null): Promise<CsvError | null> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => {
      if (!error) resolve(null);
      else if (error instanceof CsvError) resolve(error);
      else reject(error);
    };
    if (piece === null) parser.end(done);
    else parser.write(piece, done);
  });
}

/** The parser takes `"x" ,` literally, because of the space behind the quote; people mean x. */
function withoutQuotes(cell: string): string {
  if (!cell.startsWith('"')) return cell;
  const trimmed = cell.trimEnd();
  return trimmed.length < cell.length && trimmed.length > 1 && trimmed.endsWith('"') ? trimmed.slice(1, -1) : cell;
}

function explain(error: CsvError, line: number): SheetError {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new SheetError('import.endsInTheMiddle', { line }, line);
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new SheetError('import.recordTooLong', { line, max: RECORD_LIMIT }, line);
  return new SheetError('import.unreadableSheet', { line, reason: error.code }, line);
}

function checkHeader(record: SheetRecord, { columns, optionalColumns }: SheetForm): ReadHeader {
  if (record.cells.length > COLUMN_LIMIT) {
    throw new SheetError('import.tooManyColumns', { found: record.cells.length, max: COLUMN_LIMIT }, record.line);
  }
  const header = readHeader(record.cells, columns);
  const missing = header.missing.filter((column) => !optionalColumns.includes(column));
  if (missing.length > 0) {
    const found = header.names.filter((name) => name !== null).join(', ').slice(0, 500);
    throw new SheetError('import.missingColumn', { columns: missing.join(', '), found }, record.line);
  }
  const unclear = header.repeated.filter((name) => columns.includes(name));
  if (unclear.length > 0) throw new SheetError('import.duplicateColumn', { columns: unclear.join(', ') }, record.line);
  return header;
}

function* repeatedHeadings(header: ReadHeader, line: number): Generator<SheetLine> {
  const errors = header.repeated.map<LineError>((column) => ({
    line, column, code: 'import.duplicateColumn', params: { columns: column }, raw: column,
  }));
  if (errors.length > 0) yield { line, errors };
}

function toLine(record: SheetRecord, { names }: ReadHeader, { raggedLines, columns }: SheetForm): SheetLine {
  const { line, cells, kinds } = record;
  const problem = findProblem(record, names, raggedLines);
  if (problem) return { line, errors: [problem] };
  const faults = record.faults ? faultsOf(record, names, columns) : [];
  if (faults.length > 0) return { line, errors: faults };
  const named: Record<string, string> = {};
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    if (typeof name === 'string') setOwn(named, name, cells[index] ?? '');
  }
  return kinds ? { line, cells: named, kinds: kindsOf(kinds, names) } : { line, cells: named };
}

/** A column may be called `__proto__`. */
function setOwn(cells: Record<string, string>, name: string, value: string): void {
  if (name === '__proto__') Object.defineProperty(cells, name, { value, enumerable: true, configurable: true, writable: true });
  else cells[name] = value;
}

function kindsOf(kinds: NonNullable<SheetRecord['kinds']>, names: (string | null)[]): CellKinds {
  return Object.fromEntries(names.flatMap((name, index) => (name === null || kinds[index] === undefined ? [] : [[name, kinds[index]]])));
}

/** Cells of columns that are read, in which a workbook keeps no value. */
function faultsOf({ line, cells, faults = [] }: SheetRecord, names: (string | null)[], columns: readonly string[]): LineError[] {
  return faults.flatMap((code, index) => {
    const column = names[index];
    return code === undefined || column == null || !columns.includes(column) ? [] : [{ line, column, code, params: {}, raw: cells[index] ?? '' }];
  });
}

function findProblem({ line, cells, last, kinds }: SheetRecord, names: (string | null)[], raggedLines: SheetForm['raggedLines']): LineError | null {
  const refuses = raggedLines === 'refuse';
  const ragged = (code: LineError['code']): LineError =>
    ({ line, column: null, code, params: { line, expected: names.length, found: cells.length }, raw: cells.slice(0, RAW_LENGTH).join(' | ').slice(0, RAW_LENGTH) });
  if (kinds === undefined && cells.length < names.length && (last || refuses)) return ragged(last ? 'import.endsInTheMiddle' : 'import.raggedLine');
  if (refuses && !isBlank(cells.slice(names.length))) return ragged('import.raggedLine');
  const tooLong = cells.findIndex((cell) => cell.length * 3 > FIELD_LIMIT && Buffer.byteLength(cell) > FIELD_LIMIT);
  if (tooLong < 0) return null;
  const cell = cells[tooLong] ?? '';
  return { line, column: names[tooLong] ?? null, code: 'import.fieldTooLong', params: { max: FIELD_LIMIT }, raw: cell.slice(0, RAW_LENGTH) };
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
