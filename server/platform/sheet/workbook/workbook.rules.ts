import { withoutInvisible } from '../invisible.rules';
import { readNumber } from '../numbers.rules';
import type { SheetCode } from '../sheet-codes.contract';
import type { CellKind } from '../sheet.contract';

/**
 * A cell as it stands in a workbook: s text, n number, d ISO date, b truth value, e error, f a formula that keeps no result;
 * its text, and the place of its style.
 */
export type BookCell = readonly [kind: 's' | 'n' | 'd' | 'b' | 'e' | 'f', text: string, style: number];

export interface NumberFormat {
  id: number;
  /** null: one of those that every workbook has. */
  code: string | null;
}

/** A cell as text that reads in one way only. */
export interface TypedCell {
  text: string;
  kind?: CellKind;
  fault?: SheetCode;
}

const DAY_SECONDS = 86_400;
/** Excel counts 1900 as a leap year; from 1 March 1900 on this epoch makes up for it, and the days before are one later. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
/** 29 February 1900, which Excel shows and nobody has seen. */
const FALSE_LEAP_DAY = 60;
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 31 December 9999, the last day that Excel knows. */
const LAST_SERIAL = 2_958_465;
/** Formats without a code that show dates or times: ECMA-376 part 1, 18.8.30, with those of East Asian languages. */
const DATE_FORMATS: [number, number][] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

export function isDateFormat({ id, code }: NumberFormat): boolean {
  if (code === null) return DATE_FORMATS.some(([first, last]) => id >= first && id <= last);
  const [positive = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  return /[dmyhs]/i.test(positive.replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '').replace(/general/i, ''));
}

/**
 * The day, moment or time of day that a serial number means, in ISO 8601; null where it means none.
 * `date1904`: the workbook counts from 1904-01-01, as those of old Macintoshes do.
 */
export function momentOfSerial(serial: number, date1904: boolean): TypedCell | null {
  if (!(serial >= 0 && serial < LAST_SERIAL + 1)) return null;
  const seconds = Math.round(serial * DAY_SECONDS);
  const dayNumber = Math.floor(seconds / DAY_SECONDS);
  const early = !date1904 && dayNumber < FALSE_LEAP_DAY ? DAY_SECONDS : 0;
  const iso = new Date((date1904 ? EPOCH_1904 : EPOCH_1900) + (seconds + early) * 1_000).toISOString();
  const time = iso.slice(11, 19);
  if (dayNumber === 0) return { text: time, kind: 'time' };
  // It stays what the sheet shows, so that the line is refused for a day that does not exist.
  const day = !date1904 && dayNumber === FALSE_LEAP_DAY ? '1900-02-29' : iso.slice(0, 10);
  return { text: seconds % DAY_SECONDS === 0 ? day : `${day} ${time}`, kind: 'date' };
}

/** As many digits as Excel shows, and never an exponent. */
export function numberText(value: number): string {
  const shown = String(Number(value.toPrecision(15)));
  return shown.includes('e') ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : shown;
}

/** Strict workbooks write each day with its midnight. */
const dayOrMoment = (text: string) =>
  text
    .replace('T', ' ')
    .replace(/\.\d+|Z$/g, '')
    .replace(/ 00:00(:00)?$/, '');

/** ECMA-376 part 1, 22.9.2.19 (ST_Xstring): `_x000D_` stands for a character that XML cannot hold, and `_x005F_` for `_` before such a text. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

export function typedCell(
  [kind, text, style]: BookCell,
  { dates, date1904 }: { dates: readonly boolean[]; date1904: boolean },
): TypedCell {
  if (kind === 'f') return { text: '', fault: 'import.formulaWithoutValue' };
  if (kind === 'e') return { text, fault: 'import.errorCell' };
  if (kind === 'b') return { text: text === '1' ? 'TRUE' : 'FALSE' };
  if (kind === 'd') return { text: dayOrMoment(text), kind: 'date' };
  if (kind === 's') return { text: withoutInvisible(unescaped(text)) };
  const value = Number(text);
  if (!Number.isFinite(value)) return { text };
  const moment = dates[style] ? momentOfSerial(value, date1904) : null;
  return moment ?? { text: numberText(value), kind: date1904 ? 'number1904' : 'number' };
}

/** A merged range: lines count from 1, columns from 0; both ends belong to it. */
interface MergedRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function rangeOf(ref: string): MergedRange | null {
  const [, left, top, right, bottom] = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(ref) ?? [];
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return null;
  return { top: Number(top), bottom: Number(bottom), left: columnAt(left), right: columnAt(right) };
}

const columnAt = (letters: string) =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** A merged name or day holds for every line beside it; a merged figure is one figure and stays in its first cell. */
export const holdsForAll = ({ text, kind, fault }: TypedCell) =>
  fault === undefined &&
  text !== '' &&
  (kind === 'date' || (kind === undefined && !readNumber(text, '.').ok && !readNumber(text, ',').ok));

interface Open extends MergedRange {
  cell: TypedCell | null;
}

/** Fills merged ranges line by line, from above; no cell is made for a line that holds nothing itself. */
export class MergedCells {
  /** The last to begin first. */
  readonly #waiting: MergedRange[];
  #open: Open[] = [];

  constructor(refs: readonly string[]) {
    this.#waiting = refs
      .map(rangeOf)
      .filter((range) => range !== null)
      .sort((a, b) => b.top - a.top);
  }

  /** @returns the places that repeat the cell on their left */
  fill(line: number, cells: (TypedCell | undefined)[]): number[] {
    for (let next = this.#waiting.at(-1); next && next.top <= line; next = this.#waiting.at(-1)) {
      this.#waiting.pop();
      const first = next.top === line ? cells[next.left] : undefined;
      this.#open.push({ ...next, cell: first && holdsForAll(first) ? first : null });
    }
    if (this.#open.length === 0) return [];
    this.#open = this.#open.filter(({ bottom, cell }) => cell !== null && bottom >= line);
    const repeats: number[] = [];
    for (const { left, right, cell } of this.#open) {
      for (let at = left; at <= right && cell; at += 1) {
        if ((cells[at]?.text ?? '') !== '' || cells[at]?.fault !== undefined) continue;
        cells[at] = cell;
        if (at > left) repeats.push(at);
      }
    }
    return repeats;
  }
}
