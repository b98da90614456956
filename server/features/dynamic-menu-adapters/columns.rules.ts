import { readDay, dayOrderOf, type DayOrder } from '../../platform/sheet/day.rules';
import { readNumber } from '../../platform/sheet/numbers.rules';
import type { LocalDate } from '../../platform/time';
import { foldName } from './matching.rules';

/** The beginning of a text, without what no database keeps: control characters and halves of a character. */
export const keepable = (text: string, most: number): string => text.slice(0, most).replace(/[\p{Cc}\p{Cs}]+/gu, ' ');

export const columnRoles = ['date', 'location', 'daypart', 'dish', 'portions'] as const;
export type ColumnRole = (typeof columnRoles)[number];

export const dateOrders = ['auto', 'dayFirst', 'monthFirst'] as const;

/** Which column of a source holds what. */
export interface SourceColumns {
  date: string;
  dish: string;
  location: string | null;
  daypart: string | null;
  portions: string | null;
  order: (typeof dateOrders)[number];
  /** Where the source names no location: those that its menu is for. */
  locationIds: number[];
}

/** Words by which columns are known, the surest first, in the languages of the product. */
const words: Record<ColumnRole, readonly string[]> = {
  date: ['date', 'day', 'datum', 'tag', 'jour', 'fecha', 'dia', 'service date', 'menu date', 'serving date'],
  dish: [
    'dish',
    'item',
    'menu item',
    'recipe',
    'gericht',
    'speise',
    'plat',
    'plato',
    'recette',
    'receta',
    'rezept',
    'meal',
    'food',
    'name',
    'title',
    'libelle',
    'description',
    'menu',
  ],
  location: [
    'location',
    'site',
    'kitchen',
    'canteen',
    'restaurant',
    'outlet',
    'school',
    'unit',
    'standort',
    'betrieb',
    'kuche',
    'kantine',
    'lieu',
    'cantine',
    'cuisine',
    'ecole',
    'ubicacion',
    'centro',
    'cocina',
    'comedor',
  ],
  daypart: [
    'daypart',
    'meal period',
    'service',
    'mealtime',
    'meal time',
    'period',
    'tageszeit',
    'mahlzeit',
    'moment',
    'repas',
    'franja',
    'turno',
    'comida',
    'meal type',
    'meal',
  ],
  portions: [
    'planned portions',
    'portions',
    'planned',
    'quantity',
    'qty',
    'servings',
    'covers',
    'portionen',
    'geplant',
    'menge',
    'anzahl',
    'portions prevues',
    'quantite',
    'prevu',
    'raciones',
    'cantidad',
    'previstas',
    'planned servings',
  ],
};

/** How well a heading names a role: the higher, the better; 0 not at all. */
function fit(heading: string, role: ColumnRole): number {
  // The last part of a nested field: `menu.items.name`; and `dish_fr`.
  const whole = foldName(heading.replace(/([a-z])([A-Z])/g, '$1 $2'));
  const parts = whole.split(' ');
  const list = words[role];
  const exact = list.indexOf(whole);
  if (exact >= 0) return 1_000 - exact;
  const inside = list.findIndex((word) => ` ${parts.join(' ')} `.includes(` ${word} `));
  return inside < 0 ? 0 : 500 - inside;
}

/** What the columns probably hold, by their names; null where nothing fits. Each column holds one thing. */
export function guessColumns(headings: readonly string[]): Record<ColumnRole, string | null> {
  const guess: Record<ColumnRole, string | null> = {
    date: null,
    location: null,
    daypart: null,
    dish: null,
    portions: null,
  };
  const fits = headings
    .flatMap((heading, at) => columnRoles.map((role) => ({ heading, at, role, score: fit(heading, role) })))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.at - other.at);
  const taken = new Set<string>();
  for (const { heading, role } of fits) {
    if (guess[role] !== null || taken.has(heading)) continue;
    guess[role] = heading;
    taken.add(heading);
  }
  return guess;
}

export interface SourceRow {
  /** As people count: the first line of a sheet, or entry of a list, is 1. */
  line: number;
  cells: Readonly<Record<string, string>>;
  /** It could not be told apart. */
  broken?: true;
}

export type RowProblem =
  'brokenLine' | 'notADate' | 'ambiguousDate' | 'yearOutOfRange' | 'dishTooLong' | 'noLocation' | 'notANumber';

export interface ReadRow {
  line: number;
  date: LocalDate;
  dish: string;
  /** Empty where the source names none. */
  location: string;
  daypart: string;
  portions: number | null;
}

const longestName = 200;
const mostPortions = 1_000_000;

/** A column may be called `constructor`. */
const cellOf = (cells: SourceRow['cells'], column: string | null): string =>
  column !== null && Object.hasOwn(cells, column) ? cells[column]! : '';

/** How the dates of a source are written, where nobody said it. */
export function orderOf(rows: readonly SourceRow[], { date, order }: Pick<SourceColumns, 'date' | 'order'>): DayOrder {
  return order === 'auto' ? dayOrderOf(rows.map(({ cells }) => cellOf(cells, date).trim())) : order;
}

/** One line as a dish of a day; null for one that names no dish, such as an empty course. */
export function readRow(
  { line, cells, broken }: SourceRow,
  columns: Omit<SourceColumns, 'locationIds'>,
  order: DayOrder,
): { row: ReadRow } | { problem: RowProblem; raw: string } | null {
  const cell = (column: string | null) =>
    cellOf(cells, column)
      .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
      .trim();
  if (broken) return { problem: 'brokenLine', raw: '' };
  const dish = cell(columns.dish);
  if (foldName(dish) === '') return null;
  if (dish.length > longestName) return { problem: 'dishTooLong', raw: dish };
  const day = readDay(cell(columns.date), order);
  if ('problem' in day) return { problem: day.problem, raw: cell(columns.date) };
  const location = cell(columns.location);
  if (columns.location !== null && foldName(location) === '') return { problem: 'noLocation', raw: location };
  const portions = readPortions(cell(columns.portions));
  if (portions === undefined) return { problem: 'notANumber', raw: cell(columns.portions) };
  return { row: { line, date: day.day, dish, location, daypart: cell(columns.daypart), portions } };
}

/** Undefined for what is no amount. */
function readPortions(text: string): number | null | undefined {
  if (text === '' || text === '-') return null;
  const read = readNumber(text, 'auto');
  // Portions are whole: `1.200` is a thousand and two hundred, whatever the sign.
  const amount = read.ok ? read.value.value : Number(read.params.whole);
  if (!(amount >= 0 && amount <= mostPortions)) return undefined;
  return Math.round(amount);
}
