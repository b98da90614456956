/** What the dashboard is made of; the calls answer the same in the words of the wire. */

export type Status = 'ACTIVE' | 'INACTIVE';
export type ViewType = 'sites' | 'locations';

/** Sums over the weeks that are compared with a baseline: what was, and what the baseline would have given. */
export interface ComparedSums {
  openDays: number;
  /** Grams. */
  g: number;
  expectedG: number;
  /** In the row's currency. */
  cost: number;
  expectedCost: number;
  txn: number;
  expectedTxn: number;
}

/** Why a row has no change. */
export type NoChange = 'noBaseline' | 'noOpenDay' | 'zeroBaseline';

/** A site or a location. Changes are fractions: −0.2 is a fifth less. */
export interface PerformanceRow {
  /** Id of the location or site. */
  id: number;
  siteId: number;
  siteName: string;
  siteStatus: Status;
  /** null for a site. */
  locationName: string | null;
  locationStatus: Status | null;
  locationIds: number[];
  currency: string;
  /** First Monday of the earliest baseline. */
  minBaselineStartDate: string | null;
  valueVsBaseline: number | null;
  weightVsBaseline: number | null;
  transactionsVsBaseline: number | null;
  noChange: NoChange | null;
  activeGoals: number | null;
  /** 0 to 100. */
  percentDaysTracking: number | null;
  compliantWeeks: number;
  weeksWithComplianceScore: number;
  /** Locations that count for the overall figures, and those that the threshold left out. */
  countedLocations: number;
  excludedLocations: number;
  compared: ComparedSums | null;
}

export interface OverallFigures {
  weightChange: number | null;
  transactionChange: number | null;
  /** One for each currency of the counted locations, in alphabetical order; never added up. */
  costChanges: { currency: string; change: number | null }[];
  /** 0 to 100; null without a week to judge. */
  compliance: number | null;
  averageOfActiveGoals: number | null;
  /** Of the counted locations, 0 to 100. */
  percentOfDaysTracking: number | null;
  locations: number;
  countedLocations: number;
  excludedLocations: number;
}

/** A week of all counted locations that share a currency. */
export interface WeekSums {
  weekStart: string;
  currency: string;
  openDays: number;
  trackedDays: number;
  g: number;
  expectedG: number;
  cost: number;
  expectedCost: number;
  /** false while every one of them was still collecting its baseline. */
  compared: boolean;
}

/** A bar of the weekly charts. */
export interface TrendWeek {
  weekStart: string;
  /** Weeks that were put together to keep a long range readable. */
  weeks: number;
  /** Grams or money; null when no open day was tracked. */
  actual: number | null;
  /** What the baseline would have given on the same open days. */
  expected: number;
  state: 'compared' | 'baseline' | 'closed' | 'untracked';
}
