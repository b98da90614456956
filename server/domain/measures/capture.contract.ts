/** The days behind a result: what was recorded and what the bins weighed, in grams, on the complete ones. */
export interface CapturedDays {
  openDays: number;
  incompleteDays: number;
  /** Open, with a check weight. */
  weighedDays: number;
  wasteGrams: number;
  checkGrams: number;
}

/** Why a result is not corrected. */
export type NotCorrected = 'noCheckWeights' | 'tooFewCompleteDays' | 'nothingRecorded' | 'noChange';

/** How much of what the bins weighed was recorded, and what a change would be had all of it been: fractions. */
export interface Capture {
  /** null without a complete day. */
  accuracy: number | null;
  /** null where `notCorrected` says why. */
  corrected: number | null;
  notCorrected: NotCorrected | null;
}
