import { Badge } from '../../client/ui/badge';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Format, type Locale, type WeightUnit } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type { Capture } from '../../server/domain/measures/capture.contract';
import { isStale, isTracked } from '../../server/domain/measures/reliability.rules';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { StepView } from '../../server/features/home/first-steps.rules';
import type { OverallFigures, TrendWeek } from '../../server/features/performance/report.contract';
import { changeFromWeekBefore } from '../../server/features/performance/trend.rules';
import { changeOf, shareOf } from '../../server/platform/fraction.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { TrendChart } from '../layout/chart-trend';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { dateAfter } from '../performance/dates';
import { estimatedText, OverallNotes, WeightFigure } from '../performance/hero';
import { WeightTrend } from '../performance/trends';
import { AttentionList, type AttentionItem } from './attention-list';
import { FirstSteps } from './first-steps';

interface WeekTotal {
  weekStart: string;
  grams: number;
  estimatedGrams: number;
  openDays: number;
  trackedDays: number;
}

interface HomeFigures {
  stageId: number;
  /** Monday and Sunday of the newest week with data that is over. */
  week: { start: string; end: string } | null;
  /** Of that week. */
  overall: OverallFigures | null;
  capture: Capture | null;
  /** Fractions, as the overall figures were made with them. */
  threshold: number;
  limit: number;
  /** Local dates. */
  today: string;
  newestDay: string | null;
  /** The weeks of the locations that count for the change; empty while none does. */
  trend: TrendWeek[];
  /** Of all locations; the last one is the week in question, and with a trend the only one. */
  weeks: WeekTotal[];
  attention: {
    notStarted: number;
    withoutBaseline: number;
    silent: number;
    unreliable: number;
    aboveBaseline: number;
    activeLocations: number;
  };
  mayCompare: boolean;
  /** The week that is not over, while no other has data. */
  running: { stageId: number; weekStart: string; grams: number; estimatedGrams: number } | null;
  /** null once there is a baseline. */
  steps: StepView[] | null;
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
  const header = (
    <PageHeader
      title={title}
      badge={badge}
      sentence={[
        week && t('home.lead', { week: format.week(week.weekStart) }),
        figures && ageOf(figures, { t, format }),
        simulated && t('global.simulatedReason'),
      ]
        .filter(Boolean)
        .join(' ')}
    />
  );
  if (!figures)
    return (
      <>
        {header}
        <EmptyState title={t('home.nothingTitle')} sentence={t('home.nothing')} />
      </>
    );
  const steps = figures.steps && <FirstSteps t={t} steps={figures.steps} />;
  const inWeek = figures.week;
  if (!week || !inWeek)
    return (
      <>
        {header}
        <BeforeFirstWeek {...{ t, format, figures }} />
        {steps}
      </>
    );
  const { overall, capture, threshold, limit, trend } = figures;
  const stage = stageName(t, figures.stageId);
  return (
    <>
      {header}
      <HeroRow>
        {overall && capture && (
          <WeightFigure
            {...{ t, format, overall, capture }}
            range={format.week(week.weekStart)}
            behind={{ stageId: figures.stageId, ...inWeek }}
          />
        )}
        <HeroFigure
          second
          label={t('home.total', { stage })}
          figure={{
            of: { kind: 'total' },
            filters: { wasteStageId: figures.stageId, startDate: inWeek.start, endDate: inWeek.end },
          }}
          value={format.weight(week.grams, { unit: false })}
          unit={unit.abbr}
          comparison={t('home.inWeek', { week: format.week(week.weekStart) })}
          trust={t('home.ofAll')}
          estimated={estimatedText({ t, format }, shareOf(week.estimatedGrams, week.grams))}
        />
      </HeroRow>
      {overall && capture && (
        <OverallNotes
          {...{ t, format, overall, capture, threshold, limit }}
          behind={{ stageId: figures.stageId, ...inWeek }}
          today={null}
          seesCompliance={false}
        />
      )}
      {steps}
      <AttentionList t={t} items={itemsOf(t, figures)} />
      {trend.length > 1 ? (
        <WeightTrend
          id="home-trend"
          {...{ t, format }}
          behind={{ stageId: figures.stageId, ...inWeek }}
          weeks={trend}
          finding={fromWeekBefore(changeFromWeekBefore(trend), { t, format })}
          population={t('home.population', { count: overall?.countedLocations ?? 0 })}
        />
      ) : (
        figures.weeks.length > 1 && <TotalTrend {...{ t, format, figures, stage }} />
      )}
    </>
  );
}

interface Writing {
  t: Translate;
  format: Format;
}

