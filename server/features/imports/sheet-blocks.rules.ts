import { cleanHeading } from '../../platform/sheet/header.rules';
import type { CellKind, SheetLine } from '../../platform/sheet/sheet.contract';
import { isLocalDate } from '../../platform/time';
import { daysOfHeads } from './guess-days.rules';
import { dayOfTitles, placeOfTitles } from './guess-titles.rules';
import { blockSubjects, type BlockSubject } from './mapping-parts.contract';
import type { ImportMapping } from './mapping.contract';
import type { SampleRow } from './sample-row.contract';
import { namesTotal } from './total-lines.rules';
import { measuresRead } from './wide.rules';

/** The first cells that hold something; no more than tell a title from a line of the table, because every line of a sheet is asked. */
function firstFilled(cells: readonly string[], most: number): string[] {
  const found: string[] = [];
  for (const cell of cells) {
    if (cell.trim() !== '') found.push(cell);
    if (found.length === most) break;
  }
  return found;
}

/** Whether a line has nothing but one text, or a text behind its label: `Week 38` or `School: Mill Lane`. */
function isTitleLine(cells: readonly string[]): boolean {
  const [first = '', ...rest] = firstFilled(cells, 3);
  return /\p{L}/u.test(first) && (rest.length === 0 || (rest.length === 1 && first.trim().endsWith(':')));
}

/**
 * Whether a line repeats the names of the columns, as printouts do at the top of each page. Where names are days, the line of
 * the next week has others in their places.
 */
function repeatsNames(cells: readonly string[], names: readonly string[]): boolean {
  let alike = 0;
  let days = 0;
  for (const [at, cell] of cells.entries()) {
    if (cell.trim() === '') continue;
    const name = names[at] ?? '';
    if (cleanHeading(cell) === cleanHeading(name)) alike += 1;
    else if (alike > 0 && namesDay(cell) && namesDay(name)) days += 1;
    else return false;
  }
  return alike > 0 && alike + days > 1;
}

/** A day with its month, in more than a number: weights look like `2.5`. */
const namesDay = (text: string): boolean =>
  /\d/.test(text) && !/^\d+([.,]\d+)?$/.test(text.trim()) && daysOfHeads([text]) !== null;

/** A mapping whose columns of days are those that a line of a later block names; null where it names none. */
function withDaysOf(line: SheetLine, mapping: ImportMapping): ImportMapping | null {
  const { wide } = mapping;
  if (wide?.heads !== 'day' || !line.cells) return null;
  const named = wide.columns.filter(({ column }) => namesDay(line.cells[column] ?? ''));
  const year = Number(wide.columns[0]?.value.slice(0, 4)) || undefined;
  const days =
    named.length > 0
      ? daysOfHeads(
          named.map(({ column }) => line.cells[column] ?? ''),
          year,
        )
      : null;
  if (!days?.every(isLocalDate)) return null;
  const dayOf = new Map(named.map(({ column }, at) => [column, days[at]!]));
  return {
    ...mapping,
    wide: { ...wide, columns: wide.columns.map((one) => ({ ...one, value: dayOf.get(one.column) ?? one.value })) },
  };
}

/** What the lines between the blocks of a sheet say: those that repeat the column names end a block. */
export function blocksOf(
  below: readonly SampleRow[],
  names: readonly string[],
): { subjects: BlockSubject[]; rows: SampleRow[] } {
  const lastRow = below.findLastIndex(({ cells }) => firstFilled(cells, 2).length > 1);
  const again = below.filter(({ cells }) => repeatsNames(cells, names));
  // What stands below the table is about it.
  if (again.length === 0) return { subjects: [], rows: below.slice(0, lastRow + 1) };
  const titles = below.filter(({ cells }) => isTitleLine(cells));
  const says = (subject: BlockSubject) =>
    titles.filter((row) => (subject === 'site' ? placeOfTitles([row]) : dayOfTitles([row])) !== null).length;
  return {
    subjects: blockSubjects.filter((subject) => says(subject) >= again.length),
    rows: below.filter((row) => !again.includes(row) && !titles.includes(row)),
  };
}

/** How a line is read; `null`: it is a title, or repeats the column names. */
type OfBlock = (line: SheetLine) => ImportMapping | null;

/**
 * Follows the blocks of a sheet: the title of each takes the place of the kitchen, or of the day, that the mapping states. A line of
 * one text alone is a title or a remark, unless it names a place, where nothing was thrown away, or a weight.
 */
export function blockReader(mapping: ImportMapping): OfBlock {
  const subjects = mapping.blockTitles ?? [];
  const own = new Set([
    mapping.site.column,
    mapping.location.column,
    ...measuresRead(mapping).flatMap(({ measure }) => [measure.column, measure.costColumn]),
  ]);
  let current = mapping;
  return (line) => {
    const cells = cellsOf(line);
    if (cells === null) return current;
    if (line.cells && repeatsNames(cells, Object.keys(line.cells))) {
      current = withDaysOf(line, current) ?? current;
      return null;
    }
    if (!isTitleLine(cells)) return current;
    const row: SampleRow = { line: line.line, cells };
    const site = subjects.includes('site') ? placeOfTitles([row]) : null;
    const day = subjects.includes('day') ? dayOfTitles([row])?.day : undefined;
    if (site !== null || day !== undefined) {
      current = {
        ...current,
        ...(site !== null && { site: { ...current.site, constant: site } }),
        ...(day !== undefined && { dates: { ...current.dates, constant: day } }),
      };
      return null;
    }
    const [alone, ...others] = Object.entries(line.cells ?? { '': cells[0] }).filter(([, cell]) => cell?.trim() !== '');
    return others.length > 0 || own.has(alone?.[0]) ? current : null;
  };
}

/** A text has titles without separators behind them: too few cells for a line of the table. */
function cellsOf({ cells, errors }: SheetLine): string[] | null {
  if (cells) return Object.values(cells);
  const [fault] = errors;
  return errors.length === 1 && fault?.code === 'import.raggedLine' && fault.params.found === 1 ? [fault.raw] : null;
}

const isFilled = (cell: string | undefined) => (cell ?? '').trim() !== '';

/**
 * Gives lines the values that stand on the first line of their block alone. Lines that add others up are left as they are: one
 * that calls itself a total, and one in which nothing but amounts stands.
 */
export function blockFiller(mapping: ImportMapping): (line: SheetLine) => SheetLine {
  const columns = mapping.fillDown ?? [];
  if (columns.length === 0) return (line) => line;
  const amounts = new Set(measuresRead(mapping).map(({ measure }) => measure.column));
  const last = new Map<string, { text: string; kind: CellKind | undefined }>();
  return (line) => {
    if (line.errors) return line;
    const { cells } = line;
    const entries = Object.entries(cells);
    if (entries.some(([, cell]) => namesTotal(cell))) return line;
    const isNamed =
      !isTitleLine(Object.values(cells)) && entries.some(([column, cell]) => !amounts.has(column) && isFilled(cell));
    const filled: Record<string, string> = {};
    const kinds: Record<string, CellKind | undefined> = {};
    for (const column of columns) {
      const before = last.get(column);
      if (isFilled(cells[column])) last.set(column, { text: cells[column]!, kind: line.kinds?.[column] });
      else if (before && isNamed) {
        filled[column] = before.text;
        kinds[column] = before.kind;
      }
    }
    if (Object.keys(filled).length === 0) return line;
    return { ...line, cells: { ...cells, ...filled }, ...(line.kinds && { kinds: { ...line.kinds, ...kinds } }) };
  };
}
