import type { SheetForm, SheetLine } from '../../platform/sheet/sheet.contract';
import { readSheetInBlocks } from '../../platform/sheet/sheet.reader';
import { turnsEvery } from '../../platform/turns';
import type { EventCandidate } from './event-candidate.contract';
import { LineOccurrences } from './event-identity';
import { lineSieve, type JudgedLine } from './line-filter.rules';
import { createLineContext } from './line.context';
import {
  filteredLine,
  isLeftHidden,
  placeOfLine,
  readLine,
  settleLine,
  weightsOf,
  type LineContext,
  type LineReading,
  type UnsettledLine,
} from './line.rules';
import type { ImportMapping } from './mapping.contract';
import { sheetFormOf } from './mapping.rules';
import { holdsMonths, isOutlier, limitOf, WeightSpread, type Outliers } from './outliers.rules';
import { blockFiller, blockReader } from './sheet-blocks.rules';
import { measuresRead } from './wide.rules';

export type Place = Pick<EventCandidate, 'siteName' | 'locationName'>;

/** A line of the file, counted from 1, after its own checks. */
export interface ReadLine extends LineReading {
  line: number;
  /** Of a line where nothing was measured. */
  place?: Place;
  cells?: Record<string, string>;
  hidden?: true;
}

export interface SheetBatch {
  lines: ReadLine[];
  /** Lines read up to and including this batch, those skipped included. */
  linesRead: number;
}

/** Every place that the batch names, those without waste among them. */
export const placesOf = ({ lines }: Pick<SheetBatch, 'lines'>): Place[] =>
  lines.flatMap((line) => line.place ?? line.events);

/** A total of a month becomes so many events at most where it is spread over its days. */
const daysInMonth = 31;
/** As many as ingest takes at a time. */
const eventsInBatch = 1_000;
const linesInBatch = 4_000;
/** Amounts and faults of its lines together: a line of a wide sheet has hundreds, whether or not it has events. */
const partsInBatch = 4_000;
/**
 * Cells of measures that are read before others get their turn. The next batch is read while the database works on the last, and
 * none of its answers waits for more than these; of a wide sheet, a slice of the file holds thousands.
 */
const cellsInTurn = 16;

export type SheetSource = () => AsyncIterable<Uint8Array | string>;

interface Reading {
  open: SheetSource;
  mapping: ImportMapping;
  organisationId: number;
  siteTimeZone: LineContext['siteTimeZone'];
  /** As in `createLineContext`. */
  importedEarlier: boolean;
  /** What becomes of implausible weights; absent: they are taken. */
  outliers?: Outliers | undefined;
  /** Lines that an earlier run has finished: they are read and counted, and left out. */
  skip?: number;
  onShare?: SheetForm['onShare'];
}

/**
 * The events of a sheet in batches of up to 1,000, in the sheet's order; two batches are held at most.
 * @throws SheetError where the file as a whole is unusable
 */
export function readBatches(reading: Reading): AsyncGenerator<SheetBatch, void, undefined> {
  return oneAhead(inBatches(reading));
}

async function* inBatches({
  open,
  mapping,
  organisationId,
  siteTimeZone,
  importedEarlier,
  outliers,
  skip = 0,
  onShare,
}: Reading): AsyncGenerator<SheetBatch, void, undefined> {
  const context = createLineContext({ organisationId, siteTimeZone, mapping, importedEarlier });
  const read = lineReader(mapping, context, outliers);
  const sieve = lineSieve(mapping);
  const fill = blockFiller(mapping);
  const batches = new Batches(mapping, skip);
  const [pause, cells] = [turnsEvery(cellsInTurn), measuresRead(mapping).length];
  for await (const block of readSheetInBlocks(open(), { ...sheetFormOf(mapping), onShare })) {
    for (const line of block) {
      const judged = sieve.next(fill(line));
      const full = judged && batches.add(read(judged), judged.line);
      if (full) yield full;
      const turn = pause(cells);
      if (turn) await turn;
    }
  }
  for (const judged of sieve.rest()) {
    const full = batches.add(read(judged), judged.line);
    if (full) yield full;
  }
  const rest = batches.rest();
  if (rest) yield rest;
}

/** Puts lines into batches of which each can be taken at once. */
class Batches {
  #lines: ReadLine[] = [];
  #events = 0;
  #parts = 0;
  #linesRead = 0;
  readonly #eventsOfOne: number;

  constructor(
    private readonly mapping: ImportMapping,
    private readonly skip: number,
  ) {
    this.#eventsOfOne = mapping.dates.monthTotals === 'spread' ? daysInMonth : 1;
  }

