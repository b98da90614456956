import { addDays, instantOf, type LocalDate } from '../../../platform/time';
import { checkweightReferences } from './catalogue.rules';
import { createEventMaker, type SimulatedEvent } from './events.rules';
import { levelOf, nextCount, shareOut, streamKey } from './levels.rules';
import type { LocationPlan, SimulationPlan } from './plan.rules';
import { randomOf } from './random.rules';

export interface SimulatedDay {
  location: LocationPlan;
  day: LocalDate;
  isOpen: boolean;
  events: SimulatedEvent[];
  checkWeight: { grams: number; at: Date } | null;
  note: { reference: number | null; content: string } | null;
}

/** All days of all locations in order; one day of one location at a time, so that memory does not grow with the number. */
export function* simulate(plan: SimulationPlan): Generator<SimulatedDay> {
  const tallies = shareOut(plan);
  const eventsOf = createEventMaker(plan.seed);
  const noonOf = rememberNoons(plan.days[0] as LocalDate);
  for (let dayIndex = 0; dayIndex < plan.days.length; dayIndex += 1) {
    const day = plan.days[dayIndex] as LocalDate;
    for (const location of plan.locations) {
      const level = levelOf(plan, location, dayIndex);
      if (!level) continue;
      const noon = noonOf(dayIndex, location.timeZone);
      const random = randomOf(plan.seed, 7, location.index, dayIndex);
      const events = location.streams
        .filter((stream) => stream.start <= dayIndex)
        .flatMap((stream) => {
          const tally = tallies.get(streamKey(location, stream));
          const count = tally ? nextCount(tally, stream.pace * level.pace) : 0;
          const grams = stream.kg * 1_000 * level.waste * (1 + random.normal() * 0.05);
          return eventsOf({
            location,
            stageId: stream.stageId,
            count,
            grams,
            noon,
            whileClosed: level.whileClosed,
            random,
          });
        });
      const isOpen = location.open[dayIndex] as boolean;
      yield {
        location,
        day,
        isOpen,
        events,
        ...checkOf({ location, events, noon, isOpen, seed: plan.seed, dayIndex }),
      };
    }
  }
}

/** Noons as milliseconds since 1970. In a week whose clock is not changed they are 24 hours apart, which saves most of the work. */
export function rememberNoons(first: LocalDate): (dayIndex: number, timeZone: string) => number {
  const known = new Map<string, number>();
  const exact = (dayIndex: number, timeZone: string) => {
    const key = `${dayIndex} ${timeZone}`;
    const noon = known.get(key) ?? instantOf(addDays(first, dayIndex), '12:00:00', timeZone).getTime();
    known.set(key, noon);
    return noon;
  };
  return (dayIndex, timeZone) => {
    const monday = dayIndex - (dayIndex % 7);
    const [begin, end] = [exact(monday, timeZone), exact(monday + 7, timeZone)];
    return end - begin === 7 * dayLength ? begin + (dayIndex - monday) * dayLength : exact(dayIndex, timeZone);
  };
}

const dayLength = 24 * 3_600_000;

interface Checked {
  location: LocationPlan;
  events: readonly SimulatedEvent[];
  noon: number;
  isOpen: boolean;
  seed: number;
  dayIndex: number;
}

const binWeighed = 8.9 * 3_600_000;

/** Tracked weight is 90 to 104 % of what the bin weighs; now and then the bin is not weighed, or does not fit. */
function checkOf({
  location,
  events,
  noon,
  isOpen,
  seed,
  dayIndex,
}: Checked): Pick<SimulatedDay, 'checkWeight' | 'note'> {
  const grams = events.reduce((sum, event) => sum + (event.countsAsWaste ? event.netGrams : 0), 0);
  if (!location.checks || !isOpen || grams === 0) return { checkWeight: null, note: null };
  const random = randomOf(seed, 8, location.index, dayIndex);
  const missing = random.chance(0.06);
  const off = !missing && random.chance(0.035);
  const accuracy = off
    ? random.pick([random.between(0.55, 0.85), random.between(1.07, 1.5)])
    : random.between(0.9, 1.04);
  const checkWeight = missing
    ? null
    : {
        grams: Math.round(grams / accuracy / 50) * 50,
        at: new Date(noon + binWeighed + Math.floor(random.between(0, 900)) * 1_000),
      };
  const noted = (missing || off) && random.chance(0.55);
  const reference = random.chance(0.85) ? Math.floor(random.between(0, checkweightReferences.length)) : null;
  const content = random.pick(reference === null ? ownWords : ['', ...ownWords]);
  return { checkWeight, note: noted ? { reference, content } : null };
}

const ownWords = [
  'Evening team was one short.',
  'Bin mit Küche 2 verwechselt.',
  'Second bin stood in the yard – not weighed.',
  'Banquet until late, bin was gone.',
];
