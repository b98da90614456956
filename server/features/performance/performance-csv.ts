import type { Viewer } from '../../platform/actor';
import type { MessageKey, Translate } from '../../platform/i18n/messages';
import { csvFile, type CsvColumn, type CsvFile } from '../../platform/table/csv';
import { seesCompliance } from './answer';
import { complianceScoreOf } from './performance.rules';
import type { PerformanceRow, ViewType } from './report.contract';

/** Fractions as percentages with two decimals, so that the file says what the screen says. */
const percent = (fraction: number | null) => (fraction === null ? null : Number((fraction * 100).toFixed(2)));

type Cells = [key: MessageKey, value: (row: PerformanceRow) => string | number | null][];

/** All rows, in the order of names. */
export function performanceCsv(rows: readonly PerformanceRow[], { viewer, t, viewType }: { viewer: Viewer; t: Translate; viewType: ViewType }): CsvFile {
  const word = (status: PerformanceRow['siteStatus'] | null) => (status === null ? null : t(status === 'ACTIVE' ? 'performance.status.ACTIVE' : 'performance.status.INACTIVE'));
  const sites = viewType === 'sites';
  const compliance: Cells = sites
    ? [['performance.csv.complianceScore', (row) => { const score = complianceScoreOf(row); return score === null ? null : Number(score.toFixed(0)); }]]
    : [['performance.csv.compliantWeeks', (row) => row.compliantWeeks], ['performance.csv.scoredWeeks', (row) => row.weeksWithComplianceScore]];
  const cells: Cells = [
    ['performance.column.site', (row) => row.siteName],
    ['performance.csv.siteStatus', (row) => word(row.siteStatus)],
    ...(sites ? [['performance.column.locations', (row) => row.locationIds.length]] satisfies Cells : [
      ['performance.column.location', (row) => row.locationName],
      ['performance.csv.locationStatus', (row) => word(row.locationStatus)],
    ] satisfies Cells),
    ['performance.csv.value', (row) => percent(row.valueVsBaseline)],
    ['performance.csv.weight', (row) => percent(row.weightVsBaseline)],
    ['performance.csv.transactions', (row) => percent(row.transactionsVsBaseline)],
    ['performance.column.goals', (row) => row.activeGoals],
    ['performance.csv.tracking', (row) => (row.percentDaysTracking === null ? null : Number(row.percentDaysTracking.toFixed(0)))],
    ...(seesCompliance(viewer) ? compliance : []),
    ['performance.column.baseline', (row) => row.minBaselineStartDate],
    ['performance.csv.excluded', (row) => row.excludedLocations],
  ];
  const columns: CsvColumn<PerformanceRow>[] = cells.map(([key, value]) => ({ header: t(key as 'performance.column.site'), value }));
  return csvFile(sites ? 'Sites Performance.csv' : 'Locations Performance.csv', columns, rows);
}
