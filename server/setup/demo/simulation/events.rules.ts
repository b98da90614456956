import { gramsPerUnit } from '../../../platform/weight-units.rules';
import {
  containers,
  dayparts,
  donation,
  items,
  reasons,
  sinks,
  sources,
  surplus,
  type StageId,
} from './catalogue.rules';
import type { CountryCode, Segment } from './places.rules';
import type { LocationPlan } from './plan.rules';
import { choiceOf, randomOf, type Choice, type Random } from './random.rules';

/** References are indexes into the lists of the catalogue. */
export interface SimulatedEvent {
  uuid: string;
  occurredAt: Date;
  stageId: StageId;
  item: number;
  reason: number;
  source: number;
  sink: number;
  daypart: number;
  container: number;
  netGrams: number;
  /** As the scale shows it: with the container, in steps of 5 g or 0.01 lb. */
  enteredValue: number;
  enteredUnit: 'kg' | 'lb';
  grossGrams: number;
  countsAsWaste: boolean;
  note: string | undefined;
  /** Which of the location's devices; from 0. */
  device: number;
}

export interface StageDay {
  location: LocationPlan;
  stageId: StageId;
  count: number;
  /** Net, of all events together; at most half a step of the scale for each event away from their sum. */
  grams: number;
  /** The location's local noon as milliseconds since 1970; from 4 o'clock on the clock is not changed. */
  noon: number;
  whileClosed: boolean;
  random: Random;
}

const noonSeconds = 12 * 3600;
/** The lightest that is worth weighing. */
const lightest = 15;

const daypartShares: Record<Segment, readonly number[]> = {
  'Business & industry': [14, 74, 12, 0],
  Hospitals: [26, 42, 8, 24],
  Universities: [14, 56, 6, 24],
  Schools: [16, 78, 6, 0],
};

/** Draws the events of one stage and day; the same seed gives the same events in whatever order days are asked for. */
export function createEventMaker(seed: number): (day: StageDay) => SimulatedEvent[] {
  const stages: StageId[] = [8, 9, 23];
  const byStage = <T>(make: (stage: StageId) => T) => new Map(stages.map((stage) => [stage, make(stage)]));
  const itemOf = new Map<number, Map<StageId, Choice<number>>>();
  const reasonOf = byStage((stage) => choiceOf(reasons.map((one, index) => [index, one.share[stage] ?? 0])));
  const sourceOf = byStage((stage) => choiceOf(sources.map((one, index) => [index, one.share[stage] ?? 0])));
  const sinkOf = new Map(
    (['GB', 'DE', 'US'] as CountryCode[]).map((country) => [
      country,
      choiceOf(sinks.map((one, index) => [index, one.share[country]])),
    ]),
  );
  const daypartOf = new Map(
    Object.entries(daypartShares).map(([segment, shares]) => [
      segment,
      choiceOf(shares.map((share, index) => [index, share])),
    ]),
  );
  const [given, overproduced] = [
    sinks.findIndex((one) => one.name === donation),
    reasons.findIndex((one) => one.name === surplus),
  ];

  /** Every kitchen has a menu of its own. */
  const itemsOf = (location: LocationPlan) => {
    const known = itemOf.get(location.index);
    if (known) return known;
    const made = byStage((stage) =>
      choiceOf(
        items.map((one, index) => {
          const taste = randomOf(seed, 9, location.index, index).between(0.4, 1.6);
          return [index, (stage === 8 ? one.before : one.after) * taste];
        }),
      ),
    );
    itemOf.set(location.index, made);
    return made;
  };

  return ({ location, stageId, count, grams, noon, whileClosed, random }) => {
    const shares = Array.from({ length: count }, () => Math.exp(random.normal() * 0.55));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    return shares.map((share) => {
      const daypart = drawn(daypartOf.get(location.segment), random);
      const { from, to } = dayparts[daypart] as (typeof dayparts)[number];
      const milliseconds = noon + (Math.floor(random.between(from, to)) - noonSeconds) * 1_000;
      const reason = drawn(reasonOf.get(stageId), random);
      const donated = stageId === 8 && reason === overproduced && random.chance(0.14);
      const sink = donated ? given : drawn(sinkOf.get(location.country), random);
      return {
        uuid: uuidOf(milliseconds, random),
        occurredAt: new Date(milliseconds),
        stageId,
        item: drawn(itemsOf(location).get(stageId), random),
        reason,
        source: drawn(sourceOf.get(stageId), random),
        sink,
        daypart,
        ...weighed(Math.max(lightest, (grams * share) / whole), location.country === 'US' ? 'lb' : 'kg'),
        countsAsWaste: (sinks[sink] as (typeof sinks)[number]).countsAsWaste,
        note: whileClosed ? closedNote[location.country] : undefined,
        device: Math.floor(random.between(0, location.devices)),
      };
    });
  };
}

export const closedNote: Record<CountryCode, string> = {
  GB: 'Closed today; cold store cleared.',
  DE: 'Heute geschlossen; Kühlhaus geräumt.',
  US: 'Closed today; walk-in cleared.',
};

function drawn(choice: Choice<number> | undefined, random: Random): number {
  if (!choice) throw new Error('There is nothing to draw from.');
  return choice.draw(random);
}

function weighed(net: number, unit: 'kg' | 'lb') {
  const container = containers.findIndex((one) => net <= one.upTo);
  const tare = (containers[container] as (typeof containers)[number]).tareGrams;
  const enteredValue =
    unit === 'kg' ? Math.round((net + tare) / 5) / 200 : Math.round(((net + tare) / gramsPerUnit.lb) * 100) / 100;
  const grossGrams = Math.round(enteredValue * (unit === 'kg' ? 1_000 : gramsPerUnit.lb) * 100) / 100;
  return {
    container,
    enteredValue,
    enteredUnit: unit,
    grossGrams,
    netGrams: Math.round((grossGrams - tare) * 100) / 100,
  };
}

/** Version 7 of RFC 9562: the time first, so that those of one time lie together in an index. */
function uuidOf(milliseconds: number, random: Random): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  const bits = () =>
    Math.floor(random.next() * 0x1000000)
      .toString(16)
      .padStart(6, '0');
  const rest = bits() + bits() + bits() + bits();
  const variant = '89ab'[Math.floor(random.next() * 4)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
