import { findDataSpan, findNewestDay, findRunningWeek, measure } from '../../domain/measures';
import { listStages } from '../../domain/places';
import { may, type Locale, type Scope, type Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import { addDays, weekStartOf, type LocalDate } from '../../platform/time';
import { findUnconfirmed } from '../calendar';
import { loadReport, loadWeights } from '../performance';
import type { PerformanceRow } from '../performance/report.contract';
import { firstStepsOf } from './first-steps.rules';
import type { HomeFigures, HomeWeek } from './home.contract';
import { changeFromBefore, judgeWeek, topOf, totalsOf, waitsForOpeningDays } from './home.rules';
import { countWaiting, findSetUp } from './home.store';

/** The default stage; whoever has no data of it sees their first stage that has. */
const usualStage = 8;
const trendWeeks = 13;

/** What somebody sees of their organisation, all of one stage and judged by the newest week with data that is over. */
export async function loadFigures(db: Db, viewer: Viewer, locale: Locale): Promise<HomeFigures> {
  const { scope, today } = viewer;
  const { stageId, start } = await chooseWeek(db, scope, today);
  const waiting = await findUnconfirmed(db, viewer);
  const found = start === null ? null : await loadWeek(db, viewer, { stageId, start, locale, waiting: waiting.ids });
  const monday = weekStartOf(today);
  return {
    stageId,
    week: found?.week ?? null,
    threshold: found?.threshold ?? 0,
    limit: viewer.organisation.trackingLimit,
    today,
    newestDay: start === null ? null : await findNewestDay(db, scope, { stageId, from: start }),
    // To the week's end: where it is tomorrow already, the week has had more days than the organisation's zone.
    days: found ? await listTotals(db, scope, { grain: 'day', stageId, start: monday, end: addDays(monday, 6) }) : [],
    attention: {
      ...(await countWaiting(db, scope, stageId)),
      ...judgeWeek(found?.rows ?? [], waiting.href === null ? [] : waiting.locations),
    },
    confirmHref: waiting.href,
    mayCompare: may(viewer, 'VIEW_PERFORMANCE_DASHBOARD'),
    running: found ? null : await findRunningWeek(db, scope, today),
    steps: firstStepsOf(await findSetUp(db, scope), {
      permissions: viewer.permissions,
      switchedOff: viewer.organisation.switchedOff,
      seesAll: seesAll(scope),
    }),
  };
}

interface Weeks {
  stageId: number;
  /** A Monday. */
  start: LocalDate;
}

interface WeekQuery extends Weeks {
  locale: Locale;
  waiting: ReadonlySet<number>;
}

async function loadWeek(db: Db, viewer: Viewer, { stageId, start, locale, waiting }: WeekQuery) {
  const { scope, organisation } = viewer;
  const end = addDays(start, 6);
  const report = await loadReport(db, viewer, { question: { stageId, start, end }, viewType: 'locations', waiting });
  const { overall, capture, unconfirmed, headlined, rows, threshold } = report;
  const from = addDays(start, -7 * (trendWeeks - 1));
  // With a baseline the chart is of those that the headline is of; the totals of all stand beside it.
  const trend =
    headlined.length > 0
      ? await loadWeights(db, viewer, { question: { stageId, start: from, end }, counted: headlined })
      : [];
  const totals = await listTotals(db, scope, {
    grain: 'week',
    stageId,
    start: trend.length > 0 ? addDays(start, -7) : from,
    end,
  });
  const change = changeFromBefore(
    await compared(db, scope, { stageId, start, rows, totals }),
    organisation.trackingLimit,
  );
  const week: HomeWeek = {
    start,
    end,
    overall,
    capture,
    unconfirmed,
    totals,
    change,
    changeWaits: change === null && waitsForOpeningDays(rows),
    items: await loadTop(db, scope, { stageId, start, locale, element: 'WASTEITEM' }),
    reasons: await loadTop(db, scope, { stageId, start, locale, element: 'WASTEREASON' }),
    trend,
  };
  return { week, rows, threshold };
}

/** The week and the one before it, without the locations that probably stopped: what is not weighed looks like no waste. */
async function compared(
  db: Db,
  scope: Scope,
  { stageId, start, rows, totals }: Weeks & { rows: readonly PerformanceRow[]; totals: HomeWeek['totals'] },
) {
  const tracking = rows.filter((row) => row.stoppedLocations === 0);
  const before = addDays(start, -7);
  const weeks =
    tracking.length === rows.length
      ? totals
      : await listTotals(db, scope, {
          grain: 'week',
          stageId,
          start: before,
          end: addDays(start, 6),
          locationIds: tracking.map((row) => row.id),
        });
  return { before: weeks.find((week) => week.start === before), last: weeks.find((week) => week.start === start) };
}

/** All that was recorded in a stage, by week or day, in order of time. */
async function listTotals(
  db: Db,
  scope: Scope,
  query: { grain: 'week' | 'day'; stageId: number; start: LocalDate; end: LocalDate; locationIds?: number[] },
) {
  return totalsOf(
    await measure(db, scope, {
      ...query,
      by: 'currency',
      figures: ['g', 'estimatedG', 'cost', 'openDays', 'trackedDays'],
    }),
  );
}

async function loadTop(
  db: Db,
  scope: Scope,
  { start, ...query }: Weeks & { locale: Locale; element: 'WASTEITEM' | 'WASTEREASON' },
) {
  return topOf(await measure(db, scope, { grain: 'span', by: 'element', ...query, start, end: addDays(start, 6) }));
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
