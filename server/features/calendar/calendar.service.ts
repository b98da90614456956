import {
  deleteException,
  deletePattern,
  insertExceptions,
  listTargetLocations,
  putPattern,
  putPatternFrom,
  takeSameDays,
  listHolidayWeeks,
} from '../../domain/calendar';
import type { BulkChange, BulkTarget, ExceptionChange, PatternChange } from '../../domain/calendar/calendar.contract';
import type { CalendarPattern } from '../../domain/calendar/calendar.rules';
import { setLocationFacts } from '../../domain/places';
import { userIdOf, type Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { actions, changeLocation, changeLocationIn, changeLocations, type Changed, type Work } from './location-change';

/**
 * Marks days as open or closed. What was marked for exactly the same days before is replaced; where ranges overlap, the
 * newest decides.
 * @throws 403, 404
 */
export async function markDays(
  acting: Acting,
  { locationId, exception }: { locationId: number; exception: ExceptionChange },
): Promise<Changed & { exceptionId: number }> {
  let exceptionId = 0;
  const changed = await changeLocation(acting, locationId, async (trx) => {
    const [id, work] = await mark(trx, acting, { locationIds: [locationId], exception });
    exceptionId = id;
    return work;
  });
  return { ...(changed as Changed), exceptionId };
}

/** @throws 403, 404 where the location or the exception is not there */
export async function removeException(
  acting: Acting,
  { locationId, exceptionId }: { locationId: number; exceptionId: number },
): Promise<Changed> {
  const changed = await changeLocation(acting, locationId, async (trx) => {
    const before = await deleteException(trx, acting.scope.organisationId, { locationId, exceptionId });
    if (!before) throw fail.notFound('errors.notFound');
    return { action: actions.removeException, before, stale: before };
  });
  return changed as Changed;
}

/** The weekdays that are open from a day on, until the next pattern begins. @throws 403, 404 */
export async function setPattern(
  acting: Acting,
  { locationId, pattern }: { locationId: number; pattern: PatternChange },
): Promise<Changed> {
  const changed = await changeLocation(acting, locationId, (trx) =>
    begin(trx, acting, { locationIds: [locationId], pattern }),
  );
  return changed as Changed;
}

/** The weekly schedule from a day on, in place of all that began on it or later. @throws 404 */
export async function putSchedule(
  trx: Trx,
  acting: Acting,
  { locationId, from, rows }: { locationId: number; from: string; rows: readonly CalendarPattern[] },
): Promise<void> {
  await changeLocationIn(trx, acting, {
    locationId,
    async work() {
      await putPatternFrom(trx, acting.scope.organisationId, { locationId, from, rows });
      return { action: actions.setPattern, after: { from, rows }, stale: { fromDate: from, toDate: null } };
    },
  });
}

/** The pattern that began on a day is taken back; the one before it goes on. @throws 403, 404 */
export async function removePattern(
  acting: Acting,
  { locationId, validFrom }: { locationId: number; validFrom: string },
): Promise<Changed> {
  const changed = await changeLocation(acting, locationId, async (trx) => {
    if ((await deletePattern(trx, acting.scope.organisationId, { locationId, validFrom })) === 0)
      throw fail.notFound('errors.notFound');
    return { action: actions.removePattern, before: { validFrom }, stale: { fromDate: validFrom, toDate: null } };
  });
  return changed as Changed;
}

/** Whether public holidays of the site's country close the location. @returns null when that is so already; throws 403, 404 */
export function observeHolidays(
  acting: Acting,
  { locationId, observed }: { locationId: number; observed: boolean },
): Promise<Changed | null> {
  const { organisationId } = acting.scope;
  return changeLocation(acting, locationId, async (trx, location) => {
    if (location.holidaysObserved === observed) return null;
    await setLocationFacts(trx, organisationId, { locationId, holidaysObserved: observed });
    return {
      action: actions.observeHolidays,
      before: { observed: !observed },
      after: { observed },
      stale: await listHolidayWeeks(trx, organisationId, locationId),
    };
  });
}

/** How many locations a change of many would reach. @throws 403, 404 when there is none, or one is not the actor's to see */
export async function countTarget(acting: Acting, target: BulkTarget): Promise<number> {
  const { scope } = acting;
  return acting.db
    .transaction()
    .execute(async (trx) => checkTarget(target, await listTargetLocations(trx, scope, target)).length);
}

/**
 * Applies one exception or one pattern to many locations, all or none.
 * @throws 403, 404, 409 calendar.errors.countChanged when it would be another number of locations than was agreed to
 */
export async function applyToMany(
  acting: Acting,
  { target, exception, pattern, expectedLocations }: BulkChange,
): Promise<Changed> {
  const changed = await changeLocations(
    acting,
    async (trx, scope) => {
      const locationIds = checkTarget(target, await listTargetLocations(trx, scope, target));
      if (locationIds.length !== expectedLocations)
        throw fail.conflict('calendar.errors.countChanged', { params: { count: locationIds.length } });
      return locationIds;
    },
    async (trx, locationIds) => {
      const work = pattern
        ? await begin(trx, acting, { locationIds, pattern })
        : (await mark(trx, acting, { locationIds, exception: exception as ExceptionChange }))[1];
      return { ...work, after: { ...work.after, target } };
    },
  );
  return changed as Changed;
}

function checkTarget(target: BulkTarget, locationIds: number[]): number[] {
  const missing = target.kind === 'locations' && locationIds.length < new Set(target.locationIds).size;
  if (locationIds.length === 0 || missing) throw fail.notFound('calendar.errors.noLocations');
  return locationIds;
}

async function mark(
  trx: Trx,
  acting: Acting,
  { locationIds, exception }: { locationIds: readonly number[]; exception: ExceptionChange },
): Promise<[number, Work]> {
  const { fromDate, toDate } = exception;
  const { organisationId } = acting.scope;
  const replaced = await takeSameDays(trx, organisationId, { locationIds, fromDate, toDate });
  const ids = await insertExceptions(trx, organisationId, {
    locationIds,
    ranges: [exception],
    at: acting.now,
    userId: userIdOf(acting),
  });
  return [
    ids[0] as number,
    {
      action: actions.markDays,
      before: { replaced },
      after: { ...exception, exceptionIds: ids },
      stale: { fromDate, toDate },
    },
  ];
}

async function begin(
  trx: Trx,
  { scope }: Acting,
  { locationIds, pattern }: { locationIds: readonly number[]; pattern: PatternChange },
): Promise<Work> {
  await putPattern(trx, scope.organisationId, { locationIds, ...pattern });
  return { action: actions.setPattern, after: { ...pattern }, stale: { fromDate: pattern.validFrom, toDate: null } };
}
