import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { NoReport } from '../../server/domain/measures/no-report.contract';
import type { Donations } from '../../server/features/donation-dashboard/donations.contract';
import { surplusStageId, type MealStandard } from '../../server/features/donation-dashboard/donations.rules';
import type { Filters } from '../../server/features/events/figure-address.rules';
import { shareOf } from '../../server/platform/fraction.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { TrendChart } from '../layout/chart-trend';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { NothingToShow } from '../layout/nothing-to-show';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import { estimatedText } from '../performance/hero';
import { Items, MissingReceipts, Partners, type OfFigures, type Todo } from './donation-lists';
import { hrefWith, path, unweighedHref, lotsHref, weighedFilters, type Writing } from './donation-words';
import s from './donations-page.module.css';
import { PlannedList } from './planned-list';

export type DonationsContent =
  | Extract<NoReport, { kind: 'invalid' | 'error' }>
  | {
      kind: 'report';
      figures: Donations;
      /** Whether a destination is a donation at all. */
      marked: boolean;
      /** Pickups that may be counted twice. */
      check: { total: number; grams: number };
    };

interface DonationsPageProps {
  t: Translate;
  settings: FormatSettings;
  simulated: boolean;
  /** Local date of the organization. */
  today: string;
  filters: FilterBarView;
  shown: { start: string; end: string; place: { siteId?: number | undefined; locationId?: number | undefined } };
  meal: MealStandard;
  content: DonationsContent;
  todo: Todo;
  rights: { edits: boolean; marks: boolean };
  statementHref: string;
  csvHref: string;
}

