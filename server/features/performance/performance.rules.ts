import type { LocalDate } from '../../platform/time';
import type { ComparedSums, NoChange, OverallFigures, PerformanceRow, Status } from './report.contract';

/** A location and stage over a range of weeks, as the roll-ups give it. Weights in grams, money in `currency`. */
export interface LocationFigures {
  siteId: number;
  siteName: string;
  siteStatus: 'A' | 'I';
  locationId: number;
  locationName: string;
  locationStatus: 'A' | 'I';
  currency: string;
  /** null without an active baseline, as are the figures per open day. */
  baselineStart: LocalDate | null;
  /** The Monday from which weeks are compared with it. */
  reductionFrom: LocalDate | null;
  gPerOpenDay: number | null;
  /** null too where the baseline is in another currency than the site. */
  costPerOpenDay: number | null;
  txnPerOpenDay: number | null;
  /** Since the first event, within the range. */
  openDays: number;
  trackedDays: number;
  txn: number;
  /** Over the weeks of the range from the baseline's `reduction_from` on. */
  comparedOpenDays: number;
  comparedG: number;
  comparedCost: number;
  comparedTxn: number;
  /** Weeks with at least one open day, and those of them that comply. */
  scoredWeeks: number;
  compliantWeeks: number;
}

const statusOf = (status: 'A' | 'I'): Status => (status === 'A' ? 'ACTIVE' : 'INACTIVE');

/** (actual − baseline) / baseline, as a fraction; null when there is nothing to compare with. */
export function changeOf(actual: number, expected: number): number | null {
  return expected > 0 ? actual / expected - 1 : null;
}

/** A share in per cent, 0 to 100; null of nothing. */
const percentOf = (part: number, whole: number) => (whole > 0 ? (Math.min(part, whole) / whole) * 100 : null);

function comparedOf(figures: LocationFigures): ComparedSums | null {
  const days = figures.comparedOpenDays;
  if (figures.baselineStart === null || days === 0) return null;
  return {
    openDays: days,
    g: figures.comparedG,
    expectedG: (figures.gPerOpenDay ?? 0) * days,
    cost: figures.comparedCost,
    expectedCost: (figures.costPerOpenDay ?? 0) * days,
    txn: figures.comparedTxn,
    expectedTxn: (figures.txnPerOpenDay ?? 0) * days,
  };
}

function addUp(all: readonly ComparedSums[]): ComparedSums | null {
  if (all.length === 0) return null;
  const total: ComparedSums = { openDays: 0, g: 0, expectedG: 0, cost: 0, expectedCost: 0, txn: 0, expectedTxn: 0 };
  for (const one of all) for (const key of Object.keys(total) as (keyof ComparedSums)[]) total[key] += one[key];
  return total;
}

/** The stored baseline is rounded to six decimals, so a reduction of exactly the threshold may miss it by less than this. */
const rounding = 1e-8;

/** Whether a location most likely stopped tracking: its weight change is −threshold or lower. 0 leaves nobody out. */
export function isExcluded(weightChange: number | null, threshold: number): boolean {
  return threshold > 0 && weightChange !== null && weightChange <= -threshold + rounding;
}

/** One row for each location, in the order given. */
export function locationRows(figures: readonly LocationFigures[], threshold: number): PerformanceRow[] {
  return figures.map((one) => {
    const compared = comparedOf(one);
    const weightChange = compared && changeOf(compared.g, compared.expectedG);
    const excluded = isExcluded(weightChange, threshold);
    return {
      id: one.locationId,
      siteId: one.siteId,
      siteName: one.siteName,
      siteStatus: statusOf(one.siteStatus),
      locationName: one.locationName,
      locationStatus: statusOf(one.locationStatus),
      locationIds: [one.locationId],
      currency: one.currency,
      minBaselineStartDate: one.baselineStart,
      ...changesOf(compared),
      noChange: reasonOf(one.baselineStart, compared),
      activeGoals: null,
      percentDaysTracking: percentOf(one.trackedDays, one.openDays),
      compliantWeeks: one.compliantWeeks,
      weeksWithComplianceScore: one.scoredWeeks,
      countedLocations: compared && !excluded ? 1 : 0,
      excludedLocations: excluded ? 1 : 0,
      compared,
    };
  });
}

