import { addDays, daysBetween, isLocalDate, weekdayOf, type LocalDate } from '../../platform/time';

export const donationLimits = {
  name: 100,
  contact: 300,
  note: 300,
  receipt: 60,
  /** 20 tonnes: what a lorry takes. */
  grams: 20_000_000,
  value: 10_000_000,
  /** Celsius, of food that is handed over. */
  temperature: { least: -40, most: 100 },
  /** Days whose weighings one pickup stands for. */
  weighedDays: 31,
  /** So far ahead pickups are planned. */
  aheadDays: 366,
  /** So far after the pickup a use-by date may lie. */
  useByDays: 3_650,
  earliest: '2000-01-01',
  partners: 2_000,
  schedules: 500,
} as const;

export const partnerKinds = ['foodBank', 'charity', 'shelter', 'community', 'school', 'other'] as const;
export const pickupStates = ['planned', 'pickedUp', 'confirmed', 'cancelled'] as const;
export type PickupState = (typeof pickupStates)[number];

/** Of food that was never served: what is donated unweighed is held against the waste of this stage. */
export const surplusStageId = 8;

/** What a meal weighs, in grams. Neither means a balanced meal. */
const mealGrams = {
  /** WRAP working group, 2018: 2,381 meals per tonne. */
  uk: 420,
  /** ReFED, after USDA: 1.2 lb. */
  us: 544.310844,
} as const;
export const mealStandards = ['uk', 'us'] as const;
export type MealStandard = (typeof mealStandards)[number];

export const usualMeal = (countryCode: string): MealStandard => (countryCode === 'US' ? 'us' : 'uk');
/** Whole meals that the weight makes. */
export const mealsOf = (grams: number, standard: MealStandard) => Math.floor(grams / mealGrams[standard]);

/** A receipt that has not come by then is asked for. */
export const receiptDays = 7;
/** Planned pickups are shown so far ahead, and so far back while nobody has said what became of them. */
export const planned = { ahead: 14, back: 7 } as const;

interface Dated {
  state: PickupState;
  day: LocalDate;
}

export const isReceiptMissing = ({ state, day }: Dated, today: LocalDate) =>
  state === 'pickedUp' && daysBetween(day, today) >= receiptDays;

/** The stored pickup that a change is of. */
interface Step {
  state: PickupState;
  version: number;
}

export type StepProblem =
  | 'donations.error.alreadyConfirmed'
  | 'donations.error.alreadyCancelled'
  | 'donations.error.notPickedUp'
  | 'donations.error.notConfirmed';

const may = {
  change: ['planned', 'pickedUp'],
  cancel: ['planned', 'pickedUp'],
  confirm: ['pickedUp'],
  reopen: ['confirmed'],
} as const satisfies Record<string, readonly PickupState[]>;
export type PickupStep = keyof typeof may;

export const maySteps = ({ state }: Pick<Step, 'state'>, step: PickupStep) =>
  (may[step] as readonly PickupState[]).includes(state);

/** Why a pickup does not take a step; null where it does. */
export function refuseStep({ state }: Pick<Step, 'state'>, step: PickupStep): StepProblem | null {
  if (maySteps({ state }, step)) return null;
  if (step === 'reopen') return 'donations.error.notConfirmed';
  if (state === 'confirmed') return 'donations.error.alreadyConfirmed';
  return state === 'cancelled' ? 'donations.error.alreadyCancelled' : 'donations.error.notPickedUp';
}

/** The facts of a pickup that hang together. */
export interface PickupFacts {
  day: LocalDate;
  /** null: it is planned. */
  grams: number | null;
  value: number | null;
  useBy: LocalDate | null;
  weighedFrom: LocalDate | null;
  weighedTo: LocalDate | null;
}

export type FactProblem =
  | 'tooEarly'
  | 'tooFarAhead'
  | 'inFuture'
  | 'plannedInPast'
  | 'useByPassed'
  | 'useByTooFar'
  | 'bothDays'
  | 'daysReversed'
  | 'tooManyDays'
  | 'weighedLater'
  | 'weighedTooEarly'
  | 'valueWeighed';

