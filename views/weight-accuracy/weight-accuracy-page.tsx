import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { dayTable } from '../../client/weight-accuracy/day-table.island';
import { averageOf, longestContent, noAverageOf, type Tally } from '../../server/domain/measures/weight-accuracy.rules';
import { addressOf } from '../../server/features/weight-accuracy/accuracy-address.rules';
import type { AccuracyContent, AccuracyPageData } from '../../server/features/weight-accuracy/accuracy-page.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { Island } from '../layout/island';
import { locales } from '../locales';
import { Downloads } from './downloads';
import { Selector } from './selector';
import { WeekTables } from './week-tables';

export interface WeightAccuracyPageProps {
  t: Translate;
  settings: FormatSettings;
  simulated: boolean;
  /** Whether the viewer may correct check weights. */
  mayEdit: boolean;
  page: number;
  data: AccuracyPageData;
}

/** How much of what the bins weighed was recorded, and on how many days nobody can say. */
export function WeightAccuracyPage({ t, settings, simulated, mayEdit, page, data }: WeightAccuracyPageProps) {
  const format = createFormat(settings);
  const { content } = data;
  return (
    <>
      <PageHeader
        title={t('weightAccuracy.title')}
        sentence={simulated ? `${t('weightAccuracy.lead')} ${t('global.simulatedReason')}` : t('weightAccuracy.lead')}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        actions={<Downloads t={t} data={data} />}
      />
      <Selector t={t} format={format} data={data} />
      {content.kind === 'problem' ? (
        <Notice tone="error">
          <p>{problemSentence(content.problem, { t, format, data })}</p>
        </Notice>
      ) : (
        <Report {...{ t, format, settings, mayEdit, page, data, content }} />
      )}
    </>
  );
}

interface SentenceParts {
  t: Translate;
  format: Format;
  data: AccuracyPageData;
}

function problemSentence(
  problem: Extract<AccuracyContent, { kind: 'problem' }>['problem'],
  { t, format, data }: SentenceParts,
): string {
  if (problem === 'overSixMonths') return t('weightAccuracy.error.overSixMonths');
  if (problem === 'endTooLate') return t('weightAccuracy.error.endTooLate', { date: format.date(data.latestEnd) });
  return t(problem === 'notADate' ? 'errors.notADate' : 'errors.endDateBeforeStartDate');
}

const summaryId = 'accuracy-summary';

type ReportProps = SentenceParts &
  Pick<WeightAccuracyPageProps, 'settings' | 'mayEdit' | 'page'> & {
    content: Exclude<AccuracyContent, { kind: 'problem' }>;
  };

function Report({ t, format, settings, mayEdit, page, data, content }: ReportProps) {
  if (content.kind === 'weeks') {
    if (content.rows.length === 0)
      return (
        <EmptyState
          title={t('weightAccuracy.noData.title')}
          sentence={t('weightAccuracy.noData.places')}
          actions={
            <LinkButton href={addressOf({ dates: data.chosen, site: '' })}>{t('weightAccuracy.noData.all')}</LinkButton>
          }
        />
      );
    return (
      <>
        <Summary t={t} format={format} total={content.total} label={t('weightAccuracy.hero.average')} />
        <WeekTables {...{ t, format, page, data, content }} />
      </>
    );
  }
  const { place, days, references, total } = content;
  if (days.length === 0)
    return (
      <EmptyState
        title={t('weightAccuracy.noData.title')}
        sentence={t('weightAccuracy.noData.location', { location: place.locationName })}
      />
    );
  return (
    <>
      <Summary t={t} format={format} total={total} label={t('weightAccuracy.hero.location')} />
      <Island
        of={dayTable}
        when="load"
        props={{
          layout: locales[format.locale].layout,
          settings: { ...settings, timeZone: place.timeZone },
          locationName: place.locationName,
          days,
          references,
          mayEdit,
          longestNote: longestContent,
          summaryId,
        }}
      />
    </>
  );
}

function Summary({ t, format, total, label }: { t: Translate; format: Format; total: Tally; label: string }) {
  const average = averageOf(total);
  const why = noAverageOf(total);
  return (
    <div id={summaryId}>
      <HeroRow>
        <HeroFigure
          label={label}
          value={average === null ? null : format.percent(average)}
          {...(why ? { missing: t(`weightAccuracy.noAverage.${why}`) } : {})}
          comparison={t('weightAccuracy.hero.of', {
            waste: format.weight(total.wasteGrams),
            check: format.weight(total.checkGrams),
          })}
        />
        <HeroFigure
          second
          label={t('weightAccuracy.hero.incomplete')}
          value={total.openDays === 0 ? null : format.number(total.incompleteDays)}
          {...(total.openDays === 0
            ? { missing: t(`weightAccuracy.noAverage.${total.days === 0 ? 'noDays' : 'allClosed'}`) }
            : {})}
          comparison={t('weightAccuracy.hero.ofOpenDays', {
            count: total.openDays,
            number: format.number(total.openDays),
          })}
        />
      </HeroRow>
    </div>
  );
}
