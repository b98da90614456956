import { DataTable } from '../../client/ui/data-table';
import { Figure } from '../../client/ui/figure';
import { FilterBar } from '../../client/ui/filter-bar';
import type { Format } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { Comparison, FoodWaste, Sums } from '../../server/features/food-waste-dashboard/food-waste.contract';
import { shownOf } from '../../server/features/food-waste-dashboard/food-waste.rules';
import { changeOf } from '../../server/platform/fraction.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { earliestRangeDate, type RangeProblems } from '../../server/platform/table/week-range.rules';
import { Change, directionOf } from '../layout/change';
import { TrendChart } from '../layout/chart-trend';
import { Section } from '../layout/section';
import { amountsIn } from './amounts';

export interface CompareForm {
  action: string;
  /** What stays in the address. */
  kept: Record<string, string>;
  /** Whether the address asks for a comparison. */
  given: boolean;
  span: { start: string; end: string };
  problems: RangeProblems | null;
  siteId: number | undefined;
  sites: { siteId: number; siteName: string; locations: { locationId: number; locationName: string }[] }[];
}

interface ComparedSetsProps {
  t: Translate;
  format: Format;
  figures: FoodWaste;
  /** Of the weighings behind the page. */
  filters: Filters;
  /** Values that both sets are narrowed to. */
  narrowed: Filters;
  /** The days of the page. */
  here: { start: string; end: string };
  stageId: number | undefined;
  form: CompareForm;
}

/** The figures of the page beside those of other days or another place, per open day. */
export function ComparedSets({ t, format, figures, filters, narrowed, here, stageId, form }: ComparedSetsProps) {
  const { given, problems, sites } = form;
  const { comparison } = figures;
  const all = { value: '', label: t('foodWaste.compare.same') };
  const problem = problems?.start ?? problems?.end ?? null;
  return (
    <Section id="compare" title={t('foodWaste.compare.title')} sentence={t('foodWaste.compare.sentence')}>
      <FilterBar
        id="food-waste-compare"
        action={`${form.action}#compare`}
        hidden={form.kept}
        applyLabel={t('foodWaste.compare.apply')}
        controls={[
          { kind: 'date', name: 'compareStart', label: t('legacy.ui.from'), defaultValue: form.span.start },
          { kind: 'date', name: 'compareEnd', label: t('legacy.ui.to'), defaultValue: form.span.end },
          ...(sites.length > 1
            ? [
                {
                  kind: 'select' as const,
                  name: 'compareSiteId',
                  label: t('legacy.fields.siteName'),
                  defaultValue: String(form.siteId ?? ''),
                  options: [all, ...sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName }))],
                },
              ]
            : []),
        ]}
      />
      {given && problem && (
        <Notice tone="error" title={t('report.invalidTitle')}>
          <p>{t(`errors.${problem}`, { min: format.date(earliestRangeDate) })}</p>
        </Notice>
      )}
      {comparison && <Sets {...{ t, format, figures, filters, narrowed, here, stageId, form }} there={comparison} />}
    </Section>
  );
}