/** What was given away, to whom, what it was worth, and what is still to be done about it. */
export function DonationsPage({
  t,
  settings,
  simulated,
  today,
  filters,
  content,
  todo,
  rights,
  statementHref,
  csvHref,
  ...rest
}: DonationsPageProps) {
  const format = createFormat(settings);
  const sentence = t('donations.sentence');
  return (
    <>
      <PageHeader
        title={t('donations.title')}
        sentence={simulated ? `${sentence} ${t('global.simulatedReason')}` : sentence}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        actions={
          <>
            {content.kind === 'report' && content.figures.grams > 0 && (
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
            <LinkButton href={`${path}/pickups`}>{t('donations.pickups')}</LinkButton>
            <LinkButton href={statementHref}>{t('donations.statement.title')}</LinkButton>
            {rights.edits && (
              <LinkButton tone="primary" icon="plus" href={`${path}/pickups/new`}>
                {t('donations.newPickup')}
              </LinkButton>
            )}
          </>
        }
      />
      <ReportFilters id="donation-filters" format={format} bar={filters} savable={t} />
      {content.kind === 'report' ? (
        <Report {...{ t, format, rights, statementHref, ...rest }} {...content} />
      ) : (
        <NothingToShow
          {...{ t, format, content }}
          reset={{ label: t('performance.filters.reset'), href: filters.action }}
        />
      )}
      <PlannedList
        {...{ t, format, today }}
        planned={todo.planned}
        edits={rights.edits}
        actions={
          <LinkButton size="small" href={`${path}/schedule`}>
            {t('donations.schedule.title')}
          </LinkButton>
        }
      />
      {todo.missing.total > 0 && <MissingReceipts {...{ t, format, todo }} place={rest.shown.place} />}
      <Section title={t('donations.more')}>
        <ul className={s.links}>
          <li>
            <a href={`${path}/partners`}>{t('donations.partners')}</a>
          </li>
          <li>
            <a href={`${path}/schedule`}>{t('donations.schedule.title')}</a>
          </li>
          {rights.edits && (
            <li>
              <a href={`${path}/import`}>{t('donations.import.title')}</a>
            </li>
          )}
        </ul>
      </Section>
    </>
  );
}

type ReportProps = Writing &
  Pick<DonationsPageProps, 'shown' | 'meal' | 'rights' | 'statementHref'> &
  Omit<Extract<DonationsContent, { kind: 'report' }>, 'kind'>;

function Report({ t, format, shown, meal, rights, statementHref, figures, marked, check }: ReportProps) {
  const { start, end, place } = shown;
  const filters: Filters = { startDate: start, endDate: end, ...place };
  if (figures.grams === 0 && figures.partners.length === 0)
    return (
      <EmptyState
        title={t('donations.noneTitle')}
        sentence={t(marked ? 'donations.none' : 'donations.notMarked')}
        actions={
          !marked && rights.marks ? <LinkButton href="/hierarchies">{t('donations.mark')}</LinkButton> : undefined
        }
      />
    );
  return (
    <>
      {check.total > 0 && (
        <Notice
          tone="warning"
          title={t('donations.check', {
            count: check.total,
            number: format.number(check.total),
            weight: format.weight(check.grams),
          })}
        >
          <p>
            {t('donations.checkWhy')} <a href={lotsHref({ ...filters, origin: 'check' })}>{t('donations.checkOpen')}</a>
          </p>
        </Notice>
      )}
      <HeroRow>
        <Donated {...{ t, format, figures, filters }} />
        <Surplus {...{ t, format, figures, filters }} />
        <HeroFigure
          second
          label={t('donations.hero.meals')}
          value={format.number(figures.meals[meal])}
          comparison={t(`donations.meal.source.${meal}`)}
          trust={t('donations.meal.balanced')}
        />
      </HeroRow>
      <Trend {...{ t, format, figures, shown }} />
      <Partners {...{ t, format, figures, filters, statementHref }} />
      <Items {...{ t, format, figures, filters }} />
      <Fold title={t('donations.which.title')} className={s.which}>
        <ul className={s.rules}>
          <li>{t('donations.which.weighed')}</li>
          <li>{t('donations.which.alone')}</li>
          <li>{t('donations.which.donated')}</li>
          <li>{t('donations.which.pickedUp')}</li>
          <li>{t('donations.which.share')}</li>
          <li>{t('donations.which.value')}</li>
        </ul>
      </Fold>
    </>
  );
}

/** The total stands on two kinds of figures, each of which opens what it is made of. */
function Donated({ t, format, figures, filters }: OfFigures) {
  const { grams, weighedGrams, aloneGrams, values, withoutValueGrams, before, estimatedGrams } = figures;
  const range = format.range(before.start, before.end);
  const beforeHref = hrefWith(path, { ...filters, range: 'custom', startDate: before.start, endDate: before.end });
  const weighed = (
    <Figure of={{ kind: 'total' }} filters={weighedFilters(filters)}>
      {format.weight(weighedGrams)}
    </Figure>
  );
  return (
    <HeroFigure
      label={t('donations.hero.donated')}
      value={format.weight(grams, { unit: false })}
      unit={format.unit.abbr}
      {...(aloneGrams === 0 ? { figure: { of: { kind: 'total' }, filters: weighedFilters(filters) } } : {})}
      money={
        values.length > 0 && (
          <>
            {t('donations.hero.worth')}{' '}
            {values.map(({ currency, amount, weighed: cost }, at) => (
              <span key={currency}>
                {at > 0 && ' · '}
                {cost > 0 && (
                  <Figure of={{ kind: 'total' }} filters={{ ...weighedFilters(filters), currency }}>
                    {format.money(cost, currency, { decimals: 0 })}
                  </Figure>
                )}
                {cost > 0 && amount > cost && ' + '}
                {amount > cost && (
                  <a href={unweighedHref(filters)}>{format.money(amount - cost, currency, { decimals: 0 })}</a>
                )}
              </span>
            ))}
            {withoutValueGrams > 0 &&
              ` · ${t('donations.hero.withoutValue', { weight: format.weight(withoutValueGrams) })}`}
          </>
        )
      }
      comparison={
        <>
          {weighed} {t('donations.hero.weighed')}
          {aloneGrams > 0 && (
            <>
              {' · '}
              <a href={unweighedHref(filters)}>{format.weight(aloneGrams)}</a> {t('donations.hero.alone')}
            </>
          )}
          <br />
          {before.grams > 0 ? (
            <a href={beforeHref}>{t('donations.hero.before', { weight: format.weight(before.grams), range })}</a>
          ) : (
            t('donations.hero.nothingBefore', { range })
          )}
        </>
      }
      estimated={estimatedText({ t, format }, shareOf(estimatedGrams, grams))}
    />
  );
}

function Surplus({ t, format, figures: { surplus }, filters }: OfFigures) {
  const { share, donatedGrams, binnedGrams } = surplus;
  return (
    <HeroFigure
      second
      label={t('donations.hero.share')}
      value={share === null ? null : format.percent(share, { decimals: 1 })}
      missing={t('donations.hero.noSurplus')}
      trust={
        <>
          {t('donations.hero.shareOf', { donated: format.weight(donatedGrams) })}{' '}
          <Figure of={{ kind: 'total' }} filters={{ ...filters, wasteStageId: surplusStageId, counts: 'thrownAway' }}>
            {t('donations.hero.binned', { binned: format.weight(binnedGrams) })}
          </Figure>
        </>
      }
      trustFraction={share}
    />
  );
}

function Trend({
  t,
  format,
  figures: { periods },
  shown,
}: Writing & { figures: Donations; shown: DonationsPageProps['shown'] }) {
  if (periods.length < 2) return null;
  const byStart = new Map(periods.map((period) => [period.start, period]));
  const longOf = ({ start, end }: { start: string; end: string }) =>
    start === end ? format.date(start, { style: 'weekday' }) : format.range(start, end);
  const largest = Math.max(...periods.map(({ grams }) => grams));
  const [best] = periods.filter(({ grams }) => grams === largest);
  const { gramsPerUnit } = format.unit;
  const unit = t('performance.trend.measureWeight', { unit: format.unit.abbr });
  return (
    <TrendChart
      id="donation-trend"
      title={
        best && largest > 0
          ? t('donations.trend.title', { when: longOf(best), weight: format.weight(largest) })
          : t('donations.trend.none')
      }
      subtitle={`${unit}. ${t('donations.trend.sentence')}`}
      kind="bars"
      points={periods.map(({ start, end, grams }) => ({
        key: start,
        label: format.date(start, { style: 'short' }),
        longLabel: longOf({ start, end }),
        value: grams,
      }))}
      perUnit={gramsPerUnit}
      formatValue={(grams) => format.weight(grams)}
      formatTick={(grams) => format.weight(grams, { decimals: largest < 5 * gramsPerUnit ? 1 : 0, unit: false })}
      heads={{ label: t('donations.trend.when'), value: unit }}
      hrefOf={(start) =>
        hrefWith(path, {
          range: 'custom',
          startDate: start,
          endDate: byStart.get(start)?.end ?? start,
          siteId: shown.place.siteId ?? null,
          locationId: shown.place.locationId ?? null,
        })
      }
    />
  );
}
