import {
  addUp,
  changesOf,
  comparedOf,
  evidenceOf,
  hasStopped,
  reasonOf,
  siteFigures,
  unreliableOf,
} from '../../domain/measures/compare.rules';
import type { LocationFigures } from '../../domain/measures/measure.contract';
import { lookOf, unreliableReasonOf } from '../../domain/measures/reliability.rules';
import { changeOf, shareOf } from '../../platform/fraction.rules';
import type {
  Headline,
  JointChanges,
  OverallFigures,
  PerformanceRow,
  Status,
  UnconfirmedDays,
} from './report.contract';

/** What the organisation decides, both as fractions. */
export interface Limits {
  /** Reductions of this or more are left out of the overall figures; 0 leaves nobody out. */
  threshold: number;
  /** Open days that must be tracked before a change is a result. */
  tracking: number;
}

const statusOf = (status: 'A' | 'I'): Status => (status === 'A' ? 'ACTIVE' : 'INACTIVE');

/** A share in per cent, 0 to 100; null of nothing. */
const percentOf = (part: number, whole: number) => (whole > 0 ? (Math.min(part, whole) / whole) * 100 : null);

/** Weights are stored with two decimals, so a hundredth of a gram is the smallest there is. */
const hundredths = (grams: number) => BigInt(Math.round(grams * 100));
const parts = 1_000_000;

type WeightChange = Pick<LocationFigures, 'comparedG' | 'comparedOpenDays' | 'gPerOpenDay' | 'baselineOpenDays'>;

/**
 * Whether a location most likely stopped tracking: its weight change is −threshold or lower. 0 leaves nobody out. Whole
 * hundredths of grams are compared, not the rounded change: a reduction of exactly the threshold is one, and none above it.
 */
export function isExcluded(
  { comparedG, comparedOpenDays, gPerOpenDay, baselineOpenDays }: WeightChange,
  threshold: number,
): boolean {
  if (threshold <= 0 || comparedOpenDays === 0) return false;
  const baseline = hundredths((gPerOpenDay ?? 0) * (baselineOpenDays ?? 0));
  if (baseline <= 0n) return false;
  const left = BigInt(Math.round((1 - threshold) * parts));
  return (
    hundredths(comparedG) * BigInt(baselineOpenDays ?? 0) * BigInt(parts) <= left * baseline * BigInt(comparedOpenDays)
  );
}

/** Active goals by location; null where nobody has set one yet, which is not the same as none. */
export type ActiveGoals = ReadonlyMap<number, number> | null;

/** One row for each location, in the order given. */
export function locationRows(
  figures: readonly LocationFigures[],
  limits: Limits,
  goals: ActiveGoals = null,
): PerformanceRow[] {
  return figures.map((one) => {
    const compared = comparedOf(one);
    const changes = changesOf(compared);
    const unreliable = unreliableOf([one], limits.tracking);
    const excluded = isExcluded(one, limits.threshold);
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
      ...changes,
      noChange: reasonOf(one.baselineStart, compared),
      recorded: one.txn > 0,
      unreliable,
      look: one.siteStatus === 'I' || one.locationStatus === 'I' ? null : lookOf(unreliable, changes.weightVsBaseline),
      activeGoals: goals && (goals.get(one.locationId) ?? 0),
      percentDaysTracking: percentOf(one.trackedDays, one.openDays),
      compliantWeeks: one.compliantWeeks,
      weeksWithComplianceScore: one.scoredWeeks,
      countedLocations: compared && !excluded ? 1 : 0,
      excludedLocations: excluded ? 1 : 0,
      stoppedLocations: hasStopped(one) ? 1 : 0,
      compared,
    };
  });
}

/** Locations with a row each, for all that is said of them together. */
interface JudgedLocations {
  figures: readonly LocationFigures[];
  rows: PerformanceRow[];
  limits: Limits;
}

