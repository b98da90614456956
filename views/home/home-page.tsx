import type { Translate } from '../../server/platform/i18n/messages';
import { Badge } from '../layout/badge';
import { LinkButton } from '../layout/button';
import { TrendChart } from '../layout/chart-trend';
import { EmptyState } from '../layout/empty-state';
import { createFormat, type Locale, type WeightUnit } from '../layout/format';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { PageHeader } from '../layout/page-header';
import { AttentionList, type AttentionItem } from './attention-list';

interface WeekTotal {
  weekStart: string;
  grams: number;
  baselineGrams: number;
  comparedGrams: number;
  openDays: number;
  trackedDays: number;
}

export interface HomeFigures {
  /** Monday of the newest week with data that is over. */
  last: string | null;
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
    return (
      <>
        {header}
        <EmptyState title={t('home.noDataTitle')} sentence={t('home.noData', { count: figures.attention.activeLocations })} actions={figures.mayImport && <LinkButton href="/imports" tone="primary">{t('home.importData')}</LinkButton>} />
      </>
    );
  }
  const change = week.baselineGrams > 0 ? week.comparedGrams / week.baselineGrams - 1 : null;
  const direction = change === null || Math.abs(change) < 0.00005 ? 'same' : change < 0 ? 'less' : 'more';
  const tracked = week.openDays > 0 ? Math.min(week.trackedDays / week.openDays, 1) : null;
  return (
    <>
      {header}
      <HeroRow>
        <HeroFigure
          label={t('home.change')}
          value={change === null ? null : format.percent(change, { decimals: 1, sign: true })}
          missing={t('home.noBaselineYet')}
          direction={change === null ? undefined : direction}
          comparison={t('home.thanBaseline')}
          trust={tracked === null ? undefined : t('home.tracked', { percent: format.percent(tracked, { decimals: 0 }) })}
          trustFraction={tracked}
        />
        <HeroFigure second label={t('home.total')} value={format.weight(week.grams, { unit: false })} unit={unit.abbr} comparison={t('home.inWeek', { week: format.week(week.weekStart) })} />
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
          heads={{ label: t('home.week'), value: t('home.total') }}
        />
      )}
    </>
  );
}

function itemsOf(t: Translate, { attention, mayCompare }: HomeFigures): AttentionItem[] {
  const { silent, aboveBaseline, withoutBaseline, notStarted } = attention;
  const items: AttentionItem[] = [
    { key: 'silent', count: silent, text: t('home.silent', { count: silent }), href: '/deployment-status', action: t('home.seeLocations') },
    { key: 'above', count: aboveBaseline, text: t('home.above', { count: aboveBaseline }), href: mayCompare ? '/performanceDashboard?sort=-weightVsBaseline' : null, action: t('home.compare') },
    { key: 'baseline', count: withoutBaseline, text: t('home.withoutBaseline', { count: withoutBaseline }), href: '/deployment-status', action: t('home.seeReadiness') },
    { key: 'start', count: notStarted, text: t('home.notStarted', { count: notStarted }), href: '/deployment-status', action: t('home.seeLocations') },
  ];
  return items.filter(({ count }) => count > 0);
}
