import { Fragment } from 'react';
import type { Format } from '../../client/ui/format';
import type { Headline, TrendWeek } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { dateAfter } from './dates';
import { derivedText, estimatedText, figureIn, type Behind } from './hero';
import s from './trends.module.css';
import { WeeklyChart } from './weekly-chart';

interface Shared {
  t: Translate;
  format: Format;
  /** Opening days behind the headline are not confirmed, so that weeks are not said to be tracked too little. */
  waits: boolean;
}

export interface TrendsProps extends Shared {
  weights: TrendWeek[];
  values: { currency: string; weeks: TrendWeek[] }[];
  behind: Behind;
  /** Whose weeks they are. */
  place: Headline['place'];
}

/** Week by week: the weight, and the value in one currency at a time. */
export function Trends({ t, format, waits, weights, values, behind, place }: TrendsProps) {
  return (
    <div className={s.grid}>
      {values.length > 1 && (
        <span className={s.legend} aria-hidden="true">
          {t('performance.trend.currency')}
        </span>
      )}
      {values.map(({ currency, weeks }, at) => (
        <Fragment key={currency}>
          {values.length > 1 && (
            <CurrencyChoice
              first={at === 0}
              currency={currency}
              label={t('performance.trend.measureValue', { currency })}
            />
          )}
          <div className={s.value}>
            <WeeklyChart
              id={`trend-${currency}`}
              title={findingOf(weeks, { t, waits }, (found) =>
                values.length > 1
                  ? t('performance.trend.valueIn', { currency, ...found })
                  : t('performance.trend.value', found),
              )}
              subtitle={subtitleOf(weeks, t, t('performance.trend.measureValue', { currency }))}
              weeks={weeks}
              figureOf={barOf({ ...behind, filters: { ...behind.filters, currency } }, 'value', place)}
              formatValue={(value) => format.money(value, currency, { decimals: 0 })}
              formatTick={(value) => format.number(value)}
              {...wordsOf({ t, format, waits }, 'derived')}
            />
          </div>
        </Fragment>
      ))}
      {values.length > 1 && <span className={s.break} />}
      <div className={s.weight}>
        <WeightTrend id="trend-weight" {...{ t, format, waits, behind, place }} weeks={weights} />
      </div>
    </div>
  );
}

/** Shows the chart that comes after it; no script is needed. The choices stand before all charts, whatever their place in the source. */
function CurrencyChoice({ first, currency, label }: { first: boolean; currency: string; label: string }) {
  const id = `trend-choice-${currency}`;
  return (
    <>
      <input className={s.radio} type="radio" name="trend-currency" id={id} defaultChecked={first} aria-label={label} />
      <label className={s.choice} htmlFor={id}>
        {currency}
      </label>
    </>
  );
}

interface WeightTrendProps extends Shared {
  id: string;
  weeks: TrendWeek[];
  /** The figure that the same locations count for. */
  behind: Behind;
  place: Headline['place'];
  /** Whose weight it is, where the page does not say so already. */
  population?: string | undefined;
}

/** The weight of each week and what the baseline would have given on its open days. */
export function WeightTrend({ id, t, format, waits, weeks, behind, place, population }: WeightTrendProps) {
  const { unit } = format;
  return (
    <WeeklyChart
      id={id}
      title={findingOf(weeks, { t, waits }, (found) => t('performance.trend.weight', found))}
      subtitle={[subtitleOf(weeks, t, t('performance.trend.measureWeight', { unit: unit.abbr })), population]
        .filter(Boolean)
        .join(' ')}
      weeks={weeks}
      figureOf={barOf(behind, 'weight', place)}
      perUnit={unit.gramsPerUnit}
      formatValue={(grams) => format.weight(grams, { decimals: 0 })}
      formatTick={(grams) => format.weight(grams, { decimals: 0, unit: false })}
      {...wordsOf({ t, format, waits }, 'estimated')}
    />
  );
}

const barOf =
  (behind: Behind, kind: 'weight' | 'value', place: Headline['place']) =>
  ({ weekStart, weeks }: TrendWeek) => ({
    of: figureIn(behind, kind, place),
    filters: { ...behind.filters, week: weekStart, weeks: weeks > 1 ? weeks : undefined },
  });

export function wordsOf({ t, format, waits }: Shared, unmeasured: 'estimated' | 'derived') {
  return {
    formatWeek: (monday: string) => format.date(monday, { style: 'short' }),
    formatSpan: (monday: string, weeks: number) => format.range(monday, dateAfter(monday, weeks * 7 - 1)),
    words: {
      baseline: t('performance.trend.baseline'),
      grey: t('performance.trend.grey'),
      partly: t(`reliability.${waits ? 'OPENING_DAYS_UNCONFIRMED' : 'NOT_ENOUGH_TRACKED_DAYS'}`),
      estimated: (share: number) =>
        (unmeasured === 'estimated' ? estimatedText : derivedText)({ t, format }, share) ?? '',
      estimatedKey: t(`reliability.${unmeasured}Key`),
      closed: t('performance.trend.closed'),
      week: t('performance.trend.week'),
      figure: t('performance.trend.figure'),
      row: (actual: string, expected: string) => t('performance.trend.row', { actual, expected }),
    },
  };
}

function subtitleOf(weeks: TrendWeek[], t: Translate, measure: string): string {
  const grouped = weeks[0]?.weeks ?? 1;
  return grouped > 1
    ? t('performance.trend.subtitleGrouped', { measure, weeks: grouped })
    : t('performance.trend.subtitle', { measure });
}

/** How many of the weeks that can be compared lie below the baseline; or that there is none. */
function findingOf(
  weeks: TrendWeek[],
  { t, waits }: Pick<Shared, 't' | 'waits'>,
  say: (found: { less: number; count: number }) => string,
): string {
  const compared = weeks.filter(({ state, actual }) => state === 'compared' && actual !== null);
  if (compared.length === 0) return t(waits ? 'reliability.OPENING_DAYS_UNCONFIRMED' : 'performance.trend.none');
  return say({
    less: compared.filter(({ actual, expected }) => (actual ?? 0) < expected).length,
    count: compared.length,
  });
}
