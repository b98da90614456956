import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { createFormat, type Format, type Locale, type WeightUnit } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { PageHeader } from '../../client/ui/page-header';
import type { Capture } from '../../server/domain/measures/capture.contract';
import type { NoReport } from '../../server/domain/measures/no-report.contract';
import type { UnconfirmedIds } from '../../server/features/calendar/confirm-days.rules';
import type {
  CapturedRow,
  OverallFigures,
  PerformanceRow,
  TrendWeek,
  ViewType,
} from '../../server/features/performance/report.contract';
import type { DateForms } from '../../server/platform/date-forms.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { BaselineModals, baselineDetailHref } from '../baselines/baseline-modals';
import { NothingToShow } from '../layout/nothing-to-show';
import { ReportFilters } from '../layout/report-filters';
import { Calculations, CalculationsButton } from './calculations';
import { Heroes, type Behind, type UnconfirmedView } from './hero';
import s from './performance-page.module.css';
import { isGreyed, PerformanceTable, type PerformanceTableProps } from './performance-table';
import { Ranking } from './ranking';
import { Trends } from './trends';

export type PerformanceContent = NoReport | PerformanceReport;

interface PerformanceReport {
  kind: 'report';
  overall: OverallFigures;
  capture: Capture;
  unconfirmed: UnconfirmedView;
  /** For the baseline details of a location. */
  waiting: UnconfirmedIds;
  threshold: number;
  /** Share of open days that a result needs. */
  limit: number;
  today: string;
  /** The rows that count, all of them. */
  ranked: CapturedRow[];
  weights: TrendWeek[];
  values: { currency: string; weeks: TrendWeek[] }[];
  table: PerformanceTableProps['table'];
}

interface Shown {
  viewType: ViewType;
  stageId: number | null;
  startDate: string;
  endDate: string;
  /** Places, and the threshold that was chosen. */
  filters: Behind['filters'];
}

interface PerformancePageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  forms?: DateForms | undefined;
  simulated: boolean;
  seesCompliance: boolean;
  /** The baseline details behind a location are a page with a right of its own. */
  seesDetails: boolean;
  managesBaselines: boolean;
  filters: FilterBarView;
  shown: Shown;
  csvHref: string;
  content: PerformanceContent;
}

/** Who wastes less than before, by how much, and how far that can be trusted. */
export function PerformancePage({
  t,
  locale,
  unit,
  timeZone,
  forms,
  simulated,
  seesCompliance,
  seesDetails,
  managesBaselines,
  filters,
  shown,
  csvHref,
  content,
}: PerformancePageProps) {
  const format = createFormat({ locale, unit, timeZone, forms });
  const report = content.kind === 'report' ? content : null;
  const sentence = simulated
    ? `${t('performance.sentence')} ${t('global.simulatedReason')}`
    : t('performance.sentence');
  return (
    <>
      <PageHeader
        title={t('performance.title')}
        sentence={sentence}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        actions={
          <>
            <CalculationsButton t={t} />
            {report && (
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
          </>
        }
      />
      <ReportFilters id="performance-filters" format={format} bar={filters} savable={t} />
      {content.kind === 'report' ? (
        <Report {...{ t, format, seesCompliance, seesDetails, shown }} report={content} />
      ) : (
        <NothingToShow
          {...{ t, format, content }}
          reset={{ label: t('performance.filters.reset'), href: filters.action }}
        />
      )}
      <Calculations
        t={t}
        format={format}
        example={report?.ranked.find(
          (row) => row.unreliable === null && row.weightVsBaseline !== null && row.weightVsBaseline !== 0,
        )}
        limit={report?.limit}
        seesCompliance={seesCompliance}
      />
      {report && seesDetails && shown.viewType === 'locations' && (
        <BaselineModals
          settings={{ locale, timeZone, unit, forms }}
          mayManage={managesBaselines}
          unconfirmed={report.waiting}
        />
      )}
    </>
  );
}

type ReportProps = Pick<PerformancePageProps, 't' | 'seesCompliance' | 'seesDetails' | 'shown'> & {
  format: Format;
  report: PerformanceReport;
};

function Report({ t, format, seesCompliance, seesDetails, shown, report }: ReportProps) {
  const { viewType, stageId } = shown;
  const { overall, capture, unconfirmed, threshold, limit, today } = report;
  const range = format.range(shown.startDate, shown.endDate);
  const behind: Behind = {
    stageId: stageId ?? 0,
    start: shown.startDate,
    end: shown.endDate,
    filters: shown.filters ?? {},
  };
  const hrefOf = (row: Pick<PerformanceRow, 'id'>) =>
    seesDetails && viewType === 'locations'
      ? baselineDetailHref({ locationId: row.id, wasteStageId: stageId })
      : undefined;
  return (
    <>
      <Heroes
        {...{ t, format, seesCompliance, overall, capture, unconfirmed, range, behind, threshold, limit, today }}
      />
      <ChartsFold t={t}>
        {overall.headline.locations > 0 && (
          <Trends
            {...{ t, format, behind }}
            waits={unconfirmed.headline}
            place={overall.headline.place}
            weights={report.weights}
            values={report.values}
          />
        )}
        <Ranking t={t} format={format} viewType={viewType} rows={report.ranked} hrefOf={hrefOf} behind={behind} />
      </ChartsFold>
      <PerformanceTable
        {...{ t, format, viewType, range, behind }}
        table={report.table}
        hrefOf={(row) => (isGreyed(row) ? undefined : hrefOf(row))}
      />
    </>
  );
}

/** On a phone the charts wait until they are asked for, so that the table is in reach; elsewhere they stand open. No script is needed. */
function ChartsFold({ t, children }: { t: Translate; children: ReactNode }) {
  return (
    <div className={s.charts}>
      <label className={s.fold}>
        <input type="checkbox" autoComplete="off" />
        <Icon name="right" size={14} />
        {t('performance.trend.show')}
      </label>
      <div className={s.body}>{children}</div>
    </div>
  );
}
