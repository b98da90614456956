import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { Figure } from '../../client/ui/figure';
import { createFormat, type Format, type Locale, type WeightUnit } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type { NoReport } from '../../server/domain/measures/no-report.contract';
import type { PlaceFilter } from '../../server/domain/places/place.contract';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { FoodWaste, Sums } from '../../server/features/food-waste-dashboard/food-waste.contract';
import { shownOf } from '../../server/features/food-waste-dashboard/food-waste.rules';
import type { VamRow } from '../../server/features/volume-adjusted-metrics/vam.contract';
import type { DateForms } from '../../server/platform/date-forms.rules';
import { shareOf } from '../../server/platform/fraction.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { directionOf } from '../layout/change';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { NothingToShow } from '../layout/nothing-to-show';
import { ReportFilters } from '../layout/report-filters';
import { estimatedText } from '../performance/hero';
import { RatioFigure } from '../volume-adjusted-metrics/vam-hero';
import { amountsIn } from './amounts';
import { BaselineParts } from './baseline-parts';
import { ComparedSets, type CompareForm } from './compared-sets';
import s from './food-waste-page.module.css';
import { RankedList } from './ranked-list';
import { FoodWasteTrend } from './trend';

export type FoodWasteContent = NoReport | { kind: 'report'; figures: FoodWaste; perCover: VamRow | null };

interface FoodWastePageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  forms?: DateForms | undefined;
  simulated: boolean;
  filters: FilterBarView;
  /** What the figures are of: days, stage (all without one) and place. */
  shown: { start: string; end: string; stageId: number | undefined; place: PlaceFilter };
  /** Values that the figures are narrowed to, by the filter's name. */
  narrowed: Filters;
  /** The page with these parameters changed. */
  hrefWith: (changes: Record<string, string | number | null>) => string;
  csvHref: string;
  /** Where a goal for what is shown is set; null for whoever sets none. */
  goalHref: string | null;
  /** Where an alert on it is made; null for whoever makes none. */
  alertHref: string | null;
  forecastHref: string;
  compare: CompareForm;
  /** The page of a baseline has a permission of its own. */
  seesBaselines: boolean;
  content: FoodWasteContent;
}

/** What was thrown away, of what, why and where, how that compares, and the weighings behind each figure. */
export function FoodWastePage({
  t,
  locale,
  unit,
  timeZone,
  forms,
  simulated,
  filters,
  shown,
  narrowed,
  hrefWith,
  csvHref,
  goalHref,
  alertHref,
  forecastHref,
  compare,
  seesBaselines,
  content,
}: FoodWastePageProps) {
  const format = createFormat({ locale, unit, timeZone, forms });
  const sentence = t('foodWaste.sentence');
  return (
    <>
      <PageHeader
        title={t('foodWaste.title')}
        sentence={simulated ? `${sentence} ${t('global.simulatedReason')}` : sentence}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        actions={
          content.kind === 'report' && (
            <>
              <LinkButton href={forecastHref}>{t('forecast.title')}</LinkButton>
              {goalHref !== null && <LinkButton href={goalHref}>{t('goals.add')}</LinkButton>}
              {alertHref !== null && <LinkButton href={alertHref}>{t('alerts.add')}</LinkButton>}
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
            </>
          )
        }
      />
      <ReportFilters id="food-waste-filters" format={format} bar={filters} savable={t} />
      {content.kind === 'report' ? (
        <Report
          {...{ t, format, shown, narrowed, hrefWith, compare, goalHref, seesBaselines }}
          figures={content.figures}
          perCover={content.perCover}
        />
      ) : (
        <NothingToShow
          {...{ t, format, content }}
          reset={{ label: t('performance.filters.reset'), href: filters.action }}
        />
      )}
    </>
  );
}

interface Writing {
  t: Translate;
  format: Format;
}

interface ReportProps
  extends
    Writing,
    Pick<FoodWastePageProps, 'shown' | 'narrowed' | 'hrefWith' | 'compare' | 'goalHref' | 'seesBaselines'> {
  figures: FoodWaste;
  perCover: VamRow | null;
}