  /** @returns the batch before, where the line does not fit into it */
  add({ events, errors, leftOut, amounts, words }: LineReading, line: SheetLine): SheetBatch | undefined {
    let full: SheetBatch | undefined;
    if (this.#linesRead >= this.skip) {
      const more = events.length * this.#eventsOfOne;
      const parts = amounts.length + errors.length + (words?.length ?? 0);
      if (
        this.#events + more > eventsInBatch ||
        this.#parts + parts > partsInBatch ||
        this.#lines.length === linesInBatch
      )
        full = this.rest();
      const isQuiet = leftOut === 'empty' || leftOut === 'zero';
      this.#lines.push({
        line: line.line,
        events,
        errors,
        leftOut,
        amounts,
        ...(words && { words }),
        place: isQuiet ? placeOfLine(line, this.mapping) : undefined,
        cells: line.cells,
        ...(line.hidden && { hidden: true }),
      });
      this.#events += more;
      this.#parts += parts;
    }
    this.#linesRead += 1;
    return full;
  }

  rest(): SheetBatch | undefined {
    if (this.#lines.length === 0) return undefined;
    const batch = { lines: this.#lines, linesRead: this.#linesRead };
    this.#lines = [];
    this.#events = 0;
    this.#parts = 0;
    return batch;
  }
}

const otherSigns = [',', '.'] as const;

/**
 * Reads one line after the other, each counted once. One with an implausible weight is left out, unless it is to be read with
 * the other decimal sign, and that makes sense of it.
 */
function lineReader(
  mapping: ImportMapping,
  context: LineContext,
  outliers: Outliers | undefined,
): (judged: JudgedLine) => LineReading {
  const ofBlock = blockReader(mapping);
  const repeats = repeatedRecords(mapping);
  const isImplausible = ({ events }: Pick<UnsettledLine, 'events'>) =>
    outliers !== undefined && events.some((event) => isOutlier(event, outliers));
  return ({ line, filtered }) => {
    if (filtered) return filteredLine(line, mapping);
    const own = ofBlock(line);
    if (own === null) return { events: [], errors: [], leftOut: 'title', amounts: [] };
    if (isLeftHidden(line, own)) return filteredLine(line, own, 'hidden');
    const first = readLine(line, own, context);
    if (first.events.length > 0 && repeats(line)) return filteredLine(line, own, 'repeated');
    if (!isImplausible(first)) return settleLine(first, context);
    for (const decimal of outliers?.answer === 'otherSign' ? otherSigns : []) {
      const again = readLine(line, { ...own, decimal }, context);
      if (again.events.length > 0 && !isImplausible(again)) return settleLine(again, context);
    }
    return { ...settleLine(first, context), events: [], leftOut: 'outlier' };
  };
}

/** Whether an earlier line that has events has the record ID of a line; each is counted as it is asked about. */
function repeatedRecords({ recordId }: ImportMapping): (line: SheetLine) => boolean {
  if (recordId === undefined || recordId.repeats === 'keep') return () => false;
  const known = new LineOccurrences();
  return ({ cells }) => {
    const id = cells?.[recordId.column]?.normalize('NFC').trim() ?? '';
    return id !== '' && known.next(id) > 0;
  };
}

/** Reads the next while the last is worked on: the database is another process or thread. */
async function* oneAhead<T>(source: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  let next = source.next();
  try {
    for (;;) {
      const one = await next;
      if (one.done) return;
      next = source.next();
      // Heard at the next turn; if there is none, nobody misses it.
      next.catch(() => undefined);
      yield one.value;
    }
  } finally {
    await source.return();
  }
}

/**
 * Reads a sheet to its end, looking at weights alone.
 * @returns whether one of them is implausible
 * @throws SheetError where the file as a whole is unusable
 */
export async function checkSheet(open: SheetSource, mapping: ImportMapping): Promise<boolean> {
  const spread = new WeightSpread();
  let heaviest = 0;
  const [pause, cells] = [turnsEvery(cellsInTurn), measuresRead(mapping).length];
  for await (const block of readSheetInBlocks(open(), sheetFormOf(mapping))) {
    for (const line of block) {
      for (const grams of weightsOf(line, mapping)) {
        spread.add(grams);
        heaviest = Math.max(heaviest, grams);
      }
      const turn = pause(cells);
      if (turn) await turn;
    }
  }
  return heaviest > limitOf(spread, holdsMonths(mapping));
}
