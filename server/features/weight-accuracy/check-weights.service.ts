import {
  correctCheckWeight,
  insertCheckWeight,
  listDays,
  lockCheckWeight,
  type PlaceWithDays,
  type StoredCheckWeight,
} from '../../domain/measures';
import { heaviestCheckGrams } from '../../domain/measures/weight-accuracy.rules';
import { markDirty, rollupJob } from '../../domain/weeks';
import { userIdOf, type ActingPersonally } from '../../platform/acting';
import type { Scope, WeightUnit } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { instantOf, localDateOf, weekStartOf, type LocalDate } from '../../platform/time';
import type { Checkweight, NewCheckweight } from './weight-accuracy.contract';

const actions = defineActions('checkWeight', { add: {}, correct: {} });

/** On the wire: so exact that the stored hundredth of a gram can be told from it. */
export const inUnit = (grams: number, { gramsPerUnit }: WeightUnit) =>
  Math.round((grams / gramsPerUnit) * 100_000) / 100_000;

/** Whole hundredths, as stored. */
const inGrams = (weight: number, { gramsPerUnit }: WeightUnit) => Math.round(weight * gramsPerUnit * 100) / 100;

export const wireCheckweight = (
  { id, grams, weighedAt }: Pick<StoredCheckWeight, 'id' | 'grams' | 'weighedAt'>,
  unit: WeightUnit,
): Checkweight => ({ weight: inUnit(grams, unit), timeMillis: weighedAt.getTime(), id });

/**
 * Enters what somebody has read from a scale that sends nothing, on an open day of the report.
 * @throws 404 weightAccuracy.unknownLocation, 409 weightAccuracy.weightIsThere,
 *   422 weightAccuracy.dayClosed, dayNotListed, timeAhead, noSuchTime, weightBelowZero, weightTooHeavy
 */
export async function addWeight(
  acting: ActingPersonally,
  { locationId, date, time, netWeight }: NewCheckweight,
): Promise<Checkweight> {
  const {
    scope,
    actor: { unit },
    now,
  } = acting;
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, scope.organisationId);
    const { timeZone } = await openDay(trx, scope, { locationId, date, now });
    const weighedAt = instantOf(date, `${time}:00`, timeZone);
    // A clock that was put forward at midnight never showed this time.
    if (localDateOf(weighedAt, timeZone) !== date) throw refused('time', 'weightAccuracy.noSuchTime');
    if (weighedAt > now) throw refused('time', 'weightAccuracy.timeAhead');
    const grams = weighable(netWeight, unit);
    const id = await insertCheckWeight(trx, scope, { locationId, day: date, weighedAt, grams });
    if (id === null)
      throw fail.conflict('weightAccuracy.weightIsThere', {
        fields: [{ field: 'time', code: 'weightAccuracy.weightIsThere' }],
      });
    await markDirty(trx, scope.organisationId, [{ locationId, weekStart: weekStartOf(date) }]);
    await acting.jobs.send(trx, rollupJob);
    await acting.audit(trx, {
      action: actions.add,
      entity: 'checkWeight',
      entityId: id,
      after: { locationId, weighedAt, grams },
    });
    await acting.touch(trx);
    return wireCheckweight({ id, grams, weighedAt }, unit);
  });
}

async function openDay(
  trx: Trx,
  scope: Scope,
  { locationId, date, now }: { locationId: number; date: LocalDate; now: Date },
): Promise<PlaceWithDays> {
  const [place] = await listDays(trx, scope, { range: { begin: date, end: date }, now, locationId });
  if (!place) throw fail.notFound('weightAccuracy.unknownLocation');
  const [day] = place.days;
  if (!day) throw refused('date', 'weightAccuracy.dayNotListed');
  if (day.closed) throw refused('date', 'weightAccuracy.dayClosed');
  return place;
}

const refused = (
  field: 'date' | 'time',
  code: `weightAccuracy.${'dayClosed' | 'dayNotListed' | 'noSuchTime' | 'timeAhead'}`,
) => fail.unprocessable(code, { fields: [{ field, code }] });

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
