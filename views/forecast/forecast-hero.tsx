import { forecastTerms } from '../../server/domain/measures/forecast.rules';
import type { Forecast } from '../../server/features/forecast/forecast.contract';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { estimatedText } from '../performance/hero';
import { weightRange, type ForecastWriting } from './forecast-words';

type OfForecast = ForecastWriting & { forecast: Forecast };

/** The answer first: what next week will probably bring. */
export function ForecastHero({ t, format, forecast }: OfForecast) {
  const { waste, covers } = forecast;
  const writing = { t, format, forecast };
  return (
    <HeroRow>
      {waste.kind === 'week' && <Waste {...writing} />}
      {covers?.kind === 'week' && <Portions {...writing} />}
      <OpenDays {...writing} />
    </HeroRow>
  );
}

function Waste({ t, format, forecast }: OfForecast) {
  const { waste, cost, currency, estimatedShare } = forecast;
  if (waste.kind !== 'week') return null;
  const { total, low, high } = waste;
  const money = cost?.kind === 'week' && cost.total !== null ? cost.total : null;
  return (
    <HeroFigure
      label={t('forecast.hero.waste')}
      value={
        total === null ? null : t('forecast.about', { amount: format.weight(total, { decimals: 0, unit: false }) })
      }
      missing={t('forecast.hero.noOpenDay')}
      unit={format.unit.abbr}
      money={
        money === null ? undefined : t('forecast.hero.cost', { amount: format.money(money, currency, { decimals: 0 }) })
      }
      comparison={
        low === null || high === null
          ? t('forecast.hero.noRange')
          : t('forecast.hero.range', {
              range: weightRange({ t, format }, low, high),
              share: format.percent(forecastTerms.within),
            })
      }
      estimated={estimatedText({ t, format }, estimatedShare)}
    />
  );
}

function Portions({ t, format, forecast: { covers, shortage, days, estimatedCovers } }: OfForecast) {
  if (covers?.kind !== 'week') return null;
  const { total } = covers;
  const portions = days.reduce((sum, day) => sum + (day.portions ?? 0), 0);
  return (
    <HeroFigure
      second
      label={t('forecast.hero.guests')}
      value={total === null ? null : t('forecast.about', { amount: format.number(total) })}
      missing={t('forecast.hero.noOpenDay')}
      comparison={
        portions === 0
          ? t('forecast.hero.noPortions')
          : t('forecast.hero.portions', {
              count: portions,
              portions: format.number(portions),
              share: format.percent(shortage),
            })
      }
      estimated={
        estimatedCovers ? t('forecast.hero.estimatedCovers', { share: format.percent(estimatedCovers) }) : undefined
      }
    />
  );
}

function OpenDays({ t, format, forecast: { days } }: OfForecast) {
  const open = days.filter(({ closed }) => closed === null);
  const shut = days.filter(({ closed }) => closed !== null);
  return (
    <HeroFigure
      second
      label={t('forecast.hero.openDays')}
      value={format.number(open.length)}
      comparison={
        shut.length === 0
          ? t('forecast.hero.openAll')
          : t('forecast.hero.closed', {
              days: shut
                .map(({ day, closed }) =>
                  closed === null || closed === 'PATTERN'
                    ? format.date(day, { style: 'weekdayOnly' })
                    : t('forecast.hero.closedFor', {
                        day: format.date(day, { style: 'weekdayOnly' }),
                        reason: t(`calendar.closedReasons.${closed}`),
                      }),
                )
                .join(', '),
            })
      }
    />
  );
}
