import type { ReactNode } from 'react';
import type { PerformanceRow, ViewType } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { classNames } from '../../client/ui/class-names';
import { Badge } from '../../client/ui/badge';
import { directionOf } from '../layout/change';
import { DataTable, type Column, type Row } from '../../client/ui/data-table';
import type { Format } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { Missing } from '../../client/ui/missing';
import { Pagination } from '../../client/ui/pagination';
import { Sparkline } from '../layout/sparkline';
import { addressWith } from './address';
import s from './performance-table.module.css';

type SortColumn = 'site' | 'location' | 'status' | 'locations' | 'value' | 'weight' | 'transactions' | 'goals' | 'tracking' | 'compliance' | 'baseline';

export type TableRow = PerformanceRow & { /** Grams a week. */ spark: (number | null)[] };

export interface TableModel {
  rows: TableRow[];
  sort: { column: SortColumn; direction: 'asc' | 'desc' };
  page: number;
  size: number;
  sizes: number[];
  total: number;
}

export interface PerformanceTableProps {
  t: Translate;
  format: Format;
  url: string;
  viewType: ViewType;
  seesCompliance: boolean;
  model: TableModel;
  hrefOf: (row: PerformanceRow) => string | undefined;
}

type Cell = Column & { sortKey?: SortColumn; cell: (row: TableRow) => ReactNode };

/** Without a baseline and any figure there is nothing to look at. */
export const isGreyed = (row: PerformanceRow) => row.minBaselineStartDate === null && row.valueVsBaseline === null && row.weightVsBaseline === null && row.transactionsVsBaseline === null;

/** Every site or location with its figures; a click on a head sorts, one on a location opens its baseline. */
export function PerformanceTable({ t, format, url, viewType, seesCompliance, model, hrefOf }: PerformanceTableProps) {
  const { sort, page, size, total } = model;
  const cells = cellsOf({ t, format, viewType, seesCompliance });
  const columns: Column[] = cells.map(({ sortKey, cell: _, ...column }) => {
    if (!sortKey) return column;
    const turned = sort.column === sortKey && sort.direction === 'asc';
    return { ...column, sorted: sort.column === sortKey ? sort.direction : null, sortHref: addressWith(url, { sort: turned ? `-${sortKey}` : sortKey, page: null }) };
  });
  const rows: Row[] = model.rows.map((row) => ({
    key: String(row.id),
    name: row.locationName ?? row.siteName,
    cells: cells.map(({ cell }) => cell(row)),
    href: hrefOf(row),
    state: isGreyed(row) ? 'greyed' : undefined,
  }));
  const from = (page - 1) * size + 1;
  const to = Math.min(total, page * size);
  const pageHref = (number: number) => addressWith(url, { page: number === 1 ? null : String(number) });
  return (
    <div className={classNames(s.table, viewType === 'locations' && s.withSite)}>
      <DataTable id="performance" caption={t(viewType === 'sites' ? 'performance.table.captionSites' : 'performance.table.captionLocations')} columns={columns} rows={rows}>
        <p className={s.note}>{t('performance.table.goalsNote')}</p>
        {total > Math.min(...model.sizes) && (
          <div className={s.foot}>
            <Pagination from={format.number(from)} to={format.number(to)} total={format.number(total)} previousHref={page > 1 ? pageHref(page - 1) : undefined} nextHref={to < total ? pageHref(page + 1) : undefined} />
            <nav className={s.sizes} aria-label={t('performance.table.sizeLabel')}>
              <span>{t('performance.table.sizeLabel')}</span>
              {model.sizes.map((one) => <a key={one} className={s.size} href={addressWith(url, { size: String(one), page: null })} data-swap={`size:${one}`} aria-current={one === size ? 'true' : undefined}>{one}</a>)}
            </nav>
          </div>
        )}
      </DataTable>
    </div>
  );
}

