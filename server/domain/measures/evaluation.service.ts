import type { Trx } from '../../platform/db/database';
import { listWaitingLocations } from '../weeks';
import { chooseBaseline, judgeWeeks, sameWeeksNow, type JudgedWeek } from './baseline.rules';
import {
  fingerprintOf,
  insertBaselines,
  listActiveBaselines,
  setBaselineState,
  type BaselineHead,
  type NewBaseline,
} from './baseline.store';
import { listStageWeeks, refreshPeriods, replaceReadiness, type JudgedStage, type StageWeeks } from './readiness.store';

interface Evaluation {
  organisationId: number;
  locationIds: readonly number[];
  now: Date;
}

/**
 * Recomputes readiness, baselines and periods of the locations from their weekly roll-ups. The rule chooses the weeks of AUTO
 * baselines; those of MANUAL ones stay, and their figures follow. The result depends on the roll-ups alone, so doing it twice
 * changes nothing. Call it under the organisation's lock.
 */
export async function evaluateLocations(trx: Trx, { organisationId, locationIds, now }: Evaluation): Promise<void> {
  const active = await listActiveBaselines(trx, organisationId, locationIds);
  const activeOf = new Map(active.map((one) => [keyOf(one), one]));
  // A person's choice must not end over weeks that are worked out only in part: it follows with the location's last mark.
  const waiting = await listWaitingLocations(trx, organisationId, locationIds);
  const standing = new Set(active.filter((one) => one.method === 'MANUAL' && waiting.has(one.locationId)));
  const judged: JudgedStage[] = [];
  const chosen: NewBaseline[] = [];

  for (const stage of await listStageWeeks(trx, organisationId, locationIds)) {
    const current = activeOf.get(keyOf(stage));
    const weeks = judgeWeeks(stage);
    if (stage.autoEnabled) judged.push({ ...stage, weeks });
    if (current && standing.has(current)) continue;
    const next = followed(stage, { weeks, current }) ?? found(stage, weeks);
    if (!next) continue;
    if (
      current &&
      current.method === next.method &&
      current.fingerprint === fingerprintOf(next.figures, stage.currency)
    )
      standing.add(current);
    else chosen.push(next);
  }

  const overtaken = active.filter((one) => !standing.has(one));
  await setBaselineState(trx, organisationId, { baselineIds: overtaken.map((one) => one.id), state: 'RETIRED', now });
  await insertBaselines(trx, organisationId, { baselines: chosen, now });
  await replaceReadiness(trx, organisationId, { locationIds, stages: judged });
  await refreshPeriods(trx, organisationId, locationIds);
}

/** What a person chose, as its weeks are now; null when they chose nothing, or nothing is left of it. */
function followed(
  stage: StageWeeks,
  { weeks, current }: { weeks: readonly JudgedWeek[]; current: BaselineHead | undefined },
): NewBaseline | null {
  if (current?.method !== 'MANUAL') return null;
  const figures = sameWeeksNow(current.weeks, {
    judged: weeks,
    firstWeek: stage.weeks[0]?.weekStart ?? current.firstWeek,
  });
  return (
    figures && {
      ...stage,
      figures,
      state: 'ACTIVE',
      method: 'MANUAL',
      reason: current.reason,
      createdBy: current.createdBy,
    }
  );
}

/** What the rule chooses, where it may. */
function found(stage: StageWeeks, weeks: readonly JudgedWeek[]): NewBaseline | null {
  const figures = stage.autoEnabled ? chooseBaseline(weeks, stage.evaluatedMonday) : null;
  return figures && { ...stage, figures, state: 'ACTIVE', method: 'AUTO', reason: '', createdBy: null };
}

const keyOf = ({ locationId, stageId }: { locationId: number; stageId: number }) => `${locationId}/${stageId}`;
