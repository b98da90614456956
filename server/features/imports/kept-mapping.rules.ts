import { cleanHeading } from '../../platform/sheet/header.rules';
import type { SheetGuess } from './guess.rules';
import { record, without, type MappingJson } from './mapping-json.rules';
import { headsOf, wideColumns } from './mapping-wide.rules';
import { dayInMonth, dayNumberOf } from './month-days.rules';

const plain = (name: string) => cleanHeading(name).toLowerCase();

/** The form of a sheet: its column names, whatever their order, letter case and white space. */
export const formOfColumns = (columns: readonly string[]): string =>
  JSON.stringify([...new Set(columns.map(plain))].sort());

export interface Likeness {
  /** Columns of the sheet that the mapping does not know, and the other way round. */
  added: string[];
  gone: string[];
}

/** At least so large a part of all the names must be in both; two sheets of any kitchen share a date and a weight. */
const leastShared = 0.6;

/**
 * Whether a sheet has much of the form that a mapping was kept with, and every column that the mapping reads.
 * @returns where they differ; null where they are too different
 */
export function likenessOf(
  columns: readonly string[],
  { known, read }: { known: readonly string[]; read: readonly string[] },
): Likeness | null {
  const [here, there] = [new Set(columns.map(plain)), new Set(known.map(plain))];
  const added = columns.filter((name) => !there.has(plain(name)));
  const gone = known.filter((name) => !here.has(plain(name)));
  if (!read.every((name) => here.has(plain(name)))) return null;
  const shared = there.size - gone.length;
  return shared / (shared + added.length + gone.length) >= leastShared ? { added, gone } : null;
}

/** Headings side by side that are nothing but the numbers of the days of one month. */
const headsOfMonth = (mapping: MappingJson): boolean =>
  headsOf(mapping) === 'day' && wideColumns(mapping).every(({ column }) => dayNumberOf(String(column)) !== null);

/** Whether a mapping says something that another sheet of its form will say otherwise: the day, the month or the year of its lines. */
export function namesDays(mapping: MappingJson): boolean {
  const { constant, year, month } = record(mapping.dates);
  return constant !== undefined || year !== undefined || month !== undefined || headsOfMonth(mapping);
}

/** The mapping with the day, the month or the year that this sheet says; where it says none, it is asked. */
export function withDaysOf(
  mapping: MappingJson,
  guess: Pick<SheetGuess, 'day' | 'month' | 'year'> | null,
): MappingJson {
  if (headsOfMonth(mapping)) return withHeadsOf(mapping, guess?.month ?? null);
  const dates = record(mapping.dates);
  const day = dates.constant === undefined ? {} : guess?.day ? { constant: guess.day } : {};
  const year = dates.year === undefined ? {} : { year: typeof guess?.year === 'number' ? guess.year : '' };
  const month = dates.month === undefined ? {} : guess?.month ? { month: guess.month } : { column: '' };
  return namesDays(mapping)
    ? { ...mapping, dates: { ...without(dates, 'constant', 'year', 'month'), ...day, ...month, ...year } }
    : mapping;
}

/** Numbers of days in a month; those that it does not have, and all where nobody knows the month, are open. */
function withHeadsOf(mapping: MappingJson, month: string | null): MappingJson {
  const columns = wideColumns(mapping).map((one) => ({
    ...one,
    value: (month !== null && dayInMonth(String(one.column), month)) || '',
  }));
  return { ...mapping, wide: { ...record(mapping.wide), columns } };
}
