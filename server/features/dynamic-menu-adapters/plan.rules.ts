import type { CoveredDay, PlannedItem } from '../../domain/daily-menus/daily-menus.contract';
import type { DayOrder } from '../../platform/sheet/day.rules';
import type { LocalDate } from '../../platform/time';
import { adapterLimits, rowOutcomes, type RowOutcome } from './adapter-limits.rules';
import type { Counted, RunResult } from './adapters.contract';
import { keepable, readRow, type ReadRow, type SourceColumns, type SourceRow } from './columns.rules';
import { foldName, meaningOf, type Meaning } from './matching.rules';

interface Known {
  exact: ReadonlyMap<string, number>;
  confirmed: ReadonlyMap<string, number | null>;
}

export interface PlanTerms {
  columns: SourceColumns;
  order: DayOrder;
  locations: Known;
  dishes: Known;
  dayparts: Known;
  itemNames: ReadonlyMap<number, string>;
}

const mostPortions = 1_000_000;
const wholeDay: Meaning = { id: null, how: 'none' };

/** What the rows of a source make of the menus; rows are given one by one, so that a long source lets others have their turn. */
export function createPlan({ columns, order, locations, dishes, dayparts, itemNames }: PlanTerms) {
  const items = new Map<string, PlannedItem>();
  const days = new Map<string, CoveredDay>();
  /** Of all rows, whatever became of them. */
  const named = new Map<string, LocalDate>();
  const result: RunResult = {
    rows: 0,
    empty: 0,
    faulty: 0,
    outcomes: Object.fromEntries(rowOutcomes.map((one) => [one, 0])) as Record<RowOutcome, number>,
    menus: 0,
    days: 0,
    daysLeft: 0,
    locations: 0,
    first: null,
    last: null,
    shown: [],
    problems: [],
    known: [],
    unknown: { dishes: [], dayparts: [], locations: [] },
  };
  const counted = {
    known: new Map<string, Counted>(),
    dishes: new Map<string, Counted>(),
    dayparts: new Map<string, Counted>(),
    locations: new Map<string, Counted>(),
  };
  // The same names come again and again.
  const asked = { dishes: memo(dishes), dayparts: memo(dayparts), locations: memo(locations) };

  function note(kind: keyof typeof counted, name: string): void {
    const key = foldName(name);
    const known = counted[kind].get(key);
    if (known) known.count += 1;
    else if (counted[kind].size < adapterLimits.unknown) counted[kind].set(key, { name, count: 1 });
  }

  /** null: nobody has said where it is. */
  function placesOf(location: string): number[] | 'leftOut' | null {
    if (columns.location === null) return columns.locationIds.length > 0 ? columns.locationIds : null;
    const meaning = asked.locations(location);
    note(meaning === null ? 'locations' : 'known', location);
    return meaning === null ? null : meaning.id === null ? 'leftOut' : [meaning.id];
  }

  function judge({ date, dish, location, daypart, portions }: ReadRow): { outcome: RowOutcome; itemId: number | null } {
    const places = placesOf(location);
    if (places === 'leftOut') return { outcome: places, itemId: null };
    const meaning = asked.dishes(dish);
    if (meaning === null) note('dishes', dish);
    const part = foldName(daypart) === '' ? wholeDay : asked.dayparts(daypart);
    if (part === null) note('dayparts', daypart);
    const itemId = meaning?.id ?? null;
    if (places === null) return { outcome: 'unknownLocation', itemId };
    for (const locationId of places) named.set(`${locationId} ${date}`, date);
    if (meaning === null) return { outcome: 'unknownDish', itemId };
    if (meaning.id !== null && part === null) return { outcome: 'unknownDaypart', itemId };
    // Where nothing is understood, what stands there is the better menu.
    for (const locationId of places) days.set(`${locationId} ${date}`, { locationId, date });
    if (meaning.id === null || part === null) return { outcome: 'notWeighed', itemId };
    for (const locationId of places)
      put({ locationId, date, itemId: meaning.id, daypartId: part.id, plannedPortions: portions });
    return { outcome: 'written', itemId };
  }

  /** A dish that stands in several rows of a meal is one, with the portions of all. */
  function put(item: PlannedItem): void {
    const key = `${item.locationId} ${item.date} ${item.itemId} ${item.daypartId}`;
    const known = items.get(key);
    if (!known) items.set(key, item);
    else if (item.plannedPortions !== null)
      known.plannedPortions = Math.min(mostPortions, (known.plannedPortions ?? 0) + item.plannedPortions);
  }

  return {
    add(source: SourceRow): void {
      result.rows += 1;
      const read = readRow(source, columns, order);
      if (read === null) {
        result.empty += 1;
        return;
      }
      if ('problem' in read) {
        result.faulty += 1;
        if (result.problems.length < adapterLimits.shownProblems)
          result.problems.push({ line: source.line, code: read.problem, raw: keepable(read.raw, 100) });
        return;
      }
      const { row } = read;
      const { outcome, itemId } = judge(row);
      result.outcomes[outcome] += 1;
      if (result.first === null || row.date < result.first) result.first = row.date;
      if (result.last === null || row.date > result.last) result.last = row.date;
      if (result.shown.length < adapterLimits.shownRows)
        result.shown.push({ ...row, outcome, itemName: itemId === null ? null : (itemNames.get(itemId) ?? null) });
    },

    isTooLarge: () => Math.max(items.size, named.size) > adapterLimits.menus,

    end(): { result: RunResult; days: CoveredDay[]; items: PlannedItem[] } {
      const byCount = (names: Map<string, Counted>) =>
        [...names.values()].sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
      return {
        result: {
          ...result,
          menus: items.size,
          days: new Set([...days.values()].map(({ date }) => date)).size,
          daysLeft: new Set([...named].flatMap(([key, date]) => (days.has(key) ? [] : [date]))).size,
          locations: new Set([...days.values()].map(({ locationId }) => locationId)).size,
          known: byCount(counted.known),
          unknown: {
            dishes: byCount(counted.dishes),
            dayparts: byCount(counted.dayparts),
            locations: byCount(counted.locations),
          },
        },
        days: [...days.values()],
        items: [...items.values()],
      };
    },
  };
}

function memo(known: Known): (name: string) => Meaning | null {
  const seen = new Map<string, Meaning | null>();
  return (name) => {
    const kept = seen.get(name);
    if (kept !== undefined) return kept;
    const meaning = meaningOf(foldName(name), known);
    seen.set(name, meaning);
    return meaning;
  };
}
