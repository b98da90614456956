import { Figure } from '../../client/ui/figure';
import type { WeekForecast } from '../../server/domain/measures/forecast.contract';
import { forecastTerms } from '../../server/domain/measures/forecast.rules';
import { weekOf } from '../../server/features/events/figure-address.rules';
import type { Forecast, PastWeek } from '../../server/features/forecast/forecast.contract';
import { againstBefore } from '../../server/features/forecast/forecast.rules';
import { ForecastChart, type ForecastSlot } from './forecast-chart';
import type { ForecastWriting } from './forecast-words';

type OfWeek = ForecastWriting & { forecast: Forecast; week: WeekForecast };

interface Drawn {
  weeks: readonly PastWeek[];
  week: WeekForecast;
  monday: string;
  perUnit: number;
  /** An amount in words. */
  amount: (value: number) => string;
  /** Where the amount of a past week leads. */
  linked: (weekStart: string, text: string) => React.ReactNode;
}

function slotsOf(
  { t, format }: ForecastWriting,
  { weeks, week, monday, perUnit, amount, linked }: Drawn,
): ForecastSlot[] {
  const scaled = (value: number | null) => (value === null ? null : value / perUnit);
  const past = weeks.map(({ weekStart, running, value, expected }): ForecastSlot => {
    const recorded = value === null ? t('forecast.chart.nothing') : amount(value);
    const forecast = expected === null ? null : t('forecast.chart.wasForecast', { amount: amount(expected) });
    return {
      key: weekStart,
      label: format.date(weekStart, { style: 'short' }),
      longLabel: running ? t('forecast.chart.running') : format.week(weekStart),
      kind: running ? 'running' : 'past',
      value: scaled(value),
      expected: scaled(expected),
      low: null,
      high: null,
      said: forecast === null ? recorded : `${recorded} · ${forecast}`,
      cell: (
        <>
          {value === null ? recorded : linked(weekStart, recorded)}
          {forecast !== null && ` · ${forecast}`}
        </>
      ),
    };
  });
  const { total, low, high } = week;
  const said = total === null ? t('forecast.hero.noOpenDay') : t('forecast.about', { amount: amount(total) });
  const range = low === null || high === null ? null : t('forecast.between', { low: amount(low), high: amount(high) });
  const words = range === null ? said : `${said} (${range})`;
  return [
    ...past,
    {
      key: monday,
      label: format.date(monday, { style: 'short' }),
      longLabel: t('forecast.chart.next', { week: format.week(monday) }),
      kind: 'next',
      value: null,
      expected: scaled(total),
      low: scaled(low),
      high: scaled(high),
      said: words,
      cell: words,
    },
  ];
}

interface Shown {
  week: WeekForecast;
  weeks: readonly PastWeek[];
}

const signsOf = ({ t, format }: ForecastWriting, of: 'waste' | 'covers', { week: { high }, weeks }: Shown) => ({
  past: t(`forecast.chart.recorded.${of}`),
  running: weeks.some(({ running, value }) => running && value !== null) ? t('forecast.chart.running') : null,
  forecast: t('forecast.chart.forecast'),
  range: high === null ? null : t('forecast.chart.range', { share: format.percent(forecastTerms.within) }),
});

/** Past weeks by weight beside what was forecast of them, and the week to come. */
export function WasteWeeks({ t, format, forecast, week }: OfWeek) {
  const { weeks, monday, locationId, stageId, days } = forecast;
  const open = days.filter(({ closed, grams }) => closed === null && grams !== null).length;
  const recent = week.tested.flatMap((one) => one.days);
  return (
    <ForecastChart
      id="forecast-weeks"
      title={titleOf(
        { t, format },
        'waste',
        againstBefore({ total: week.total, openDays: open, past: recent, monday }),
      )}
      subtitle={t('forecast.chart.wasteSubtitle', { unit: format.unit.abbr })}
      heads={{ label: t('forecast.column.week'), value: t('forecast.column.waste') }}
      slots={slotsOf(
        { t, format },
        {
          ...{ weeks, week, monday, perUnit: format.unit.gramsPerUnit },
          amount: (value) => format.weight(value),
          linked: (start, text) => (
            <Figure of={{ kind: 'total' }} filters={weekOf({ locationId, stageId, start })}>
              {text}
            </Figure>
          ),
        },
      )}
      formatTick={(value) => format.number(value, value > 0 && value < 5 && !Number.isInteger(value) ? 1 : 0)}
      signs={signsOf({ t, format }, 'waste', { week, weeks })}
    />
  );
}

/** The same of guests. */
export function CoversWeeks({ t, format, forecast, week }: OfWeek) {
  const { coversWeeks: weeks, monday, locationId, days } = forecast;
  const open = days.filter(({ closed, covers }) => closed === null && covers !== null).length;
  const recent = week.tested.flatMap((one) => one.days);
  return (
    <ForecastChart
      id="forecast-covers"
      title={titleOf(
        { t, format },
        'covers',
        againstBefore({ total: week.total, openDays: open, past: recent, monday }),
      )}
      subtitle={t('forecast.chart.coversSubtitle')}
      heads={{ label: t('forecast.column.week'), value: t('forecast.column.covers') }}
      slots={slotsOf(
        { t, format },
        {
          ...{ weeks, week, monday, perUnit: 1 },
          amount: (value) => format.number(value),
          linked: (start, text) => <a href={`/volumes?locationId=${locationId}&month=${start.slice(0, 7)}`}>{text}</a>,
        },
      )}
      formatTick={(value) => format.number(value)}
      signs={signsOf({ t, format }, 'covers', { week, weeks })}
    />
  );
}

/** A change that rounds to less than this is none. */
const leastChange = 0.03;

function titleOf({ t, format }: ForecastWriting, of: 'waste' | 'covers', change: number | null): string {
  if (change === null) return t(`forecast.chart.title.${of}`);
  if (Math.abs(change) < leastChange) return t(`forecast.chart.same.${of}`);
  const said = { change: format.percent(Math.abs(change)) };
  return change < 0 ? t(`forecast.chart.less.${of}`, said) : t(`forecast.chart.more.${of}`, said);
}