function changesOf(compared: ComparedSums | null) {
  return {
    valueVsBaseline: compared && changeOf(compared.cost, compared.expectedCost),
    weightVsBaseline: compared && changeOf(compared.g, compared.expectedG),
    transactionsVsBaseline: compared && changeOf(compared.txn, compared.expectedTxn),
  };
}

function reasonOf(baselineStart: LocalDate | null, compared: ComparedSums | null): NoChange | null {
  if (baselineStart === null) return 'noBaseline';
  if (compared === null) return 'noOpenDay';
  return compared.expectedG > 0 ? null : 'zeroBaseline';
}

/** A site is the sum of its locations: Σ actual / Σ (baseline per open day × open days) − 1. In the order of first mention. */
export function siteRows(figures: readonly LocationFigures[], threshold: number): PerformanceRow[] {
  const bySite = new Map<number, { rows: PerformanceRow[]; figures: LocationFigures[] }>();
  const rows = locationRows(figures, threshold);
  figures.forEach((one, at) => {
    const site = bySite.get(one.siteId) ?? { rows: [], figures: [] };
    site.rows.push(rows[at] as PerformanceRow);
    site.figures.push(one);
    bySite.set(one.siteId, site);
  });
  return [...bySite.values()].map((site) => {
    const first = site.rows[0] as PerformanceRow;
    const compared = addUp(site.rows.flatMap((row) => row.compared ?? []));
    const starts = site.rows.flatMap((row) => row.minBaselineStartDate ?? []).sort();
    return {
      ...first,
      id: first.siteId,
      locationName: null,
      locationStatus: null,
      locationIds: site.rows.flatMap((row) => row.locationIds),
      minBaselineStartDate: starts[0] ?? null,
      ...changesOf(compared),
      noChange: reasonOf(starts[0] ?? null, compared),
      percentDaysTracking: percentOf(sum(site.figures, (one) => one.trackedDays), sum(site.figures, (one) => one.openDays)),
      compliantWeeks: sum(site.rows, (row) => row.compliantWeeks),
      weeksWithComplianceScore: sum(site.rows, (row) => row.weeksWithComplianceScore),
      countedLocations: sum(site.rows, (row) => row.countedLocations),
      excludedLocations: sum(site.rows, (row) => row.excludedLocations),
      compared,
    };
  });
}

/** Over the locations that have something to compare and that the threshold does not leave out; compliance, which needs no baseline, over all. Money stays with its currency. */
export function overallOf(figures: readonly LocationFigures[], threshold: number): OverallFigures {
  const rows = locationRows(figures, threshold);
  const countedAt = rows.flatMap((row, at) => (row.countedLocations > 0 ? [at] : []));
  const counted = countedAt.map((at) => rows[at] as PerformanceRow);
  const tracked = countedAt.map((at) => figures[at] as LocationFigures);
  const total = addUp(counted.flatMap((row) => row.compared ?? []));
  const currencies = [...new Set(counted.map((row) => row.currency))].sort();
  return {
    weightChange: total && changeOf(total.g, total.expectedG),
    transactionChange: total && changeOf(total.txn, total.expectedTxn),
    costChanges: currencies.map((currency) => {
      const share = addUp(counted.filter((row) => row.currency === currency).flatMap((row) => row.compared ?? []));
      return { currency, change: share && changeOf(share.cost, share.expectedCost) };
    }),
    compliance: percentOf(sum(rows, (row) => row.compliantWeeks), sum(rows, (row) => row.weeksWithComplianceScore)),
    averageOfActiveGoals: null,
    percentOfDaysTracking: percentOf(sum(tracked, (one) => one.trackedDays), sum(tracked, (one) => one.openDays)),
    locations: rows.length,
    countedLocations: counted.length,
    excludedLocations: sum(rows, (row) => row.excludedLocations),
  };
}

/** The locations behind the overall figures. */
export function countedOf(figures: readonly LocationFigures[], threshold: number): LocationFigures[] {
  const rows = locationRows(figures, threshold);
  return figures.filter((_, at) => (rows[at]?.countedLocations ?? 0) > 0);
}

/** The score of a site, 0 to 100: compliant weeks / weeks with a score × 100. */
export function complianceScoreOf({ compliantWeeks, weeksWithComplianceScore }: Pick<PerformanceRow, 'compliantWeeks' | 'weeksWithComplianceScore'>): number | null {
  return percentOf(compliantWeeks, weeksWithComplianceScore);
}

const sum = <T>(all: readonly T[], value: (one: T) => number) => all.reduce((total, one) => total + value(one), 0);
