import { lockLocation } from '../../domain/places';
import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db, Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { addDays, localDateOf, weekdayOf, type LocalDate } from '../../platform/time';
import type { PlannedPickup, Schedule, ScheduleTerms } from './donations.contract';
import { donationLimits, occurrencesOf, planned } from './donations.rules';
import { findPartner } from './partners.store';
import { pickupActions } from './pickups.service';
import { insertPickups } from './pickups.store';
import {
  countSchedules,
  endSchedule,
  findSchedule,
  insertSchedule,
  listPlanned,
  listSchedules,
  listTakenDays,
} from './schedules.store';

const scheduleActions = defineActions('donationSchedule', { create: {}, end: {} });

const refused = (field: string, code: Parameters<typeof fail.unprocessable>[0]) =>
  fail.unprocessable('donations.error.notSaved', { fields: [{ field, code }] });

/** It holds from today on. @throws 422 by field, tooManySchedules */
export function createSchedule(acting: Acting, terms: ScheduleTerms): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    const location = await lockLocation(trx, scope, terms.locationId);
    if (!location) throw refused('locationId', 'donations.error.unknownLocation');
    const partner = await findPartner(trx, scope, terms.partnerId);
    if (!partner) throw refused('partnerId', 'donations.error.unknownPartner');
    if (partner.status === 'I') throw refused('partnerId', 'donations.error.retiredPartner');
    if ((await countSchedules(trx, scope)) >= donationLimits.schedules)
      throw fail.unprocessable('donations.error.tooManySchedules', { params: { most: donationLimits.schedules } });
    const startsOn = localDateOf(now, location.timeZone);
    const scheduleId = await insertSchedule(trx, scope, { terms, startsOn, now });
    await acting.audit(trx, {
      action: scheduleActions.create,
      entity: 'donationSchedule',
      entityId: scheduleId,
      after: { ...terms, startsOn },
    });
    await acting.touch(trx);
    return scheduleId;
  });
}

/** @returns the schedule, and today by the calendar of its site @throws 404 unknownSchedule */
async function held(
  trx: Trx,
  { scope, now }: Acting,
  scheduleId: number,
): Promise<{ schedule: Schedule; today: LocalDate }> {
  const schedule = await findSchedule(trx, scope, scheduleId);
  const location = schedule && (await lockLocation(trx, scope, schedule.locationId));
  if (!schedule || !location) throw fail.notFound('donations.error.unknownSchedule');
  return { schedule, today: localDateOf(now, location.timeZone) };
}

/** Yesterday was its last day; what was recorded of it stays. @throws 404 unknownSchedule */
export function stopSchedule(acting: Acting, { scheduleId }: { scheduleId: number }): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const { schedule, today } = await held(trx, acting, scheduleId);
    if (schedule.endsOn !== null) return;
    const endsOn = addDays(today, -1);
    await endSchedule(trx, acting.scope, { scheduleId, endsOn });
    await acting.audit(trx, {
      action: scheduleActions.end,
      entity: 'donationSchedule',
      entityId: scheduleId,
      after: { endsOn },
    });
    await acting.touch(trx);
  });
}

/**
 * A day on which the partner does not come: a pickup that is canceled from the beginning.
 * @throws 404 unknownSchedule, 422 notScheduled, 409 alreadyRecorded
 */
export function skipDay(acting: Acting, { scheduleId, day }: { scheduleId: number; day: LocalDate }): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    const { schedule, today } = await held(trx, acting, scheduleId);
    const { locationId, partnerId, time, weekday } = schedule;
    const falls =
      weekday === weekdayOf(day) &&
      occurrencesOf([schedule], { from: day, to: day }).length > 0 &&
      day >= addDays(today, -planned.back) &&
      day <= addDays(today, donationLimits.aheadDays);
    if (!falls) throw refused('day', 'donations.error.notScheduled');
    const terms = { locationId, partnerId, day, time, grams: null, itemId: null, value: null };
    const [pickupId] = await insertPickups(trx, scope, {
      rows: [
        {
          terms: { ...terms, temperature: null, useBy: null, note: '', weighedFrom: null, weighedTo: null },
          state: 'cancelled',
          scheduleId,
          scheduledOn: day,
        },
      ],
      now,
    });
    if (pickupId === undefined) throw fail.conflict('donations.error.alreadyRecorded');
    await acting.audit(trx, {
      action: pickupActions.cancel,
      entity: 'donationPickup',
      entityId: pickupId,
      after: { scheduleId, day },
    });
    await acting.touch(trx);
    return pickupId;
  });
}

/** What is to come in the next days, and what nobody has told of since, by day and time. */
export async function loadPlanned(
  db: Db,
  scope: Scope,
  { today, ...place }: PlaceFilter & { today: LocalDate },
): Promise<PlannedPickup[]> {
  const span = { from: addDays(today, -planned.back), to: addDays(today, planned.ahead) };
  const [schedules, taken, alone] = await Promise.all([
    listSchedules(db, scope, { since: span.from, ...place }),
    listTakenDays(db, scope, span),
    listPlanned(db, scope, { to: span.to, ...place }),
  ]);
  const done = new Set(taken.map(({ scheduleId, day }) => `${scheduleId} ${day}`));
  const open = occurrencesOf(schedules, span)
    .filter(({ schedule, day }) => !done.has(`${schedule.scheduleId} ${day}`))
    .map(({ schedule: { time, siteName, locationId, locationName, partnerId, partnerName, scheduleId }, day }) => ({
      ...{ day, time, siteName, locationId, locationName, partnerId, partnerName, scheduleId },
      pickupId: null,
    }));
  const key = ({ day, time }: PlannedPickup) => `${day} ${time ?? '24'}`;
  return [...alone, ...open].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