/** The first figure is that of the running week; before it there is only what to do. */
function BeforeFirstWeek({
  t,
  format,
  figures: {
    running,
    steps,
    attention: { activeLocations },
  },
}: Writing & { figures: HomeFigures }) {
  if (running) {
    const { stageId, weekStart, grams, estimatedGrams } = running;
    return (
      <HeroRow>
        <HeroFigure
          label={t('home.total', { stage: stageName(t, stageId) })}
          figure={{
            of: { kind: 'total' },
            filters: { wasteStageId: stageId, startDate: weekStart, endDate: dateAfter(weekStart, 6) },
          }}
          value={format.weight(grams, { unit: false })}
          unit={format.unit.abbr}
          comparison={t('home.soFar', { week: format.week(weekStart) })}
          trust={t('home.ofAll')}
          estimated={estimatedText({ t, format }, shareOf(estimatedGrams, grams))}
        />
      </HeroRow>
    );
  }
  const sentence = activeLocations === 0 ? t('home.noLocations') : t('home.noData', { count: activeLocations });
  return steps ? <p>{sentence}</p> : <EmptyState title={t('home.noDataTitle')} sentence={sentence} />;
}

/** How old the figures are, where nothing was weighed lately. */
function ageOf({ newestDay, today }: HomeFigures, { t, format }: Writing): string | null {
  return newestDay !== null && isStale(newestDay, today) ? t('home.newest', { date: format.date(newestDay) }) : null;
}

function fromWeekBefore(change: number | null, { t, format }: Writing): string | undefined {
  return change === null
    ? undefined
    : t('home.fromWeekBefore', { change: format.percent(change, { decimals: 1, sign: true }) });
}

/** The weight of all locations, while none has a baseline to be held against. */
function TotalTrend({ t, format, figures, stage }: Writing & { figures: HomeFigures; stage: string }) {
  const { weeks, limit } = figures;
  const { unit } = format;
  const sum = (of: (week: WeekTotal) => number) => weeks.reduce((total, week) => total + of(week), 0);
  const [before, last] = weeks.slice(-2);
  const change =
    before && last && [before, last].every((week) => week.openDays > 0 && isTracked(week, limit))
      ? changeOf(last.grams / last.openDays, before.grams / before.openDays)
      : null;
  return (
    <TrendChart
      id="home-trend"
      title={fromWeekBefore(change, { t, format }) ?? t('home.trend', { count: weeks.length })}
      kind="bars"
      points={weeks.map((one) => ({
        key: one.weekStart,
        label: format.date(one.weekStart, { style: 'short' }),
        longLabel: format.week(one.weekStart),
        value: one.trackedDays > 0 || one.grams > 0 ? one.grams : null,
      }))}
      formatValue={(grams) => format.weight(grams)}
      formatTick={(grams) => format.weight(grams, { decimals: 0, unit: false })}
      subtitle={[
        `${t('home.trendUnit', { unit: unit.abbr })}.`,
        t('home.ofAll'),
        estimatedText(
          { t, format },
          shareOf(
            sum((week) => week.estimatedGrams),
            sum((week) => week.grams),
          ),
        ),
      ]
        .filter(Boolean)
        .join(' ')}
      perUnit={unit.gramsPerUnit}
      heads={{ label: t('home.week'), value: t('home.total', { stage }) }}
      figureOf={(monday) => ({
        of: { kind: 'total' },
        filters: { wasteStageId: figures.stageId, startDate: monday, endDate: dateAfter(monday, 6) },
      })}
    />
  );
}

/** The dashboard over the week in question, with the rows that want a look at the top. */
function comparisonHref({ week, stageId, mayCompare }: HomeFigures, sort: string): string | null {
  return mayCompare && week
    ? `/performanceDashboard?range=custom&startDate=${week.start}&endDate=${week.end}&wasteStageId=${stageId}&sort=${sort}`
    : null;
}

function itemsOf(t: Translate, figures: HomeFigures): AttentionItem[] {
  const { attention } = figures;
  const { silent, unreliable, aboveBaseline, withoutBaseline, notStarted } = attention;
  const statusHref = (card: string) => `/deployment-status?wasteStageId=${figures.stageId}#period-${card}`;
  const items: AttentionItem[] = [
    {
      key: 'silent',
      count: silent,
      text: t('home.silent', { count: silent }),
      href: comparisonHref(figures, 'tracking'),
      action: t('home.seeLocations'),
    },
    {
      key: 'above',
      count: aboveBaseline,
      text: t('home.above', { count: aboveBaseline }),
      href: comparisonHref(figures, '-look'),
      action: t('home.compare'),
    },
    {
      key: 'unreliable',
      count: unreliable,
      text: t('home.unreliable', { count: unreliable }),
      href: comparisonHref(figures, 'tracking'),
      action: t('home.seeLocations'),
    },
    {
      key: 'baseline',
      count: withoutBaseline,
      text: t('home.withoutBaseline', { count: withoutBaseline }),
      href: statusHref('baseline'),
      action: t('home.seeReadiness'),
    },
    {
      key: 'start',
      count: notStarted,
      text: t('home.notStarted', { count: notStarted }),
      href: statusHref('activation'),
      action: t('home.seeLocations'),
    },
  ];
  return items.filter(({ count }) => count > 0);
}
