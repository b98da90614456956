import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { fewAtOnce } from '../../few-at-once';
import type { SheetCode, SheetParams } from '../sheet-codes.contract';
import type { SheetForm, SheetRecord } from '../sheet.contract';
import { SheetError } from '../sheet.errors';
import {
  isDateFormat,
  MergedCells,
  rangeOf,
  typedCell,
  type BookCell,
  type NumberFormat,
  type TypedCell,
} from './workbook.rules';

/** What a workbook may hold; a sheet of a million lines of twenty cells fits. */
const bounds = {
  parts: 10_000,
  sheets: 200,
  styles: 100_000,
  merges: 50_000,
  columns: 1_000,
  cells: 25_000_000,
  expandedBytes: 4 * 1_073_741_824,
  /** What is unpacked to more than this must not be so many times as large as the file. */
  suspiciousBytes: 64 * 1_048_576,
  ratio: 200,
  textLength: 64 * 1_048_576,
  /** Elements within each other; a workbook has about ten. */
  depth: 100,
  rowLength: 1_048_576,
};
/** Of one merged range that is filled; larger ones are mistakes, or made to break programs. */
const largestMerge = 100_000;
/** Of all of them together: overlapping ones would be filled again and again. */
const mostMerged = 5_000_000;
/** For an answer of the thread: the next rows, or after opening all that stands before them. */
const patienceMs = 60_000;
/** For a thread that is not wanted any more to end by itself. */
const endingMs = 2_000;
const threadMegabytes = 512;
const turns = fewAtOnce({ atOnce: 4, mostWaiting: 20, seconds: 30 });

export interface WorkbookForm {
  /** null: the first visible sheet with a table. */
  worksheet: string | null;
  /** Sheets that are read after it, from below the line in which their column names end. */
  more: readonly string[];
  namesEnd: number;
  /** Whether records say the name of their sheet. */
  namesSheets?: boolean | undefined;
  limits: SheetForm['limits'];
  onShare?: SheetForm['onShare'];
}

export interface OpenedWorkbook {
  /** The visible sheets by their names, in the order of the workbook. */
  sheets: string[];
  /** The one that is read. */
  sheet: string;
  records: AsyncIterable<SheetRecord>;
  close: () => Promise<void>;
}

interface Opened {
  sheets: string[];
  sheet: string;
  date1904: boolean;
  formats: NumberFormat[];
  merges: string[];
}

interface ReaderMessage {
  opened?: Opened;
  rows?: [line: number, cells: (BookCell | null)[], hidden: boolean][];
  /** Of the sheet, with these rows. */
  share?: number;
  done?: boolean;
  fault?: { code: SheetCode; params: SheetParams; line: number | null };
}

/**
 * Opens a workbook in a thread of its own, with memory, size and time bounded; few are open at once.
 * @throws Failure 429 where too many wait
 * @throws SheetError, also while its records are read: `import.notAWorkbook`, `noTable`, `noSuchWorksheet`, `workbookTooLarge`,
 *   `mergedTooLarge`, `tooManyColumns`, `recordTooLong`, `unreadableSheet`, `fileTooLarge`
 */
export async function openWorkbook(
  source: AsyncIterable<Uint8Array>,
  { worksheet, more, namesEnd, namesSheets = false, limits, onShare }: WorkbookForm,
): Promise<OpenedWorkbook> {
  const endTurn = await turns.begin();
  let folder: string | undefined;
  let thread: Thread | undefined;
  const close = async () => {
    await thread?.end();
    if (folder) await rm(folder, { recursive: true, force: true });
    endTurn();
  };
  try {
    folder = await mkdtemp(join(tmpdir(), 'tare-workbook-'));
    const file = join(folder, 'book');
    await pipeline(Readable.from(source), bounded(limits.bytes), createWriteStream(file));
    const open = async (wanted: string | null) => {
      await thread?.end();
      thread = new Thread({ file, wanted, bounds: { ...bounds, cells: limits.cells ?? bounds.cells } });
      return { thread, opened: await openedBy(thread) };
    };
    const first = await open(worksheet);
    const sheets = [undefined, ...more];
    const records = async function* (): AsyncGenerator<SheetRecord> {
      let last = 0;
      for (const [at, name] of sheets.entries()) {
        const { thread: reading, opened } = name === undefined ? first : await open(name);
        const before = last;
        const share = onShare && ((read: number) => onShare((at + read) / sheets.length));
        for await (const record of recordsOf(reading, opened, share)) {
          if (at > 0 && record.line <= namesEnd) continue;
          last = at === 0 ? record.line : before + record.line - namesEnd;
          yield { ...record, line: last, ...(namesSheets && { sheet: opened.sheet }) };
        }
      }
    };
    const { opened } = first;
    return {
      sheets: opened.sheets,
      sheet: opened.sheet,
      records: more.length > 0 || namesSheets ? records() : recordsOf(first.thread, opened, onShare),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openedBy(thread: Thread): Promise<Opened> {
  const { opened } = await thread.next();
  if (!opened) throw new Error('the thread of a workbook must begin with what it opened');
  const huge = opened.merges.find((ref) => areaOf(ref) > largestMerge);
  if (huge !== undefined) throw new SheetError('import.mergedTooLarge', { range: huge, max: largestMerge });
  if (opened.merges.reduce((sum, ref) => sum + areaOf(ref), 0) > mostMerged)
    throw new SheetError('import.workbookTooLarge', { what: 'mergedCells', max: mostMerged });
  return opened;
}

function bounded(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new SheetError('import.fileTooLarge', { max: most }));
      else done(null, chunk);
    },
  });
}

