import { readNumber } from '../../platform/sheet/numbers.rules';
import { monthOfTitles } from './guess-titles.rules';
import { countDays, dayNumberOf } from './month-days.rules';
import { rolesNamed } from './role-words.rules';
import type { HeaderLine, SampleRow } from './sample-row.contract';
import { readSheetUnit, readUnit } from './units.rules';

/** Above the table stand titles, an address, a date of printing; never this many lines. */
const DEEPEST = 30;
/** A known word says as much as two words that are not known. */
const KNOWN = 2;

const filled = ({ cells }: SampleRow) => cells.filter((cell) => cell.trim() !== '');
const isWord = ({ cells, kinds }: SampleRow, at: number) =>
  (cells[at] ?? '').trim() !== '' &&
  kinds?.[at] === undefined &&
  !readNumber(cells[at] ?? '', '.').ok &&
  !/^\d/.test((cells[at] ?? '').trim());
/** A day, as heads side by side write it. */
const DAY =
  /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})|\d{1,2}\.\d{1,2}\.|\d{1,2}\/\d{1,2}|\d{1,2}[ .-]{1,2}\p{L}{3,9}\.?([ -](\d{4}|\d{2}))?)$/u;
const isDay = ({ cells, kinds }: SampleRow, at: number) =>
  kinds?.[at] === 'date' || (kinds?.[at] === undefined && DAY.test((cells[at] ?? '').trim()));
/** Fewer days side by side may be the first and last day of something. */
const FEWEST_DAYS = 3;
const saysSomething = (cell: string) => rolesNamed(cell).length > 0 || readUnit(cell).ok;

/**
 * The line of column names: of those in which different words stand side by side and below which the table goes on, the one
 * with most words, known ones before others; null where none does.
 */
export function findHeader(rows: readonly SampleRow[]): HeaderLine | null {
  const width = Math.max(0, ...rows.map((row) => filled(row).length));
  const scored = rows
    .filter(({ line }) => line <= DEEPEST)
    .flatMap((row, at) => {
      const days = row.cells.filter((_, place) => isDay(row, place));
      const numbers = filled(row).filter((cell) => dayNumberOf(cell) !== null);
      // Plain numbers are days where the lines above say of which month.
      const ofMonth = countDays(numbers) && monthOfTitles(rows.slice(0, at)) !== null;
      const heads = ofMonth ? numbers : days.length >= FEWEST_DAYS ? days : [];
      const words = row.cells.filter((cell, place) => isWord(row, place) && !(ofMonth && dayNumberOf(cell) !== null));
      const differing = new Set([...words, ...heads].map((word) => word.trim().toLowerCase())).size;
      const below = rows[at + 1];
      const isHeading =
        differing >= 2 &&
        words.length + heads.length === filled(row).length &&
        (differing * 2 >= width || isBelowGroups(rows, at)) &&
        below !== undefined;
      const known = words.filter(saysSomething).length + heads.length;
      return isHeading ? [{ at, line: row.line, score: differing + KNOWN * known }] : [];
    });
  const best = scored.reduce<(typeof scored)[number] | null>(
    (first, next) => (first === null || next.score > first.score ? next : first),
    null,
  );
  if (!best) return null;
  if (hasNamesBelow(rows, best.at) || hasUnitsBelow(rows, best.at)) return { line: best.line, lines: 2 };
  return isBelowGroups(rows, best.at) ? { line: rows[best.at - 1]!.line, lines: 2 } : { line: best.line, lines: 1 };
}

/** Whether the next line has nothing but words too, some of them below gaps of this line, and the table goes on after it. */
function hasNamesBelow(rows: readonly SampleRow[], at: number): boolean {
  const [row, below] = [rows[at], rows[at + 1]];
  if (!row || below?.line !== row.line + 1 || rows[at + 2] === undefined) return false;
  // A cell that is merged over several holds one name.
  const isBlank = ({ cells, repeats }: SampleRow, place: number) =>
    (cells[place] ?? '').trim() === '' || (repeats?.includes(place) ?? false);
  const allWords = below.cells.every((_, place) => isBlank(below, place) || isWord(below, place));
  return allWords && below.cells.some((_, place) => !isBlank(below, place) && isBlank(row, place));
}

const OTHER_UNITS = /^(%|[€£$]|[A-Z]{3}|st(ü|u)?c?k\.?|pcs?|pieces?|no\.?|nr\.?|anzahl|antal|aantal|nombre|numero)$/i;

/** Whether the next line states the units of the columns, and nothing else. */
function hasUnitsBelow(rows: readonly SampleRow[], at: number): boolean {
  const [row, below] = [rows[at], rows[at + 1]];
  if (!row || below?.line !== row.line + 1 || rows[at + 2] === undefined) return false;
  const units = filled(below).map((cell) => cell.trim().replace(/^[([](.*)[)\]]$/, '$1'));
  return (
    units.some((unit) => readSheetUnit(unit).ok) &&
    units.every((unit) => readSheetUnit(unit).ok || OTHER_UNITS.test(unit))
  );
}

/** Whether the line above gives titles to groups: words with gaps, or the same word again, over names that stand more than once. */
function isBelowGroups(rows: readonly SampleRow[], at: number): boolean {
  const [above, row] = [rows[at - 1], rows[at]];
  if (!above || !row || above.line !== row.line - 1) return false;
  const titles = filled(above).map((title) => title.trim());
  const names = filled(row).map((name) => name.trim().toLowerCase());
  const allWords = above.cells.every((cell, place) => cell.trim() === '' || isWord(above, place));
  return (
    allWords &&
    new Set(titles).size >= 2 &&
    (new Set(names).size < names.length || names.length < above.cells.filter((cell) => cell !== '').length)
  );
}

const FEWEST_LINES = 2;

/** Whether figures stand below each other in lines of several cells, as in no letter. */
export function holdsTable(rows: readonly SampleRow[]): boolean {
  const figures = new Map<number, number>();
  for (const row of rows) {
    if (filled(row).length < 2) continue;
    row.cells.forEach((cell, place) => {
      const isFigure = row.kinds?.[place]?.startsWith('number') ?? false;
      const read = readNumber(cell, 'auto');
      if (isFigure || read.ok || read.code === 'import.ambiguousNumber')
        figures.set(place, (figures.get(place) ?? 0) + 1);
    });
  }
  return [...figures.values()].some((lines) => lines >= FEWEST_LINES);
}
