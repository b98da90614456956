import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { classNames } from '../../client/ui/class-names';
import { Figure } from '../../client/ui/figure';
import type { Format } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import type { SparkWeek } from '../../server/domain/measures/measure.contract';
import type { Look } from '../../server/domain/measures/reliability.rules';
import type { ComparedFigure, ComparedMeasure } from '../../server/features/events/figure-address.rules';
import type { PerformanceColumn } from '../../server/features/performance/performance.table';
import type { CapturedRow, PerformanceRow, ViewType } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { directionOf } from '../layout/change';
import { Sparkline } from '../layout/sparkline';
import { accuracyText, correctedText } from './capture';
import { atLeastOne, figureIn, type Behind } from './hero';
import s from './performance-table.module.css';

type TableRow = CapturedRow & { spark: SparkWeek[] };

export interface PerformanceTableProps {
  t: Translate;
  format: Format;
  viewType: ViewType;
  /** The weeks in words: a window opened from a row has weeks of its own. */
  range: string;
  behind: Behind;
  table: TableView<PerformanceColumn, TableRow>;
  hrefOf: (row: PerformanceRow) => string | undefined;
}

/** Without a baseline and any figure there is nothing to look at. */
export const isGreyed = (row: PerformanceRow) =>
  row.minBaselineStartDate === null &&
  row.valueVsBaseline === null &&
  row.weightVsBaseline === null &&
  row.transactionsVsBaseline === null;

/** Every site or location with its figures; a click on a head sorts, one on a location opens its baseline. */
export function PerformanceTable({ t, format, viewType, range, behind, table, hrefOf }: PerformanceTableProps) {
  return (
    <div className={classNames(s.table, viewType === 'locations' && s.withSite)}>
      <ListTable
        id="performance"
        caption={t(viewType === 'sites' ? 'performance.table.captionSites' : 'performance.table.captionLocations', {
          range,
        })}
        captionShown
        format={format}
        table={table}
        cells={cellsOf({ t, format, viewType, behind })}
        rowOf={(row) => ({
          key: String(row.id),
          name: row.locationName ?? row.siteName,
          href: hrefOf(row),
          state: isGreyed(row) ? 'greyed' : undefined,
        })}
      />
    </div>
  );
}

type Cells = Record<PerformanceColumn, (row: TableRow) => ReactNode>;

function cellsOf({
  t,
  format,
  viewType,
  behind,
}: Pick<PerformanceTableProps, 't' | 'format' | 'viewType' | 'behind'>): Cells {
  const sites = viewType === 'sites';
  const active = t('performance.status.ACTIVE');
  const inactive = t('performance.status.INACTIVE');
  const noGoals = t('performance.table.noGoals');
  const noDays = t('performance.table.noDays');
  const noBaseline = t('performance.table.noBaselineDate');
  const words = lookWords(t);
  const lookOf = ({ look, unconfirmed }: TableRow) => look && words[unconfirmed ? 'OPENING_DAYS_UNCONFIRMED' : look];
  const [estimated, derived] = [t('reliability.estimatedReason'), t('reliability.derivedReason')];
  // Most rows of a table say the same share.
  const shares = new Map<string, string>();
  const shareText = (share: number) => {
    const shown = atLeastOne(format, share);
    const text = shares.get(shown) ?? t('reliability.estimatedShort', { share: shown });
    shares.set(shown, text);
    return text;
  };
  const figure = (row: TableRow, kind: ComparedMeasure) =>
    figureIn(behind, kind, sites ? { siteId: row.id } : { locationId: row.id });
  const change = (
    row: TableRow,
    kind: ComparedMeasure,
    { fraction, unknown }: { fraction: number | null; unknown: () => ReactNode },
  ) => {
    if (fraction === null) return unknown();
    const text = format.percent(fraction, { decimals: 2, sign: true });
    return row.unreliable ? (
      <Figure
        of={figure(row, kind)}
        className={s.doubt}
        title={words[row.unconfirmed ? 'OPENING_DAYS_UNCONFIRMED' : row.unreliable]}
      >
        {text}
      </Figure>
    ) : (
      <Figure of={figure(row, kind)} className={s[directionOf(fraction)]}>
        {text}
      </Figure>
    );
  };
  const reasonOf = (row: TableRow) => t(`performance.table.${row.noChange ?? 'zeroBaseline'}`);
  const marked = (row: TableRow) =>
    row.excludedLocations > 0 && (
      <span className={s.mark}>
        <Badge tone="attention">
          {sites
            ? t('performance.table.excludedCount', { count: row.excludedLocations })
            : t('performance.table.excluded')}
        </Badge>
      </span>
    );
  // A phone has no room for the column.
  const below = (row: TableRow) =>
    row.look && <span className={classNames(s.lookBelow, s[row.look])}>{lookOf(row)}</span>;
  return {
    location: (row) => (
      <>
        {row.locationName}
        {row.locationName !== row.siteName && <span className={s.siteBelow}>{row.siteName}</span>}
        {marked(row)}
        {below(row)}
      </>
    ),
    site: (row) =>
      sites ? (
        <>
          {row.siteName}
          {marked(row)}
          {below(row)}
        </>
      ) : (
        row.siteName
      ),
    status: (row) =>
      (row.locationStatus ?? row.siteStatus) === 'INACTIVE' ? <span className={s.inactive}>{inactive}</span> : active,
    locations: (row) => format.number(row.locationIds.length),
    look: (row) => row.look && <span className={classNames(s.look, s[row.look])}>{lookOf(row)}</span>,
    value: (row) => (
      <>
        {change(row, 'value', { fraction: row.valueVsBaseline, unknown: () => <Dash reason={reasonOf(row)} /> })}
        {row.derivedCostShare ? (
          <small className={s.share} title={derived}>
            {shareText(row.derivedCostShare)}
          </small>
        ) : null}
      </>
    ),
    // One stop for the keyboard says it for all three.
    weight: (row) => (
      <>
        {change(row, 'weight', { fraction: row.weightVsBaseline, unknown: () => <Missing reason={reasonOf(row)} /> })}
        {row.estimatedShare ? (
          <small className={s.share} title={estimated}>
            {shareText(row.estimatedShare)}
          </small>
        ) : null}
      </>
    ),
    transactions: (row) =>
      change(row, 'transactions', {
        fraction: row.transactionsVsBaseline,
        unknown: () => <Dash reason={reasonOf(row)} />,
      }),
    trend: (row) => <Spark {...{ t, format, row }} />,
    goals: (row) =>
      row.activeGoals === null ? (
        <Dash reason={noGoals} />
      ) : row.activeGoals === 0 ? (
        format.number(0)
      ) : (
        <a href={`/goals?siteId=${row.siteId}`}>{format.number(row.activeGoals)}</a>
      ),
    tracking: (row) =>
      row.percentDaysTracking === null ? (
        <Dash reason={noDays} />
      ) : (
        <Figure of={figure(row, 'tracking')}>
          <svg className={s.meter} aria-hidden="true">
            <rect width={`${Math.round(row.percentDaysTracking)}%`} height="100%" />
          </svg>
          {format.percent(row.percentDaysTracking / 100)}
        </Figure>
      ),
    accuracy: ({ capture }) => <Accuracy {...{ t, format, capture }} />,
    compliance: (row) => <Compliance {...{ t, format, row, sites }} of={figure(row, 'compliance')} />,
    baseline: (row) =>
      row.minBaselineStartDate === null ? <Dash reason={noBaseline} /> : format.date(row.minBaselineStartDate),
  };
}

