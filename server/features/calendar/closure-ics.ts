import ICAL from 'ical.js';
import { lastYear } from '../../domain/calendar/calendar.contract';
import { fail } from '../../platform/errors';
import { addDays, daysBetween, isLocalDate, type LocalDate } from '../../platform/time';
import { turnsEvery } from '../../platform/turns';
import { ClosureList } from './closure-list';
import { closureLimits, problemOf, type Reading, type RefusalCode } from './closures.rules';
import { IcsBlocks, type IcsBlock } from './ics-blocks.rules';
import {
  isUtc,
  laterBy,
  localClock,
  secondsBetween,
  wholeDaysOf,
  writtenTime,
  type IcsTime,
  type ToLocal,
} from './ics-clock.rules';
import {
  canRepeat,
  keysOf,
  occurrencesOf,
  RepeatTooLong,
  type Expansion,
  type Occurrence,
  type Repeats,
} from './ics-repeats.rules';

/** A repeating entry is followed this far from today, both ways. */
const yearsAround = 5;
/** Steps of all repeating entries of a file together, each some microseconds. */
const mostSteps = 100_000;
const stepsInTurn = 500;
const entriesInTurn = 50;
const longestRule = 500;

interface Entry extends Repeats {
  line: number;
  reason: string;
  uid: string;
  cancelled: boolean;
  end: IcsTime | null;
  /** Outlook says that days are meant, also where it writes midnights of UTC. */
  allDay: boolean;
  /** The occurrence of another entry with this UID that it stands for. */
  replaces: IcsTime | null;
}

/**
 * Reads the entries of a calendar as closed ranges: the days that they cover whole on the place's clock, repeating ones
 * within five years of today.
 * @throws 422 calendar.import.tooManyEntries, tooManyRanges
 */
export async function readIcs(
  pieces: AsyncIterable<string>,
  { timeZone, today }: { timeZone: string; today: LocalDate },
): Promise<ClosureList> {
  const list = new ClosureList();
  const { entries, zones } = await readEntries(pieces, list);
  const toLocal = localClock(timeZone, zones);
  const replaced = replacedOccurrences(entries, toLocal);
  const window = { from: yearsFrom(today, -yearsAround), to: yearsFrom(today, yearsAround) };
  const budget = { steps: mostSteps };
  const pause = turnsEvery(stepsInTurn);
  for (const entry of entries) {
    let left = budget.steps;
    for (const reading of closuresOf(entry, {
      toLocal,
      window,
      budget,
      replaced: replaced.get(entry.uid) ?? new Set(),
    })) {
      if (reading) list.add(reading);
      await pause(1 + left - budget.steps);
      left = budget.steps;
    }
  }
  return list;
}

async function readEntries(pieces: AsyncIterable<string>, list: ClosureList) {
  const pause = turnsEvery(entriesInTurn);
  const blocks = new IcsBlocks();
  const entries: Entry[] = [];
  const zones: string[] = [];
  let read = 0;
  const take = async (block: IcsBlock) => {
    read += 1;
    if (read > closureLimits.entries)
      throw fail.unprocessable('calendar.import.tooManyEntries', { params: { max: closureLimits.entries } });
    if (block.kind === 'VTIMEZONE') return void zones.push(block.text);
    const entry = readEntry(block);
    if ('refused' in entry) list.add(entry);
    else entries.push(entry);
    await pause();
  };
  for await (const piece of pieces) for (const block of blocks.take(piece)) await take(block);
  for (const block of blocks.end()) await take(block);
  return { entries, zones };
}

class NoSuchDay extends Error {
  constructor(readonly code: RefusalCode) {
    super(code);
  }
}

function readEntry({
  line,
  text,
  fault,
}: IcsBlock): Entry | { refused: { line: number; code: RefusalCode; raw: string } } {
  const refuse = (code: RefusalCode) => ({
    refused: { line, code, raw: /^SUMMARY[^:\r]*:([^\r]*)/im.exec(text)?.[1] ?? '' },
  });
  if (fault) return refuse(fault);
  try {
    const component = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const [start] = timesOf(component, 'dtstart');
    const [replaces = null] = timesOf(component, 'recurrence-id');
    const cancelled = textOf(component, 'status').toUpperCase() === 'CANCELLED';
    if (cancelled && !replaces) return refuse('cancelled');
    if (!start) return refuse('missingStart');
    const rules = component.getAllProperties('rrule').map((property) => property.getFirstValue() as ICAL.Recur);
    if (!rules.every((rule) => canRepeat(rule) && rule.toString().length <= longestRule))
      return refuse('unsupportedRepeat');
    return {
      line,
      start,
      replaces,
      cancelled,
      rules,
      reason: textOf(component, 'summary').replace(/\s+/g, ' ').trim(),
      uid: textOf(component, 'uid'),
      allDay: textOf(component, 'x-microsoft-cdo-alldayevent').toUpperCase() === 'TRUE',
      end: timesOf(component, 'dtend')[0] ?? endByDuration(start, component),
      added: timesOf(component, 'rdate'),
      removed: timesOf(component, 'exdate'),
    };
  } catch (error) {
    if (error instanceof NoSuchDay) return refuse(error.code);
    // The library's errors have no other mark.
    return refuse(/invalid date/i.test((error as Error).message) ? 'notADate' : 'unreadable');
  }
}

