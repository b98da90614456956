import type { Format } from '../../client/ui/format';
import type { Standing as EnterpriseStanding } from '../../server/features/enterprise-goals/enterprise-goals.contract';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { Goal, GoalValues, Progress } from '../../server/features/goals/goals.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { amountsIn } from '../food-waste-dashboard/amounts';

export interface Writing {
  t: Translate;
  format: Format;
}

/** Writes amounts of a goal: weights, or money of its currency. */
export const goalAmounts = (format: Format, { metric, currency }: Pick<Goal, 'metric' | 'currency'>) =>
  amountsIn(format, { currency: metric === 'cost' ? currency : null });

export function targetText(
  { t, format }: Writing,
  goal: Pick<Goal, 'targetKind' | 'target' | 'metric' | 'currency'> & { ramp?: boolean },
): string {
  return goal.targetKind === 'percent'
    ? t(goal.ramp ? 'goals.targetRamp' : 'goals.targetPercent', { percent: percentText(format, goal.target) })
    : t('goals.targetAmount', { amount: goalAmounts(format, goal).precise(goal.target) });
}

/** A decimal only where there is one: 20 %, 12.5 %. */
export const percentText = (format: Format, fraction: number) =>
  format.percent(fraction, { decimals: Math.abs(fraction * 100 - Math.round(fraction * 100)) < 0.05 ? 0 : 1 });

/** The weighings of what a goal is of. */
export const filtersOf = (
  { locationId, stageId, metric, currency }: Pick<Goal, 'locationId' | 'stageId' | 'metric' | 'currency'>,
  values: GoalValues,
): Filters => ({
  locationId,
  wasteStageId: stageId,
  ...values,
  ...(metric === 'cost' ? { currency } : {}),
});

type Tone = 'less' | 'more' | 'attention' | undefined;
/** Of a goal, or of one of the organization and its sites. */
type Shown = Progress['standing'] | EnterpriseStanding | 'paused';
const tones: Partial<Record<Shown, Tone>> = {
  onTrack: 'less',
  met: 'less',
  offTrack: 'more',
  missed: 'more',
  notTracked: 'attention',
  noFigures: 'attention',
  noBaseline: 'attention',
  otherCurrency: 'attention',
};
export const toneOf = (standing: Shown): Tone => tones[standing];
