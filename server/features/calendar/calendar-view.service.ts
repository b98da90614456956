import { LRUCache } from 'lru-cache';
import {
  countExceptions,
  findCalendarLocation,
  listExceptions,
  listPatterns,
  type CalendarLocation,
  publicHolidays,
  type Holiday,
} from '../../domain/calendar';
import {
  boundsOfMonth,
  factsOfDays,
  weeklyPatterns,
  weeksOfMonth,
  type ReasonedException,
  type WeeklyPattern,
} from '../../domain/calendar/calendar-month.rules';
import type {
  Affected,
  CalendarDayFacts,
  DayCounts,
  LocationCalendarAnswer,
} from '../../domain/calendar/calendar.contract';
import { listStandingBaselines, measure, type StandingBaseline } from '../../domain/measures';
import { countWaitingWeeks } from '../../domain/weeks';
import { may, scopeOf, type Actor, type Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { daysBetween, localDateOf, type LocalDate } from '../../platform/time';
import { findChange } from './recorded-change';
import { standsAsMade } from './undo-marking.service';

/** @throws 404 where the actor may not see the location, or there is none */
export async function selectLocation(db: Db, actor: Actor, locationId: number): Promise<CalendarLocation> {
  const location = await findCalendarLocation(db, scopeOf(actor), locationId);
  if (!location) throw fail.notFound('errors.notFound');
  return location;
}

export const mayConfigure = (actor: Pick<Actor, 'permissions'>) =>
  may(actor, 'VIEW_BASE_LPO_PAGE') && may(actor, 'VIEW_CONFIGURATION_DROPDOWN');

/** Whoever leafs through calendars can ask for any area and year: those asked for last are kept. */
const known = new LRUCache<string, Holiday[]>({ max: 500 });

/** The library computes a year each time it is asked, always with the same result. */
function holidaysOf(area: string, year: number): Holiday[] {
  const key = `${area} ${year}`;
  const holidays = known.get(key) ?? publicHolidays(area, year);
  known.set(key, holidays);
  return holidays;
}

interface SaidHoliday extends Holiday {
  /** Of this part of the country, not of all of it. */
  regional: boolean;
}

function holidaysSaid({ holidayArea, countryCode }: CalendarLocation, year: number): SaidHoliday[] {
  const everywhere = new Set(holidaysOf(countryCode, year).map((one) => one.day));
  return holidaysOf(holidayArea, year).map((one) => ({ ...one, regional: !everywhere.has(one.day) }));
}

export interface CalendarRange {
  from: LocalDate;
  /** Included. */
  to: LocalDate;
}

interface RangeView {
  days: CalendarDayFacts[];
  patterns: WeeklyPattern[];
  exceptions: ReasonedException[];
}

/** Every day of the range with what there is to say about it. */
async function readRange(
  db: Db,
  { scope, location, from, to }: CalendarRange & { scope: Scope; location: CalendarLocation },
): Promise<RangeView> {
  const { locationId } = location;
  const of = { organisationId: scope.organisationId, locationId, from, to };
  const [patterns, exceptions, transactions] = [
    await listPatterns(db, of),
    await listExceptions(db, of),
    await listTransactions(db, scope, { locationId, from, to }),
  ];
  const years = [Number(from.slice(0, 4)), Number(from.slice(0, 4)) + 1, Number(to.slice(0, 4))];
  const holidayNames = new Map(
    [...new Set(years)].flatMap((year) => holidaysOf(location.holidayArea, year)).map(({ day, name }) => [day, name]),
  );
  const { firstEventDate, closedOn, holidaysObserved } = location;
  const calendar = { firstEventDate, closedOn, holidaysObserved, patterns, exceptions, holidayNames, transactions };
  return { days: factsOfDays(calendar, { from, to }), patterns: weeklyPatterns(patterns), exceptions };
}

/** Transactions of all stages on each day of the calendar. */
async function listTransactions(
  db: Db,
  scope: Scope,
  { locationId, from, to }: CalendarRange & { locationId: number },
): Promise<Map<LocalDate, number>> {
  const days = await measure(db, scope, {
    grain: 'day',
    by: 'location',
    figures: ['txn'],
    locationId,
    start: from,
    end: to,
  });
  return new Map(days.map(({ start, txn }) => [start, txn]));
}

export interface YearView extends RangeView {
  /** From the Monday of the year's first week to the Sunday of its last. */
  days: CalendarDayFacts[];
  /** Those that touch the year. */
  exceptions: ReasonedException[];
  exceptionTotal: number;
  holidays: SaidHoliday[];
}

export async function readYear(
  db: Db,
  actor: Actor,
  { location, year }: { location: CalendarLocation; year: string },
): Promise<YearView> {
  const organisationId = actor.organisation.id;
  const range = await readRange(db, {
    scope: scopeOf(actor),
    location,
    from: weeksOfMonth(`${year}-01`).from,
    to: weeksOfMonth(`${year}-12`).to,
  });
  return {
    ...range,
    exceptions: range.exceptions.filter((one) => one.fromDate <= `${year}-12-31` && one.toDate >= `${year}-01-01`),
    exceptionTotal: await countExceptions(db, { organisationId, locationId: location.locationId }),
    holidays: holidaysSaid(location, Number(year)),
  };
}

/** How many days of a location are open, and why the others are not; null where it is not seen, or the range is longer than a year. */
export async function countDays(
  db: Db,
  scope: Scope,
  { locationId, from, to, now }: CalendarRange & { locationId: number; now: Date },
): Promise<DayCounts | null> {
  const location = await findCalendarLocation(db, scope, locationId);
  if (!location || daysBetween(from, to) > 366) return null;
  const { days } = await readRange(db, { scope, location, from, to });
  const today = localDateOf(now, location.timeZone);
  const past = days.filter((one) => one.open && one.day < today);
  const count = (state: CalendarDayFacts['state']) => days.filter((one) => one.state === state).length;
  return {
    all: days.length,
    open: days.filter((one) => one.open).length,
    closed: {
      closed: count('closed'),
      holiday: count('holiday'),
      closedException: count('closedException'),
      after: count('after'),
      before: count('before'),
    },
    past: past.length,
    tracked: past.filter((one) => one.transactions > 0).length,
  };
}

/** One month as the call answers it. */
export async function readMonth(
  db: Db,
  actor: Actor,
  { location, month }: { location: CalendarLocation; month: string },
): Promise<LocationCalendarAnswer> {
  const range = await readRange(db, { scope: scopeOf(actor), location, ...boundsOfMonth(month) });
  const { countryName: _, holidayArea, ...rest } = location;
  return {
    ...rest,
    month,
    subdivisionCode: holidayArea === location.countryCode ? null : holidayArea,
    holidays: holidaysSaid(location, Number(month.slice(0, 4))),
    patterns: range.patterns,
    exceptions: range.exceptions.map(({ id: exceptionId, fromDate, toDate, open, reason }) => ({
      exceptionId,
      fromDate,
      toDate,
      open,
      reason,
    })),
    days: range.days,
    mayEdit: mayConfigure(actor),
  };
}

export interface ChangeOutcome {
  action: string;
  locations: number;
  /** The marking that can be taken back: it stands as it was made. */
  undoable: string | null;
  /** Ranges of an import. */
  ranges: number | null;
  affected: Affected;
  /** Weeks that still wait to be recomputed. */
  waiting: number;
  /** Baselines before and after, by stage, in grams per open day; null where there is none. Empty for a change of many locations. */
  baselines: { stageId: number; before: number | null; after: number | null }[];
}

interface Recorded {
  locations: number;
  ranges?: number;
  affected: Affected;
  baselines?: StandingBaseline[];
}

/** What came of a change that this person has made; null when there is none of this id. */
export async function readOutcome(
  db: Db,
  actor: Actor,
  { locationId, changeId }: { locationId: number; changeId: string },
): Promise<ChangeOutcome | null> {
  const organisationId = actor.organisation.id;
  const change = await findChange(db, { organisationId, locationId, userId: actor.userId, changeId });
  if (!change) return null;
  const { locations, ranges = null, affected, baselines } = change.after as Recorded;
  return {
    action: change.action,
    locations,
    ranges,
    affected,
    undoable: (await standsAsMade(db, scopeOf(actor), change)) ? changeId : null,
    waiting: await countWaitingWeeks(db, { organisationId, locationId: baselines ? locationId : null }),
    baselines: baselines ? compare(baselines, await listStandingBaselines(db, { organisationId, locationId })) : [],
  };
}

function compare(before: StandingBaseline[], after: StandingBaseline[]): ChangeOutcome['baselines'] {
  const stages = [...new Set([...before, ...after].map((one) => one.stageId))].sort((a, b) => a - b);
  const gramsOf = (list: StandingBaseline[], stageId: number) =>
    list.find((one) => one.stageId === stageId)?.gramsPerOpenDay ?? null;
  return stages.map((stageId) => ({ stageId, before: gramsOf(before, stageId), after: gramsOf(after, stageId) }));
}
