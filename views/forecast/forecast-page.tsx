import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Fold } from '../../client/ui/fold';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { NoForecast } from '../../server/domain/measures/forecast.contract';
import { forecastTerms } from '../../server/domain/measures/forecast.rules';
import type { NoReport } from '../../server/domain/measures/no-report.contract';
import type { Forecast, Outlook } from '../../server/features/forecast/forecast.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { NothingToShow } from '../layout/nothing-to-show';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import { BackTest } from './back-test';
import { ComingDays } from './coming-days';
import { ForecastHero } from './forecast-hero';
import s from './forecast-page.module.css';
import { CoversWeeks, WasteWeeks } from './forecast-weeks';
import { weightRange, type ForecastWriting } from './forecast-words';

export type ForecastContent = NoReport | { kind: 'noLocation' } | { kind: 'forecast'; forecast: Forecast };

interface ForecastPageProps {
  t: Translate;
  settings: FormatSettings;
  simulated: boolean;
  filters: FilterBarView;
  csvHref: string | null;
  dashboardHref: string;
  /** Guests have a permission of their own. */
  seesCovers: boolean;
  content: ForecastContent;
}

/** How much a kitchen will throw away next week and how many portions it needs, beside how good that was in the past. */
export function ForecastPage({
  t,
  settings,
  simulated,
  filters,
  csvHref,
  dashboardHref,
  seesCovers,
  content,
}: ForecastPageProps) {
  const format = createFormat(settings);
  const sentence = t('forecast.sentence');
  const said = content.kind === 'forecast' && isSaid(content.forecast);
  return (
    <>
      <PageHeader
        title={t('forecast.title')}
        sentence={simulated ? `${sentence} ${t('global.simulatedReason')}` : sentence}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        back={{ label: t('foodWaste.title'), href: dashboardHref }}
        actions={
          said &&
          csvHref !== null && (
            <LinkButton icon="download" href={csvHref} download>
              {t('global.downloadCsv')}
            </LinkButton>
          )
        }
      />
      <ReportFilters id="forecast-filters" format={format} bar={filters} />
      {content.kind === 'forecast' ? (
        <Report {...{ t, format, seesCovers }} forecast={content.forecast} />
      ) : content.kind === 'noLocation' ? (
        <EmptyState title={t('forecast.noLocationTitle')} sentence={t('forecast.noLocation')} />
      ) : (
        <NothingToShow
          {...{ t, format, content }}
          reset={{ label: t('performance.filters.reset'), href: filters.action }}
        />
      )}
    </>
  );
}

const isSaid = ({ waste, covers }: Forecast) => waste.kind === 'week' || covers?.kind === 'week';

/** Why there is no forecast, and from when there will be one. */
function whyNot({ t, format }: ForecastWriting, of: 'waste' | 'covers', why: NoForecast): string {
  switch (why.kind) {
    case 'none':
      return t(`forecast.none.${of}`, { least: format.number(forecastTerms.leastWeeks) });
    case 'stale':
      return t(`forecast.stale.${of}`, { day: format.date(why.lastDay) });
    case 'tooFewWeeks':
      return t(`forecast.tooFewWeeks.${of}`, {
        count: why.weeks,
        weeks: format.number(why.weeks),
        least: format.number(why.least),
      });
  }
}

function Report({ t, format, seesCovers, forecast }: ForecastWriting & { seesCovers: boolean; forecast: Forecast }) {
  const { waste, covers, days, locationName, siteName, monday } = forecast;
  const writing = { t, format };
  const missing = (of: 'waste' | 'covers', outlook: Outlook | null) =>
    outlook !== null && outlook.kind !== 'week' ? whyNot(writing, of, outlook) : null;
  const [noWaste, noCovers] = [missing('waste', waste), missing('covers', covers)];
  if (!isSaid(forecast))
    return (
      <EmptyState
        title={t('forecast.tooLittleTitle', { location: locationName })}
        sentence={[noWaste, noCovers].filter((text) => text !== null).join(' ')}
        actions={
          <LinkButton href={`/events?figure=total&locationId=${forecast.locationId}&wasteStageId=${forecast.stageId}`}>
            {t('forecast.seeWeighings')}
          </LinkButton>
        }
      />
    );
  const openDays = days.filter(({ closed }) => closed === null).length;
  return (
    <>
      <p className={s.place}>
        {t('forecast.of', { location: locationName, site: siteName, week: format.week(monday) })}
      </p>
      <Finding {...writing} forecast={forecast} />
      {openDays === 0 && <Notice tone="info">{t('forecast.allClosed')}</Notice>}
      <ForecastHero {...writing} forecast={forecast} />
      {noWaste !== null && <Notice tone="info">{noWaste}</Notice>}
      {noCovers !== null && <Notice tone="info">{noCovers}</Notice>}
      {waste.kind === 'week' && <WasteWeeks {...writing} forecast={forecast} week={waste} />}
      <Section id="days" title={t('forecast.days.title')} sentence={t('forecast.days.sentence')}>
        <ComingDays {...writing} forecast={forecast} />
      </Section>
      {covers === null && seesCovers && (
        <p className={s.hint}>
          {t('forecast.enterCovers')} <a href={`/volumes?locationId=${forecast.locationId}`}>{t('vam.seeVolumes')}</a>
        </p>
      )}
      <BackTest {...writing} forecast={forecast} />
      {covers?.kind === 'week' && <CoversWeeks {...writing} forecast={forecast} week={covers} />}
      <Fold title={t('forecast.method.title')} className={s.method}>
        <ul className={s.list}>
          <li>{t('forecast.method.level')}</li>
          <li>{t('forecast.method.days')}</li>
          <li>{t('forecast.method.test')}</li>
          <li>{t('forecast.method.range', { share: format.percent(forecastTerms.within) })}</li>
          {covers !== null && <li>{t('forecast.method.portions')}</li>}
          <li>{t('forecast.method.source')}</li>
        </ul>
      </Fold>
    </>
  );
}

/** The answer in a sentence, for whoever reads no further. */
function Finding({ t, format, forecast: { waste, days } }: ForecastWriting & { forecast: Forecast }) {
  const portions = days.reduce((sum, day) => sum + (day.portions ?? 0), 0);
  const { total, low, high } = waste.kind === 'week' ? waste : { total: null, low: null, high: null };
  const amount = total === null ? null : format.weight(total, { decimals: 0 });
  const sentences = [
    ...(amount === null
      ? []
      : [
          low === null || high === null
            ? t('forecast.findingNoRange', { amount })
            : t('forecast.finding', { amount, range: weightRange({ t, format }, low, high) }),
        ]),
    ...(portions === 0 ? [] : [t('forecast.findingPortions', { count: portions, portions: format.number(portions) })]),
  ];
  return sentences.length > 0 && <p className={s.finding}>{sentences.join(' ')}</p>;
}