function cellsOf({ t, format, viewType, seesCompliance }: Pick<PerformanceTableProps, 't' | 'format' | 'viewType' | 'seesCompliance'>): Cell[] {
  const sites = viewType === 'sites';
  const active = t('performance.status.ACTIVE');
  const inactive = t('performance.status.INACTIVE');
  const statusOf = (status: PerformanceRow['siteStatus'] | null) => (status === 'INACTIVE' ? <span className={s.inactive}>{inactive}</span> : active);
  const noGoals = t('performance.table.noGoals');
  const change = (key: 'value' | 'weight' | 'transactions', value: (row: TableRow) => number | null): Cell => ({
    key, sortKey: key, label: t(`performance.column.${key}`), numeric: true, primary: key === 'weight',
    cell: (row) => {
      const fraction = value(row);
      if (fraction !== null) return <span className={s[directionOf(fraction)]}>{format.percent(fraction, { decimals: 2, sign: true })}</span>;
      const reason = t(`performance.table.${row.noChange ?? 'zeroBaseline'}`);
      // One stop for the keyboard says it for all three.
      return key === 'weight' ? <Missing reason={reason} /> : <Dash reason={reason} />;
    },
  });
  const marked = (row: TableRow) => row.excludedLocations > 0 && (
    <span className={s.mark}><Badge tone="attention">{sites ? t('performance.table.excludedCount', { count: row.excludedLocations }) : t('performance.table.excluded')}</Badge></span>
  );
  const place: Cell[] = sites
    ? [{ key: 'site', sortKey: 'site', label: t('performance.column.site'), primary: true, cell: (row) => <>{row.siteName}{marked(row)}</> }]
    : [
        { key: 'location', sortKey: 'location', label: t('performance.column.location'), primary: true, cell: (row) => <>{row.locationName}{row.locationName !== row.siteName && <span className={s.siteBelow}>{row.siteName}</span>}{marked(row)}</> },
        { key: 'site', sortKey: 'site', label: t('performance.column.site'), cell: (row) => row.siteName },
      ];
  return [
    ...place,
    { key: 'status', sortKey: 'status', label: t('performance.column.status'), cell: (row) => statusOf(row.locationStatus ?? row.siteStatus) },
    ...(sites ? [{ key: 'locations', sortKey: 'locations', label: t('performance.column.locations'), numeric: true, cell: (row) => format.number(row.locationIds.length) } satisfies Cell] : []),
    change('value', (row) => row.valueVsBaseline),
    change('weight', (row) => row.weightVsBaseline),
    change('transactions', (row) => row.transactionsVsBaseline),
    { key: 'trend', label: t('performance.column.trend'), numeric: true, cell: (row) => <Spark {...{ t, format, row }} /> },
    { key: 'goals', sortKey: 'goals', label: t('performance.column.goals'), numeric: true, cell: (row) => (row.activeGoals === null ? <Dash reason={noGoals} /> : format.number(row.activeGoals)) },
    { key: 'tracking', sortKey: 'tracking', label: t('performance.column.tracking'), numeric: true, cell: (row) => (row.percentDaysTracking === null
      ? <Dash reason={t('performance.table.noDays')} />
      : <span><svg className={s.meter} aria-hidden="true"><rect width={`${Math.round(row.percentDaysTracking)}%`} height="100%" /></svg>{format.percent(row.percentDaysTracking / 100)}</span>) },
    ...(seesCompliance ? [{ key: 'compliance', sortKey: 'compliance', label: t('performance.column.compliance'), numeric: true, cell: (row) => <Compliance {...{ t, format, row, sites }} /> } satisfies Cell] : []),
    { key: 'baseline', sortKey: 'baseline', label: t('performance.column.baseline'), numeric: true, cell: (row) => (row.minBaselineStartDate === null ? <Dash reason={t('performance.table.noBaselineDate')} /> : format.date(row.minBaselineStartDate)) },
  ];
}

/** A figure that is not known; the reason on hover and for screen readers, without a keyboard stop in every row. */
function Dash({ reason }: { reason: string }) {
  return <span className={s.dash} role="img" aria-label={reason} title={reason}>–</span>;
}

function Spark({ t, format, row }: { t: Translate; format: Format; row: TableRow }) {
  const last = row.spark.findLast((grams) => grams !== null);
  const direction = row.weightVsBaseline === null ? undefined : directionOf(row.weightVsBaseline);
  const label = last == null ? t('performance.table.sparkEmpty') : t('performance.table.spark', { unit: format.unit.abbr, last: format.weight(last, { unit: false }) });
  return <Sparkline label={label} values={row.spark} {...(direction ? { direction } : {})} />;
}

function Compliance({ t, format, row, sites }: { t: Translate; format: Format; row: TableRow; sites: boolean }) {
  const { compliantWeeks: compliant, weeksWithComplianceScore: scored } = row;
  if (scored === 0) return <Dash reason={t('performance.table.noWeeks')} />;
  const full = compliant === scored;
  if (full || (compliant === 0 && !sites)) {
    const words = t(full ? 'performance.table.fullyCompliant' : 'performance.table.neverCompliant');
    return <span className={classNames(s.verdict, !full && s.never)} title={words}><Icon name={full ? 'check' : 'cross'} /><span className="visually-hidden">{words}</span></span>;
  }
  if (sites) return format.percent(compliant / scored);
  return <span title={t('performance.table.compliantOf', { compliant, scored })}>{compliant} / {scored}</span>;
}