const textOf = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name) ?? '');

/** @throws NoSuchDay: the library would make 2 March of 30 February, and compute every year up to 9999 */
function timesOf(component: ICAL.Component, name: string): IcsTime[] {
  return component.getAllProperties(name).flatMap((property) => {
    const tzid = property.getParameter('tzid');
    const written = (property.toJSON() as unknown[])
      .slice(3)
      .map((value) => String(Array.isArray(value) ? value[0] : value));
    if (!written.every((text) => isLocalDate(text.slice(0, 10)))) throw new NoSuchDay('notADate');
    if (written.some((text) => Number(text.slice(0, 4)) > lastYear)) throw new NoSuchDay('yearOutOfRange');
    return property.getValues().map((value) => ({
      time: value instanceof ICAL.Period ? value.start : (value as ICAL.Time),
      tzid: typeof tzid === 'string' ? tzid : null,
    }));
  });
}

function endByDuration(start: IcsTime, component: ICAL.Component): IcsTime | null {
  const duration = component.getFirstPropertyValue('duration');
  if (!(duration instanceof ICAL.Duration)) return null;
  const time = start.time.clone();
  time.addDuration(duration);
  return { ...start, time };
}

function replacedOccurrences(entries: readonly Entry[], toLocal: ToLocal): Map<string, Set<string>> {
  const replaced = new Map<string, Set<string>>();
  for (const { uid, replaces, start } of entries) {
    if (!replaces) continue;
    const keys = replaced.get(uid) ?? new Set<string>();
    for (const key of keysOf(replaces, toLocal, start.time.isDate)) keys.add(key);
    replaced.set(uid, keys);
  }
  return replaced;
}

function* closuresOf(entry: Entry, expansion: Expansion): Generator<Reading | null> {
  const { line, reason, start } = entry;
  const refuse = (code: RefusalCode): Reading => ({ refused: { line, code, raw: reason } });
  const reach = reachOf(entry, expansion.toLocal);
  if (typeof reach === 'string') return yield refuse(reach);
  const closureOf = (occurrence: Occurrence): Reading => {
    const days = reach(occurrence);
    if (!days) return refuse('notAllDay');
    const problem = problemOf({ ...days, reason });
    return problem ? refuse(problem) : { closure: { line, ...days, open: false, reason } };
  };
  if (entry.cancelled) return;
  const repeats = !entry.replaces && entry.rules.length + entry.added.length > 0;
  if (!repeats) return yield closureOf({ written: writtenTime(start), local: expansion.toLocal(start) });
  let found = false;
  try {
    for (const occurrence of occurrencesOf(entry, expansion)) {
      found ||= occurrence !== null;
      const reading = occurrence && closureOf(occurrence);
      yield reading;
      // Whatever is wrong with one occurrence is wrong with all.
      if (reading && 'refused' in reading) return;
    }
  } catch (error) {
    if (!(error instanceof RepeatTooLong)) throw error;
    yield refuse('unsupportedRepeat');
    return;
  }
  if (!found) yield refuse('noDateNear');
}

type Reach = (occurrence: Occurrence) => { fromDate: LocalDate; toDate: LocalDate } | null;

/** Midnight to midnight of any wall clock is meant as whole days; anything else is a span on the place's clock. */
function reachOf({ start, end, allDay }: Entry, toLocal: ToLocal): Reach | RefusalCode {
  const from = writtenTime(start);
  const until = end ? writtenTime(end) : { day: addDays(from.day, 1), second: 0 };
  const inWholeDays = from.second === 0 && until.second === 0 && (allDay || !(isUtc(start) && end));
  if (inWholeDays) {
    // Some programs write the day itself as the end of one day.
    const days = daysBetween(from.day, until.day) || 1;
    return days < 0
      ? 'endBeforeStart'
      : ({ written }) => ({ fromDate: written.day, toDate: addDays(written.day, days - 1) });
  }
  if (!end) return 'notAllDay';
  const seconds = secondsBetween(toLocal(start), toLocal(end));
  return seconds < 0 ? 'endBeforeStart' : ({ local }) => wholeDaysOf(local, laterBy(local, seconds));
}

function yearsFrom(day: LocalDate, years: number): LocalDate {
  const moved = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return isLocalDate(moved) ? moved : addDays(`${moved.slice(0, 8)}28`, 1);
}
