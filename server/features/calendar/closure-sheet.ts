import {
  flagOf,
  kindsAsk,
  mostValues,
  roleOf,
  valuesDecide,
  type Role,
} from '../../domain/calendar/closure-words.rules';
import { fail } from '../../platform/errors';
import { dayOrderOf, readDay, type DayOrder } from '../../platform/sheet/day.rules';
import type { SheetForm, SheetLine } from '../../platform/sheet/sheet.contract';
import { readSheet, sampleSheet } from '../../platform/sheet/sheet.reader';
import { addDays } from '../../platform/time';
import { turnsEvery } from '../../platform/turns';
import { ClosureList } from './closure-list';
import {
  answersOf,
  questionsOf,
  stateOfLine,
  type Answer,
  type Decider,
  type Question,
} from './closure-questions.rules';
import {
  closureLimits,
  problemOf,
  stateAndReason,
  type Closure,
  type KitchenName,
  type Reading,
  type RefusalCode,
} from './closures.rules';

type Columns = Record<Role, string | undefined> & { deciders: Decider[] };
type Cells = Record<string, string>;

export interface SheetOfClosures {
  list: ClosureList;
  closures: Closure[];
  questions: Question[];
  /** Lines that say open, and change nothing. */
  openLines: number;
  /** Lines whose value nobody has said the meaning of, by the kitchen that they name; undefined where the sheet names none. */
  waiting: (KitchenName | undefined)[];
}

/** Lines that are read in one turn of the event loop. */
const linesInTurn = 200;
/** A title and notes may stand above the headings. */
const linesBeforeHeader = 20;

interface ReadAs {
  encoding: SheetForm['encoding'];
  answers: readonly Answer[];
}

/**
 * Reads a sheet of closures, CSV or a workbook: a start, and where they are there an end, a kind, a name, a kitchen, and columns
 * that decide whether the line closes anything. Days one below the other with the same words are one range.
 * @throws 422 calendar.import.noStartColumn, unclearColumn, tooManyRanges; SheetError
 */
export async function readClosureSheet(
  open: () => AsyncIterable<Uint8Array>,
  { encoding, answers }: ReadAs,
): Promise<SheetOfClosures> {
  const limits = { bytes: closureLimits.bytes, lines: closureLimits.lines };
  const { rows } = await sampleSheet(open(), { limits, most: linesBeforeHeader });
  const header = rows.find(({ cells }) => cells.some((cell) => roleOf(cell, 'start')));
  if (!header) throw noStartColumn(rows[0]?.cells ?? []);
  let names: readonly string[] = [];
  const lines: SheetLine[] = [];
  const sheet = readSheet(open(), {
    encoding,
    delimiter: 'auto',
    headerRow: header.line,
    columns: [],
    optionalColumns: [],
    raggedLines: 'accept',
    limits,
    onHeader: (found) => {
      names = found;
    },
  });
  for await (const line of sheet) lines.push(line);
  return readLines(lines, { columns: columnsOf(names, lines), answers });
}

async function readLines(
  lines: readonly SheetLine[],
  { columns, answers }: { columns: Columns; answers: readonly Answer[] },
): Promise<SheetOfClosures> {
  const order = dayOrderOf(lines.flatMap(({ cells }) => [cellOf(cells, columns.start), cellOf(cells, columns.end)]));
  const questions = questionsOf(
    columns.deciders,
    lines.flatMap(({ cells }) => (cells ? [cells] : [])),
    answers,
  );
  const means = answersOf(answers);
  const list = new ClosureList(closureLimits.lines);
  const counted: Pick<SheetOfClosures, 'openLines' | 'waiting'> = { openLines: 0, waiting: [] };
  const pause = turnsEvery(linesInTurn);
  for (const line of lines) {
    const reading = readLine(line, { columns, order, means });
    if (reading === 'nothing') counted.openLines += 1;
    else if (reading === 'waiting') counted.waiting.push(kitchenOf(line.cells, columns));
    else if (reading) list.add(reading);
    await pause();
  }
  const closures = columns.end === undefined ? joined(list.closures) : list.closures;
  const most = (columns.site ?? columns.location) ? closureLimits.rows : closureLimits.ranges;
  if (closures.length > most) throw fail.unprocessable('calendar.import.tooManyRanges', { params: { max: most } });
  return { list, closures, questions, ...counted };
}

