import type { Readable } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import { commonDelimiter, detectDelimiter, readExcelHint, type Delimiter } from './delimiter.rules';
import { packageOf, type Package, type SheetEncoding } from './encoding.rules';
import { hasInvisible, withoutInvisible } from './invisible.rules';
import type { SheetForm, SheetLine, SheetRecord } from './sheet.contract';
import { SheetError } from './sheet.errors';
import { COLUMN_LIMIT, isBlank, namedLines } from './sheet.lines';
import { openText, type SheetText } from './sheet.text';
import { openWorkbook } from './workbook/workbook.reader';

const RECORD_LIMIT = 1_048_576;
/** Of the first lines together; more of them say nothing that these do not. */
const SAMPLE_CHARACTERS = 2_000_000;
/** Of a workbook: about as many as a slice of a text holds. */
const CELLS_IN_BLOCK = 2_000;

/**
 * Reads a sheet line by line; memory does not grow with its length, and others get their turn while it works. Lines that cannot be read come as errors among the
 * others; blank lines are left out. `line` is the physical line, counted from 1, in which the record starts.
 *
 * Throws `SheetError` where the file as a whole is unusable: `import.notText`, `markup`, `emptyFile`, `noRows`, `missingColumn`,
 * `duplicateColumn` (of a column that is read), `tooManyColumns`, and, after the good lines before it,
 * `endsInTheMiddle` (of a quoted field), `recordTooLong`, `tooManyLines` and `fileTooLarge`; of a workbook also what
 * `openWorkbook` names, and `oldWorkbook`. What the source throws passes through.
 */
export async function* readSheet(source: SheetSource, form: SheetForm): AsyncGenerator<SheetLine, void, undefined> {
  for await (const lines of readSheetInBlocks(source, form)) yield* lines;
}

type SheetSource = Readable | AsyncIterable<Uint8Array | string>;

