import { userIdOf, type Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { deleteExceptions, listStanding, putBackExceptions, type ExceptionRange, type ExceptionRow } from './calendar-changes.store';
import { findChange, type RecordedChange } from './calendar-screen.store';
import { actions, changeLocation, changeLocations, type Changed, type Work } from './location-change';

/** As `markDays` and `applyToMany` record it. */
interface Marking extends ExceptionRange {
  exceptionIds: number[];
}

function markingOf({ action, after }: RecordedChange): Marking | null {
  const marking = after as Partial<Marking>;
  return action === actions.markDays.name && marking.exceptionIds ? (marking as Marking) : null;
}

/** Whether nothing has replaced or removed a part of a marking since, and the actor sees all of it. */
export async function standsAsMade(db: Db, scope: Scope, change: RecordedChange): Promise<boolean> {
  const marking = markingOf(change);
  return marking !== null && (await listStanding(db, scope, marking.exceptionIds)).length === marking.exceptionIds.length;
}

/**
 * Takes back a marking that this person made, at one location or at many: what stood for the same days before stands again.
 * @throws 403, 404 where they made no such marking, 409 calendar.errors.markedSince where it does not stand as they made it
 */
export async function undoMarking(acting: Acting, { locationId, changeId }: { locationId: number; changeId: string }): Promise<Changed | null> {
  const { db, scope } = acting;
  const change = await findChange(db, { organisationId: scope.organisationId, locationId, userId: userIdOf(acting) ?? 0, changeId });
  const marking = change && markingOf(change);
  if (!marking) throw fail.notFound('errors.notFound');
  const { exceptionIds, fromDate, toDate, open, reason } = marking;
  const { replaced } = change.before as { replaced: ExceptionRow[] };

  const takeBack = async (trx: Trx): Promise<Work> => {
    if ((await deleteExceptions(trx, scope.organisationId, exceptionIds)) < exceptionIds.length) throw fail.conflict('calendar.errors.markedSince');
    await putBackExceptions(trx, replaced);
    return { action: actions.undoMarking, before: { fromDate, toDate, open, reason }, after: { restored: replaced.length }, stale: { fromDate, toDate } };
  };
  if (change.entityId !== 'many') return changeLocation(acting, locationId, takeBack);
  return changeLocations(acting, async (trx) => {
    const standing = await listStanding(trx, scope, exceptionIds);
    if (standing.length < exceptionIds.length) throw fail.conflict('calendar.errors.markedSince');
    return standing.map((one) => one.locationId);
  }, takeBack);
}
