import { userIdOf, type Acting } from '../../platform/acting';
import { fail } from '../../platform/errors';
import { localDateOf } from '../../platform/time';
import { findCalendarLocation } from './calendar-screen.store';
import { findKnownRanges, insertExceptions, type ExceptionRange } from './calendar-changes.store';
import { readClosures, type ClosureFile, type ClosureFormat } from './closure-file';
import { closureLimits, problemOf, type Refused } from './closures.rules';
import { actions, changeLocation, type Changed } from './location-change';
import { listTouchedWeeks } from './touched-weeks.store';

export interface ImportPlan {
  format: ClosureFormat;
  /** In the file's order, without those that are known. */
  ranges: ExceptionRange[];
  /** Ranges that the location has already. */
  known: number;
  /** The first of them. */
  refused: Refused[];
  refusedTotal: number;
}

/**
 * What a file would bring to a location's calendar; changes nothing.
 * @throws 403, 404, 422 where the file as a whole cannot be used
 */
export async function planImport(acting: Acting, { locationId, ...file }: { locationId: number } & ClosureFile): Promise<ImportPlan> {
  const { scope } = acting;
  const location = await findCalendarLocation(acting.db, scope, locationId);
  if (!location) throw fail.notFound('errors.notFound');
  // Not in a transaction: reading may take a while, and it would keep a connection from others.
  const { closures, refused, refusedTotal, format } = await readClosures(file, { timeZone: location.timeZone, today: localDateOf(acting.now, location.timeZone) });
  const ranges = closures.map(({ line: _, ...range }) => range);
  const known = await acting.db.transaction().execute((trx) => findKnownRanges(trx, scope.organisationId, { locationId, ranges }));
  return { format, ranges: ranges.filter((_, place) => !known.has(place)), known: known.size, refused, refusedTotal };
}

/**
 * Adds ranges as exceptions, each as one, in their order; those that are known by then are left alone. One audit row holds
 * the totals.
 * @returns null when there was nothing new; throws 403, 404, 422 calendar.import.tooManyRanges, notARange
 */
export function applyImport(acting: Acting, { locationId, ranges }: { locationId: number; ranges: readonly ExceptionRange[] }): Promise<Changed | null> {
  if (ranges.length > closureLimits.ranges) throw fail.unprocessable('calendar.import.tooManyRanges', { params: { max: closureLimits.ranges } });
  if (ranges.some((range) => problemOf(range) !== null)) throw fail.unprocessable('calendar.import.notARange');
  const { organisationId } = acting.scope;
  return changeLocation(acting, locationId, async (trx) => {
    const known = await findKnownRanges(trx, organisationId, { locationId, ranges });
    const fresh = ranges.filter((_, place) => !known.has(place));
    if (fresh.length === 0) return null;
    await insertExceptions(trx, organisationId, { locationIds: [locationId], ranges: fresh, at: acting.now, userId: userIdOf(acting) });
    const days = fresh.flatMap(({ fromDate, toDate }) => [fromDate, toDate]).sort();
    return {
      action: actions.import,
      after: { ranges: fresh.length, known: known.size, fromDate: days[0], toDate: days.at(-1) },
      stale: await listTouchedWeeks(trx, organisationId, { locationId, spans: fresh }),
    };
  });
}
