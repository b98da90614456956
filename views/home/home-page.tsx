import type { Translate } from '../../server/platform/i18n/messages';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { TrendChart } from '../layout/chart-trend';
import { directionOf } from '../layout/change';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Locale, type WeightUnit } from '../../client/ui/format';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { PageHeader } from '../../client/ui/page-header';
import { stageName } from '../../server/platform/i18n/stage-name.rules';
import { AttentionList, type AttentionItem } from './attention-list';

interface WeekTotal {
  weekStart: string;
  grams: number;
  trackedDays: number;
}

export interface HomeFigures {
  stageId: number;
  /** Monday and Sunday of the newest week with data that is over. */
  week: { start: string; end: string } | null;
  /** Fraction, in that week; null while nothing can be compared. */
  change: number | null;
  /** 0 to 100, of the locations behind the change. */
  tracked: number | null;
  weeks: WeekTotal[];
  attention: { notStarted: number; withoutBaseline: number; silent: number; aboveBaseline: number; activeLocations: number };
  mayCompare: boolean;
  mayImport: boolean;
}

interface HomePageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  title: string;
  simulated: boolean;
  /** null when the person may not see any. */
  figures: HomeFigures | null;
}

export function HomePage({ t, locale, unit, timeZone, title, simulated, figures }: HomePageProps) {
  const format = createFormat({ locale, unit, timeZone });
  const badge = simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined;
  const week = figures?.weeks.at(-1);
  const header = <PageHeader title={title} badge={badge} sentence={[week && t('home.lead', { week: format.week(week.weekStart) }), simulated && t('global.simulatedReason')].filter(Boolean).join(' ')} />;
  if (!figures) return <>{header}<EmptyState title={t('home.nothingTitle')} sentence={t('home.nothing')} /></>;
  if (!week) {
    const { activeLocations } = figures.attention;
    const sentence = activeLocations === 0 ? t('home.noLocations') : t('home.noData', { count: activeLocations });
    return (
      <>
        {header}
        <EmptyState title={t('home.noDataTitle')} sentence={sentence} actions={figures.mayImport && <LinkButton href="/imports" tone="primary">{t('home.importData')}</LinkButton>} />
      </>
    );
  }
  const { change, stageId } = figures;
  const tracked = figures.tracked === null ? null : figures.tracked / 100;
  const stage = stageName(t, stageId);
  return (
    <>
      {header}
      <HeroRow>
        <HeroFigure
          label={t('home.change')}
          value={change === null ? null : format.percent(change, { decimals: 1, sign: true })}
          missing={t('home.noBaselineYet')}
          direction={change === null ? undefined : directionOf(change, 1)}
          comparison={t('home.thanBaseline')}
          trust={tracked === null ? undefined : t('home.tracked', { percent: format.percent(tracked, { decimals: 0 }) })}
          trustFraction={tracked}
        />
        <HeroFigure second label={t('home.total', { stage })} value={format.weight(week.grams, { unit: false })} unit={unit.abbr} comparison={t('home.inWeek', { week: format.week(week.weekStart) })} />
      </HeroRow>
      <AttentionList t={t} items={itemsOf(t, figures)} />
      {figures.weeks.length > 1 && (
        <TrendChart
          id="home-trend"
          title={t('home.trend', { count: figures.weeks.length })}
          kind="bars"
          points={figures.weeks.map((one) => ({ key: one.weekStart, label: format.date(one.weekStart, { style: 'short' }), longLabel: format.week(one.weekStart), value: one.trackedDays > 0 || one.grams > 0 ? one.grams : null }))}
          formatValue={(grams) => format.weight(grams)}
          formatTick={(grams) => format.weight(grams, { decimals: 0, unit: false })}
          subtitle={t('home.trendUnit', { unit: unit.abbr })}
          perUnit={unit.gramsPerUnit}
          heads={{ label: t('home.week'), value: t('home.total', { stage }) }}
        />
      )}
    </>
  );
}

/** The dashboard over the week in question, with the rows that want a look at the top. */
function comparisonHref({ week, stageId, mayCompare }: HomeFigures, sort: string): string | null {
  return mayCompare && week ? `/performanceDashboard?range=custom&startDate=${week.start}&endDate=${week.end}&wasteStageId=${stageId}&sort=${sort}` : null;
}

function itemsOf(t: Translate, figures: HomeFigures): AttentionItem[] {
  const { attention } = figures;
  const { silent, aboveBaseline, withoutBaseline, notStarted } = attention;
  const statusHref = (card: string) => `/deployment-status?wasteStageId=${figures.stageId}#period-${card}`;
  const items: AttentionItem[] = [
    { key: 'silent', count: silent, text: t('home.silent', { count: silent }), href: comparisonHref(figures, 'tracking'), action: t('home.seeLocations') },
    { key: 'above', count: aboveBaseline, text: t('home.above', { count: aboveBaseline }), href: comparisonHref(figures, '-weight'), action: t('home.compare') },
    { key: 'baseline', count: withoutBaseline, text: t('home.withoutBaseline', { count: withoutBaseline }), href: statusHref('baseline'), action: t('home.seeReadiness') },
    { key: 'start', count: notStarted, text: t('home.notStarted', { count: notStarted }), href: statusHref('activation'), action: t('home.seeLocations') },
  ];
  return items.filter(({ count }) => count > 0);
}
