import { readHeader } from './header.rules';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** More than a sheet may have: the rest of such a line tells nothing more. */
const MOST_COLUMNS = 1000;
const EXCEL_HINT = /^sep=([,;\t|])[,;\t|]*\n/i;

/** The first line with which Excel is told the separator (`sep=;`), and that separator. */
export function readExcelHint(text: string): { delimiter: Delimiter; length: number } | null {
  const hint = EXCEL_HINT.exec(text);
  return hint ? { delimiter: hint[1] as Delimiter, length: hint[0].length } : null;
}

/**
 * The separator under which the heading line has most of the wanted columns, and among equals the most columns.
 * `sample` is the start of the text with `\n` line ends; `headerRow` counts from 1.
 */
export function detectDelimiter(sample: string, headerRow: number, wanted: readonly string[]): Delimiter {
  const above = sample.split('\n', headerRow - 1).join('\n').length;
  const rest = headerRow === 1 ? sample : sample.slice(above + 1);
  const scored = DELIMITERS.map((delimiter) => {
    const cells = splitFirstLine(rest, delimiter);
    return { delimiter, known: wanted.length - readHeader(cells, wanted).missing.length, cells: cells.length };
  });
  return scored.reduce((best, next) =>
    next.known > best.known || (next.known === best.known && next.cells > best.cells) ? next : best,
  ).delimiter;
}

/** Lines that are looked at where no column is known. */
const LINES_COMPARED = 30;

/**
 * The separator that divides most of the first lines into the same number of cells, and among equals into most cells, for a
 * sheet of which no column is known: commas inside of numbers come and go from line to line.
 */
export function commonDelimiter(sample: string): Delimiter {
  const lines = sample.split('\n', LINES_COMPARED).filter((line) => line.trim() !== '');
  // The comma comes last: among equals it is the one that also stands in numbers and texts.
  const [first, ...others] = [...DELIMITERS.slice(1), DELIMITERS[0]].map((delimiter) => ({
    delimiter,
    ...commonWidth(lines, delimiter),
  })) as [Scored, ...Scored[]];
  const best = others.reduce(
    (one, next) => (next.lines > one.lines || (next.lines === one.lines && next.cells > one.cells) ? next : one),
    first,
  );
  return best.lines === 0 ? ',' : best.delimiter;
}

type Scored = Width & { delimiter: Delimiter };

interface Width {
  lines: number;
  /** Of each of these lines. */
  cells: number;
}

/** The number of cells, more than one, that most lines have. */
function commonWidth(lines: readonly string[], delimiter: Delimiter): Width {
  const widths = new Map<number, number>();
  for (const line of lines) {
    const cells = splitFirstLine(line, delimiter).length;
    if (cells > 1) widths.set(cells, (widths.get(cells) ?? 0) + 1);
  }
  return [...widths]
    .map(([cells, count]) => ({ cells, lines: count }))
    .reduce(
      (best, next) => (next.lines > best.lines || (next.lines === best.lines && next.cells > best.cells) ? next : best),
      { lines: 0, cells: 1 },
    );
}

function splitFirstLine(text: string, delimiter: Delimiter): string[] {
  const cells: string[] = [''];
  let quoted = false;
  for (const character of text) {
    if ((character === '\n' && !quoted) || cells.length > MOST_COLUMNS) break;
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells;
}
