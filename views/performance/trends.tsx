import type { TrendWeek } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { Format } from '../../client/ui/format';
import { dateAfter } from './dates';
import s from './trends.module.css';
import { WeeklyChart } from './weekly-chart';

export interface TrendsProps {
  t: Translate;
  format: Format;
  weights: TrendWeek[];
  values: { currency: string; weeks: TrendWeek[] }[];
}

/** Week by week: the weight, and the value in each currency by itself. */
export function Trends({ t, format, weights, values }: TrendsProps) {
  const { unit } = format;
  const shared = {
    formatWeek: (monday: string) => format.date(monday, { style: 'short' }),
    formatSpan: (monday: string, weeks: number) => (weeks === 1 ? format.week(monday) : `${format.date(monday)} – ${format.date(dateAfter(monday, weeks * 7 - 1))}`),
    words: {
      baseline: t('performance.trend.baseline'),
      grey: t('performance.trend.grey'),
      closed: t('performance.trend.closed'),
      week: t('performance.trend.week'),
      figure: t('performance.trend.figure'),
      row: (actual: string, expected: string) => t('performance.trend.row', { actual, expected }),
    },
  };
  const subtitle = (measure: string, weeks: TrendWeek[]) => {
    const grouped = weeks[0]?.weeks ?? 1;
    return grouped > 1 ? t('performance.trend.subtitleGrouped', { measure, weeks: grouped }) : t('performance.trend.subtitle', { measure });
  };
  return (
    <div className={s.grid}>
      {values.map(({ currency, weeks }) => (
        <WeeklyChart
          key={currency}
          id={`trend-${currency}`}
          title={values.length > 1 ? t('performance.trend.valueIn', { currency, ...lessOf(weeks) }) : t('performance.trend.value', lessOf(weeks))}
          subtitle={subtitle(t('performance.trend.measureValue', { currency }), weeks)}
          weeks={weeks}
          formatValue={(value) => format.money(value, currency, { decimals: 0 })}
          formatTick={(value) => format.number(value)}
          {...shared}
        />
      ))}
      <WeeklyChart
        id="trend-weight"
        title={t('performance.trend.weight', lessOf(weights))}
        subtitle={subtitle(t('performance.trend.measureWeight', { unit: unit.abbr }), weights)}
        weeks={weights}
        perUnit={unit.gramsPerUnit}
        formatValue={(grams) => format.weight(grams, { decimals: 0 })}
        formatTick={(grams) => format.weight(grams, { decimals: 0, unit: false })}
        {...shared}
      />
    </div>
  );
}

function lessOf(weeks: TrendWeek[]): { less: number; count: number } {
  const compared = weeks.filter(({ state, actual }) => state === 'compared' && actual !== null);
  return { less: compared.filter(({ actual, expected }) => (actual ?? 0) < expected).length, count: compared.length };
}
