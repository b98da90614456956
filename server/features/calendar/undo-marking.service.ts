import {
  deleteExceptions,
  listStanding,
  putBackExceptions,
  type ExceptionRow,
  listTouchedWeeks,
} from '../../domain/calendar';
import { userIdOf, type Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { actions, changeLocation, changeLocations, type Changed, type Work } from './location-change';
import { findChange, type RecordedChange } from './recorded-change';

/** As `markDays`, `applyToMany` and an import of closures record it; an import replaces nothing. */
interface Marking {
  exceptionIds: number[];
}

function markingOf({ action, after }: RecordedChange): Marking | null {
  const marking = after as Partial<Marking>;
  return (action === actions.markDays.name || action === actions.import.name) && marking.exceptionIds
    ? (marking as Marking)
    : null;
}

const replacedBy = ({ before }: RecordedChange) => (before as { replaced?: ExceptionRow[] } | null)?.replaced ?? [];

/** Whether nothing has replaced or removed a part of a marking since, and the actor sees all of it. */
export async function standsAsMade(db: Db, scope: Scope, change: RecordedChange): Promise<boolean> {
  const marking = markingOf(change);
  return (
    marking !== null && (await listStanding(db, scope, marking.exceptionIds)).length === marking.exceptionIds.length
  );
}

/**
 * Takes back a marking or an import of closures that this person made, at one location or at many: what stood for the same
 * days before stands again.
 * @throws 403, 404 where they made no such marking, 409 calendar.errors.markedSince where it does not stand as they made it
 */
export async function undoMarking(
  acting: Acting,
  { locationId, changeId }: { locationId: number; changeId: string },
): Promise<Changed | null> {
  const { db, scope } = acting;
  const change = await findChange(db, {
    organisationId: scope.organisationId,
    locationId,
    userId: userIdOf(acting) ?? 0,
    changeId,
  });
  const marking = change && markingOf(change);
  if (!marking) throw fail.notFound('errors.notFound');
  const { exceptionIds } = marking;
  const replaced = replacedBy(change);
  const action = change.action === actions.import.name ? actions.undoImport : actions.undoMarking;

  const takeBack = async (trx: Trx): Promise<Work> => {
    const gone = await deleteExceptions(trx, scope.organisationId, exceptionIds);
    if (gone.length < exceptionIds.length) throw fail.conflict('calendar.errors.markedSince');
    await putBackExceptions(trx, replaced);
    const days = gone.flatMap(({ fromDate, toDate }) => [fromDate, toDate]).sort();
    return {
      action,
      before: { exceptions: gone.length, fromDate: days[0], toDate: days.at(-1) },
      after: { restored: replaced.length },
      stale: await listTouchedWeeks(trx, scope.organisationId, gone),
    };
  };
  if (change.entityId !== 'many') return changeLocation(acting, locationId, takeBack);
  return changeLocations(
    acting,
    async (trx) => {
      const standing = await listStanding(trx, scope, exceptionIds);
      if (standing.length < exceptionIds.length) throw fail.conflict('calendar.errors.markedSince');
      return [...new Set(standing.map((one) => one.locationId))];
    },
    takeBack,
  );
}
