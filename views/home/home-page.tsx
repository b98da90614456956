import { Badge } from '../../client/ui/badge';
import { EmptyState } from '../../client/ui/empty-state';
import { Figure } from '../../client/ui/figure';
import { createFormat, type Format, type Locale, type WeightUnit } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import { isStale } from '../../server/domain/measures/reliability.rules';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { Cost, HomeFigures, HomeWeek, Noticed, WeekTotal } from '../../server/features/home/home.contract';
import type { DateForms } from '../../server/platform/date-forms.rules';
import { shareOf } from '../../server/platform/fraction.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { TrendChart } from '../layout/chart-trend';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { dateAfter } from '../performance/dates';
import { estimatedText, TrustLine, WeightFigure } from '../performance/hero';
import { WeightTrend } from '../performance/trends';
import { AttentionList, type AttentionItem } from './attention-list';
import { FirstSteps } from './first-steps';
import s from './home-page.module.css';
import { TopList } from './top-list';

interface HomePageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  forms?: DateForms | undefined;
  title: string;
  simulated: boolean;
  /** null when the person may not see any. */
  figures: HomeFigures | null;
}

/** What was thrown away, of what and why, how that compares, and which kitchens want a look. */
export function HomePage({ t, locale, unit, timeZone, forms, title, simulated, figures }: HomePageProps) {
  const format = createFormat({ locale, unit, timeZone, forms });
  const week = figures?.week;
  const header = (
    <PageHeader
      title={title}
      badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
      sentence={[
        week && t('home.lead', { week: format.week(week.start) }),
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
  return (
    <>
      {header}
      {week ? <FullWeek {...{ t, format, figures, week }} /> : <BeforeFirstWeek {...{ t, format, figures }} />}
      {steps}
      {week && <Trend {...{ t, format, figures, week }} />}
    </>
  );
}

interface Writing {
  t: Translate;
  format: Format;
}

interface OfWeek extends Writing {
  figures: HomeFigures;
  week: HomeWeek;
}

function FullWeek({ t, format, figures, week }: OfWeek) {
  const { stageId, threshold, limit } = figures;
  const { start, end, overall, capture, items, reasons } = week;
  const unconfirmed = { ...week.unconfirmed, href: figures.confirmHref };
  const filters = { wasteStageId: stageId, startDate: start, endDate: end };
  const compare = comparisonHref(figures, '-look');
  const last = week.totals.at(-1);
  return (
    <>
      <HeroRow>
        <LastWeek {...{ t, format, figures, week }} />
        <WeightFigure
          second
          {...{ t, format, overall, unconfirmed }}
          range={format.week(start)}
          behind={{ stageId, start, end }}
        />
        <ThisWeek {...{ t, format, figures }} />
      </HeroRow>
      <TrustLine
        {...{ t, format, overall, capture, unconfirmed, threshold, limit }}
        behind={{ stageId, start, end }}
        today={null}
        seesCompliance={false}
        estimatedShare={last ? shareOf(last.estimatedGrams, last.grams) : null}
        more={compare === null ? null : { href: compare, label: t('home.openDashboard') }}
      />
      <div className={s.columns}>
        <TopList
          id="home-items"
          {...{ t, format, filters }}
          title={t('home.topItems')}
          none={t('home.noItems')}
          field="itemId"
          top={items}
        />
        <TopList
          id="home-reasons"
          {...{ t, format, filters }}
          title={t('home.topReasons')}
          none={t('home.noReasons')}
          field="reasonId"
          top={reasons}
        />
        <AttentionList t={t} format={format} items={itemsOf(t, figures)} />
      </div>
    </>
  );
}

/** The weight and the money of the week, and how the week before it was. */
function LastWeek({ t, format, figures: { stageId }, week }: OfWeek) {
  const last = week.totals.at(-1);
  const filters = { wasteStageId: stageId, startDate: week.start, endDate: week.end };
  return (
    <HeroFigure
      label={t('home.total', { stage: stageName(t, stageId) })}
      figure={{ of: { kind: 'total' }, filters }}
      value={format.weight(last?.grams ?? 0, { unit: false })}
      unit={format.unit.abbr}
      money={last && last.costs.length > 0 && <Money {...{ format, filters }} costs={last.costs} />}
      comparison={<WeekBefore {...{ t, format, stageId, week }} />}
    />
  );
}

/** An amount a currency, each leading to its events; never added up. */
function Money({ format, costs, filters }: { format: Format; costs: Cost[]; filters: Filters }) {
  return costs.map(({ currency, amount }, at) => (
    <span key={currency}>
      {at > 0 && ' · '}
      <Figure of={{ kind: 'total' }} filters={{ ...filters, currency }}>
        {format.money(amount, currency, { decimals: 0 })}
      </Figure>
    </span>
  ));
}

function WeekBefore({ t, format, stageId, week }: Writing & { stageId: number; week: HomeWeek }) {
  const before = week.totals.find(({ start }) => start === dateAfter(week.start, -7));
  if (!before || before.grams === 0) return t('home.noWeekBefore');
  const weight = format.weight(before.grams);
  const figure = (words: string) => (
    <Figure
      of={{ kind: 'total' }}
      filters={{ wasteStageId: stageId, startDate: before.start, endDate: dateAfter(before.start, 6) }}
    >
      {words}
    </Figure>
  );
  if (week.change === null)
    return figure(t(week.changeWaits ? 'home.weekBeforeUnconfirmed' : 'home.weekBeforeUnknown', { weight }));
  return (
    <>
      {t('home.weekBefore', { change: format.percent(week.change, { decimals: 1, sign: true }) })} ({figure(weight)})
    </>
  );
}

/** What the running week has so far, and how much of it is of today. */
function ThisWeek({ t, format, figures: { stageId, days, today } }: Writing & { figures: HomeFigures }) {
  const grams = sum(days, (day) => day.grams);
  const ofToday = days.find(({ start }) => start === today)?.grams ?? 0;
  const [monday] = days;
  return (
    <HeroFigure
      second
      label={t('home.thisWeek')}
      {...(monday && grams > 0
        ? {
            figure: {
              of: { kind: 'total' } as const,
              filters: { wasteStageId: stageId, startDate: monday.start, endDate: dateAfter(monday.start, 6) },
            },
            value: format.weight(grams, { unit: false }),
            unit: format.unit.abbr,
          }
        : { value: null, missing: t('home.nothingThisWeek') })}
      comparison={
        ofToday > 0 ? (
          <Figure of={{ kind: 'total' }} filters={{ wasteStageId: stageId, startDate: today, endDate: today }}>
            {t('home.today', { weight: format.weight(ofToday) })}
          </Figure>
        ) : (
          t('home.nothingToday')
        )
      }
      estimated={estimatedText(
        { t, format },
        shareOf(
          sum(days, (day) => day.estimatedGrams),
          grams,
        ),
      )}
    />
  );
}

const sum = (all: readonly WeekTotal[], of: (one: WeekTotal) => number) =>
  all.reduce((total, one) => total + of(one), 0);

function Trend({ t, format, figures, week }: OfWeek) {
  const { trend, overall, start, end } = week;
  if (trend.length > 1)
    return (
      <WeightTrend
        id="home-trend"
        {...{ t, format }}
        waits={week.unconfirmed.headline}
        behind={{ stageId: figures.stageId, start, end }}
        place={overall.headline.place}
        weeks={trend}
        population={t('home.population', { count: overall.headline.locations })}
      />
    );
  return trend.length === 0 && week.totals.length > 1 && <TotalTrend {...{ t, format, figures, week }} />;
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

/** The weight of all locations, while none has a baseline to be held against. */
function TotalTrend({ t, format, figures: { stageId }, week: { totals } }: OfWeek) {
  const { unit } = format;
  return (
    <TrendChart
      id="home-trend"
      title={t('home.trend', { count: totals.length })}
      kind="bars"
      points={totals.map((one) => ({
        key: one.start,
        label: format.date(one.start, { style: 'short' }),
        longLabel: format.week(one.start),
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
            sum(totals, (one) => one.estimatedGrams),
            sum(totals, (one) => one.grams),
          ),
        ),
      ]
        .filter(Boolean)
        .join(' ')}
      perUnit={unit.gramsPerUnit}
      heads={{ label: t('home.week'), value: t('home.total', { stage: stageName(t, stageId) }) }}
      figureOf={(monday) => ({
        of: { kind: 'total' },
        filters: { wasteStageId: stageId, startDate: monday, endDate: dateAfter(monday, 6) },
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
  const { silent, unreliable, aboveBaseline, unconfirmed, withoutBaseline, notStarted } = figures.attention;
  const statusHref = (card: string) => `/deployment-status?wasteStageId=${figures.stageId}#period-${card}`;
  const unnamed = (count: number): Noticed => ({ count, names: [] });
  const items: AttentionItem[] = [
    {
      key: 'silent',
      ...silent,
      text: t('home.silent', { count: silent.count }),
      href: comparisonHref(figures, 'tracking'),
    },
    {
      key: 'above',
      ...aboveBaseline,
      text: t('home.above', { count: aboveBaseline.count }),
      href: comparisonHref(figures, '-look'),
    },
    {
      key: 'unreliable',
      ...unreliable,
      text: t('home.unreliable', { count: unreliable.count }),
      href: comparisonHref(figures, 'tracking'),
    },
    {
      key: 'unconfirmed',
      ...unconfirmed,
      text: t('home.unconfirmed', { count: unconfirmed.count }),
      href: figures.confirmHref,
    },
    {
      key: 'baseline',
      ...unnamed(withoutBaseline),
      text: t('home.withoutBaseline', { count: withoutBaseline }),
      href: statusHref('baseline'),
    },
    {
      key: 'start',
      ...unnamed(notStarted),
      text: t('home.notStarted', { count: notStarted }),
      href: statusHref('activation'),
    },
  ];
  return items.filter(({ count }) => count > 0);
}
