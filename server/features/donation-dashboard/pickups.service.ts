import { listValuesOf } from '../../domain/catalogue';
import { lockLocation } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail, type FieldProblem } from '../../platform/errors';
import { localDateOf, type LocalDate } from '../../platform/time';
import type { NewPickup, Pickup, PickupEdit, PickupTerms, Receipt } from './donations.contract';
import { pickupProblems, receiptProblem, refuseStep, type PickupStep } from './donations.rules';
import { findPartner } from './partners.store';
import {
  cancelPickup,
  findCutDays,
  insertPickups,
  lockPickup,
  putReceipt,
  receiptIsTaken,
  updatePickup,
} from './pickups.store';
import { findSchedule } from './schedules.store';

export const pickupActions = defineActions('donationPickup', {
  create: {},
  change: {},
  confirm: {},
  reopen: { severity: 'warning' },
  cancel: { severity: 'warning' },
});

const refused = (fields: FieldProblem[]) => fail.unprocessable('donations.error.notSaved', { fields });

const stateOf = ({ grams }: Pick<PickupTerms, 'grams'>) =>
  grams === null ? ('planned' as const) : ('pickedUp' as const);

/** The place, held, so that no other pickup of its days is written meanwhile. @returns today by the calendar of its site @throws 422 unknownLocation */
async function holdPlace(trx: Trx, { scope, now }: Acting, locationId: number): Promise<LocalDate> {
  const location = await lockLocation(trx, scope, locationId);
  if (!location) throw refused([{ field: 'locationId', code: 'donations.error.unknownLocation' }]);
  return localDateOf(now, location.timeZone);
}

/** @throws 422 by field */
async function check(
  trx: Trx,
  acting: Acting,
  { terms, before }: { terms: PickupTerms; before: Pickup | null },
): Promise<void> {
  const { scope } = acting;
  const today = await holdPlace(trx, acting, terms.locationId);
  const fields: FieldProblem[] = pickupProblems(terms, today).map(({ field, problem }) => ({
    field,
    code: `donations.error.${problem}`,
  }));
  if (before?.state === 'pickedUp' && terms.grams === null)
    fields.push({ field: 'grams', code: 'donations.error.weightMissing' });
  const partner = await findPartner(trx, scope, terms.partnerId);
  if (!partner) fields.push({ field: 'partnerId', code: 'donations.error.unknownPartner' });
  else if (partner.status === 'I' && before?.partnerId !== terms.partnerId)
    fields.push({ field: 'partnerId', code: 'donations.error.retiredPartner' });
  if (
    terms.itemId !== null &&
    terms.itemId !== before?.itemId &&
    !(await isItem(trx, scope.organisationId, terms.itemId))
  )
    fields.push({ field: 'itemId', code: 'donations.error.unknownItem' });
  const { weighedFrom: from, weighedTo: to, locationId } = terms;
  if (fields.length === 0 && from !== null && to !== null) {
    const cut = await findCutDays(trx, scope, { locationId, from, to, exceptId: before?.pickupId ?? 0 });
    if (cut) fields.push({ field: 'weighedFrom', code: 'donations.error.cutDays', params: cut });
  }
  if (fields.length > 0) throw refused(fields);
}

async function isItem(trx: Trx, organisationId: number, itemId: number): Promise<boolean> {
  const items = await listValuesOf(trx, organisationId, { elementCodes: ['WASTEITEM'], locale: 'en_US' });
  return (items.get('WASTEITEM') ?? []).some(({ refId }) => refId === itemId);
}

/**
 * With a weight it was picked up, without one it is planned.
 * @throws 422 by field, 409 alreadyRecorded of a schedule's day
 */
export function createPickup(acting: Acting, { scheduleId, scheduledOn, ...terms }: NewPickup): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    await check(trx, acting, { terms, before: null });
    if (scheduleId !== null || scheduledOn !== null) {
      const schedule = scheduleId === null ? undefined : await findSchedule(trx, scope, scheduleId);
      if (!schedule || scheduledOn === null)
        throw refused([{ field: 'scheduleId', code: 'donations.error.unknownSchedule' }]);
    }
    const [pickupId] = await insertPickups(trx, scope, {
      rows: [{ terms, state: stateOf(terms), scheduleId, scheduledOn }],
      now,
    });
    if (pickupId === undefined) throw fail.conflict('donations.error.alreadyRecorded');
    await acting.audit(trx, {
      action: pickupActions.create,
      entity: 'donationPickup',
      entityId: pickupId,
      after: { ...terms, scheduleId, scheduledOn },
    });
    await acting.touch(trx);
    return pickupId;
  });
}

