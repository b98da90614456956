import type { ForecastScore, PortionScore } from '../../server/domain/measures/forecast.contract';
import type { Forecast } from '../../server/features/forecast/forecast.contract';
import { Section } from '../layout/section';
import s from './forecast-page.module.css';
import type { ForecastWriting } from './forecast-words';

/** How good forecasts would have been in this location's own past, and whether last week would have done as well. */
export function BackTest({ t, format, forecast }: ForecastWriting & { forecast: Forecast }) {
  const { waste, covers, shortage, today } = forecast;
  const ofWaste = waste.kind === 'week' ? waste.score : null;
  const ofCovers = covers?.kind === 'week' ? covers.score : null;
  const ofPortions = covers?.kind === 'week' ? covers.portionScore : null;
  const writing = { t, format };
  return (
    <Section
      id="back-test"
      title={t('forecast.test.title')}
      sentence={t('forecast.test.sentence', { weekday: weekdayIn(format.locale, today) })}
    >
      {ofWaste === null && ofCovers === null ? (
        <p className={s.closed}>{t('forecast.test.none')}</p>
      ) : (
        <div className={s.tests}>
          {ofWaste !== null && (
            <Scored {...writing} of="waste" score={ofWaste} amount={(value) => format.weight(value)} />
          )}
          {ofCovers !== null && (
            <Scored
              {...writing}
              of="covers"
              score={ofCovers}
              amount={(value) => format.number(value, value < 10 ? 1 : 0)}
            />
          )}
          {ofPortions !== null && <Made {...writing} score={ofPortions} shortage={shortage} />}
        </div>
      )}
    </Section>
  );
}

const weekdayIn = (locale: string, day: string) =>
  new Intl.DateTimeFormat(locale.replace('_', '-'), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );

/** Differences below this share are none. */
const leastDifference = 0.02;

type ScoredProps = ForecastWriting & {
  of: 'waste' | 'covers';
  score: ForecastScore;
  amount: (value: number) => string;
};

function Scored({ t, format, of, score: { weeks, days, error, lastWeekError }, amount }: ScoredProps) {
  const gain = lastWeekError === 0 ? (error === 0 ? 0 : -1) : 1 - error / lastWeekError;
  const verdict = gain > leastDifference ? 'better' : gain < -leastDifference ? 'worse' : 'same';
  return (
    <div className={s.test}>
      <h3>{t(`forecast.test.${of}`)}</h3>
      <p className={s.verdict}>{t(`forecast.test.verdict.${verdict}`, { share: format.percent(Math.abs(gain)) })}</p>
      <Bars
        rows={[
          { label: t('forecast.test.thisForecast'), value: error, text: amount(error), own: true },
          { label: t('forecast.test.asLastWeek'), value: lastWeekError, text: amount(lastWeekError) },
        ]}
      />
      <p className={s.closed}>
        {t('forecast.test.on', { count: weeks, weeks: format.number(weeks), days: format.number(days) })}
      </p>
    </div>
  );
}

function Bars({ rows }: { rows: { label: string; value: number; text: string; own?: boolean }[] }) {
  const most = Math.max(...rows.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <dl className={s.rows}>
      {rows.map(({ label, value, text, own }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <svg className={s.bar} aria-hidden="true" focusable="false">
              <rect className={own ? s.own : s.other} width={`${((value / most) * 100).toFixed(2)}%`} height="100%" />
            </svg>
          </dd>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What became of the portions: how often they ran out, and how many were left. */
function Made({ t, format, score, shortage }: ForecastWriting & { score: PortionScore; shortage: number }) {
  const { days, forecast, lastWeek } = score;
  const shortOf = (made: PortionScore['forecast']) => made.shortDays / days;
  const leftOf = (made: PortionScore['forecast']) => (made.made === 0 ? 0 : made.left / made.made);
  const rowsOf = (share: (made: PortionScore['forecast']) => number) =>
    [
      { label: t('forecast.test.thisForecast'), value: share(forecast), own: true },
      { label: t('forecast.test.asLastWeek'), value: share(lastWeek) },
    ].map((row) => ({ ...row, text: format.percent(row.value, { decimals: 1 }) }));
  return (
    <div className={s.test}>
      <h3>{t('forecast.test.portions')}</h3>
      <p className={s.verdict}>
        {t('forecast.test.short', {
          count: forecast.shortDays,
          short: format.number(forecast.shortDays),
          days: format.number(days),
          share: format.percent(shortage),
        })}
      </p>
      <p className={s.closed}>{t('forecast.test.shortDays')}</p>
      <Bars rows={rowsOf(shortOf)} />
      <p className={s.closed}>{t('forecast.test.left')}</p>
      <Bars rows={rowsOf(leftOf)} />
    </div>
  );
}
