import { group } from 'd3-array';
import { compare, listBaselineWeeks, sumWeeks, sumWeighted } from '../../domain/measures';
import { hasStopped } from '../../domain/measures/compare.rules';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { addDays, weekStartOf, type LocalDate } from '../../platform/time';
import type { EnterpriseGoal, EnterpriseProgress } from './enterprise-goals.contract';
import { enterpriseProgressOf, windowOf } from './enterprise-goals.rules';
import { listBases, listGoalSites } from './enterprise-goals.store';

interface ProgressOf {
  goals: readonly EnterpriseGoal[];
  today: LocalDate;
  /** Fraction of open days that a result needs. */
  limit: number;
}

/** How far each goal and its sites have come, in their order. One after the other: each may be of many sites. */
export async function loadProgress(
  db: Db | Trx,
  scope: Scope,
  { goals, today, limit }: ProgressOf,
): Promise<EnterpriseProgress[]> {
  const progress: EnterpriseProgress[] = [];
  for (const goal of goals) progress.push(await progressOf(db, scope, { goal, today, limit }));
  return progress;
}

async function progressOf(
  db: Db | Trx,
  scope: Scope,
  { goal, today, limit }: { goal: EnterpriseGoal; today: LocalDate; limit: number },
): Promise<EnterpriseProgress> {
  const { stageId, metric, startWeek, endWeek } = goal;
  const of = { goalIds: [goal.goalId] };
  const [sites, bases] = [await listGoalSites(db, scope, of), await listBases(db, scope, of)];
  const sums = new Map((await sumWeeks(db, scope, { stageId, locations: bases })).map((one) => [one.locationId, one]));
  const stopped = await listStopped(db, scope, { goal, today });
  const based = bases.flatMap(({ siteId, locationId, weeks }) => {
    const base = sums.get(locationId);
    const amount = base ? base[metric === 'weight' ? 'g' : 'cost'] : 0;
    const last = weeks.at(-1);
    if (!base || base.openDays === 0 || amount <= 0 || last === undefined) return [];
    // Weeks of the baseline and before it are compared with nothing.
    const from = addDays(last, 7);
    return [{ key: siteId, locationId, perOpenDay: amount / base.openDays, weekly: amount / weeks.length, from }];
  });
  const locations = based.filter(({ locationId }) => !stopped.has(locationId));
  const stoppedIn = group(
    based.filter(({ locationId }) => stopped.has(locationId)),
    ({ key }) => key,
  );
  const weeks = await sumWeighted(db, scope, { stageId, start: startWeek, end: endWeek, locations });
  const bySite = group(locations, ({ key }) => key);
  return enterpriseProgressOf({
    goal,
    sites: sites.map((site) => {
      const own = bySite.get(site.siteId) ?? [];
      return {
        ...site,
        measuredLocations: own.length,
        stoppedLocations: stoppedIn.get(site.siteId)?.length ?? 0,
        weekly: own.reduce((total, { weekly }) => total + weekly, 0),
        from:
          own
            .map(({ from }) => from)
            .sort()
            .at(-1) ?? null,
      };
    }),
    weeks: weeks.map(({ key, weekStart, openDays, trackedDays, g, cost, expected }) => ({
      siteId: key,
      weekStart,
      openDays,
      trackedDays,
      actual: metric === 'weight' ? g : cost,
      expected,
    })),
    today,
    limit,
  });
}

/**
 * Locations that have probably stopped tracking in the weeks by which the goal is judged: what they do not weigh would count as a
 * reduction, so their change is in no total, as everywhere.
 */
async function listStopped(
  db: Db | Trx,
  scope: Scope,
  { goal, today }: { goal: EnterpriseGoal; today: LocalDate },
): Promise<ReadonlySet<number>> {
  const window = windowOf(goal, today);
  if (!window) return new Set();
  const rows = await compare(db, scope, {
    by: 'location',
    stageId: goal.stageId,
    start: window.from,
    end: addDays(window.last, 6),
  });
  return new Set(rows.filter(hasStopped).map(({ locationId }) => locationId));
}

/** The baselines of today of the open locations of these sites; those without one are in no row. */
export async function findBases(
  db: Db | Trx,
  scope: Scope,
  { siteIds, stageId, today }: { siteIds: readonly number[]; stageId: number; today: LocalDate },
): Promise<{ locationId: number; weeks: LocalDate[] }[]> {
  const monday = weekStartOf(today);
  const wanted = new Set(siteIds);
  const rows = await compare(db, scope, { by: 'location', stageId, start: monday, end: addDays(monday, 6) });
  const locationIds = rows
    .filter((row) => wanted.has(row.siteId) && row.baselineStart !== null && row.locationStatus === 'A')
    .map(({ locationId }) => locationId);
  const weeks = group(await listBaselineWeeks(db, scope, { stageId, locationIds }), ({ locationId }) => locationId);
  return [...weeks].map(([locationId, own]) => ({ locationId, weeks: own.map(({ weekStart }) => weekStart) }));
}
