import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { fail } from '../../platform/errors';
import { dayOrderOf, readDay, type DayOrder } from './closure-dates.rules';
import { problemOf, sortReadings, stateAndReason, type ReadClosures, type Reading, type RefusalCode } from './closures.rules';

const delimiters = [',', ';', '\t', '|'];
const excelHint = /^sep=([,;\t|])[^\n]*\n/i;

const headings = {
  start: /^(start|from|begin|date|day|start[ _-]?date|from[ _-]?date|datum|von|début|debut)$/i,
  end: /^(end|to|until|end[ _-]?date|to[ _-]?date|bis|fin)$/i,
  kind: /^(kind|type|state|status|art|type[ _-]?de[ _-]?fermeture)$/i,
  name: /^(name|name[ _-][a-z]{2}|reason|title|summary|label|grund|nom)$/i,
};
type Columns = Record<keyof typeof headings, number>;

interface Line {
  line: number;
  cells: string[];
  /** Nothing, not even a line end, follows it. */
  last: boolean;
}

/**
 * Reads a sheet of closures: a start, and where they are there an end, a kind and a name.
 * @throws 422 calendar.import.noStartColumn, endsInTheMiddle, unreadable
 */
export function readCsv(text: string): ReadClosures {
  const [header, ...lines] = splitLines(text);
  const columns = header && columnsOf(header.cells);
  if (!columns || columns.start < 0) throw fail.unprocessable('calendar.import.noStartColumn', { params: { found: header?.cells.join(', ').slice(0, 200) ?? '' } });
  const order = dayOrderOf(lines.flatMap(({ cells }) => [cellOf(cells, columns.start), cellOf(cells, columns.end)]));
  return sortReadings(lines.map((line) => readLine(line, { columns, order, width: header.cells.length })));
}

function splitLines(text: string): Line[] {
  const hint = excelHint.exec(text);
  const sheet = text.slice(hint?.[0].length ?? 0);
  const skipped = hint ? 1 : 0;
  const delimiter = hint?.[1] ?? mostFrequent(sheet.slice(0, sheet.search(/\n|$/)));
  try {
    const records = parse(sheet, {
      delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, skip_records_with_empty_values: true, trim: true, info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const endsWithLine = /\n\s*$/.test(sheet);
    return records.map(({ record, info }, at) => ({ line: info.lines + skipped, cells: record, last: !endsWithLine && at === records.length - 1 }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fail.unprocessable(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'calendar.import.endsInTheMiddle' : 'calendar.import.unreadable');
  }
}

const mostFrequent = (line: string) =>
  delimiters.reduce((best, next) => (line.split(next).length > line.split(best).length ? next : best));

function columnsOf(cells: readonly string[]): Columns {
  const at = (pattern: RegExp) => cells.findIndex((cell) => pattern.test(cell));
  return { start: at(headings.start), end: at(headings.end), kind: at(headings.kind), name: at(headings.name) };
}

function readLine({ line, cells, last }: Line, { columns, order, width }: { columns: Columns; order: DayOrder; width: number }): Reading {
  const refuse = (code: RefusalCode): Reading => ({ refused: { line, code, raw: cells.join(' | ').slice(0, 120) } });
  if (last && cells.length < width) return refuse('cutOff');
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

const cellOf = (cells: readonly string[], column: number) => (column < 0 ? '' : cells[column] ?? '').normalize('NFC');
