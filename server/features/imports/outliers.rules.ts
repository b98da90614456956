import { usualShare, weightLimit } from '../../domain/events/implausible.rules';
import type { EventCandidate } from './event-candidate.contract';
import type { ImportTotals, OutlierAnswer } from './import.contract';
import type { ImportMapping } from './mapping.contract';

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

/** The weight in grams above which a line is asked about. */
export const limitOf = (spread: WeightSpread, months: boolean): number =>
  weightLimit(spread.quantile(usualShare), { months });

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
