import { findDataSpan, findNewestDay, findRunningWeek, measure } from '../../domain/measures';
import { listStages } from '../../domain/places';
import { may, type Scope, type Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import { addDays, type LocalDate } from '../../platform/time';
import { loadReport, loadWeights } from '../performance';
import { firstStepsOf } from './first-steps.rules';
import { findSetUp } from './first-steps.store';
import { judgeWeek } from './home.rules';
import { countWaiting } from './home.store';

/** The default stage; whoever has no data of it sees their first stage that has. */
const usualStage = 8;
const weeks = 13;

/** What somebody sees of their organisation, all of one stage and judged by the newest week with data that is over. */
export async function loadFigures(db: Db, viewer: Viewer) {
  const { scope } = viewer;
  const { stageId, start } = await chooseWeek(db, scope, viewer.today);
  const week = start === null ? null : { start, end: addDays(start, 6) };
  const report = week && (await loadReport(db, viewer, { question: { stageId, ...week }, viewType: 'locations' }));
  const counted = report?.counted ?? [];
  // With a baseline the chart is of those that count; the total of the week stands beside it all the same.
  const trend =
    week && counted.length > 0
      ? await loadWeights(db, viewer, {
          question: { stageId, start: addDays(week.start, -7 * (weeks - 1)), end: week.end },
          counted,
        })
      : [];
  return {
    stageId,
    week,
    overall: report?.overall ?? null,
    capture: report?.capture ?? null,
    threshold: report?.threshold ?? 0,
    limit: viewer.organisation.trackingLimit,
    today: viewer.today,
    newestDay: week && (await findNewestDay(db, scope, { stageId, from: week.start })),
    trend,
    weeks: week
      ? await listWeekTotals(db, scope, { stageId, last: week.start, weeks: trend.length > 0 ? 1 : weeks })
      : [],
    attention: { ...(await countWaiting(db, scope, stageId)), ...judgeWeek(report?.rows ?? []) },
    mayCompare: may(viewer, 'VIEW_PERFORMANCE_DASHBOARD'),
    running: week ? null : await findRunningWeek(db, scope, viewer.today),
    steps: firstStepsOf(await findSetUp(db, scope), {
      permissions: viewer.permissions,
      switchedOff: viewer.organisation.switchedOff,
      seesAll: seesAll(scope),
    }),
  };
}

/** Totals of a stage for the weeks up to and including `last`, oldest first. */
async function listWeekTotals(
  db: Db,
  scope: Scope,
  { stageId, last, weeks: count }: { stageId: number; last: LocalDate; weeks: number },
) {
  const rows = await measure(db, scope, {
    grain: 'week',
    by: 'organisation',
    figures: ['g', 'estimatedG', 'openDays', 'trackedDays'],
    stageId,
    start: addDays(last, -7 * (count - 1)),
    end: last,
  });
  return rows.map(({ start, g, estimatedG, openDays, trackedDays }) => ({
    weekStart: start,
    grams: g,
    estimatedGrams: estimatedG,
    openDays,
    trackedDays,
  }));
}

async function chooseWeek(
  db: Db,
  scope: Scope,
  today: LocalDate,
): Promise<{ stageId: number; start: LocalDate | null }> {
  const stages = (await listStages(db, scope))
    .map((stage) => stage.wasteStageId)
    .sort((a, b) => Number(b === usualStage) - Number(a === usualStage));
  for (const stageId of stages) {
    const span = await findDataSpan(db, scope, { stageId, overOn: today });
    if (span) return { stageId, start: span.last };
  }
  return { stageId: stages[0] ?? usualStage, start: null };
}