/** Where more than this share names no item, the largest of the others says little. */
const mostUnclassified = 0.5;

function Report({
  t,
  format,
  shown,
  narrowed,
  hrefWith,
  compare,
  goalHref,
  seesBaselines,
  figures,
  perCover,
}: ReportProps) {
  const { start, end, stageId, place } = shown;
  const filters = { startDate: start, endDate: end, wasteStageId: stageId, ...place, ...narrowed };
  const { rankings, finding } = figures;
  const unclassified = rankings.find(({ field }) => field === 'itemId')?.unnamed?.share ?? 0;
  return (
    <>
      {unclassified > mostUnclassified ? (
        <p className={s.finding}>{t('foodWaste.unclassified', { share: format.percent(unclassified) })}</p>
      ) : (
        finding && (
          <p className={s.finding}>
            <Finding {...{ t, format, figures, filters, goalHref }} finding={finding} />
          </p>
        )
      )}
      <HeroRow>
        <Total {...{ t, format, shown, figures, filters }} />
        <AgainstBaseline {...{ t, format, shown, figures, filters }} />
        {perCover && (
          <RatioFigure
            {...{ t, format }}
            place={{ ...place }}
            shown={{ metric: 'gramsPerCover', stageId }}
            row={perCover}
            second
          />
        )}
        <Days {...{ t, format, figures }} />
      </HeroRow>
      {typeof figures.baseline === 'object' && (
        <BaselineParts {...{ t, format, figures, filters, seesBaselines }} baseline={figures.baseline} />
      )}
      <FoodWasteTrend {...{ t, format, figures, filters }} />
      <div className={s.rankings}>
        {rankings.map((ranking) => (
          <RankedList
            key={ranking.field}
            {...{ t, format, ranking, filters }}
            measure={figures.measure}
            currency={figures.currency}
            narrowHref={(value) => hrefWith({ [ranking.field]: value, show: null })}
            fullHref={hrefWith({ show: ranking.field })}
          />
        ))}
      </div>
      <ComparedSets
        {...{ t, format, figures, filters, narrowed }}
        here={{ start, end }}
        stageId={stageId}
        form={compare}
      />
    </>
  );
}

type OfFigures = Writing & Pick<ReportProps, 'shown' | 'figures'> & { filters: Filters };

/** The total of what is shown, in words. */
const totalText = (format: Format, figures: FoodWaste, sums: Sums): string =>
  amountsIn(format, figures).rounded(shownOf(sums, figures));

/** What is shown stands large; the other of weight and cost stands below it. */
function Total({ t, format, shown, figures, filters }: OfFigures) {
  const { measure, currency, total, before } = figures;
  const label =
    shown.stageId === undefined ? t('foodWaste.total') : t('home.total', { stage: stageName(t, shown.stageId) });
  const money = total.costs.length > 0 && (
    <>
      {t(total.costs.length > 1 ? 'foodWaste.costsOf' : 'foodWaste.costOf')}{' '}
      {total.costs.map(({ currency: each, amount }, at) => (
        <span key={each}>
          {at > 0 && ' · '}
          <Figure of={{ kind: 'total' }} filters={{ ...filters, currency: each }}>
            {format.money(amount, each, { decimals: 0 })}
          </Figure>
        </span>
      ))}
    </>
  );
  const behind =
    measure === 'weight'
      ? { value: format.weight(total.grams, { unit: false }), unit: format.unit.abbr, money }
      : {
          value: currency === null ? null : totalText(format, figures, total),
          missing: t('foodWaste.noCosts'),
          money: (
            <Figure of={{ kind: 'total' }} filters={filters}>
              {format.weight(total.grams)}
            </Figure>
          ),
        };
  return (
    <HeroFigure
      label={label}
      figure={{ of: { kind: 'total' }, filters: measure === 'weight' ? filters : { ...filters, currency } }}
      {...behind}
      comparison={<Before {...{ t, format, figures, filters }} before={before} />}
      estimated={
        measure === 'weight' ? estimatedText({ t, format }, shareOf(total.estimatedGrams, total.grams)) : undefined
      }
    />
  );
}

