import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { addDays, type LocalDate } from '../../platform/time';
import { loadProgress } from './goal-figures.service';
import type { Goal } from './goals.contract';
import { listGoalsWithin } from './goals.store';

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

/** How many goals of each location had been met or were on track when these weeks ended; no entry without a goal. */
export async function countReached(
  db: Db,
  scope: Scope,
  { stageId, start, end, limit }: Weeks,
): Promise<Map<number, Reached>> {
  const goals = (await listGoalsWithin(db, scope, { stageId, start, end })).map((goal) => asOf(goal, end));
  // Noon in Greenwich of the Monday after: all days of the weeks are over in every zone.
  const now = new Date(`${addDays(end, 1)}T12:00:00Z`);
  const counts = new Map<number, Reached>();
  for (let from = 0; from < goals.length; from += together) {
    const some = goals.slice(from, from + together);
    const progress = await loadProgress(db, scope, { goals: some, now, limit });
    some.forEach(({ locationId }, at) => {
      const standing = progress[at]?.standing;
      const count = counts.get(locationId) ?? { reached: 0, judged: 0, all: 0 };
      const reached = standing === 'onTrack' || standing === 'met';
      counts.set(locationId, {
        reached: count.reached + Number(reached),
        judged: count.judged + Number(reached || standing === 'offTrack' || standing === 'missed'),
        all: count.all + 1,
      });
    });
  }
  return counts;
}
