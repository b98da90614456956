import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { addDays, type LocalDate } from '../../platform/time';
import { loadEffects, loadProgress } from './goal-figures.service';
import type { ActionResult, Goal, GoalResults, NamedGoal, Standing } from './goals.contract';
import { listActionsWithin, listGoalsWithin } from './goals.store';

interface Reached {
  /** On track or met. */
  reached: number;
  /** Those and the ones off track or missed. */
  judged: number;
  all: number;
}

interface Weeks {
  stageId: number;
  /** A Monday, and a Sunday that is over. */
  start: LocalDate;
  end: LocalDate;
  /** Fraction of open days that a result needs. */
  limit: number;
}

/** Goals whose weeks are read at once. */
const together = 500;

/** As it stood on a day: one that was closed later was still running. */
const asOf = (goal: Goal, end: LocalDate): Goal =>
  goal.state === 'closed' && goal.result !== null && goal.result.closedOn > end
    ? { ...goal, state: 'active', result: null }
    : goal;

interface JudgedGoal {
  goal: Goal;
  standing: Standing;
  /** actual / expected − 1; null of nothing. */
  change: number | null;
}

const reached = ({ standing }: JudgedGoal) => standing === 'onTrack' || standing === 'met';
const isJudged = (one: JudgedGoal) => reached(one) || one.standing === 'offTrack' || one.standing === 'missed';

/** Noon in Greenwich of the Monday after: all days of the weeks are over in every zone. */
const afterWeeks = (end: LocalDate) => new Date(`${addDays(end, 1)}T12:00:00Z`);

/** The goals of these weeks as they stood when the weeks ended. */
async function listJudged(db: Db, scope: Scope, { stageId, start, end, limit }: Weeks): Promise<JudgedGoal[]> {
  const goals = (await listGoalsWithin(db, scope, { stageId, start, end })).map((goal) => asOf(goal, end));
  const judged: JudgedGoal[] = [];
  for (let from = 0; from < goals.length; from += together) {
    const some = goals.slice(from, from + together);
    const progress = await loadProgress(db, scope, { goals: some, now: afterWeeks(end), limit });
    some.forEach((goal, at) => {
      const { standing = 'noFigures', change = null } = progress[at] ?? {};
      judged.push({ goal, standing, change });
    });
  }
  return judged;
}

/** How many goals of each location had been met or were on track when these weeks ended; no entry without a goal. */
export async function countReached(db: Db, scope: Scope, weeks: Weeks): Promise<Map<number, Reached>> {
  const counts = new Map<number, Reached>();
  for (const one of await listJudged(db, scope, weeks)) {
    const { locationId } = one.goal;
    const count = counts.get(locationId) ?? { reached: 0, judged: 0, all: 0 };
    counts.set(locationId, {
      reached: count.reached + Number(reached(one)),
      judged: count.judged + Number(isJudged(one)),
      all: count.all + 1,
    });
  }
  return counts;
}

/** Actions whose effect is looked for: each needs the weeks on either side. */
const mostActions = 100;

/**
 * What came of the goals of these weeks at a place, as far as it could be told when they ended: the goals that were met or on track, the largest
 * change first, and the actions that worked, the greatest effect first. An effect that may be chance is none.
 */
export async function loadGoalResults(
  db: Db,
  scope: Scope,
  { place, ...weeks }: Weeks & { place: PlaceFilter },
): Promise<GoalResults> {
  const judged = (await listJudged(db, scope, weeks)).filter(
    ({ goal }) =>
      (place.siteId === undefined || goal.siteId === place.siteId) &&
      (place.locationId === undefined || goal.locationId === place.locationId),
  );
  const goals = new Map(judged.map(({ goal }) => [goal.goalId, goal]));
  const { start, end, limit } = weeks;
  const actions = await listActionsWithin(db, scope, { goalIds: [...goals.keys()], start, end, most: mostActions });
  const results: ActionResult[] = [];
  for (const [goalId, goal] of goals) {
    const own = actions.filter((action) => action.goalId === goalId);
    const effects = await loadEffects(db, scope, { goal, actions: own, now: afterWeeks(end), limit });
    own.forEach(({ title, startedOn }, at) => {
      const effect = effects[at];
      if (effect?.kind !== 'measured' || effect.chance || effect.change >= 0) return;
      const { change, low, high } = effect;
      results.push({ ...nameOf(goal), action: title, startedOn, change, low, high });
    });
  }
  const met = judged.filter(reached);
  return {
    judged: judged.filter(isJudged).length,
    reached: met.length,
    goals: met
      .map(({ goal, standing, change }) => ({ ...nameOf(goal), standing, change }))
      .sort((a, b) => (a.change ?? 0) - (b.change ?? 0) || a.goalId - b.goalId),
    actions: results.sort((a, b) => a.change - b.change || a.goalId - b.goalId),
  };
}

const nameOf = ({ goalId, title, siteName, locationName }: Goal): NamedGoal => ({
  goalId,
  title,
  siteName,
  locationName,
});
