import { isWeekdayWord, weekdaysOf } from '../../platform/sheet/calendar-words.rules';
import { readNumber } from '../../platform/sheet/numbers.rules';
import { readWordDate } from '../../platform/sheet/word-dates.rules';
import { isNumber, mostly, type Column } from './guess-columns.rules';
import { daysOfHeads } from './guess-days.rules';
import type { SampleRow } from './header-line.rules';
import { countsTwice, isFood, isMeal, rolesNamed, stageNamed, wordsOf } from './role-words.rules';
import { readUnit } from './units.rules';
import { mostWideColumns, type HeadRole } from './wide-heads.rules';

export interface WideGuess {
  /** null: the columns hold figures of the same sort, but nothing says what their names mean, so it is asked. */
  heads: HeadRole | null;
  columns: { column: string; value: string }[];
  kind: 'weight' | 'servings';
}

export interface TotalGuess {
  column: string;
  /** The word of its name; null: its cells alone are the sums of the others. */
  word: string | null;
  /** Whether the cells that were looked at are those sums; where not, it is left out and not compared. */
  addsUp: boolean;
}

/** So many columns of figures without any known name are taken for kinds of something. */
const FEWEST_KINDS = 3;
const FEWEST = 2;
/** Of a printed sum, and of a thing itself below one. */
const ROUNDING = 0.01;
const MOST_LINES = 40;
/** A gross weight or a tare is no sum of other columns. */
const WEIGHED_TWICE = /gross|brut|tar[ae]/i;

/** A sign of money or a code in capital letters. */
const isCurrencyWord = (word: string): boolean =>
  /^[€£$]$/.test(word) || (/^[A-Z]{3}$/.test(word) && CURRENCIES.has(word));
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** More of a heading is not looked at: the patterns take time that grows with the square of its length. */
const LONGEST_HEADING = 200;

/** What a heading says beside the unit and the words for a weight, servings or a cost: `Rice` of `Rice (kg)`. */
export function labelOf(heading: string): string {
  const isMeasure = (word: string) =>
    readUnit(word).ok ||
    isCurrencyWord(word) ||
    ['weight', 'servings', 'cost'].some((role) => rolesNamed(word).some((named) => named.role === role));
  return heading
    .slice(0, LONGEST_HEADING)
    .replace(/[([]([^)\]]*)[)\]]/g, (all, inside: string) => (isMeasure(inside) ? ' ' : all))
    .split(/\s+/)
    .filter(
      (word) =>
        word !== '' && !/^(in|en|i|à|a|de|des|of)$/i.test(word) && !(isMeasure(word) && wordsOf(word).length < 2),
    )
    .join(' ')
    .replace(/[\s:,;\-–]+$/, '')
    .trim();
}

/** Columns of figures that may stand side by side for one measure. */
export const figuresOf = (columns: readonly Column[], isTaken: (column: string) => boolean): Column[] =>
  columns.filter((column) => !isTaken(column.name) && (column.cells.length === 0 || mostly(column, isNumber)));

interface Known {
  /** Names of the organisation's sites, in small letters. */
  sites: ReadonlySet<string>;
  /** Of the lines above the table: headings that name days often leave it out. */
  year?: number | undefined;
}

/** Columns side by side that hold the same measure, by what their names are. */
export function guessWide(figures: readonly Column[], { sites, year }: Known): WideGuess | null {
  const parts = figures
    .filter(({ name }) => !countsTwice(name))
    .slice(0, mostWideColumns)
    .map((column) => ({ column: column.name, label: labelOf(column.name) }));
  const kind = parts.some(({ column }) => rolesNamed(column).some(({ role }) => role === 'servings'))
    ? ('servings' as const)
    : ('weight' as const);
  const as = (heads: HeadRole | null, chosen: { column: string; value: string }[]): WideGuess | null =>
    chosen.length < FEWEST ? null : { heads, kind, columns: chosen };
  const calendar = [
    as('weekday', weekdays(parts)),
    as(
      'month',
      parts.flatMap(({ column, label }) => {
        const value = monthOfLabel(label);
        return value === null ? [] : [{ column, value }];
      }),
    ),
    as('day', days(parts, year)),
    as(
      'daypart',
      parts.filter(({ label }) => isMeal(label)).map(({ column, label }) => ({ column, value: label })),
    ),
    as(
      'site',
      parts
        .filter(({ label }) => sites.has(label.toLowerCase()))
        .map(({ column, label }) => ({ column, value: label })),
    ),
  ].find((one) => one !== null);
  return calendar ?? kindsOf(parts, kind);
}

