import { stringify } from 'csv-stringify/sync';

export interface CsvColumn<Row> {
  /** The header cell. */
  header: string;
  value(row: Row): string | number | null;
}

export interface CsvFile {
  /** Of the file, with its ending; people's own programs look for it. */
  name: string;
  header: string[];
  rows: AsyncIterable<(string | number | null)[]>;
}

/** A spreadsheet runs a cell that begins with one of these; a leading apostrophe keeps it text. OWASP, CSV Injection. */
const formulaStart = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

function defuse(cell: string | number | null): string | number {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : '';
  return formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
}

export function csvFile<Row>(
  name: string,
  columns: CsvColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): CsvFile {
  async function* cells() {
    for await (const row of rows) yield columns.map((column) => column.value(row));
  }
  return { name, header: columns.map((column) => column.header), rows: cells() };
}

const rowsInPiece = 200;

/** UTF-8 with a byte-order mark, because spreadsheets guess wrongly without it. A piece is made when it is asked for. */
export async function* csvPieces(file: CsvFile): AsyncGenerator<string> {
  let rows = [file.header.map(defuse)];
  let bom = true;
  const text = () => {
    const piece = stringify(rows, { bom, record_delimiter: 'windows' });
    rows = [];
    bom = false;
    return piece;
  };
  for await (const row of file.rows) {
    rows.push(row.map(defuse));
    if (rows.length >= rowsInPiece) yield text();
  }
  if (rows.length > 0) yield text();
}

/** RFC 6266 and 8187: a plain name for old programs, the exact one for the rest. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\w .-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