/** What is wrong with them, by field. @param today by the calendar of the site */
export function pickupProblems(
  { day, grams, value, useBy, weighedFrom, weighedTo }: PickupFacts,
  today: LocalDate,
): { field: 'day' | 'useBy' | 'weighedFrom' | 'weighedTo' | 'value'; problem: FactProblem }[] {
  const problems: ReturnType<typeof pickupProblems> = [];
  if (day < donationLimits.earliest) problems.push({ field: 'day', problem: 'tooEarly' });
  else if (grams !== null && day > today) problems.push({ field: 'day', problem: 'inFuture' });
  else if (grams === null && day < addDays(today, -planned.back))
    problems.push({ field: 'day', problem: 'plannedInPast' });
  else if (day > addDays(today, donationLimits.aheadDays)) problems.push({ field: 'day', problem: 'tooFarAhead' });
  if (useBy !== null && useBy < day) problems.push({ field: 'useBy', problem: 'useByPassed' });
  else if (useBy !== null && daysBetween(day, useBy) > donationLimits.useByDays)
    problems.push({ field: 'useBy', problem: 'useByTooFar' });
  const weighed = weighedProblem({ day, weighedFrom, weighedTo });
  if (weighed) problems.push(weighed);
  if (value !== null && weighedFrom !== null) problems.push({ field: 'value', problem: 'valueWeighed' });
  return problems;
}

function weighedProblem({ day, weighedFrom, weighedTo }: Pick<PickupFacts, 'day' | 'weighedFrom' | 'weighedTo'>) {
  if (weighedFrom === null && weighedTo === null) return null;
  if (weighedFrom === null) return { field: 'weighedFrom', problem: 'bothDays' } as const;
  if (weighedTo === null) return { field: 'weighedTo', problem: 'bothDays' } as const;
  if (weighedTo < weighedFrom) return { field: 'weighedTo', problem: 'daysReversed' } as const;
  if (weighedFrom < donationLimits.earliest) return { field: 'weighedFrom', problem: 'weighedTooEarly' } as const;
  if (weighedTo > day) return { field: 'weighedTo', problem: 'weighedLater' } as const;
  return daysBetween(weighedFrom, weighedTo) >= donationLimits.weighedDays
    ? ({ field: 'weighedTo', problem: 'tooManyDays' } as const)
    : null;
}

/** A receipt comes with the pickup or after it. */
export function receiptProblem(receivedOn: LocalDate, { day, today }: { day: LocalDate; today: LocalDate }) {
  if (receivedOn > today) return 'receiptInFuture' as const;
  return receivedOn < day ? ('receiptBeforePickup' as const) : null;
}

interface Scheduled {
  scheduleId: number;
  /** 1 is Monday. */
  weekday: number;
  startsOn: LocalDate;
  endsOn: LocalDate | null;
}

/** The days on which schedules fall between two days, both included, by day. */
export function occurrencesOf<S extends Scheduled>(
  schedules: readonly S[],
  { from, to }: { from: LocalDate; to: LocalDate },
): { schedule: S; day: LocalDate }[] {
  if (!isLocalDate(from) || !isLocalDate(to)) return [];
  const days = Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at));
  return days.flatMap((day) =>
    schedules
      .filter(
        ({ weekday, startsOn, endsOn }) =>
          weekday === weekdayOf(day) && startsOn <= day && (endsOn === null || day <= endsOn),
      )
      .map((schedule) => ({ schedule, day })),
  );
}

/** Part of the cost of some days' weighings that a pickup stands for: by weight, and all of them together never more than was recorded. */
export const valuePart = (
  pickupGrams: number,
  { weighedGrams, pickedUpGrams, cost }: { weighedGrams: number; pickedUpGrams: number; cost: number },
): number => {
  const whole = Math.max(weighedGrams, pickedUpGrams);
  return whole > 0 ? (cost * pickupGrams) / whole : 0;
};
