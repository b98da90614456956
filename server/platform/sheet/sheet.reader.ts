import type { Readable } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import { detectDelimiter, readExcelHint, type Delimiter } from './delimiter.rules';
import { readHeader, type ReadHeader } from './header.rules';
import type { LineError, SheetForm, SheetLine } from './sheet.contract';
import { SheetError } from './sheet.errors';
import { openText, type SheetText } from './sheet.text';

const FIELD_LIMIT = 65_536;
const RECORD_LIMIT = 1_048_576;
const COLUMN_LIMIT = 1000;
const RAW_LENGTH = 200;

interface RawRecord {
  line: number;
  cells: string[];
  /** Nothing, not even a line end, follows this record. */
  last: boolean;
}

/**
 * Reads a sheet line by line; memory does not grow with its length, and others get their turn while it works. Lines that cannot be read come as errors among the
 * others; blank lines are left out. `line` is the physical line, counted from 1, in which the record starts.
 *
 * Throws `SheetError` where the file as a whole is unusable: `import.notText`, `emptyFile`, `noRows`, `missingColumn`,
 * `duplicateColumn` (of a column that is read), `tooManyColumns`, and, after the good lines before it,
 * `endsInTheMiddle` (of a quoted field), `recordTooLong`, `tooManyLines` and `fileTooLarge`. What the source throws passes through.
 */
export async function* readSheet(
  source: Readable | AsyncIterable<Uint8Array | string>,
  form: SheetForm,
): AsyncGenerator<SheetLine, void, undefined> {
  const text = await openText(source, form);
  const hint = readExcelHint(text.sample);
  const delimiter = chooseDelimiter(text, form);
  const firstLine = hint ? 2 : 1;
  const headerLine = firstLine + form.headerRow - 1;
  let header: ReadHeader | undefined;
  let rows = 0;
  for await (const record of readRecords(text, { delimiter, skip: hint?.length ?? 0, firstLine })) {
    if (record.line > form.limits.lines) throw new SheetError('import.tooManyLines', { max: form.limits.lines }, record.line);
    if (record.line < headerLine || isBlank(record.cells)) continue;
    if (!header) {
      header = checkHeader(record, form);
      form.onHeader?.(header.names.map((name) => name ?? ''));
      yield* repeatedHeadings(header, record.line);
      continue;
    }
    rows += 1;
    yield toLine(record, header, form.raggedLines);
  }
  if (!header) throw new SheetError('import.missingColumn', { columns: form.columns.join(', '), found: '' }, headerLine);
  if (rows === 0) throw new SheetError('import.noRows');
}

function chooseDelimiter(text: SheetText, { delimiter, headerRow, columns }: SheetForm): Delimiter {
  if (delimiter !== 'auto') return delimiter;
  const hint = readExcelHint(text.sample);
  return hint?.delimiter ?? detectDelimiter(text.sample, headerRow, columns);
}

async function* readRecords(
  text: SheetText,
  { delimiter, skip, firstLine }: { delimiter: Delimiter; skip: number; firstLine: number },
): AsyncGenerator<RawRecord> {
  let nextLine = firstLine;
  const batch: RawRecord[] = [];
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

function checkHeader(record: RawRecord, { columns, optionalColumns }: SheetForm): ReadHeader {
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

function toLine(record: RawRecord, { names }: ReadHeader, raggedLines: SheetForm['raggedLines']): SheetLine {
  const { line, cells } = record;
  const problem = findProblem(record, names, raggedLines);
  if (problem) return { line, errors: [problem] };
  const entries = names.flatMap((name, index) => (name === null ? [] : [[name, cells[index] ?? ''] as const]));
  return { line, cells: Object.fromEntries(entries) };
}

function findProblem({ line, cells, last }: RawRecord, names: (string | null)[], raggedLines: SheetForm['raggedLines']): LineError | null {
  const refuses = raggedLines === 'refuse';
  const ragged = (code: LineError['code']): LineError =>
    ({ line, column: null, code, params: { line, expected: names.length, found: cells.length }, raw: cells.slice(0, RAW_LENGTH).join(' | ').slice(0, RAW_LENGTH) });
  if (cells.length < names.length && (last || refuses)) return ragged(last ? 'import.endsInTheMiddle' : 'import.raggedLine');
  if (refuses && !isBlank(cells.slice(names.length))) return ragged('import.raggedLine');
  const tooLong = cells.findIndex((cell) => cell.length * 3 > FIELD_LIMIT && Buffer.byteLength(cell) > FIELD_LIMIT);
  if (tooLong < 0) return null;
  const cell = cells[tooLong] ?? '';
  return { line, column: names[tooLong] ?? null, code: 'import.fieldTooLong', params: { max: FIELD_LIMIT }, raw: cell.slice(0, RAW_LENGTH) };
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
