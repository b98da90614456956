import {
  findKnownClosures,
  insertClosures,
  type LocationRange,
  findCalendarLocation,
  listActiveLocations,
  type FoundLocation,
  listTouchedWeeks,
} from '../../domain/calendar';
import { userIdOf, type Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { localDateOf } from '../../platform/time';
import { readClosures, type ClosureFile, type ClosureFormat } from './closure-file';
import { kitchenFinder, shareOut, type UnknownKitchen } from './closure-kitchens.rules';
import { isAnswered, type Question } from './closure-questions.rules';
import { closureLimits, type Refused } from './closures.rules';
import { actions, changeLocation, changeLocations, type Changed, type Work } from './location-change';

/** What one kitchen gets of a file. */
interface KitchenPlan {
  locationId: number;
  locationName: string;
  siteName: string;
  ranges: number;
  /** Ranges that it has already. */
  known: number;
}

export interface ImportPlan {
  format: ClosureFormat;
  /** In the file's order, without those that are known. */
  ranges: LocationRange[];
  /** Ranges that their kitchens have already. */
  known: number;
  /** The first of them. */
  refused: Refused[];
  refusedTotal: number;
  questions: Question[];
  /** Lines that say open, and lines that wait for an answer; neither changes anything. */
  openLines: number;
  waitingLines: number;
  /** The file names its kitchens itself. */
  ofMany: boolean;
  kitchens: KitchenPlan[];
  unknownKitchens: UnknownKitchen[];
}

export interface ImportWish extends ClosureFile {
  /** Whose calendar it is, where the file names no kitchen. */
  locationId: number;
}

/**
 * What a file would bring to the calendars of the kitchens that it names, or of one; changes nothing.
 * @throws 403, 404, 422 where the file as a whole cannot be used
 */
export async function planImport(acting: Acting, { locationId, ...file }: ImportWish): Promise<ImportPlan> {
  const { scope, db } = acting;
  const location = await findCalendarLocation(db, scope, locationId);
  if (!location) throw fail.notFound('errors.notFound');
  // Not in a transaction: reading may take a while, and it would keep a connection from others.
  const { closures, waiting, ...read } = await readClosures(file, {
    timeZone: location.timeZone,
    today: localDateOf(acting.now, location.timeZone),
  });
  const ofMany = closures.some((one) => one.kitchen !== undefined) || waiting.some((one) => one !== undefined);
  const locations: FoundLocation[] = ofMany ? await listActiveLocations(db, scope) : [location];
  const { rows, unknown } = ofMany
    ? shareOut(closures, { waiting, most: closureLimits.rows, find: kitchenFinder(locations) })
    : { rows: closures.map((one) => ({ ...one, locationId })), unknown: [] };
  if (!rows || rows.length > closureLimits.rows)
    throw fail.unprocessable('calendar.import.tooManyRanges', { params: { max: closureLimits.rows } });
  const wanted: LocationRange[] = rows.map(({ line: _, kitchen: _kitchen, ...range }) => range);
  const known = await db.transaction().execute((trx) => findKnownClosures(trx, scope.organisationId, wanted));
  const fresh = wanted.filter((_, place) => !known.has(place));
  return {
    ...read,
    waitingLines: waiting.length,
    ranges: fresh,
    known: known.size,
    ofMany,
    unknownKitchens: unknown,
    kitchens: kitchensOf(locations, { wanted, fresh }),
  };
}

function kitchensOf(
  locations: readonly FoundLocation[],
  { wanted, fresh }: { wanted: readonly LocationRange[]; fresh: readonly LocationRange[] },
): KitchenPlan[] {
  const count = (rows: readonly LocationRange[]) => {
    const counts = new Map<number, number>();
    for (const { locationId } of rows) counts.set(locationId, (counts.get(locationId) ?? 0) + 1);
    return counts;
  };
  const [all, left] = [count(wanted), count(fresh)];
  return locations
    .filter((one) => all.has(one.locationId))
    .map(({ locationId, locationName, siteName }) => {
      const ranges = left.get(locationId) ?? 0;
      return { locationId, locationName, siteName, ranges, known: (all.get(locationId) ?? 0) - ranges };
    });
}

/** What still has to be said before a plan may be applied; null when nothing has. */
export function openPoint(
  { questions, unknownKitchens }: ImportPlan,
  { leaveOutUnknown }: { leaveOutUnknown: boolean },
) {
  if (!isAnswered(questions))
    return fail.unprocessable('calendar.import.unanswered', {
      params: {
        columns: questions
          .map((one) => one.column)
          .join(', ')
          .slice(0, 200),
      },
    });
  if (unknownKitchens.length === 0 || leaveOutUnknown) return null;
  return fail.unprocessable('calendar.import.unknownKitchens', {
    params: {
      names: unknownKitchens
        .map((one) => one.name || '–')
        .join(', ')
        .slice(0, 200),
    },
  });
}

/**
 * Adds the ranges of a plan, of which nothing is open, as exceptions, each as one, in their order, to one kitchen or to all
 * that its file names, or to none; those that are known by then are left alone. One audit row holds the totals, by which the
 * whole is taken back.
 * @returns null when there was nothing new; throws 404 where one of the kitchens is gone
 */
export async function applyPlan(
  acting: Acting,
  { locationId, plan }: { locationId: number; plan: ImportPlan },
): Promise<Changed | null> {
  if (plan.ranges.length === 0) return null;
  const work = (trx: Trx) => addClosures(trx, acting, plan.ranges);
  if (!plan.ofMany) return changeLocation(acting, locationId, work);
  const wanted = [...new Set(plan.ranges.map((one) => one.locationId))];
  return changeLocations(
    acting,
    async (trx, scope) => {
      const seen = new Set((await listActiveLocations(trx, scope)).map((one) => one.locationId));
      if (!wanted.every((id) => seen.has(id))) throw fail.notFound('calendar.errors.noLocations');
      return wanted;
    },
    async (trx) => (await work(trx)) ?? null,
  );
}

async function addClosures(trx: Trx, acting: Acting, ranges: readonly LocationRange[]): Promise<Work | null> {
  const { organisationId } = acting.scope;
  const known = await findKnownClosures(trx, organisationId, ranges);
  const fresh = ranges.filter((_, place) => !known.has(place));
  if (fresh.length === 0) return null;
  const exceptionIds = await insertClosures(trx, organisationId, {
    rows: fresh,
    at: acting.now,
    userId: userIdOf(acting),
  });
  const days = fresh.flatMap(({ fromDate, toDate }) => [fromDate, toDate]).sort();
  return {
    action: actions.import,
    after: { ranges: fresh.length, known: known.size, fromDate: days[0], toDate: days.at(-1), exceptionIds },
    stale: await listTouchedWeeks(trx, organisationId, fresh),
  };
}
