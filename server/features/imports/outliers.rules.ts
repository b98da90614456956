import type { EventCandidate } from './event-candidate.contract';
import type { ImportTotals, OutlierAnswer } from './import.contract';
import type { ImportMapping } from './mapping.contract';

/** Below this nothing is asked: a large bin of a kitchen. */
const NEVER_BELOW = 100_000;
/** Floor scales of kitchens and loading docks end here: more is not one weighing. In grams, as all of these. */
const HEAVIEST_WEIGHING = 1_000_000;
const DAYS_IN_MONTH = 31;
const TIMES = 20;
const QUANTILE = 0.95;
/** Weights are counted in steps of two percent. */
const STEP = Math.log(1.02);

/** How the weights of a sheet are spread, in as little memory for a million lines as for ten. */
export class WeightSpread {
  readonly #steps = new Map<number, number>();
  #weights = 0;

  add(grams: number): void {
    if (grams <= 0) return;
    const step = Math.ceil(Math.log(grams) / STEP);
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1);
    this.#weights += 1;
  }

  /** So many of a hundred weights are at most this heavy, in grams, to two percent upwards; 0 without weights. */
  quantile(fraction: number): number {
    let rank = Math.floor(fraction * (this.#weights - 1));
    for (const [step, count] of [...this.#steps].sort(([a], [b]) => a - b)) {
      if (rank < count) return Math.exp(step * STEP);
      rank -= count;
    }
    return 0;
  }
}

/**
 * The weight in grams above which a line is asked about: 20 times what 95 of 100 weights of the sheet stay below, at least
 * 100 kg; and 1,000 kg in any case where lines are weighings or days, and not totals of months.
 */
export function limitOf(spread: WeightSpread, months: boolean): number {
  const unusual = TIMES * spread.quantile(QUANTILE);
  return months
    ? Math.max(NEVER_BELOW * DAYS_IN_MONTH, unusual)
    : Math.min(HEAVIEST_WEIGHING, Math.max(NEVER_BELOW, unusual));
}

export const holdsMonths = ({ dates, wide }: Pick<ImportMapping, 'dates' | 'wide'>): boolean =>
  dates.precision === 'month' || wide?.heads === 'month';

type Weighed = Pick<EventCandidate, 'netGrams' | 'estimated'>;

/** The weight of an event that a scale may have given; nothing where it was reckoned from servings. */
export const weighed = ({ netGrams, estimated }: Weighed): number => (estimated ? 0 : netGrams);

export interface Outliers {
  limitGrams: number;
  /** Undefined: they are left out until somebody says more. */
  answer?: OutlierAnswer | undefined;
}

export const isOutlier = (event: Weighed, { limitGrams }: Outliers): boolean => weighed(event) > limitGrams;

/** What a reading does with implausible weights. */
export function answered(asked: ImportTotals['outliers']): Outliers | undefined {
  return asked === null || asked.answer === 'take'
    ? undefined
    : { limitGrams: asked.limitGrams, answer: asked.answer ?? undefined };
}
