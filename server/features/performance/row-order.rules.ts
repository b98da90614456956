import type { PerformanceRow } from './report.contract';

export const sortColumns = ['site', 'location', 'status', 'locations', 'value', 'weight', 'transactions', 'goals', 'tracking', 'compliance', 'baseline'] as const;
export type SortColumn = (typeof sortColumns)[number];

/** What a column sorts by; null goes last in both directions. */
export const sortValues: Record<SortColumn, (row: PerformanceRow) => string | number | null> = {
  site: (row) => row.siteName,
  location: (row) => row.locationName,
  status: (row) => row.locationStatus ?? row.siteStatus,
  locations: (row) => row.locationIds.length,
  value: (row) => row.valueVsBaseline,
  weight: (row) => row.weightVsBaseline,
  transactions: (row) => row.transactionsVsBaseline,
  goals: (row) => row.activeGoals,
  tracking: (row) => row.percentDaysTracking,
  compliance: (row) => (row.weeksWithComplianceScore > 0 ? row.compliantWeeks / row.weeksWithComplianceScore : null),
  baseline: (row) => row.minBaselineStartDate,
};
