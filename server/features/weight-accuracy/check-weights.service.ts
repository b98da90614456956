import { correctCheckWeight, lockCheckWeight, type StoredCheckWeight } from '../../domain/measures';
import { heaviestCheckGrams } from '../../domain/measures/weight-accuracy.rules';
import { markDirty, rollupJob } from '../../domain/weeks';
import { userIdOf, type ActingPersonally } from '../../platform/acting';
import type { WeightUnit } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { weekStartOf } from '../../platform/time';
import type { Checkweight } from './weight-accuracy.contract';

const actions = defineActions('checkWeight', { correct: {} });

/** On the wire: so exact that the stored hundredth of a gram can be told from it. */
export const inUnit = (grams: number, { gramsPerUnit }: WeightUnit) =>
  Math.round((grams / gramsPerUnit) * 100_000) / 100_000;

/** Whole hundredths, as stored. */
const inGrams = (weight: number, { gramsPerUnit }: WeightUnit) => Math.round(weight * gramsPerUnit * 100) / 100;

export const wireCheckweight = (
  { id, grams, weighedAt }: Pick<StoredCheckWeight, 'id' | 'grams' | 'weighedAt'>,
  unit: WeightUnit,
): Checkweight => ({ weight: inUnit(grams, unit), timeMillis: weighedAt.getTime(), id });

interface Correction {
  id: number;
  /** The same, as the body names it. */
  checkweightId: number;
  /** In the person's unit. */
  netWeight: number;
}

/**
 * Corrects what a scale has said; what it said is kept.
 * @throws 400 weightAccuracy.otherCheckweight, 404 weightAccuracy.unknownCheckweight, 422 weightAccuracy.weightBelowZero, weightTooHeavy
 */
export async function correctWeight(
  acting: ActingPersonally,
  { id, checkweightId, netWeight }: Correction,
): Promise<Checkweight> {
  const {
    scope,
    actor: { unit },
    now,
  } = acting;
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, scope.organisationId);
    const before = await lockCheckWeight(trx, scope, id);
    if (!before) throw fail.notFound('weightAccuracy.unknownCheckweight');
    if (checkweightId !== id)
      throw fail.badRequest('weightAccuracy.otherCheckweight', {
        fields: [{ field: 'checkweightId', code: 'weightAccuracy.otherCheckweight' }],
      });
    const grams = weighable(netWeight, unit);
    await correctCheckWeight(trx, scope, { id, grams, at: now, userId: userIdOf(acting) });
    await markDirty(trx, scope.organisationId, [{ locationId: before.locationId, weekStart: weekStartOf(before.day) }]);
    await acting.jobs.send(trx, rollupJob);
    await acting.audit(trx, {
      action: actions.correct,
      entity: 'checkWeight',
      entityId: id,
      before: { grams: before.grams },
      after: { grams },
    });
    await acting.touch(trx);
    return wireCheckweight({ ...before, grams }, unit);
  });
}

/** In grams. @throws 422 for what no scale says */
function weighable(netWeight: number, unit: WeightUnit): number {
  const field = 'netWeight';
  if (netWeight < 0)
    throw fail.unprocessable('weightAccuracy.weightBelowZero', {
      fields: [{ field, code: 'weightAccuracy.weightBelowZero' }],
    });
  const grams = inGrams(netWeight, unit);
  if (grams <= heaviestCheckGrams) return grams;
  const params = { max: Math.floor(heaviestCheckGrams / unit.gramsPerUnit), unit: unit.abbr };
  throw fail.unprocessable('weightAccuracy.weightTooHeavy', {
    params,
    fields: [{ field, code: 'weightAccuracy.weightTooHeavy', params }],
  });
}
