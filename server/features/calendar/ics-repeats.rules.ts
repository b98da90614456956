import ICAL from 'ical.js';
import { addDays, type LocalDate } from '../../platform/time';
import { writtenTime, type IcsTime, type ToLocal, type WallTime } from './ics-clock.rules';

export interface Repeats {
  start: IcsTime;
  rules: readonly ICAL.Recur[];
  added: readonly IcsTime[];
  removed: readonly IcsTime[];
}

export interface Expansion {
  toLocal: ToLocal;
  /** Occurrences outside are left out. */
  window: { from: LocalDate; to: LocalDate };
  /** Keys of occurrences that an entry of their own replaces, or that were called off. */
  replaced: ReadonlySet<string>;
  /** What is left of the work that the whole file may cost. */
  budget: { steps: number };
}

/** An occurrence as written and on the place's clock. */
export interface Occurrence {
  written: WallTime;
  local: WallTime;
}

export class RepeatTooLong extends Error {}

/** A rule that finds nothing in this many steps will not: 29 February, day by day, takes 2,922. */
const stepsBetween = 4_000;
const expensiveStep = 20;
const longestInterval = 1_000;
const frequencies = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

export const canRepeat = ({ freq, interval }: ICAL.Recur) => frequencies.has(freq) && interval <= longestInterval;

/**
 * The occurrences of a repeating entry in the window, each once; null is a step that found none, for the caller to pause at.
 * @throws RepeatTooLong
 */
export function* occurrencesOf(
  { start, rules, added, removed }: Repeats,
  { toLocal, window, replaced, budget }: Expansion,
): Generator<Occurrence | null> {
  const without = new Set([...replaced, ...removed.flatMap((time) => keysOf(time, toLocal, start.time.isDate))]);
  const seen = new Set<string>();
  const near = { from: addDays(window.from, -1), to: addDays(window.to, 1) };
  const take = (time: IcsTime): Occurrence | null => {
    const written = writtenTime(time);
    if (written.day < near.from || written.day > near.to) return null;
    const local = toLocal(time);
    const key = keyOf(local);
    if (
      local.day < window.from ||
      local.day > window.to ||
      seen.has(key) ||
      without.has(key) ||
      without.has(written.day)
    )
      return null;
    seen.add(key);
    return { written, local };
  };
  for (const rule of rules) {
    for (const time of countedSteps(rule, start.time, budget)) {
      if (isMadeUp(time, rule, start.time)) continue;
      const wrapped = { time, tzid: start.tzid };
      if (writtenTime(wrapped).day > near.to) break;
      yield take(wrapped);
    }
  }
  for (const time of rules.length > 0 ? added : [start, ...added]) yield take(time);
}

/** Names an occurrence: an entry that replaces it may state its time in another zone, or its day alone. */
export function keysOf(time: IcsTime, toLocal: ToLocal, ofWholeDays: boolean): string[] {
  const written = writtenTime(time);
  return time.time.isDate || (ofWholeDays && written.second === 0) ? [written.day] : [keyOf(toLocal(time))];
}

/** The library makes 1 March of 29 February in other years; those have no occurrence. */
const isMadeUp = (time: ICAL.Time, { freq, parts }: ICAL.Recur, start: ICAL.Time) =>
  freq === 'YEARLY' && start.month === 2 && start.day === 29 && time.month !== 2 && Object.keys(parts).length === 0;

const keyOf = ({ day, second }: WallTime) => `${day} ${second}`;

/** The library would look for what never comes until the year 20000: every step of its search is counted. */
function* countedSteps(rule: ICAL.Recur, start: ICAL.Time, budget: { steps: number }): Generator<ICAL.Time> {
  let sinceFound = 0;
  const spend = (steps: number) => {
    sinceFound += steps;
    budget.steps -= steps;
    if (sinceFound > stepsBetween || budget.steps < 0) throw new RepeatTooLong();
  };
  class Counted extends ICAL.RecurIterator {
    override check_contracting_rules() {
      spend(1);
      return super.check_contracting_rules();
    }
    override increment_month() {
      spend(1);
      super.increment_month();
    }
    override expand_year_days(year: number) {
      spend(expensiveStep);
      return super.expand_year_days(year);
    }
  }
  const iterator = new Counted({ rule, dtstart: start });
  for (let next = iterator.next() as ICAL.Time | null; next; next = iterator.next() as ICAL.Time | null) {
    sinceFound = 0;
    yield next.clone();
  }
}
