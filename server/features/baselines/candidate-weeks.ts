import { listStageWeeks } from '../../domain/measures';
import { judgeWeeks } from '../../domain/measures/baseline.rules';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { onTheWire } from '../../platform/fraction.rules';
import type { CandidateWeek } from './baseline-screen.rules';

/** The weeks of a location and stage held against the criteria, the newest first; the caller has looked who may see them. */
export async function listCandidateWeeks(
  db: Db | Trx,
  { organisationId }: Scope,
  { locationId, stageId }: { locationId: number; stageId: number },
) {
  const known = (await listStageWeeks(db, organisationId, [locationId])).find((one) => one.stageId === stageId);
  if (!known) return [];
  return judgeWeeks(known)
    .map(
      (week) =>
        ({
          weekStart: week.weekStart,
          openDays: week.openDays,
          transactions: week.txn,
          grams: week.g,
          cost: week.cost,
          gramsChange: onTheWire(week.gDelta),
          costChange: onTheWire(week.costDelta),
          issues: week.issues,
          running: week.weekStart >= known.evaluatedMonday,
        }) satisfies CandidateWeek,
    )
    .reverse();
}
