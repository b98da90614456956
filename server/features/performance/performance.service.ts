import { compare, compareWeeks, listWeeklyGrams, readCapture } from '../../domain/measures';
import type { Capture } from '../../domain/measures/capture.contract';
import { captureOf } from '../../domain/measures/capture.rules';
import type { CompareQuery, ComparedWeek, LocationFigures, SparkWeek } from '../../domain/measures/measure.contract';
import { may, type Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { addDays, daysBetween, type LocalDate } from '../../platform/time';
import { countActiveGoals } from '../goals';
import {
  countedOf,
  headlinedOf,
  judgeLocations,
  overallOf,
  siteRows,
  unconfirmedAmong,
  type Limits,
} from './performance.rules';
import type {
  CapturedRow,
  OverallFigures,
  PerformanceRow,
  TrendWeek,
  UnconfirmedDays,
  ViewType,
} from './report.contract';
import { valueTrend, weightTrend } from './trend.rules';

export interface Asked {
  question: CompareQuery;
  viewType: ViewType;
  /** As asked for, by somebody who may choose it; absent or 0: the organisation's own. */
  threshold?: number | undefined;
  /** Of a page: the locations whose opening days nobody has confirmed. */
  waiting?: ReadonlySet<number>;
}

export interface Report {
  /** In the order of site and location names. */
  rows: CapturedRow[];
  overall: OverallFigures;
  /** Of the locations behind the headline. */
  capture: Capture;
  /** The threshold that was applied. */
  threshold: number;
  /** The locations behind the headline: those that count and still track. */
  headlined: LocationFigures[];
  /** Weighings in the range, of all rows. */
  transactions: number;
  unconfirmed: UnconfirmedDays;
}

/** `asked`: a threshold, of whoever may choose one. */
function limitsOf(viewer: Viewer, asked: number | undefined): Limits {
  const chosen = may(viewer, 'VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD') ? asked : undefined;
  return { threshold: chosen || viewer.organisation.exclusionThreshold, tracking: viewer.organisation.trackingLimit };
}

/** Each site or location against its baseline, and all that count together. */
export async function loadReport(
  db: Db,
  viewer: Viewer,
  { question, viewType, threshold: asked, waiting = new Set() }: Asked,
): Promise<Report> {
  const limits = limitsOf(viewer, asked);
  const [figures, goals] = await Promise.all([
    compare(db, viewer.scope, { by: 'location', ...question }),
    countActiveGoals(db, viewer.scope, { stageId: question.stageId, today: viewer.today }),
  ]);
  const judged = judgeLocations(figures, limits, goals);
  const daysOf = await readCapture(db, viewer.scope, { ...question, figures });
  const rows = viewType === 'sites' ? siteRows(judged) : judged.rows;
  const [overall, headlined] = [overallOf(judged), headlinedOf(judged)];
  const unconfirmed = unconfirmedAmong(judged, waiting);
  return {
    rows: rows.map((row) => ({
      ...row,
      capture: captureOf(daysOf(row.locationIds), row.weightVsBaseline),
      unconfirmed: unconfirmed.of(row.locationIds),
    })),
    overall,
    capture: captureOf(daysOf(headlined.map(({ locationId }) => locationId)), overall.headline.weightChange),
    threshold: limits.threshold,
    headlined,
    transactions: figures.reduce((sum, one) => sum + one.txn, 0),
    unconfirmed: { headline: unconfirmed.headline, stopped: unconfirmed.stopped },
  };
}

/** The locations that are counted; those of them that still track; or those of a site, or one. */
type ComparedPlace = 'all' | 'rest' | { siteId: number } | { locationId: number };

interface Comparing extends Pick<Asked, 'question' | 'threshold'> {
  place: ComparedPlace;
}

/** The locations that a figure of the dashboard is made of, by site and name. */
export async function loadCompared(
  db: Db,
  viewer: Viewer,
  { question, threshold: asked, place }: Comparing,
): Promise<LocationFigures[]> {
  const figures = await compare(db, viewer.scope, { by: 'location', ...question });
  if (typeof place !== 'string')
    return figures.filter((one) =>
      'siteId' in place ? one.siteId === place.siteId : one.locationId === place.locationId,
    );
  const judged = judgeLocations(figures, limitsOf(viewer, asked));
  return place === 'all' ? countedOf(judged) : headlinedOf(judged);
}

/** More weeks make no better sparkline. */
const mostSparkWeeks = 26;

export interface Trends {
  weeks: ComparedWeek[];
  /** The weeks of each shown row by its id; the last week is that of the range's end. */
  sparks: Map<number, SparkWeek[]>;
}

/** What the charts need: all headlined locations by week, and the shown rows' own weeks. */
export async function loadTrends(
  db: Db,
  { scope }: Viewer,
  {
    question,
    counted,
    shown,
  }: { question: CompareQuery; counted: readonly LocationFigures[]; shown: readonly PerformanceRow[] },
): Promise<Trends> {
  const { from, weeks } = sparkWeeks(question);
  const [weekSums, sparks] = await Promise.all([
    compareWeeks(db, scope, { ...question, against: counted }),
    listWeeklyGrams(db, scope, { stageId: question.stageId, from, weeks, rows: shown }),
  ]);
  return { weeks: weekSums, sparks };
}

/** The weight of all headlined locations by week. */
export async function loadWeights(
  db: Db,
  { scope, organisation }: Viewer,
  { question, counted }: { question: CompareQuery; counted: readonly LocationFigures[] },
): Promise<TrendWeek[]> {
  return weightTrend(await compareWeeks(db, scope, { ...question, against: counted }), organisation.trackingLimit);
}

interface Bar {
  /** The weeks of one bar. */
  question: CompareQuery;
  counted: readonly LocationFigures[];
  /** Of a value; null for the weight. */
  currency: string | null;
}

/** What one bar of the charts says of its weeks. */
export async function loadBar(
  db: Db,
  { scope, organisation }: Viewer,
  { question, counted, currency }: Bar,
): Promise<{ actual: number; expected: number }> {
  const weeks = await compareWeeks(db, scope, { ...question, against: counted });
  const each =
    currency === null
      ? weightTrend(weeks, organisation.trackingLimit)
      : valueTrend(weeks, currency, organisation.trackingLimit);
  return {
    actual: each.reduce((sum, week) => sum + (week.actual ?? 0), 0),
    expected: each.reduce((sum, week) => sum + week.expected, 0),
  };
}

function sparkWeeks({ start, end }: { start: LocalDate; end: LocalDate }): { from: LocalDate; weeks: number } {
  const weeks = Math.min(mostSparkWeeks, Math.round((daysBetween(start, end) + 1) / 7));
  return { from: addDays(end, 1 - weeks * 7), weeks };
}
