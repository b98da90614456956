import { isTracked, type Tracking } from '../../server/domain/measures/reliability.rules';
import type { GoalMetric } from '../../server/features/goals/goals.contract';
import { wordsOf } from '../performance/trends';
import { WeeklyChart, type WeeklyChartProps } from '../performance/weekly-chart';
import { goalAmounts, type Writing } from './goal-words';

/** A week, or several put together, in grams or money. */
interface TargetWeek extends Tracking {
  /** A Monday. */
  weekStart: string;
  weeks?: number;
  actual: number;
  /** What the target allows for its open days. */
  allowed: number;
}

interface TargetChartProps extends Writing, Pick<WeeklyChartProps, 'id' | 'title' | 'subtitle' | 'figureOf'> {
  goal: { metric: GoalMetric; currency: string };
  weeks: readonly TargetWeek[];
  words: Pick<WeeklyChartProps['words'], 'figure' | 'baseline' | 'row'>;
  /** Fraction of open days that a result needs. */
  limit: number;
}

/** Below so many units, whole ones would name two ticks of the axis alike. */
const fine = 5;

/** What was recorded in the weeks of a goal, beside what its target allows. */
export function TargetChart({ t, format, goal, weeks, words, limit, ...chart }: TargetChartProps) {
  const { rounded, tick, perUnit } = goalAmounts(format, goal);
  const { words: usual, ...writing } = wordsOf(
    { t, format, waits: false },
    goal.metric === 'weight' ? 'estimated' : 'derived',
  );
  const highest = Math.max(...weeks.flatMap(({ actual, allowed }) => [actual, allowed]));
  return (
    <WeeklyChart
      {...chart}
      {...writing}
      words={{ ...usual, ...words }}
      formatValue={rounded}
      formatTick={(value) => tick(value, highest < fine * perUnit ? 1 : 0)}
      perUnit={perUnit}
      weeks={weeks.map((week) => ({
        weekStart: week.weekStart,
        weeks: week.weeks ?? 1,
        actual: stateOf(week, limit) === 'untracked' ? null : week.actual,
        expected: week.allowed,
        estimated: 0,
        openDays: week.openDays,
        state: stateOf(week, limit),
      }))}
    />
  );
}

function stateOf(days: Tracking, limit: number) {
  if (days.openDays === 0) return 'closed';
  if (days.trackedDays === 0) return 'untracked';
  return isTracked(days, limit) ? 'compared' : 'partly';
}