export const judgeLocations = (
  figures: readonly LocationFigures[],
  limits: Limits,
  goals: ActiveGoals = null,
): JudgedLocations => ({
  figures,
  rows: locationRows(figures, limits, goals),
  limits,
});

/** A row for each site, in the order of first mention. */
export function siteRows({ figures, rows, limits }: JudgedLocations): PerformanceRow[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return siteFigures(figures).map((site) => {
    const ofSite = site.locations.map(({ locationId }) => rowOf.get(locationId) as PerformanceRow);
    const unreliable = unreliableOf(site.locations, limits.tracking);
    return {
      ...(ofSite[0] as PerformanceRow),
      id: site.siteId,
      locationName: null,
      locationStatus: null,
      locationIds: ofSite.flatMap((row) => row.locationIds),
      minBaselineStartDate: site.baselineStart,
      ...changesOf(site.compared),
      noChange: site.noChange,
      recorded: ofSite.some((row) => row.recorded),
      unreliable,
      look: site.siteStatus === 'I' ? null : lookOf(unreliable, site.weightVsBaseline),
      activeGoals: ofSite.some((row) => row.activeGoals !== null) ? sum(ofSite, (row) => row.activeGoals ?? 0) : null,
      percentDaysTracking: percentOf(site.trackedDays, site.openDays),
      compliantWeeks: site.compliantWeeks,
      weeksWithComplianceScore: site.scoredWeeks,
      countedLocations: sum(ofSite, (row) => row.countedLocations),
      excludedLocations: sum(ofSite, (row) => row.excludedLocations),
      stoppedLocations: sum(ofSite, (row) => row.stoppedLocations),
      compared: site.compared,
    };
  });
}

interface Counted {
  row: PerformanceRow;
  figures: LocationFigures;
}

/** Those that have something to compare and that the threshold does not leave out. */
function countedAmong(rows: readonly PerformanceRow[], figures: readonly LocationFigures[]): Counted[] {
  return rows.flatMap((row, at) =>
    row.countedLocations > 0 ? [{ row, figures: figures[at] as LocationFigures }] : [],
  );
}

/** Their changes taken together. Money stays with its currency. */
function jointChanges(counted: readonly Counted[], limit: number): JointChanges {
  const total = addUp(counted.flatMap(({ row }) => row.compared ?? []));
  const weightChange = total && changeOf(total.g, total.expectedG);
  return {
    weightChange,
    transactionChange: total && changeOf(total.txn, total.expectedTxn),
    costChanges: [...new Set(counted.map(({ row }) => row.currency))].sort().map((currency) => {
      const share = addUp(
        counted.filter(({ row }) => row.currency === currency).flatMap(({ row }) => row.compared ?? []),
      );
      return {
        currency,
        change: share && changeOf(share.cost, share.expectedCost),
        derivedShare: share && shareOf(share.derivedCost, share.cost),
      };
    }),
    estimatedShare: total && shareOf(total.estimatedG, total.g),
    unreliable: unreliableReasonOf(
      evidenceOf(
        counted.map((one) => one.figures),
        weightChange,
      ),
      limit,
    ),
  };
}

/** Whether the first is a reduction only with those that the second leaves out. */
const isFlattered = (all: JointChanges, rest: JointChanges) =>
  all.weightChange !== null && all.weightChange < 0 && (rest.weightChange === null || rest.weightChange >= 0);

const daysTracking = (counted: readonly Counted[]) =>
  percentOf(
    sum(counted, (one) => one.figures.trackedDays),
    sum(counted, (one) => one.figures.openDays),
  );

/** Active goals a counted location; null where nobody has set one yet. */
const averageGoals = (counted: readonly Counted[]) =>
  counted.some(({ row }) => row.activeGoals !== null)
    ? sum(counted, ({ row }) => row.activeGoals ?? 0) / counted.length
    : null;

const tracksStill = ({ row }: Counted) => row.stoppedLocations === 0;