/** As `readSheet`, for long sheets: so many lines at once as stand in a slice of the file, because to wait for each takes longer than to read it. */
export async function* readSheetInBlocks(
  source: SheetSource,
  form: SheetForm,
): AsyncGenerator<SheetLine[], void, undefined> {
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
export async function sampleSheet(
  source: AsyncIterable<Uint8Array | string>,
  { most, ...form }: SampleForm,
): Promise<SheetSample> {
  const sample: SheetSample = { rows: [], sheets: [], sheet: null, text: null };
  let characters = 0;
  const { records, firstLine, close } = await openRecords(source, {
    encoding: 'auto',
    delimiter: 'auto',
    headerRow: 1,
    columns: [],
    optionalColumns: [],
    raggedLines: 'accept',
    ...form,
    onWorkbook: ({ sheets, sheet }) => Object.assign(sample, { sheets, sheet }),
    onText: (text) => Object.assign(sample, { text }),
  });
  try {
    for await (const record of singly(records)) {
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

type SampleForm = Pick<SheetForm, 'worksheet' | 'limits'> &
  Partial<Pick<SheetForm, 'encoding' | 'delimiter'>> & { most: number };

export interface SheetSample {
  rows: SheetRecord[];
  /** Empty where the file is no workbook. */
  sheets: readonly string[];
  sheet: string | null;
  /** How a text is written, as stated or found out; null for a workbook. */
  text: { encoding: SheetEncoding; delimiter: Delimiter } | null;
}

/** What holds no table that can be read. */
const refusals = {
  oldWorkbook: 'import.oldWorkbook',
  markup: 'import.markup',
  binary: 'import.notText',
} as const satisfies Record<Exclude<Package, 'workbook'>, string>;

/**
 * Refuses a file that claims to be a workbook and cannot be read as one, and what is neither text nor workbook; of the rows of
 * a workbook it looks at the first few.
 * @throws SheetError as `openWorkbook` names them, and `import.oldWorkbook`, `markup` and `notText`
 */
export async function checkPackage(
  source: AsyncIterable<Uint8Array | string>,
  limits: SheetForm['limits'],
): Promise<void> {
  const { head, whole } = await withHead(source);
  const kind = packageOf(head);
  if (kind === 'workbook')
    return (await openWorkbook(whole, { worksheet: null, more: [], namesEnd: 0, limits })).close();
  await leave(whole);
  if (kind) throw new SheetError(refusals[kind]);
}

/** A generator that was never begun would not let go of its source. */
async function leave(source: AsyncGenerator<unknown, void, undefined>): Promise<void> {
  await source.next();
  await source.return();
}

async function* singly<T>(blocks: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const block of blocks) yield* block;
}

interface OpenRecords {
  /** In blocks of about the same work. */
  records: AsyncIterable<SheetRecord[]>;
  /** The line that a mapping calls the first. */
  firstLine: number;
  close: () => Promise<void>;
}

async function openRecords(source: AsyncIterable<Uint8Array | string>, form: SheetForm): Promise<OpenRecords> {
  const { head, whole } = await withHead(source);
  const kind = packageOf(head);
  if (kind === null) return recordsOfText(await openText(whole, form), form);
  if (kind !== 'workbook') {
    await leave(whole);
    throw new SheetError(refusals[kind]);
  }
  const book = await openWorkbook(whole, {
    worksheet: form.worksheet ?? null,
    more: form.moreWorksheets ?? [],
    namesEnd: form.headerRow + (form.headerLines ?? 1) - 1,
    namesSheets: form.namesSheets,
    limits: form.limits,
    onShare: form.onShare,
  });
  form.onWorkbook?.({ sheets: book.sheets, sheet: book.sheet });
  return { records: inBlocks(book.records), firstLine: 1, close: book.close };
}

function recordsOfText(text: SheetText, form: SheetForm): OpenRecords {
  const hint = readExcelHint(text.sample);
  const firstLine = hint ? 2 : 1;
  const delimiter = chooseDelimiter(text, form);
  form.onText?.({ encoding: text.encoding, delimiter });
  return {
    records: readRecords(text, { delimiter, skip: hint?.length ?? 0, firstLine }),
    firstLine,
    close: text.close,
  };
}

async function* inBlocks(records: AsyncIterable<SheetRecord>): AsyncGenerator<SheetRecord[], void, undefined> {
  let block: SheetRecord[] = [];
  let cells = 0;
  try {
    for await (const record of records) {
      block.push(record);
      cells += record.cells.length;
      if (cells < CELLS_IN_BLOCK) continue;
      yield block;
      block = [];
      cells = 0;
    }
  } catch (error) {
    if (block.length > 0) yield block;
    throw error;
  }
  if (block.length > 0) yield block;
}

function chooseDelimiter(text: SheetText, { delimiter, headerRow, columns }: SheetForm): Delimiter {
  if (delimiter !== 'auto') return delimiter;
  const hint = readExcelHint(text.sample);
  return (
    hint?.delimiter ??
    (columns.length === 0 ? commonDelimiter(text.sample) : detectDelimiter(text.sample, headerRow, columns))
  );
}

async function* readRecords(
  text: SheetText,
  { delimiter, skip, firstLine }: { delimiter: Delimiter; skip: number; firstLine: number },
): AsyncGenerator<SheetRecord[]> {
  let nextLine = firstLine;
  const batch: SheetRecord[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    ltrim: true,
    max_record_size: RECORD_LIMIT,
    escape: escapesByBackslash(text.sample) ? '\\' : '"',
  });
  // Records are taken here and not from the stream, which drops what it holds when a later record fails; `on_record` would
  // take a third of the time of reading to tell how far the parser is.
  parser.push = (cells: string[] | null) => {
    if (cells === null) return false;
    batch.push({ line: nextLine, cells: tidied(invisible ? cells.map(withoutInvisible) : cells), last: false });
    nextLine = parser.info.lines + firstLine;
    return true;
  };
  // Every failure is answered by `feed`; unheard, the stream's own event would end the process.
  parser.on('error', () => undefined);
  // Looked for in whole pieces, since to look at each cell would take longer than to read it.
  let invisible = false;
  let withLineEnd = true;
  let toSkip = skip;
  const takeBatch = () => batch.splice(0);
  try {
    for await (const piece of text.pieces) {
      const kept = piece.slice(toSkip);
      toSkip -= piece.length - kept.length;
      if (kept === '') continue;
      invisible ||= hasInvisible(kept);
      withLineEnd = kept.endsWith('\n');
      const failure = await feed(parser, kept);
      if (batch.length > 0) yield takeBatch();
      if (failure) throw explain(failure, nextLine);
    }
    const failure = await feed(parser, null);
    const rest = takeBatch();
    if (rest.length > 0)
      yield rest.map((record, index) => ({ ...record, last: !failure && !withLineEnd && index === rest.length - 1 }));
    if (failure) throw explain(failure, nextLine);
  } finally {
    parser.destroy();
    await text.close();
  }
}

/** As MySQL and others write a quote within quotes; where quotes are doubled too, a backslash is one. */
const escapesByBackslash = (sample: string): boolean =>
  /\\"[^,;\t|\n"]/.test(sample) && !/[^,;\t|\n"]""[^,;\t|\n]/.test(sample);

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

const startsQuoted = (cell: string) => cell.startsWith('"');
const tidied = (cells: string[]): string[] => (cells.some(startsQuoted) ? cells.map(withoutQuotes) : cells);

/** The parser takes `"x" ,` literally, because of the space behind the quote; people mean x. */
function withoutQuotes(cell: string): string {
  if (!cell.startsWith('"')) return cell;
  const trimmed = cell.trimEnd();
  return trimmed.length < cell.length && trimmed.length > 1 && trimmed.endsWith('"') ? trimmed.slice(1, -1) : cell;
}

function explain(error: CsvError, line: number): SheetError {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new SheetError('import.endsInTheMiddle', { line }, line);
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new SheetError('import.recordTooLong', { line, max: RECORD_LIMIT }, line);
  return new SheetError('import.unreadableSheet', { line, reason: error.code }, line);
}

const HEAD_BYTES = 256;

/** The first bytes of a source, by which its kind is told, and the source with them. */
async function withHead(
  source: AsyncIterable<Uint8Array | string>,
): Promise<{ head: Buffer; whole: AsyncGenerator<Uint8Array, void, undefined> }> {
  const chunks = source[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  let length = 0;
  let ended = false;
  while (length < HEAD_BYTES && !ended) {
    const next = await chunks.next();
    ended = next.done ?? false;
    if (next.done) break;
    held.push(Buffer.from(next.value as Uint8Array));
    length += next.value.length;
  }
  return { head: Buffer.concat(held).subarray(0, HEAD_BYTES), whole: rejoin(held, ended ? null : chunks) };
}

async function* rejoin(
  held: Buffer[],
  rest: AsyncIterator<Uint8Array | string> | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* held;
    if (rest)
      for (let next = await rest.next(); !next.done; next = await rest.next())
        yield Buffer.from(next.value as Uint8Array);
  } finally {
    await rest?.return?.();
  }
}
