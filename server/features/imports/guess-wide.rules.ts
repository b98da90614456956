import { isWeekdayWord, monthOfWord, weekdaysOf } from '../../platform/sheet/calendar-words.rules';
import { readNumber } from '../../platform/sheet/numbers.rules';
import { readWordDate } from '../../platform/sheet/word-dates.rules';
import { isNumber, mostly, type Column } from './guess-columns.rules';
import { daysOfHeads } from './guess-days.rules';
import { countDays, dayInMonth, dayNumberOf } from './month-days.rules';
import {
  countsContainers,
  countsPeople,
  countsTwice,
  isCode,
  isFood,
  isMeal,
  isPrice,
  isRatio,
  isSum,
  namesPlace,
  rolesNamed,
  stageNamed,
  wordsOf,
} from './role-words.rules';
import type { SampleRow } from './sample-row.contract';
import { readSheetUnit } from './units.rules';
import { mostWideColumns, type HeadRole } from './wide-heads.rules';

interface WideColumn {
  column: string;
  value: string;
  /** Where the names of the columns say that too. */
  stage?: 8 | 9 | 23;
  item?: string;
  daypart?: string;
}

interface Part extends Pick<Column, 'group'> {
  column: string;
  label: string;
}

export interface WideGuess {
  /** null: the columns hold figures of the same sort, but nothing says what their names mean, so it is asked. */
  heads: HeadRole | null;
  columns: WideColumn[];
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

/** A sign of money or a code in capital letters. */
const isCurrencyWord = (word: string): boolean =>
  /^[€£$]$/.test(word) || (/^[A-Z]{3}$/.test(word) && CURRENCIES.has(word));
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

const MOST_COUNTS = 20;
const FOOD_OR_MEAL = /^comida$/i;

/** More of a heading is not looked at: the patterns take time that grows with the square of its length. */
const LONGEST_HEADING = 200;

/** What a heading says beside the unit and the words for a weight, servings or a cost: `Rice` of `Rice (kg)`. */
export function labelOf(heading: string): string {
  const isMeasure = (word: string) =>
    readSheetUnit(word).ok ||
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
  /** Of the lines above the table: the month of headings that are the numbers of its days. */
  month?: string | undefined;
  /** Whether a column names the sites already. */
  hasSites?: boolean;
}

/** Columns side by side that hold the same measure, by what their names are. */
export function guessWide(
  figures: readonly Column[],
  { sites, year, month, hasSites = false }: Known,
): WideGuess | null {
  const parts = figures
    .filter(
      ({ name }) =>
        !countsTwice(name) &&
        !countsPeople(name) &&
        !countsContainers(name) &&
        !isRatio(name) &&
        !isPrice(name) &&
        !isCode(name),
    )
    .slice(0, mostWideColumns)
    .map((column): Part => ({ column: column.name, label: labelOf(column.name), group: column.group }));
  const kind = parts.some(({ column }) => rolesNamed(column).some(({ role }) => role === 'servings'))
    ? ('servings' as const)
    : ('weight' as const);
  const as = (heads: HeadRole | null, chosen: WideColumn[]): WideGuess | null =>
    chosen.length < FEWEST ? null : { heads, kind, columns: chosen };
  const calendar = [
    as(hasSites ? 'location' : 'site', placesOfGroups(parts, sites)),
    month === undefined ? null : as('day', daysOfMonth(parts, month)),
    as('weekday', weekdaysOfGroups(parts)),
    as('weekday', weekdays(parts)),
    namesDays(parts) ? as('day', days(parts, year)) : null,
    as(
      'month',
      parts.flatMap(({ column, label }) => {
        const value = monthOfLabel(label);
        return value === null ? [] : [{ column, value }];
      }),
    ),
    as('day', days(parts, year)),
    as('daypart', meals(parts)),
    as('site', placesAmong(parts, sites)),
  ].find((one) => one !== null);
  return withStages(calendar ?? kindsOf(parts, kind));
}

/**
 * Names of places, each above the same columns: the stages that are weighed there, or kinds of food. Words that nobody knows are
 * places where nothing but stages stands below them.
 */
function placesOfGroups(parts: readonly Part[], sites: ReadonlySet<string>): WideColumn[] {
  const titles = [...new Set(parts.flatMap(({ group }) => group?.title ?? []))];
  const below = (title: string) =>
    parts.flatMap(({ group }) => (group?.title === title ? group.name.toLowerCase() : [])).join('\n');
  const [first = ''] = titles;
  const areAlike =
    titles.length >= FEWEST && below(first).includes('\n') && titles.every((title) => below(title) === below(first));
  if (!areAlike || parts.some(({ group }) => group === undefined)) return [];
  const stages = parts.map(({ group }) => stageNamed(group!.name)?.stage);
  const areStages = stages.every((stage) => stage !== undefined) && new Set(stages).size > 1;
  const named = titles.filter((title) => sites.has(title.toLowerCase()) || namesPlace(title));
  const arePlaces = areStages ? !titles.some(saysOtherwise) : named.length * 2 >= titles.length;
  if (!arePlaces) return [];
  return parts.map(({ column, group }, at) => {
    const label = labelOf(group!.name);
    return {
      column,
      value: group!.title,
      ...(areStages ? { stage: stages[at]! } : isMeal(label) ? { daypart: label } : label !== '' && { item: label }),
    };
  });
}

/** Whether the title of a group is a word for something else than a place. */
const saysOtherwise = (title: string): boolean =>
  isMeal(title) ||
  isFood(title) ||
  isSum(title) ||
  stageNamed(title) !== undefined ||
  isWeekdayWord(title) ||
  daysOfHeads([title]) !== null ||
  monthOfLabel(title) !== null ||
  (rolesNamed(title).some(({ role }) => role !== 'site' && role !== 'location') && !namesPlace(title));

/** Columns called by sites that are known, or most of which are called a school, a hotel or the like by name. */
function placesAmong(parts: readonly Part[], sites: ReadonlySet<string>): WideColumn[] {
  const asSites = (chosen: typeof parts) => chosen.map(({ column, label }) => ({ column, value: label }));
  const known = parts.filter(({ label }) => sites.has(label.toLowerCase()));
  if (known.length >= FEWEST) return asSites(known);
  const named = parts.filter(
    ({ label }) => label.includes(' ') && namesPlace(label) && stageNamed(label) === undefined && !isFood(label),
  );
  return named.length >= FEWEST && named.length * 2 >= parts.length ? asSites(parts) : [];
}

/** Meals side by side; a word that means food as well, such as the Spanish `comida`, is one beside others. */
function meals(parts: readonly Part[]): WideColumn[] {
  const certain = parts.filter(({ label }) => isMeal(label));
  const all =
    certain.length < FEWEST ? certain : parts.filter(({ label }) => isMeal(label) || FOOD_OR_MEAL.test(label));
  return all.map(({ column, label }) => ({ column, value: label }));
}

/** Columns whose names say a stage beside the meal or the weekday: `Lunch prep`, `Lunch plate`. */
function withStages(wide: WideGuess | null): WideGuess | null {
  if (wide === null || wide.heads === null || wide.columns.some(({ stage }) => stage !== undefined)) return wide;
  const named = wide.columns.map((one) => ({ one, stage: stageNamed(one.column) }));
  const isSaid =
    named.every(({ stage }) => stage !== undefined) && new Set(named.map(({ stage }) => stage?.stage)).size > 1;
  if (!isSaid) return wide;
  return {
    ...wide,
    columns: named.map(({ one, stage }) => ({
      ...one,
      value: wide.heads === 'daypart' ? withoutWord(one.value, stage!.word) : one.value,
      stage: stage!.stage,
    })),
  };
}

const withoutWord = (label: string, word: string): string =>
  label
    .split(/\s+/)
    .filter((one) => wordsOf(one)[0] !== word)
    .join(' ') || label;

/** Weekdays among other columns of figures, or letters that are nothing but weekdays. */
function weekdays(parts: readonly Part[]): { column: string; value: string }[] {
  for (const named of [parts, parts.filter(({ label }) => isWeekdayWord(label))]) {
    const days = weekdaysOf(named.map(({ label }) => label));
    if (days) return named.map(({ column }, at) => ({ column, value: String(days[at]) }));
  }
  return [];
}

/** Weekdays, each above the same columns: the kinds of waste of a day. */
function weekdaysOfGroups(parts: readonly Part[]): { column: string; value: string }[] {
  const grouped = parts.filter(({ group }) => group !== undefined && isWeekdayWord(group.title));
  const titles = [...new Set(grouped.map(({ group }) => group!.title))];
  const days = titles.length < grouped.length ? weekdaysOf(titles) : null;
  return days
    ? grouped.map(({ column, group }) => ({ column, value: String(days[titles.indexOf(group!.title)]) }))
    : [];
}

/** `Oct 10` beside `Oct 11` are days; beside `Nov 10` they may be months of 2010. */
function namesDays(parts: readonly { label: string }[]): boolean {
  const named = parts.flatMap(({ label }) => {
    const [, word, number] = /^(\p{L}+)\.? (\d{1,2})$/u.exec(label) ?? [];
    return word !== undefined && monthOfWord(word) !== undefined ? [{ word, number }] : [];
  });
  return (
    named.length >= FEWEST &&
    new Set(named.map(({ number }) => number)).size > 1 &&
    new Set(named.map(({ word }) => word)).size < named.length
  );
}

/** The numbers of days in a month, among other columns of figures. */
function daysOfMonth(parts: readonly Part[], month: string): WideColumn[] {
  const named = parts.filter(({ column }) => dayNumberOf(column) !== null);
  return countDays(named.map(({ column }) => column))
    ? named.flatMap(({ column }) => {
        const value = dayInMonth(column, month);
        return value === null ? [] : [{ column, value }];
      })
    : [];
}

/** Days or weeks among other columns of figures. */
function days(parts: readonly Part[], year: number | undefined): { column: string; value: string }[] {
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

export function monthOfLabel(label: string): string | null {
  const found = readWordDate(label, 'month', 2000);
  if (found === null || found === 'yearMissing' || !/\p{L}/u.test(label)) return null;
  const month = new Date(found.ms).toISOString().slice(0, 7);
  return readWordDate(label, 'month') === 'yearMissing' ? month.slice(5) : month;
}

function kindsOf(parts: readonly Part[], kind: WideGuess['kind']): WideGuess | null {
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

/** Lines of a sheet of columns side by side that count guests or meals, such as `Meals served` below the kinds of waste; null where it has none. */
export function countLines(
  columns: readonly Column[],
  inWide: ReadonlySet<string>,
): { column: string; values: string[] } | null {
  for (const column of columns) {
    if (inWide.has(column.name)) continue;
    const values = [...new Set(column.cells.map(({ text }) => text).filter(countsPeople))];
    if (values.length > 0) return { column: column.name, values: values.slice(0, MOST_COUNTS) };
  }
  return null;
}

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
  const named = figures.find(({ name }) => isSum(name) && !isRatio(name));
  if (named) return { column: named.name, word: wordsOf(named.name).find(isSum) ?? null, addsUp: addsUp(named) };
  const found = adding.length > FEWEST ? figures.find(addsUp) : undefined;
  return found ? { column: found.name, word: null, addsUp: true } : null;
}

function figure(text: string | undefined): number | null {
  const read = readNumber(text ?? '', 'auto');
  return read.ok ? read.value.value : null;
}