export const noStartColumn = (names: readonly string[]) =>
  fail.unprocessable('calendar.import.noStartColumn', {
    params: { found: names.slice(0, 200).join(', ').slice(0, 200) },
  });

function columnsOf(names: readonly string[], lines: readonly SheetLine[]): Columns {
  const find = (role: Role) => names.find((name) => roleOf(name, role));
  const found = {
    start: find('start'),
    end: find('end'),
    kind: find('kind'),
    name: find('name'),
    site: find('site'),
    location: find('location'),
  };
  const valuesIn = (column: string) => [
    ...new Set(lines.flatMap(({ cells }) => (cells ? [cellOf(cells, column)] : []))),
  ];
  const flags = names.flatMap((column) => {
    const says = flagOf(column);
    return says === null || Object.values(found).includes(column) ? [] : [{ column, says }];
  });
  const deciders: Decider[] = flags
    .filter(({ column, says }) => says === 'open' || valuesDecide(valuesIn(column)))
    .slice(0, mostDeciders);
  // Opening hours, say: each of them would be a question.
  const unclear = deciders.find(({ column }) => valuesIn(column).length > mostValues);
  if (unclear)
    throw fail.unprocessable('calendar.import.unclearColumn', { params: { column: unclear.column.slice(0, 100) } });
  const named = found.name ?? flags.find(({ column }) => deciders.every((one) => one.column !== column))?.column;
  if (found.kind !== undefined && deciders.length === 0 && kindsAsk(valuesIn(found.kind)))
    deciders.push({ column: found.kind, says: null });
  return { ...found, name: named, deciders };
}

const mostDeciders = 3;

interface ReadBy {
  columns: Columns;
  order: DayOrder;
  means: ReturnType<typeof answersOf>;
}

/** 'nothing': the line says open; 'waiting': nobody has said what its value means; null: a fault that is none. */
function readLine(
  { line, cells, errors }: SheetLine,
  { columns, order, means }: ReadBy,
): Reading | 'nothing' | 'waiting' | null {
  if (errors) return readFault(errors[0]);
  const refuse = (code: RefusalCode): Reading => ({ refused: { line, code, raw: Object.values(cells).join(' | ') } });
  const startText = cellOf(cells, columns.start);
  if (startText === '') return refuse('missingStart');
  const start = readDay(startText, order);
  const end = readDay(cellOf(cells, columns.end) || startText, order);
  if ('problem' in start) return refuse(start.problem);
  if ('problem' in end) return refuse(end.problem);
  const [kind, name] = [cellOf(cells, columns.kind), cellOf(cells, columns.name)];
  const state =
    stateOfLine(
      columns.deciders.map(({ column }) => ({ column, value: cellOf(cells, column) })),
      { kind, name, means },
    ) ?? stateAndReason(kind, name);
  if (state === 'contradicts') return refuse(state);
  if (state === 'nothing' || state === 'waiting') return state;
  const range = { fromDate: start.day, toDate: end.day, ...state };
  const problem = problemOf(range);
  if (problem) return refuse(problem);
  const kitchen = kitchenOf(cells, columns);
  return { closure: { line, ...range, ...(kitchen && { kitchen }) } };
}

const kitchenOf = (cells: Cells | undefined, { site, location }: Columns): KitchenName | undefined =>
  (site ?? location) ? { site: cellOf(cells, site), location: cellOf(cells, location) } : undefined;

/** Two columns of one name are no fault here: the first is read. */
function readFault(error: NonNullable<SheetLine['errors']>[number] | undefined): Reading | null {
  if (!error || error.code === 'import.duplicateColumn') return null;
  return {
    refused: {
      line: error.line,
      code: error.code === 'import.endsInTheMiddle' ? 'cutOff' : 'unreadable',
      raw: error.raw,
    },
  };
}

/** A list of single days: those that follow each other in one kitchen, for one reason, become one range. */
function joined(closures: readonly Closure[]): Closure[] {
  const last = new Map<string, Closure>();
  const ranges: Closure[] = [];
  for (const one of closures) {
    const key = JSON.stringify([one.kitchen, one.open, one.reason]);
    const before = last.get(key);
    if (before && addDays(before.toDate, 1) === one.fromDate) {
      before.toDate = one.toDate;
      continue;
    }
    const range = { ...one };
    last.set(key, range);
    ranges.push(range);
  }
  return ranges;
}

const cellOf = (cells: Cells | undefined, column: string | undefined) =>
  (column === undefined ? '' : (cells?.[column] ?? '')).trim().normalize('NFC');
