import { cleanHeading } from '../../platform/sheet/header.rules';
import type { SheetGuess } from './guess.rules';
import { record, without, type MappingJson } from './mapping-json.rules';

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

/** Whether a mapping says something that another sheet of its form will say otherwise: the day or the year of its lines. */
export function namesDays(mapping: MappingJson): boolean {
  const { constant, year } = record(mapping.dates);
  return constant !== undefined || year !== undefined;
}

/** The mapping with the day or the year that this sheet says; where it says none, it is asked. */
export function withDaysOf(mapping: MappingJson, guess: Pick<SheetGuess, 'day' | 'year'> | null): MappingJson {
  const dates = record(mapping.dates);
  const day = dates.constant === undefined ? {} : guess?.day ? { constant: guess.day } : {};
  const year = dates.year === undefined ? {} : { year: typeof guess?.year === 'number' ? guess.year : '' };
  return namesDays(mapping)
    ? { ...mapping, dates: { ...without(dates, 'constant', 'year'), ...day, ...year } }
    : mapping;
}
