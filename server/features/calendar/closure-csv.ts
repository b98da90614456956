import { fail } from '../../platform/errors';
import { dayOrderOf, readDay, type DayOrder } from '../../platform/sheet/day.rules';
import type { SheetForm, SheetLine } from '../../platform/sheet/sheet.contract';
import { readSheet } from '../../platform/sheet/sheet.reader';
import { turnsEvery } from '../../platform/turns';
import { ClosureList } from './closure-list';
import { closureLimits, problemOf, stateAndReason, type Reading, type RefusalCode } from './closures.rules';

const headings = {
  start: /^(start|from|begin|date|day|start[ _-]?date|from[ _-]?date|datum|von|début|debut)$/i,
  end: /^(end|to|until|end[ _-]?date|to[ _-]?date|bis|fin)$/i,
  kind: /^(kind|type|state|status|art|type[ _-]?de[ _-]?fermeture)$/i,
  name: /^(name|name[ _-][a-z]{2}|reason|title|summary|label|grund|nom)$/i,
};
type Columns = Record<keyof typeof headings, string | undefined>;

/** Lines that are read in one turn of the event loop. */
const linesInTurn = 200;

/**
 * Reads a sheet of closures: a start, and where they are there an end, a kind and a name.
 * @throws 422 calendar.import.noStartColumn, tooManyRanges; SheetError
 */
export async function readCsv(content: AsyncIterable<Uint8Array>, encoding: SheetForm['encoding']): Promise<ClosureList> {
  let columns: Columns = columnsOf([]);
  const lines: SheetLine[] = [];
  const sheet = readSheet(content, {
    encoding, delimiter: 'auto', headerRow: 1, columns: [], optionalColumns: [], raggedLines: 'accept',
    limits: { bytes: closureLimits.bytes, lines: closureLimits.entries },
    onHeader: (names) => {
      columns = columnsOf(names);
      if (columns.start === undefined) throw noStartColumn(names);
    },
  });
  for await (const line of sheet) lines.push(line);

  const order = dayOrderOf(lines.flatMap(({ cells }) => [cellOf(cells, columns.start), cellOf(cells, columns.end)]));
  const list = new ClosureList();
  const pause = turnsEvery(linesInTurn);
  for (const line of lines) {
    const reading = readLine(line, columns, order);
    if (reading) list.add(reading);
    await pause();
  }
  return list;
}

export const noStartColumn = (names: readonly string[]) =>
  fail.unprocessable('calendar.import.noStartColumn', { params: { found: names.slice(0, 200).join(', ').slice(0, 200) } });

function columnsOf(names: readonly string[]): Columns {
  const find = (pattern: RegExp) => names.find((name) => pattern.test(name));
  return { start: find(headings.start), end: find(headings.end), kind: find(headings.kind), name: find(headings.name) };
}

function readLine({ line, cells, errors }: SheetLine, columns: Columns, order: DayOrder): Reading | null {
  if (errors) return readFault(errors[0]);
  const refuse = (code: RefusalCode): Reading => ({ refused: { line, code, raw: Object.values(cells).join(' | ') } });
  const startText = cellOf(cells, columns.start);
  if (startText === '') return refuse('missingStart');
  const start = readDay(startText, order);
  const end = readDay(cellOf(cells, columns.end) || startText, order);
  if ('problem' in start) return refuse(start.problem);
  if ('problem' in end) return refuse(end.problem);
  const range = { fromDate: start.day, toDate: end.day, ...stateAndReason(cellOf(cells, columns.kind), cellOf(cells, columns.name)) };
  const problem = problemOf(range);
  return problem ? refuse(problem) : { closure: { line, ...range } };
}

/** Two columns of one name are no fault here: the first is read. */
function readFault(error: NonNullable<SheetLine['errors']>[number] | undefined): Reading | null {
  if (!error || error.code === 'import.duplicateColumn') return null;
  return { refused: { line: error.line, code: error.code === 'import.endsInTheMiddle' ? 'cutOff' : 'unreadable', raw: error.raw } };
}

const cellOf = (cells: SheetLine['cells'], column: string | undefined) => (column === undefined ? '' : cells?.[column] ?? '').trim().normalize('NFC');
