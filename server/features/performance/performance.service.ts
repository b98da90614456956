import { may, type Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { addDays, daysBetween, type LocalDate } from '../../platform/time';
import { countedOf, judgeLocations, overallOf, siteRows, type Limits, type LocationFigures } from './performance.rules';
import { listLocationFigures, listWeeklyGrams, listWeekSums, type Question } from './performance.store';
import type { OverallFigures, PerformanceRow, TrendWeek, ViewType, WeekSums } from './report.contract';
import { weightTrend } from './trend.rules';

export interface Asked {
  question: Question;
  viewType: ViewType;
  /** As asked for, by somebody who may choose it; absent or 0: the organisation's own. */
  threshold?: number | undefined;
}

export interface Report {
  /** In the order of site and location names. */
  rows: PerformanceRow[];
  overall: OverallFigures;
  /** The threshold that was applied. */
  threshold: number;
  /** The locations behind the overall figures. */
  counted: LocationFigures[];
  /** Weighings in the range, of all rows. */
  transactions: number;
}

/** Each site or location against its baseline, and all that count together. */
export async function loadReport(db: Db, viewer: Viewer, { question, viewType, threshold: asked }: Asked): Promise<Report> {
  const chosen = may(viewer, 'VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD') ? asked : undefined;
  const threshold = chosen || viewer.organisation.exclusionThreshold;
  const limits: Limits = { threshold, tracking: viewer.organisation.trackingLimit };
  const figures = await listLocationFigures(db, viewer.scope, question);
  const judged = judgeLocations(figures, limits);
  return {
    rows: viewType === 'sites' ? siteRows(judged) : judged.rows,
    overall: overallOf(judged),
    threshold,
    counted: countedOf(judged),
    transactions: figures.reduce((sum, one) => sum + one.txn, 0),
  };
}

/** More weeks make no better sparkline. */
const mostSparkWeeks = 26;

export interface Trends {
  weeks: WeekSums[];
  /** Weekly grams of each shown row by its id; the last week is that of the range's end. */
  sparks: Map<number, (number | null)[]>;
}

/** What the charts need: all counted locations by week, and the shown rows' own weeks. */
export async function loadTrends(db: Db, { scope }: Viewer, { question, counted, shown }: { question: Question; counted: readonly LocationFigures[]; shown: readonly PerformanceRow[] }): Promise<Trends> {
  const { from, weeks } = sparkWeeks(question);
  const [weekSums, sparks] = await Promise.all([
    listWeekSums(db, scope, { question, locations: counted }),
    listWeeklyGrams(db, scope, { stageId: question.stageId, from, weeks, rows: shown }),
  ]);
  return { weeks: weekSums, sparks };
}

/** The weight of all counted locations by week. */
export async function loadWeights(db: Db, { scope, organisation }: Viewer, { question, counted }: { question: Question; counted: readonly LocationFigures[] }): Promise<TrendWeek[]> {
  return weightTrend(await listWeekSums(db, scope, { question, locations: counted }), organisation.trackingLimit);
}

function sparkWeeks({ start, end }: { start: LocalDate; end: LocalDate }): { from: LocalDate; weeks: number } {
  const weeks = Math.min(mostSparkWeeks, Math.round((daysBetween(start, end) + 1) / 7));
  return { from: addDays(end, 1 - weeks * 7), weeks };
}
