import { urgencyOf } from '../../domain/measures/reliability.rules';
import { wholePercent } from '../../platform/fraction.rules';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import { complianceScoreOf } from './performance.rules';
import type { CapturedRow, PerformanceRow, ViewType } from './report.contract';

interface PerformanceReader extends Reader {
  viewType: ViewType;
}

const ofSites = ({ viewType }: PerformanceReader) => viewType === 'sites';
const ofLocations = ({ viewType }: PerformanceReader) => viewType === 'locations';

/** Fractions as percentages with two decimals, so that the file says what the screen says. */
const percent = (fraction: number | null) => (fraction === null ? null : Number((fraction * 100).toFixed(2)));
const whole = (value: number | null) => (value === null ? null : Number(value.toFixed(0)));

const statusWord = (status: PerformanceRow['locationStatus'], { t }: PerformanceReader) =>
  status === null ? null : t(status === 'ACTIVE' ? 'performance.status.ACTIVE' : 'performance.status.INACTIVE');

export const performanceTable = defineTable<CapturedRow, PerformanceReader>()({
  key: (row) => [row.siteName, row.locationName, row.id],
  size: { offered: [50, 100, 200], usual: 100 },
  columns: {
    site: {
      label: 'performance.column.site',
      place: (reader) => (ofSites(reader) ? 'lead' : 'rest'),
      sort: (row) => row.siteName,
      csv: (row) => row.siteName,
    },
    siteStatus: {
      label: 'performance.csv.siteStatus',
      screen: false,
      csv: (row, reader) => statusWord(row.siteStatus, reader),
    },
    location: {
      label: 'performance.column.location',
      when: ofLocations,
      screen: 'first',
      place: 'lead',
      sort: (row) => row.locationName,
      csv: (row) => row.locationName,
    },
    locationStatus: {
      label: 'performance.csv.locationStatus',
      when: ofLocations,
      screen: false,
      csv: (row, reader) => statusWord(row.locationStatus, reader),
    },
    status: { label: 'performance.column.status', sort: (row) => row.locationStatus ?? row.siteStatus },
    locations: {
      label: 'performance.column.locations',
      when: ofSites,
      numeric: true,
      sort: (row) => row.locationIds.length,
      csv: (row) => row.locationIds.length,
    },
    look: { label: 'performance.column.look', sort: (row) => urgencyOf(row.look, row.weightVsBaseline), usual: 'desc' },
    value: {
      label: 'performance.column.value',
      csvLabel: 'performance.csv.value',
      numeric: true,
      sort: (row) => row.valueVsBaseline,
      csv: (row) => percent(row.valueVsBaseline),
    },
    weight: {
      label: 'performance.column.weight',
      csvLabel: 'performance.csv.weight',
      numeric: true,
      place: 'side',
      sort: (row) => row.weightVsBaseline,
      csv: (row) => percent(row.weightVsBaseline),
    },
    transactions: {
      label: 'performance.column.transactions',
      csvLabel: 'performance.csv.transactions',
      numeric: true,
      sort: (row) => row.transactionsVsBaseline,
      csv: (row) => percent(row.transactionsVsBaseline),
    },
    trend: { label: 'performance.column.trend', numeric: true },
    goals: {
      label: 'performance.column.goals',
      numeric: true,
      sort: (row) => row.activeGoals,
      csv: (row) => row.activeGoals,
    },
    tracking: {
      label: 'performance.column.tracking',
      csvLabel: 'performance.csv.tracking',
      numeric: true,
      sort: (row) => row.percentDaysTracking,
      csv: (row) => whole(row.percentDaysTracking),
    },
    accuracy: {
      label: 'reliability.accuracy',
      csvLabel: 'reliability.csvAccuracy',
      numeric: true,
      sort: (row) => row.capture.accuracy,
      csv: (row) => (row.capture.accuracy === null ? null : wholePercent(row.capture.accuracy)),
    },
    corrected: { label: 'reliability.csvCorrected', screen: false, csv: (row) => percent(row.capture.corrected) },
    compliance: {
      label: 'performance.column.compliance',
      needs: 'VIEW_ENGAGEMENT_SCORE',
      numeric: true,
      sort: (row) => (row.weeksWithComplianceScore > 0 ? row.compliantWeeks / row.weeksWithComplianceScore : null),
    },
    complianceScore: {
      label: 'performance.csv.complianceScore',
      needs: 'VIEW_ENGAGEMENT_SCORE',
      when: ofSites,
      screen: false,
      csv: (row) => whole(complianceScoreOf(row)),
    },
    compliantWeeks: {
      label: 'performance.csv.compliantWeeks',
      needs: 'VIEW_ENGAGEMENT_SCORE',
      when: ofLocations,
      screen: false,
      csv: (row) => row.compliantWeeks,
    },
    scoredWeeks: {
      label: 'performance.csv.scoredWeeks',
      needs: 'VIEW_ENGAGEMENT_SCORE',
      when: ofLocations,
      screen: false,
      csv: (row) => row.weeksWithComplianceScore,
    },
    baseline: {
      label: 'performance.column.baseline',
      numeric: true,
      sort: (row) => row.minBaselineStartDate,
      csv: (row) => row.minBaselineStartDate,
    },
    excluded: { label: 'performance.csv.excluded', screen: false, csv: (row) => row.excludedLocations },
    reliable: {
      label: 'reliability.reliable',
      screen: false,
      csv: (row, { t }) =>
        row.weightVsBaseline === null ? null : t(row.unreliable === null ? 'legacy.yes' : 'legacy.no'),
    },
    unreliableReason: {
      label: 'reliability.reason',
      screen: false,
      csv: (row, { t }) =>
        row.weightVsBaseline === null || row.unreliable === null ? null : t(`reliability.${row.unreliable}`),
    },
    estimatedShare: { label: 'reliability.csvEstimated', screen: false, csv: (row) => percent(row.estimatedShare) },
    derivedCostShare: { label: 'reliability.csvDerived', screen: false, csv: (row) => percent(row.derivedCostShare) },
    recorded: {
      label: 'performance.csv.recorded',
      screen: false,
      csv: (row, { t }) => t(row.recorded ? 'legacy.yes' : 'legacy.no'),
    },
  },
});

export type PerformanceColumn = ScreenColumn<typeof performanceTable>;

export const fileNames = {
  sites: 'Sites Performance.csv',
  locations: 'Locations Performance.csv',
} as const satisfies Record<ViewType, string>;
