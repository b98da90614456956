import type { LocalMoment } from '../../platform/sheet/dates.rules';
import { readNumber } from '../../platform/sheet/numbers.rules';
import type { EventCandidate, KnownBy } from './event-candidate.contract';
import type { MappingCells } from './mapping-cells.rules';

/** What the releases before took for a line itself: the given columns, or all cells, whatever the order of the columns in the file. */
export function earlierRowKeyOf(
  cells: Readonly<Record<string, string>>,
  columns: readonly string[] | undefined,
): string {
  const names = columns ?? Object.keys(cells).sort();
  return JSON.stringify(names.map((name) => [name, (cells[name] ?? '').normalize('NFC').trim()]));
}

const sameName = (name: string | undefined) => name?.toLowerCase() ?? null;
const hundredths = (grams: number | undefined) => (grams === undefined ? null : Math.round(grams * 100));

/**
 * What an event says, whatever its cells look like: place, day and time, stage, names in any case, grams to the hundredth,
 * cost and quantity. Units, date forms, decimal signs, other columns, notes and the names of measures and mappings are no part.
 */
export function meaningOf(event: Omit<EventCandidate, keyof KnownBy>): string {
  const {
    siteName,
    locationName,
    localDate,
    localTime,
    instant,
    precision,
    stageId,
    itemName,
    reasonName,
    sourceName,
    sinkName,
    daypartName,
    containerName,
  } = event;
  return JSON.stringify([
    sameName(siteName),
    sameName(locationName),
    precision === 'month' ? localDate.slice(0, 7) : localDate,
    localTime ?? null,
    stageId,
    sameName(itemName),
    sameName(reasonName),
    sameName(sourceName),
    sameName(sinkName),
    sameName(daypartName),
    sameName(containerName),
    event.countsAsWaste,
    hundredths(event.netGrams),
    event.quantity ?? null,
    event.costAmount === undefined ? null : Number(event.costAmount),
    event.currency ?? null,
    // Only where there is one, so that what was imported before is known again.
    ...(instant === undefined ? [] : [instant]),
  ]);
}

/** What else stands in an event that a key names: a change of it is a correction. */
export const contentOf = (event: Omit<EventCandidate, keyof KnownBy>): string =>
  JSON.stringify([
    meaningOf(event),
    hundredths(event.grossGrams),
    hundredths(event.tareGrams),
    event.estimated,
    event.note ?? null,
  ]);

/** What the key columns say: a moment and a number as read, so that another form of them is the same; other cells as texts. */
export function keyOf(columns: readonly string[], cells: MappingCells, moment: LocalMoment | undefined): string {
  const { dates, measures, decimal } = cells.mapping;
  const amounts = new Set(measures.map(({ column }) => column));
  return JSON.stringify(
    columns.map((column) => {
      const text = cells.raw(column).normalize('NFC').trim();
      if (column === dates.column && moment)
        return [
          column,
          moment.localDate,
          moment.localTime ?? null,
          ...(moment.instant === undefined ? [] : [moment.instant]),
        ];
      if (column === dates.timeColumn && moment) return [column];
      const number = amounts.has(column) ? readNumber(text, cells.decimal(column, decimal)) : undefined;
      return [column, number?.ok ? number.value.value : text];
    }),
  );
}
