import type { Format } from '../../client/ui/format';
import { isTracked } from '../../server/domain/measures/reliability.rules';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { FoodWaste, Period } from '../../server/features/food-waste-dashboard/food-waste.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { TrendChart } from '../layout/chart-trend';
import { wordsOf } from '../performance/trends';
import { WeeklyChart } from '../performance/weekly-chart';
import { amountsIn } from './amounts';

interface TrendProps {
  t: Translate;
  format: Format;
  figures: FoodWaste;
  filters: Filters;
}

/** Below so many units, whole ones would name two ticks of the axis alike. */
const fine = 5;

/** What was thrown away in each day, week or month, and what the baseline would have given on its open days. */
export function FoodWasteTrend({ t, format, figures, filters }: TrendProps) {
  const { periods, timeFrame, measure, currency, limit, waits } = figures;
  if (periods.length < 2) return null;
  const spanOf = ({ start, end }: Pick<Period, 'start' | 'end'>) =>
    start === end ? format.date(start, { style: 'weekday' }) : format.range(start, end);
  const byStart = new Map(periods.map((period) => [period.start, period]));
  const long = (start: string) => spanOf(byStart.get(start) ?? { start, end: start });
  const behind = (start: string) => ({
    of: { kind: 'total' } as const,
    filters: {
      ...filters,
      ...(measure === 'cost' ? { currency } : {}),
      startDate: start,
      endDate: byStart.get(start)?.end ?? start,
    },
  });
  const highest = Math.max(...periods.flatMap(({ value, expected }) => [value ?? 0, expected ?? 0]));
  const { rounded, tick, perUnit } = amountsIn(format, figures);
  const decimals = highest < fine * perUnit ? 1 : 0;
  const shared = {
    id: 'food-waste-trend',
    title: t(`foodWaste.trend.${timeFrame}`),
    formatValue: rounded,
    formatTick: (value: number) => tick(value, decimals),
    perUnit,
  };
  const unitText =
    measure === 'weight'
      ? t('performance.trend.measureWeight', { unit: format.unit.abbr })
      : t('performance.trend.measureValue', { currency: currency ?? '' });
  if (!periods.some(({ expected }) => expected !== null))
    return (
      <TrendChart
        {...shared}
        kind="bars"
        subtitle={`${unitText}.`}
        points={periods.map((period) => ({
          key: period.start,
          label: format.date(period.start, { style: 'short' }),
          longLabel: spanOf(period),
          value: period.value,
        }))}
        heads={{ label: t(`foodWaste.timeFrame.${timeFrame}`), value: unitText }}
        figureOf={behind}
      />
    );
  const { words, ...writing } = wordsOf({ t, format, waits }, measure === 'weight' ? 'estimated' : 'derived');
  return (
    <WeeklyChart
      {...shared}
      {...writing}
      subtitle={`${unitText}. ${t('foodWaste.trend.line')}`}
      words={{ ...words, week: t(`foodWaste.timeFrame.${timeFrame}`) }}
      formatSpan={long}
      weeks={periods.map((period) => ({
        weekStart: period.start,
        weeks: 1,
        actual: period.value,
        expected: period.expected ?? 0,
        estimated: period.unmeasured,
        openDays: period.openDays,
        state: stateOf(period, limit),
      }))}
      figureOf={({ weekStart }) => behind(weekStart)}
    />
  );
}

function stateOf(period: Period, limit: number) {
  const { openDays, value, expected } = period;
  if (value === null) return 'untracked';
  if (openDays === 0 && value === 0) return 'closed';
  if (expected === null) return 'baseline';
  return isTracked(period, limit) ? 'compared' : 'partly';
}
