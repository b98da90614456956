import type { OverallFigures, PerformanceRow, TrendWeek } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { BaselineModals, baselineDetailHref } from '../baselines/baseline-modals';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Format, type Locale, type WeightUnit } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { Calculations, CalculationsButton } from './calculations';
import { Filters, type FilterModel } from './filters';
import { Heroes } from './hero';
import { addressWith } from './address';
import { isGreyed, PerformanceTable, type PerformanceTableProps } from './performance-table';
import { Ranking } from './ranking';
import { Trends } from './trends';

export type PerformanceContent =
  | { kind: 'invalid' }
  | { kind: 'noStage' }
  | { kind: 'noData'; /** Another range holds some. */ any: boolean; latest: { start: string; end: string } | null }
  | { kind: 'error'; retryHref: string }
  | PerformanceReport;

interface PerformanceReport {
  kind: 'report';
  overall: OverallFigures;
  threshold: number;
  /** The rows that count, all of them. */
  ranked: PerformanceRow[];
  weights: TrendWeek[];
  values: { currency: string; weeks: TrendWeek[] }[];
  table: PerformanceTableProps['table'];
}

interface PerformancePageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  simulated: boolean;
  seesCompliance: boolean;
  /** The baseline details behind a location are a page with a right of its own. */
  seesDetails: boolean;
  filters: FilterModel;
  content: PerformanceContent;
}

/** Who wastes less than before, by how much, and how far that can be trusted. */
export function PerformancePage({ t, locale, unit, timeZone, simulated, seesCompliance, seesDetails, filters, content }: PerformancePageProps) {
  const format = createFormat({ locale, unit, timeZone });
  const report = content.kind === 'report' ? content : null;
  const sentence = simulated ? `${t('performance.sentence')} ${t('global.simulatedReason')}` : t('performance.sentence');
  return (
    <>
      <PageHeader
        title={t('performance.title')}
        sentence={sentence}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        actions={(
          <>
            <CalculationsButton t={t} />
            {report && <LinkButton icon="download" href={exportHref(filters)} download>{t('global.downloadCsv')}</LinkButton>}
          </>
        )}
      />
      <Filters t={t} format={format} model={filters} />
      {content.kind === 'report' ? <Report {...{ t, format, seesCompliance, seesDetails, filters }} report={content} /> : <NothingToShow {...{ t, format, filters, content }} />}
      <Calculations t={t} format={format} example={report?.ranked.find((row) => row.weightVsBaseline !== null && row.weightVsBaseline !== 0)} seesCompliance={seesCompliance} />
      {report && seesDetails && filters.viewType === 'locations' && <BaselineModals settings={{ locale, timeZone, unit }} />}
    </>
  );
}

type ReportProps = Pick<PerformancePageProps, 't' | 'seesCompliance' | 'seesDetails' | 'filters'> & { format: Format; report: PerformanceReport };

function Report({ t, format, seesCompliance, seesDetails, filters, report }: ReportProps) {
  const { viewType, stageId } = filters;
  const hrefOf = (row: Pick<PerformanceRow, 'id'>) => (seesDetails && viewType === 'locations' ? baselineDetailHref({ locationId: row.id, wasteStageId: stageId }) : undefined);
  return (
    <>
      <Heroes {...{ t, format, seesCompliance }} overall={report.overall} range={rangeText(format, filters)} threshold={report.threshold} />
      {report.overall.countedLocations > 0 && <Trends t={t} format={format} weights={report.weights} values={report.values} />}
      <Ranking t={t} format={format} viewType={viewType} rows={report.ranked} hrefOf={hrefOf} />
      <PerformanceTable {...{ t, format, viewType }} table={report.table} hrefOf={(row) => (isGreyed(row) ? undefined : hrefOf(row))} />
    </>
  );
}

/** The days in words; the year once where it is one. */
function rangeText(format: Format, { startDate, endDate }: { startDate: string; endDate: string }): string {
  const sameYear = startDate.slice(0, 4) === endDate.slice(0, 4);
  return `${format.date(startDate, { style: sameYear ? 'short' : 'full' })} – ${format.date(endDate)}`;
}

function NothingToShow({ t, format, filters, content }: { t: Translate; format: Format; filters: FilterModel; content: Exclude<PerformanceContent, PerformanceReport> }) {
  switch (content.kind) {
    case 'invalid': return <EmptyState title={t('performance.empty.invalidTitle')} sentence={t('performance.empty.invalid')} />;
    case 'noStage': return <EmptyState title={t('performance.empty.noStageTitle')} sentence={t('global.noBaselineNoData')} actions={<LinkButton href={filters.action}>{t('performance.filters.reset')}</LinkButton>} />;
    case 'error': return (
      <Notice tone="error" title={t('performance.empty.errorTitle')}>
        <p>{t('global.error')}</p>
        <p><a href={content.retryHref}>{t('errors.tryAgain')}</a></p>
      </Notice>
    );
    case 'noData': {
      const { latest, any } = content;
      const range = latest && rangeText(format, { startDate: latest.start, endDate: latest.end });
      const next = range ? t('performance.empty.latest', { range }) : t(any ? 'performance.empty.elsewhere' : 'performance.empty.nothingYet');
      const href = latest && addressWith(filters.url, { range: 'custom', startDate: latest.start, endDate: latest.end, page: null });
      return (
        <EmptyState
          title={t('performance.empty.noDataTitle')}
          sentence={`${t('global.noData')} ${next}`}
          actions={range && href && <LinkButton tone="primary" href={href}>{t('performance.empty.toLatest', { range })}</LinkButton>}
        />
      );
    }
  }
}

/** The export of what is shown; every row of it, whatever the page. */
function exportHref(filters: FilterModel): string {
  const { viewType, startDate, endDate, stageId, threshold, ownThreshold, countryCode, regionName, segmentName } = filters;
  const own = threshold === ownThreshold ? null : String(threshold);
  return addressWith(`/rest/v1/performance/${viewType === 'sites' ? 'siteSummary' : 'locationSummary'}/export`, {
    startDate, endDate, wasteStageId: String(stageId), reductionExclusionThreshold: own, countryCode, regionName, segmentName,
  });
}
