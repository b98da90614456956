import { addDays, daysBetween, localDateOf, weekStartOf, type LocalDate } from '../../../platform/time';
import type { StageId } from './catalogue.rules';
import { closuresOf, seasonOf, type Closure } from './closures.rules';
import {
  sites,
  type Behaviour,
  type CountryCode,
  type LocationShape,
  type Segment,
  type SiteShape,
} from './places.rules';
import { randomOf, type Random } from './random.rules';

export interface SimulationOptions {
  seed: number;
  /** How many there are to be, exactly. */
  events: number;
  now: Date;
  /** Public holidays of a year, of a country or a part of it. */
  holidaysOf(area: string, year: number): readonly LocalDate[];
}

export interface StreamPlan {
  stageId: StageId;
  /** Index of the first day with events. */
  start: number;
  /** Kilograms on an ordinary day. */
  kg: number;
  /** Events compared with those of other streams. */
  pace: number;
}

export interface LocationPlan {
  index: number;
  site: number;
  name: string;
  country: CountryCode;
  segment: Segment;
  timeZone: string;
  behaviour: Behaviour;
  /** When it was set up. */
  createdOn: LocalDate;
  /** Index of the first day with events; null: there are none yet. */
  start: number | null;
  /** Index of yesterday, as seen from there. */
  last: number;
  streams: StreamPlan[];
  holidaysObserved: boolean;
  patterns: { weekday: number; validFrom: LocalDate; open: boolean }[];
  closures: Closure[];
  /** One entry a day. */
  open: boolean[];
  devices: number;
  /** Whether what went into the bin is weighed again each day. */
  checks: boolean;
  /** Share of the open days on which nobody weighs. */
  untracked: number;
  /** What the waste becomes in the end, compared with the first weeks: 0.7 is 30 % less. */
  outcome: number;
}

export interface SimulationPlan {
  seed: number;
  events: number;
  /** All days, the first a Monday, the last the latest yesterday of all locations. */
  days: LocalDate[];
  sites: readonly SiteShape[];
  locations: LocationPlan[];
}

/** 26 months */
const longest = 113;
/** Fewer would leave no time after a baseline. */
const shortest = 16;
/** A history this long has enough events a week for baselines: about two dozen a week and stage. */
const eventsInWeek = 1_000;
const calendarAhead = 60;

/** Who weighs what, when and how much. Few events make a shorter history, and then fewer locations that have begun. */
export function planSimulation({ seed, events, now, holidaysOf }: SimulationOptions): SimulationPlan {
  const weeks = Math.max(shortest, Math.min(longest, Math.round(events / eventsInWeek)));
  const yesterdays = sites.map((site) => addDays(localDateOf(now, site.timeZone), -1));
  const last = yesterdays.reduce((a, b) => (a > b ? a : b));
  const first = addDays(weekStartOf(last), -7 * (weeks - 1));
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
  const holidays = remember((key) => new Set(holidaysOf(key.slice(0, -4), Number(key.slice(-4)))));

  const shapes = sites.flatMap((site, index) =>
    site.locations.map((location) => ({ site, siteIndex: index, location })),
  );
  const order = orderOf(
    shapes.map((one) => one.location),
    seed,
  );
  const weighing = shapes.filter(({ location }) => location.behaviour !== 'waits').length;
  const active = Math.max(4, Math.min(weighing, Math.round((weighing * events) / (shortest * eventsInWeek))));

  const locations = shapes.map(({ site, siteIndex, location }, index) => {
    const place = order[index] as number;
    const random = randomOf(seed, 1, index);
    const behaviour: Behaviour = place < active ? (location.behaviour ?? 'improves') : 'waits';
    const base = {
      index,
      site: siteIndex,
      name: location.name,
      country: site.country,
      segment: site.segment,
      timeZone: site.timeZone,
      behaviour,
    };
    const lastDay = daysBetween(first, yesterdays[siteIndex] as string);
    const begin = startOf({ behaviour, place, active, weeks, lastDay });
    const createdOn = begin === null ? addDays(last, -6 - (index % 30)) : addDays(first, begin - 14);
    const calendar = calendarOf(
      { site, location, createdOn, until: addDays(last, calendarAhead) },
      randomOf(seed, 2, index),
    );
    const open = days.map((day, dayIndex) =>
      isOpen({ day, weekday: (dayIndex % 7) + 1 }, calendar, (one) =>
        holidays(`${site.holidayArea}${one.slice(0, 4)}`).has(one),
      ),
    );
    const firstDayOf = (from: number) => firstGoodDay({ days, open, site, last: lastDay }, from);
    return {
      ...base,
      createdOn,
      ...calendar,
      open,
      last: lastDay,
      start: begin === null ? null : firstDayOf(begin),
      streams: streamsOf(location, { begin, random, weeks, firstDayOf }),
      devices: location.devices ?? 1,
      checks: index % 8 !== 5,
      untracked: place === 0 ? 0 : random.between(0, 0.06),
      outcome: outcomeOf(behaviour, randomOf(seed, 3, siteIndex), random),
    };
  });
  return { seed, events, days, sites, locations };
}