function Sets({
  t,
  format,
  figures,
  filters,
  narrowed,
  here,
  stageId,
  form,
  there,
}: ComparedSetsProps & { there: Comparison }) {
  const { rounded, precise, tick, perUnit } = amountsIn(format, figures);
  const written = (amount: number) => precise(amount, 2);
  const place =
    form.siteId === undefined
      ? {
          siteId: filters.siteId,
          locationId: filters.locationId,
          countryCode: filters.countryCode,
          regionName: filters.regionName,
          segmentName: filters.segmentName,
        }
      : { siteId: form.siteId };
  const otherFilters: Filters = {
    startDate: there.start,
    endDate: there.end,
    wasteStageId: stageId,
    ...place,
    ...narrowed,
  };
  const otherSite = form.sites.find(({ siteId }) => siteId === form.siteId)?.siteName;
  const head = ({ start, end }: { start: string; end: string }, site?: string) =>
    [format.range(start, end), site].filter(Boolean).join(', ');
  const heads = { here: head(here), there: head(there, otherSite) };
  if (there.total.grams === 0)
    return (
      <Notice tone="info" title={t('report.noDataTitle')}>
        <p>{t('foodWaste.compare.nothing', { range: heads.there })}</p>
      </Notice>
    );
  const perDay = (sums: Sums, openDays: number) => (openDays === 0 ? null : shownOf(sums, figures) / openDays);
  const amounts = (sums: Sums, of: Filters) => (
    <Figure of={{ kind: 'total' }} filters={of}>
      {[
        format.weight(sums.grams),
        ...sums.costs.map((cost) => format.money(cost.amount, cost.currency, { decimals: 0 })),
      ].join(' · ')}
    </Figure>
  );
  const tracked = ({ trackedDays, openDays }: { trackedDays: number; openDays: number }) =>
    t('foodWaste.trackedDays', {
      tracked: format.number(trackedDays),
      count: openDays,
      open: format.number(openDays),
    });
  const none = <Missing reason={t('foodWaste.compare.unknown')} />;
  const change = (fraction: number | null) =>
    fraction === null ? (
      none
    ) : (
      <Change direction={directionOf(fraction, 1)} text={format.percent(fraction, { decimals: 1, sign: true })} />
    );
  const [daily, dailyThere] = [perDay(figures.total, figures.days.openDays), perDay(there.total, there.days.openDays)];
  const columns = [
    { key: 'what', label: t('foodWaste.compare.figure'), primary: true },
    { key: 'here', label: heads.here, numeric: true },
    { key: 'there', label: heads.there, numeric: true },
    { key: 'change', label: t('foodWaste.compare.change'), numeric: true, primary: 'side' as const },
  ];
  return (
    <>
      <DataTable
        id="compared-totals"
        caption={t('foodWaste.compare.title')}
        phone="blocks"
        columns={columns}
        rows={[
          {
            key: 'total',
            cells: [
              t('foodWaste.compare.total'),
              amounts(figures.total, filters),
              amounts(there.total, otherFilters),
              '',
            ],
          },
          {
            key: 'daily',
            cells: [
              t('foodWaste.compare.perOpenDay'),
              daily === null ? none : written(daily),
              dailyThere === null ? none : written(dailyThere),
              change(there.change),
            ],
          },
          { key: 'days', cells: [t('foodWaste.tracked'), tracked(figures.days), tracked(there.days), ''] },
        ]}
      />
      {there.items.length > 0 && (
        <DataTable
          id="compared-items"
          caption={t('foodWaste.compare.items')}
          captionShown
          captionNote={t('foodWaste.compare.perOpenDay')}
          phone="blocks"
          columns={[{ ...columns[0], key: 'what', label: t('legacy.fields.itemId') }, ...columns.slice(1)]}
          rows={there.items.map((item) => ({
            key: String(item.refId),
            cells: [
              item.name ?? String(item.refId),
              <Figure key="here" of={{ kind: 'total' }} filters={{ ...filters, itemId: item.refId }}>
                {written(item.here)}
              </Figure>,
              <Figure key="there" of={{ kind: 'total' }} filters={{ ...otherFilters, itemId: item.refId }}>
                {written(item.there)}
              </Figure>,
              there.change === null ? none : change(changeOf(item.here, item.there)),
            ],
          }))}
        />
      )}
      {there.periods.length > 1 && (
        <TrendChart
          id="compared-months"
          title={t('foodWaste.compare.months')}
          subtitle={heads.there}
          points={there.periods.map((period) => ({
            key: period.start,
            label: format.date(period.start, { style: 'short' }),
            longLabel: format.range(period.start, period.end),
            value: period.value,
          }))}
          formatValue={rounded}
          formatTick={(value) => tick(value)}
          perUnit={perUnit}
          heads={{ label: t('foodWaste.timeFrame.month'), value: t('foodWaste.compare.total') }}
          figureOf={(start) => ({
            of: { kind: 'total' },
            filters: {
              ...otherFilters,
              startDate: start,
              endDate: there.periods.find((period) => period.start === start)?.end ?? start,
            },
          })}
        />
      )}
    </>
  );
}