function Before({ t, format, figures, filters, before }: Omit<OfFigures, 'shown'> & { before: FoodWaste['before'] }) {
  const range = format.range(before.start, before.end);
  if (before.total.grams === 0) return t('foodWaste.nothingBefore', { range });
  const amount = (
    <Figure of={{ kind: 'total' }} filters={{ ...filters, startDate: before.start, endDate: before.end }}>
      {totalText(format, figures, before.total)}
    </Figure>
  );
  if (figures.change === null)
    return (
      <>
        {t('foodWaste.before', { range })} {amount}
      </>
    );
  return (
    <>
      {t('foodWaste.change', { change: format.percent(figures.change, { decimals: 1, sign: true }), range })} ({amount})
    </>
  );
}

function AgainstBaseline({ t, format, figures }: OfFigures) {
  const { baseline, measure, waits } = figures;
  const label = t(measure === 'weight' ? 'performance.hero.weight' : 'performance.hero.value');
  if (typeof baseline === 'string')
    return <HeroFigure second label={label} value={null} missing={t(`foodWaste.noBaseline.${baseline}`)} />;
  const { change, unreliable, actual, expected } = baseline;
  const { rounded } = amountsIn(format, figures);
  if (change === null)
    return <HeroFigure second label={label} value={null} missing={t('performance.hero.zeroBaseline')} />;
  return (
    <HeroFigure
      second
      label={label}
      value={format.percent(Math.abs(change), { decimals: 1 })}
      direction={directionOf(change, 1)}
      comparison={t('foodWaste.thanBaseline', { actual: rounded(actual), expected: rounded(expected) })}
      unchanged={t('foodWaste.sameAsBaseline', { expected: rounded(expected) })}
      doubt={unreliable ? t(`reliability.${waits ? 'OPENING_DAYS_UNCONFIRMED' : unreliable}`) : undefined}
    />
  );
}

/** How far the days can be trusted: what was not weighed looks like no waste. */
function Days({ t, format, figures: { days, total } }: Writing & { figures: FoodWaste }) {
  const share = shareOf(days.trackedDays, days.openDays);
  return (
    <HeroFigure
      second
      label={t('foodWaste.tracked')}
      value={share === null ? null : format.percent(share)}
      missing={t('foodWaste.noOpenDays')}
      trust={t('foodWaste.trackedDays', {
        tracked: format.number(days.trackedDays),
        count: days.openDays,
        open: format.number(days.openDays),
      })}
      trustFraction={share}
      comparison={t('foodWaste.weighings', { count: total.txn, number: format.number(total.txn) })}
    />
  );
}

/** The answer in one sentence: what was thrown away most, and mainly why. */
function Finding({
  t,
  format,
  figures,
  filters,
  goalHref,
  finding: { item, reason },
}: Omit<OfFigures, 'shown'> & { goalHref: string | null; finding: NonNullable<FoodWaste['finding']> }) {
  const amount = amountsIn(format, figures).rounded(item.value);
  const name = item.name ?? String(item.refId);
  const named = { item: name, amount, share: format.percent(item.share) };
  return (
    <>
      <Figure of={{ kind: 'total' }} filters={{ ...filters, itemId: item.refId }}>
        {t('foodWaste.finding', named)}
      </Figure>
      {reason && (
        <>
          {' '}
          <Figure of={{ kind: 'total' }} filters={{ ...filters, itemId: item.refId, reasonId: reason.refId }}>
            {t('foodWaste.findingReason', {
              item: name,
              reason: reason.name ?? String(reason.refId),
              share: format.percent(reason.share),
            })}
          </Figure>
        </>
      )}
      {goalHref !== null && (
        <>
          {' '}
          <a className={s.next} href={`${goalHref}&itemId=${item.refId}`}>
            {t('foodWaste.setGoal', { item: name })}
          </a>
        </>
      )}
    </>
  );
}