/** The place of each location in the roll-out. */
function orderOf(locations: readonly LocationShape[], seed: number): number[] {
  const waiting = 1_000;
  const keys = locations.map(
    ({ place, behaviour }, index) =>
      (behaviour === 'waits' ? waiting : 0) + (place ?? 10 + randomOf(seed, 4, index).next()),
  );
  const sorted = [...keys].sort((a, b) => a - b);
  return keys.map((key) => sorted.indexOf(key));
}

interface Start {
  behaviour: Behaviour;
  place: number;
  active: number;
  weeks: number;
  lastDay: number;
}

/** A third begins with the history, the others one after the other until three fifths of it are over. */
function startOf({ behaviour, place, active, weeks, lastDay }: Start): number | null {
  if (behaviour === 'waits') return null;
  if (behaviour === 'begins') return Math.max(0, lastDay - 9);
  const later = Math.max(0, place / active - 1 / 3) / (2 / 3);
  return 7 * Math.floor(later * 0.6 * weeks);
}

interface Days {
  days: readonly LocalDate[];
  open: readonly boolean[];
  site: SiteShape;
  last: number;
}

/** Nobody begins to measure while closed, nor where guests are few if it can wait for a season in which they are not. */
function firstGoodDay({ days, open, site, last }: Days, from: number): number {
  const usual = days.findIndex((day, index) => index >= from && open[index] === true && seasonOf(site, day) === 1);
  return usual >= 0 && usual < last - 70 ? usual : Math.max(from, open.indexOf(true, from));
}

interface Streams {
  begin: number | null;
  random: Random;
  weeks: number;
  firstDayOf(from: number): number;
}

function streamsOf({ kg, also = [] }: LocationShape, { begin, random, weeks, firstDayOf }: Streams): StreamPlan[] {
  const pace = 0.8 + kg / 80;
  const shares = { 8: 1, 9: 0.5, 23: 0.42 };
  return ([8, ...also] as StageId[]).map((stageId) => {
    // What comes back from guests is weighed a while after the kitchen has learnt to weigh.
    const delay = stageId === 8 || begin === null ? 0 : 7 * Math.floor(random.between(0, weeks / 12));
    return {
      stageId,
      start: begin === null ? 0 : firstDayOf(begin + delay),
      kg: kg * shares[stageId],
      pace: stageId === 8 ? pace : pace * 0.8,
    };
  });
}

interface CalendarOf {
  site: SiteShape;
  location: LocationShape;
  createdOn: LocalDate;
  until: LocalDate;
}

type Calendar = Pick<LocationPlan, 'patterns' | 'closures' | 'holidaysObserved'>;

function calendarOf({ site, location, createdOn, until }: CalendarOf, random: Random): Calendar {
  const weekdays = new Set([1, 2, 3, 4, 5, 6, 7].slice(0, location.days));
  const closed = [6, 7].filter((weekday) => !weekdays.has(weekday));
  return {
    patterns: closed.map((weekday) => ({ weekday, validFrom: createdOn, open: false })),
    closures: closuresOf(
      { country: site.country, segment: site.segment, weekdays },
      { from: createdOn, to: until },
      random,
    ),
    holidaysObserved: site.segment !== 'Hospitals',
  };
}

function isOpen(
  { day, weekday }: { day: LocalDate; weekday: number },
  { patterns, closures, holidaysObserved }: Calendar,
  isHoliday: (day: LocalDate) => boolean,
): boolean {
  // The newest row decides, and rows are written in this order.
  const exception = closures.findLast((one) => one.from <= day && day <= one.to);
  if (exception) return exception.open;
  if (holidaysObserved && isHoliday(day)) return false;
  return !patterns.some((one) => one.weekday === weekday && one.validFrom <= day && !one.open);
}

/** Sites differ in what they achieve, and the locations of a site a little. */
function outcomeOf(behaviour: Behaviour, site: Random, location: Random): number {
  if (behaviour === 'worsens') return location.between(1.1, 1.28);
  if (behaviour !== 'improves') return 1;
  return 1 - Math.max(0.05, Math.min(0.45, site.between(0.06, 0.42) + location.normal() * 0.04));
}

function remember<V>(workOut: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  return (key) => {
    const found = known.get(key) ?? workOut(key);
    known.set(key, found);
    return found;
  };
}
