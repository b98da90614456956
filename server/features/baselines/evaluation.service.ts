import type { Trx } from '../../platform/db/database';
import { chooseBaseline, judgeWeeks } from './baseline.rules';
import { fingerprintOf, insertBaselines, listActiveBaselines, setBaselineState, type BaselineHead, type NewBaseline } from './baseline.store';
import { listStageWeeks, refreshPeriods, replaceReadiness, type JudgedStage } from './readiness.store';

interface Evaluation {
  organisationId: number;
  locationIds: readonly number[];
  now: Date;
}

/**
 * Works out readiness, AUTO baselines and periods of the locations again, from their weekly roll-ups. The result depends
 * on those alone, so doing it twice changes nothing. Call it under the organisation's lock.
 */
export async function evaluateLocations(trx: Trx, { organisationId, locationIds, now }: Evaluation): Promise<void> {
  const active = await listActiveBaselines(trx, organisationId, locationIds);
  const activeOf = new Map(active.map((one) => [keyOf(one), one]));
  const judged: JudgedStage[] = [];
  const chosen: NewBaseline[] = [];
  const standing = new Set<BaselineHead>();

  for (const stage of await listStageWeeks(trx, organisationId, locationIds)) {
    const current = activeOf.get(keyOf(stage));
    if (!stage.autoEnabled) continue;
    const weeks = judgeWeeks(stage);
    judged.push({ ...stage, weeks });
    if (current?.method === 'MANUAL') continue;
    const figures = chooseBaseline(weeks, stage.evaluatedMonday);
    if (!figures) continue;
    if (current && current.fingerprint === fingerprintOf(figures, stage.currency)) standing.add(current);
    else chosen.push({ ...stage, figures, state: 'ACTIVE', method: 'AUTO', reason: '', createdBy: null });
  }

  const overtaken = active.filter((one) => one.method === 'AUTO' && !standing.has(one));
  await setBaselineState(trx, organisationId, { baselineIds: overtaken.map((one) => one.id), state: 'RETIRED', now });
  await insertBaselines(trx, organisationId, { baselines: chosen, now });
  await replaceReadiness(trx, organisationId, { locationIds, stages: judged });
  await refreshPeriods(trx, organisationId, locationIds);
}

const keyOf = ({ locationId, stageId }: { locationId: number; stageId: number }) => `${locationId}/${stageId}`;