/** Change, compliance and days tracking, all over the locations that count. */
export function overallOf({ figures, rows, limits }: JudgedLocations): OverallFigures {
  const counted = countedAmong(rows, figures);
  const all = jointChanges(counted, limits.tracking);
  const rest = counted.filter(tracksStill);
  const stopped = counted.length - rest.length;
  const withoutStopped = stopped > 0 ? jointChanges(rest, limits.tracking) : null;
  const headline: Headline = {
    ...(withoutStopped ?? all),
    place: stopped > 0 ? 'rest' : 'all',
    locations: rest.length,
    percentOfDaysTracking: daysTracking(rest),
  };
  return {
    ...all,
    unreliable:
      all.unreliable ?? (withoutStopped && isFlattered(all, withoutStopped) ? 'PROBABLY_STOPPED_TRACKING' : null),
    withoutStopped,
    headline,
    compliance: percentOf(
      sum(counted, ({ row }) => row.compliantWeeks),
      sum(counted, ({ row }) => row.weeksWithComplianceScore),
    ),
    averageOfActiveGoals: averageGoals(counted),
    percentOfDaysTracking: daysTracking(counted),
    locations: rows.length,
    countedLocations: counted.length,
    excludedLocations: sum(rows, (row) => row.excludedLocations),
    withoutBaseline: rows.filter((row) => row.noChange === 'noBaseline').length,
    withoutOpenDay: rows.filter((row) => row.noChange === 'noOpenDay').length,
    stoppedLocations: stopped,
    newestWeek:
      figures
        .flatMap((one) => one.newestWeek ?? [])
        .sort()
        .at(-1) ?? null,
  };
}

/** The locations behind the overall figures. */
export function countedOf({ figures, rows }: JudgedLocations): LocationFigures[] {
  return countedAmong(rows, figures).map((one) => one.figures);
}

/** Those of them that still track, of which the headline is. */
export function headlinedOf({ figures, rows }: JudgedLocations): LocationFigures[] {
  return countedAmong(rows, figures)
    .filter(tracksStill)
    .map((one) => one.figures);
}

/** The score of a site, 0 to 100: compliant weeks / weeks with a score × 100. */
export function complianceScoreOf({
  compliantWeeks,
  weeksWithComplianceScore,
}: Pick<PerformanceRow, 'compliantWeeks' | 'weeksWithComplianceScore'>): number | null {
  return percentOf(compliantWeeks, weeksWithComplianceScore);
}

const sum = <T>(all: readonly T[], value: (one: T) => number) => all.reduce((total, one) => total + value(one), 0);

interface Unconfirmed extends UnconfirmedDays {
  /** Whether a row's judgement hangs on opening days that nobody has confirmed. */
  of(locationIds: readonly number[]): boolean;
}

/**
 * What must not be judged yet. A kitchen that is closed on weekends looks like one that forgets them, until somebody has said
 * which it is; one that recorded nothing at all is silent either way.
 * @param waiting locations whose weighings show other opening days than their calendar
 */
export function unconfirmedAmong(judged: JudgedLocations, waiting: ReadonlySet<number>): Unconfirmed {
  const { figures, limits } = judged;
  const waits = (one: LocationFigures) => waiting.has(one.locationId) && one.txn > 0;
  const hangs = (place: readonly LocationFigures[]) => {
    const others = place.filter((one) => !waits(one));
    return (
      others.length < place.length &&
      unreliableOf(place, limits.tracking) !== null &&
      unreliableOf(others, limits.tracking) === null
    );
  };
  const figuresOf = new Map(figures.map((one) => [one.locationId, one]));
  const headlined = headlinedOf(judged);
  const tracking = new Set(headlined);
  return {
    headline: hangs(headlined),
    stopped: countedOf(judged).filter((one) => !tracking.has(one) && waits(one)).length,
    of: (locationIds) => hangs(locationIds.flatMap((id) => figuresOf.get(id) ?? [])),
  };
}