interface Taking {
  pickupId: number;
  version: number;
  step: PickupStep;
}

/** @throws 404 unknownPickup, 409 conflict and where it has gone another way */
async function take(trx: Trx, { scope }: Acting, { pickupId, version, step }: Taking): Promise<Pickup> {
  const pickup = await lockPickup(trx, scope, pickupId);
  if (!pickup) throw fail.notFound('donations.error.unknownPickup');
  const refusal = refuseStep(pickup, step);
  if (refusal) throw fail.conflict(refusal);
  if (pickup.version !== version) throw fail.conflict('errors.conflict');
  return pickup;
}

const termsOf = (pickup: Pickup): PickupTerms => {
  const { locationId, partnerId, day, time, grams, itemId, value, temperature, useBy, note, weighedFrom, weighedTo } =
    pickup;
  return { locationId, partnerId, day, time, grams, itemId, value, temperature, useBy, note, weighedFrom, weighedTo };
};

/** @throws 404 unknownPickup, 409 conflict, alreadyConfirmed, alreadyCancelled, 422 by field */
export function changePickup(
  acting: Acting,
  { pickupId, edit: { version, ...terms } }: { pickupId: number; edit: PickupEdit },
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const before = await take(trx, acting, { pickupId, version, step: 'change' });
    await check(trx, acting, { terms, before });
    await updatePickup(trx, acting.scope, { pickupId, terms, state: stateOf(terms), now: acting.now });
    await acting.audit(trx, {
      action: pickupActions.change,
      entity: 'donationPickup',
      entityId: pickupId,
      before: termsOf(before),
      after: terms,
    });
    await acting.touch(trx);
  });
}

/** @throws 404 unknownPickup, 409 conflict, alreadyConfirmed, notPickedUp, 422 by field */
export function confirmReceipt(
  acting: Acting,
  { pickupId, receipt: { version, ...receipt } }: { pickupId: number; receipt: Receipt },
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    const pickup = await take(trx, acting, { pickupId, version, step: 'confirm' });
    const today = await holdPlace(trx, acting, pickup.locationId);
    const problem = receiptProblem(receipt.receivedOn, { day: pickup.day, today });
    if (problem) throw refused([{ field: 'receivedOn', code: `donations.error.${problem}` }]);
    if (await receiptIsTaken(trx, scope, { pickup, receiptNo: receipt.receiptNo }))
      throw refused([{ field: 'receiptNo', code: 'donations.error.receiptTaken' }]);
    await putReceipt(trx, scope, { pickupId, receipt, now });
    await acting.audit(trx, {
      action: pickupActions.confirm,
      entity: 'donationPickup',
      entityId: pickupId,
      after: receipt,
    });
    await acting.touch(trx);
  });
}

/** Takes a receipt that was entered wrongly away. @throws 404 unknownPickup, 409 conflict, notConfirmed */
export function reopenPickup(
  acting: Acting,
  { pickupId, version }: { pickupId: number; version: number },
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const { receiptNo, receivedOn, partnerGrams } = await take(trx, acting, { pickupId, version, step: 'reopen' });
    await putReceipt(trx, acting.scope, { pickupId, receipt: null, now: acting.now });
    await acting.audit(trx, {
      action: pickupActions.reopen,
      entity: 'donationPickup',
      entityId: pickupId,
      before: { receiptNo, receivedOn, partnerGrams },
    });
    await acting.touch(trx);
  });
}

/** It did not take place; it stays in the list and is in no figure. @throws 404 unknownPickup, 409 conflict, alreadyConfirmed, alreadyCancelled */
export function cancel(acting: Acting, { pickupId, version }: { pickupId: number; version: number }): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const before = await take(trx, acting, { pickupId, version, step: 'cancel' });
    await cancelPickup(trx, acting.scope, { pickupId, now: acting.now });
    await acting.audit(trx, {
      action: pickupActions.cancel,
      entity: 'donationPickup',
      entityId: pickupId,
      before: { state: before.state, ...termsOf(before) },
    });
    await acting.touch(trx);
  });
}