/** Weekdays among other columns of figures, or letters that are nothing but weekdays. */
function weekdays(parts: readonly { column: string; label: string }[]): { column: string; value: string }[] {
  for (const named of [parts, parts.filter(({ label }) => isWeekdayWord(label))]) {
    const days = weekdaysOf(named.map(({ label }) => label));
    if (days) return named.map(({ column }, at) => ({ column, value: String(days[at]) }));
  }
  return [];
}

/** Days or weeks among other columns of figures. */
function days(
  parts: readonly { column: string; label: string }[],
  year: number | undefined,
): { column: string; value: string }[] {
  const named = parts.filter(({ column }) => daysOfHeads([column], year) !== null);
  const values =
    named.length < FEWEST
      ? null
      : daysOfHeads(
          named.map(({ column }) => column),
          year,
        );
  return values ? named.map(({ column }, at) => ({ column, value: values[at]! })) : [];
}

function monthOfLabel(label: string): string | null {
  const found = readWordDate(label, 'month', 2000);
  if (found === null || found === 'yearMissing' || !/\p{L}/u.test(label)) return null;
  const month = new Date(found.ms).toISOString().slice(0, 7);
  return readWordDate(label, 'month') === 'yearMissing' ? month.slice(5) : month;
}

function kindsOf(parts: readonly { column: string; label: string }[], kind: WideGuess['kind']): WideGuess | null {
  // A column that is only called a weight is one; what stands beside it is something else.
  if (parts.some(({ column, label }) => label === '' || isPlainWeight(column))) return null;
  const kinds = parts.filter(({ column }) => stageNamed(column) === undefined);
  if (kinds.length < FEWEST_KINDS) return null;
  const foods = kinds.filter(({ label }) => isFood(label)).length;
  return {
    heads: foods * 2 >= kinds.length ? 'item' : null,
    kind,
    columns: kinds.map(({ column, label }) => ({ column, value: label })),
  };
}

const isPlainWeight = (name: string) =>
  rolesNamed(name).some(({ role }) => role === 'weight') && stageNamed(name) === undefined && !isFood(name);

/** The column that adds up the parts: by its name, or by cells that are mostly the sums of all the others. */
export function guessTotal(
  rows: readonly SampleRow[],
  { figures, parts }: { figures: readonly Column[]; parts: readonly string[] },
): TotalGuess | null {
  const isPart = (name: string) => parts.includes(name) && !countsTwice(name);
  const adding = figures.filter(({ name }) => isPart(name));
  if (adding.length < FEWEST) return null;
  const lines = rows
    .slice(0, MOST_LINES)
    .map(({ cells }) => ({ cells, sum: adding.reduce((sum, { place }) => sum + (figure(cells[place]) ?? 0), 0) }));
  const addsUp = ({ name, place }: Column) => {
    const stated = lines.flatMap(({ cells, sum }) => {
      const value = figure(cells[place]);
      return value ? [{ value, parts: isPart(name) ? sum - value : sum }] : [];
    });
    const agreeing = stated.filter(
      (one) => Math.abs(one.parts - one.value) <= ROUNDING * Math.max(1, Math.abs(one.value)),
    );
    return stated.length >= FEWEST && agreeing.length > stated.length / 2;
  };
  const named = figures.find(({ name }) => countsTwice(name) && !WEIGHED_TWICE.test(name));
  if (named) return { column: named.name, word: wordsOf(named.name).find(countsTwice) ?? null, addsUp: addsUp(named) };
  const found = adding.length > FEWEST ? figures.find(addsUp) : undefined;
  return found ? { column: found.name, word: null, addsUp: true } : null;
}

function figure(text: string | undefined): number | null {
  const read = readNumber(text ?? '', 'auto');
  return read.ok ? read.value.value : null;
}