function areaOf(ref: string): number {
  const range = rangeOf(ref);
  return range ? (range.bottom - range.top + 1) * (range.right - range.left + 1) : 0;
}

async function* recordsOf(
  thread: Thread,
  { date1904, formats, merges }: Opened,
  onShare: SheetForm['onShare'],
): AsyncGenerator<SheetRecord> {
  const style = { date1904, dates: formats.map(isDateFormat) };
  const merged = new MergedCells(merges);
  onShare?.(0);
  for (let done = false; !done;) {
    const said = await thread.next();
    for (const [line, row, hidden] of said.rows ?? []) {
      const cells: (TypedCell | undefined)[] = row.map((cell) => (cell ? typedCell(cell, style) : undefined));
      const repeats = merged.fill(line, cells);
      yield { ...asRecord(line, cells, repeats), ...(hidden && { hidden }) };
    }
    if (said.share !== undefined) onShare?.(said.share);
    done = said.done ?? false;
  }
}

function asRecord(line: number, row: (TypedCell | undefined)[], repeats: readonly number[]): SheetRecord {
  const cells = Array.from(row, (cell) => cell?.text ?? '');
  return {
    line,
    cells,
    last: false,
    kinds: Array.from(row, (cell) => cell?.kind),
    faults: Array.from(row, (cell) => cell?.fault),
    ...(repeats.length > 0 && { repeats }),
  };
}

/** Asks the thread for one message after another. */
class Thread {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  /** What ended the thread between two requests. */
  #failure: unknown;

  constructor(workerData: { file: string; wanted: string | null; bounds: Readonly<Record<string, number>> }) {
    this.#worker = new Worker(workerFile(), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: threadMegabytes },
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.#worker.on('error', (error) => {
      this.#failure = error;
    });
  }

  /** @throws SheetError as the thread found it, or where it took too much memory or time */
  async next(): Promise<ReaderMessage> {
    const said = await this.#answer();
    if (said.fault) throw new SheetError(said.fault.code, said.fault.params, said.fault.line);
    return said;
  }

  async #answer(): Promise<ReaderMessage> {
    const patience = AbortSignal.timeout(patienceMs);
    try {
      if (this.#failure !== undefined) throw this.#failure;
      // Listened for before it is asked: an answer may be ready.
      const answer = once(this.#worker, 'message', { signal: patience });
      this.#worker.postMessage('next');
      return ((await answer) as [ReaderMessage])[0];
    } catch (error) {
      if (patience.aborted)
        throw new SheetError('import.workbookTooLarge', { what: 'seconds', max: patienceMs / 1_000 });
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new SheetError('import.workbookTooLarge', { what: 'megabytes', max: threadMegabytes });
      throw error;
    }
  }

  /** Lets it end by itself, which it does between two pieces of the file, unless it is stuck in one. */
  async end(): Promise<void> {
    this.#worker.postMessage('end');
    await Promise.race([this.#exited, wait(endingMs, undefined, { ref: false })]);
    await this.#worker.terminate();
  }
}

/** Beside this file, or beside the bundle. */
function workerFile(): string {
  const places = ['./workbook-worker.mjs', '../server/workbook-worker.mjs'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = places.find((path) => existsSync(path));
  if (!found) throw new Error(`workbook-worker.mjs is missing (looked at ${places.join(', ')})`);
  return found;
}
