import type { Capture, CapturedDays, NotCorrected } from './capture.contract';
import { averageOf } from './weight-accuracy.rules';

/** Of the open days, those that must be complete before a result is corrected. */
const leastComplete = 0.5;

/** Several locations together. */
export function addUpDays(all: Iterable<CapturedDays>): CapturedDays {
  const total = { openDays: 0, incompleteDays: 0, weighedDays: 0, wasteGrams: 0, checkGrams: 0 };
  for (const one of all) for (const key of Object.keys(total) as (keyof CapturedDays)[]) total[key] += one[key];
  return total;
}

/** `weightChange`: of the result, as it was recorded. The baseline stays as it is: actual / accuracy is held against it. */
export function captureOf(days: CapturedDays, weightChange: number | null): Capture {
  const accuracy = days.weighedDays === 0 ? null : averageOf(days);
  const not = (notCorrected: NotCorrected): Capture => ({ accuracy, corrected: null, notCorrected });
  if (days.weighedDays === 0) return not('noCheckWeights');
  if (accuracy === null || days.openDays - days.incompleteDays < leastComplete * days.openDays)
    return not('tooFewCompleteDays');
  if (accuracy === 0) return not('nothingRecorded');
  if (weightChange === null) return not('noChange');
  return { accuracy, corrected: (1 + weightChange) / accuracy - 1, notCorrected: null };
}
