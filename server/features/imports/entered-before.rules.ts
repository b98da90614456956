import type { AlikeEvents } from '../../domain/events/alike-events.contract';
import type { EnteredBefore, ImportTotals } from './import.contract';

/** Events that are read for the comparison of one sheet, and events that are found, at most: more of them say nothing else. */
const most = { read: 2_000_000, found: 100_000 };
const waysKept = 5;

type Way = EnteredBefore['ways'][number];

/** Adds up what a sheet would enter a second time, by how it came in the first time. */
export class BeforeTally {
  readonly #ways = new Map<number | null, Way>();
  #read = 0;
  #events = 0;

  /** Whether it is worth looking further. */
  get isOpen(): boolean {
    return this.#read < most.read && this.#events < most.found;
  }

  add({ read, alike }: { read: number; alike: readonly AlikeEvents[] }): void {
    this.#read += read;
    for (const { importBatchId: importId, ...one } of alike) {
      this.#events += one.events;
      const way = this.#ways.get(importId);
      this.#ways.set(importId, way ? joined(way, one) : { importId, ...one });
    }
  }

  /** Null where nothing of it is there. Of many ways those with the most events. */
  totals(): ImportTotals['enteredBefore'] {
    if (this.#events === 0) return null;
    const ways = [...this.#ways.values()].sort((a, b) => b.events - a.events);
    return { events: this.#events, grams: sumOf(ways), atLeast: !this.isOpen, ways: ways.slice(0, waysKept) };
  }
}

const sumOf = (ways: readonly Way[]) => Math.round(ways.reduce((sum, { grams }) => sum + grams, 0) * 100) / 100;

function joined(way: Way, more: Omit<AlikeEvents, 'importBatchId'>): Way {
  return {
    ...way,
    events: way.events + more.events,
    grams: sumOf([way, { ...way, grams: more.grams }]),
    firstDay: more.firstDay < way.firstDay ? more.firstDay : way.firstDay,
    lastDay: more.lastDay > way.lastDay ? more.lastDay : way.lastDay,
    locationId: more.locationId === way.locationId ? way.locationId : null,
    itemId: more.itemId === way.itemId ? way.itemId : null,
  };
}
