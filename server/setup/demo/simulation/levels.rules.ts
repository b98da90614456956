import type { LocalDate } from '../../../platform/time';
import { seasonOf } from './closures.rules';
import type { LocationPlan, SimulationPlan, StreamPlan } from './plan.rules';
import { randomOf } from './random.rules';

/** What a day is like at a location, before any single event. */
export interface DayLevel {
  /** Waste compared with an ordinary day of the first weeks. */
  waste: number;
  /** Events compared with an ordinary day. */
  pace: number;
  /** Somebody weighs although the location is closed; its events say so. */
  whileClosed: boolean;
}

const weekdayWaste = [0.94, 1.05, 1.09, 1.03, 0.88, 0.62, 0.58];
const hospitalWeekend = 0.84;

/** Days until a location shows the better part of its change, after the days in which its baseline is taken. */
const settling = 80;
const baselineDays = 35;

/** Days for which a location that stops tracking has hardly any event, unless its history is too short. */
const stoppedDays = 26 * 7;

/** Null where nothing is weighed on that day. */
export function levelOf(plan: SimulationPlan, location: LocationPlan, dayIndex: number): DayLevel | null {
  const { start, last, open } = location;
  if (start === null || dayIndex < start || dayIndex > last) return null;
  const day = plan.days[dayIndex] as LocalDate;
  const random = randomOf(plan.seed, 5, location.index, dayIndex);
  const isOpen = open[dayIndex] as boolean;
  const whileClosed = !isOpen && dayIndex > start && random.chance(0.012);
  if (!isOpen && !whileClosed) return null;
  if (isOpen && dayIndex > start && random.chance(location.untracked)) return null;

  // The first day of all is a Monday.
  const weekday = (dayIndex % 7) + 1;
  const rhythm =
    location.segment === 'Hospitals' && weekday > 5 ? hospitalWeekend : (weekdayWaste[weekday - 1] as number);
  const season = seasonOf(location, day);
  const week = randomOf(plan.seed, 6, location.index, Math.floor(dayIndex / 7)).normal() * 0.045;
  const today = random.normal() * 0.1;
  const change = changeOf(location, dayIndex);
  const quiet = whileClosed ? 0.15 : 1;
  return {
    waste: rhythm * season * change * quiet * (1 + week) * (1 + today),
    // Half as much waste is not half as many weighings.
    pace: Math.sqrt(rhythm * season * change) * quiet,
    whileClosed,
  };
}

/** The development since the location's first weeks; 1 is unchanged. */
function changeOf({ behaviour, start, last, outcome }: LocationPlan, dayIndex: number): number {
  const age = dayIndex - (start ?? 0);
  const history = last - (start ?? 0);
  if (behaviour === 'stops') return dayIndex > last - Math.min(stoppedDays, history * 0.5) ? 0.03 : 0.95;
  const grown = 1 - Math.exp(-Math.max(0, age - baselineDays) / Math.min(settling, Math.max(14, history / 5)));
  return 1 + (outcome - 1) * grown;
}

/** How many events a stream has up to and including each day that has any. */
export interface Tally {
  total: number;
  /** All pace that the stream will ever have. */
  pace: number;
  seen: number;
}

export const streamKey = (location: LocationPlan, stream: StreamPlan) => location.index * 100 + stream.stageId;

/** Shares the wanted number of events out to the streams by their pace; the sum is exact. */
export function shareOut(plan: SimulationPlan): Map<number, Tally> {
  const tallies = new Map<number, Tally>();
  for (const location of plan.locations) {
    for (let dayIndex = 0; dayIndex < plan.days.length; dayIndex += 1) {
      const level = levelOf(plan, location, dayIndex);
      if (!level) continue;
      for (const stream of location.streams.filter((one) => one.start <= dayIndex)) {
        const key = streamKey(location, stream);
        const tally = tallies.get(key) ?? { total: 0, pace: 0, seen: 0 };
        tally.pace += stream.pace * level.pace;
        tallies.set(key, tally);
      }
    }
  }
  const all = [...tallies.values()];
  const pace = all.reduce((sum, one) => sum + one.pace, 0);
  let before = 0;
  let given = 0;
  for (const tally of all) {
    before += tally.pace;
    tally.total = Math.round((plan.events * before) / pace) - given;
    given += tally.total;
  }
  return tallies;
}

/** How many of its events a stream has on a day of that pace; over all its days exactly its total. */
export function nextCount(tally: Tally, pace: number): number {
  const before = Math.round((tally.total * tally.seen) / tally.pace);
  tally.seen += pace;
  return Math.round((tally.total * tally.seen) / tally.pace) - before;
}