const lookWords = (t: Translate): Record<Look | 'OPENING_DAYS_UNCONFIRMED', string> => ({
  OPENING_DAYS_UNCONFIRMED: t('reliability.OPENING_DAYS_UNCONFIRMED'),
  RISING: t('reliability.RISING'),
  NOT_ENOUGH_TRACKED_DAYS: t('reliability.NOT_ENOUGH_TRACKED_DAYS'),
  PROBABLY_STOPPED_TRACKING: t('reliability.PROBABLY_STOPPED_TRACKING'),
});

/** A figure that is not known; the reason on hover and for screen readers, without a keyboard stop in every row. */
function Dash({ reason }: { reason: string }) {
  return (
    <span className={s.dash} role="img" aria-label={reason} title={reason}>
      –
    </span>
  );
}

/** With what the change would be if all had been recorded, where any bin was weighed. */
function Accuracy({ t, format, capture }: { t: Translate; format: Format; capture: CapturedRow['capture'] }) {
  const { accuracy, notCorrected } = capture;
  const reason = notCorrected && t(`reliability.notCorrected.${notCorrected}`);
  const known = accuracy === null ? <Dash reason={accuracyText({ t, format, capture })} /> : format.percent(accuracy);
  if (notCorrected === 'noCheckWeights') return known;
  return (
    <>
      {known}
      <small className={s.corrected} title={reason ?? t('reliability.correctedHelp')}>
        {t('reliability.corrected', { change: correctedText({ format, capture }) })}
        {reason && <span className="visually-hidden"> ({reason})</span>}
      </small>
    </>
  );
}

function Spark({ t, format, row }: { t: Translate; format: Format; row: TableRow }) {
  const last = row.spark.findLast((week) => week !== null)?.grams;
  const direction = row.weightVsBaseline === null || row.unreliable ? undefined : directionOf(row.weightVsBaseline);
  const label =
    last == null
      ? t('performance.table.sparkEmpty')
      : t('performance.table.spark', { unit: format.unit.abbr, last: format.weight(last, { unit: false }) });
  const estimated = row.spark.map((week) => week?.estimated ?? false);
  const said = estimated.includes(true) ? `${label} (${t('reliability.estimatedReason')})` : label;
  return (
    <Sparkline
      label={said}
      width={64}
      values={row.spark.map((week) => week && week.grams)}
      estimated={estimated}
      {...(direction ? { direction } : {})}
    />
  );
}

function Compliance({
  t,
  format,
  row,
  sites,
  of,
}: {
  t: Translate;
  format: Format;
  row: TableRow;
  sites: boolean;
  of: ComparedFigure;
}) {
  const { compliantWeeks: compliant, weeksWithComplianceScore: scored } = row;
  if (scored === 0) return <Dash reason={t('performance.table.noWeeks')} />;
  const full = compliant === scored;
  if (full || (compliant === 0 && !sites)) {
    const words = t(full ? 'performance.table.fullyCompliant' : 'performance.table.neverCompliant');
    return (
      <Figure of={of} className={classNames(s.verdict, !full && s.never)} title={words}>
        <Icon name={full ? 'check' : 'cross'} />
        <span className="visually-hidden">{words}</span>
      </Figure>
    );
  }
  if (sites) return <Figure of={of}>{format.percent(compliant / scored)}</Figure>;
  return (
    <Figure of={of} title={t('performance.table.compliantOf', { compliant, scored })}>
      {compliant} / {scored}
    </Figure>
  );
}
