import { findCalendarLocation, type CalendarLocation, countTouchedWeeks, type DaySpan } from '../../domain/calendar';
import type { Affected } from '../../domain/calendar/calendar.contract';
import { listStandingBaselines, countBaselinesOn, countBaselinesWithin } from '../../domain/measures';
import { markDirty, markLocationsDirty, rollupJob } from '../../domain/weeks';
import type { LocationWeek } from '../../domain/weeks/location-week.contract';
import type { Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import { defineActions, type Action } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';

export const actions = defineActions('calendar', {
  markDays: {},
  undoMarking: {},
  removeException: {},
  setPattern: {},
  removePattern: {},
  observeHolidays: {},
  import: {},
  undoImport: {},
});

export interface Changed {
  /** Finds the change again, to say what came of it. */
  changeId: string;
  locations: number;
  affected: Affected;
}

export interface Work {
  action: Action;
  before?: unknown;
  after?: Record<string, unknown>;
  /** What is stale now: the weeks of a span of days, or weeks one by one. */
  stale: DaySpan | LocationWeek[];
}

interface Reach {
  locationIds: readonly number[];
  /** Of one location, or 'many'. */
  entityId: number | 'many';
}

/**
 * One change of one location's calendar: in one transaction the rows, the audit, the marks of the weeks and the job that
 * recomputes them. `work` gives null when there is nothing to change.
 * @throws 404 errors.notFound
 */
export async function changeLocation(
  acting: Acting,
  locationId: number,
  work: (trx: Trx, location: CalendarLocation) => Promise<Work | null>,
): Promise<Changed | null> {
  return acting.db.transaction().execute((trx) => changeLocationIn(trx, acting, { locationId, work }));
}

interface LocationWork {
  locationId: number;
  work(trx: Trx, location: CalendarLocation): Promise<Work | null>;
}

/** The same in a transaction that there is already. */
export async function changeLocationIn(
  trx: Trx,
  acting: Acting,
  { locationId, work }: LocationWork,
): Promise<Changed | null> {
  const { scope } = acting;
  await lockOrganisation(trx, scope.organisationId);
  const location = await findCalendarLocation(trx, scope, locationId);
  if (!location) throw fail.notFound('errors.notFound');
  const baselines = await listStandingBaselines(trx, { organisationId: scope.organisationId, locationId });
  const done = await work(trx, location);
  if (!done) return null;
  return settle(trx, acting, {
    ...done,
    after: { ...done.after, baselines },
    reach: { locationIds: [locationId], entityId: locationId },
  });
}

/** The same for many locations. @throws what `choose` throws */
export async function changeLocations(
  acting: Acting,
  choose: (trx: Trx, scope: Scope) => Promise<number[]>,
  work: (trx: Trx, locationIds: readonly number[]) => Promise<Work | null>,
): Promise<Changed | null> {
  const { scope } = acting;
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, scope.organisationId);
    const locationIds = await choose(trx, scope);
    const done = await work(trx, locationIds);
    if (!done) return null;
    return settle(trx, acting, { ...done, reach: { locationIds, entityId: 'many' } });
  });
}

async function settle(
  trx: Trx,
  acting: Acting,
  { action, before, after, stale, reach }: Work & { reach: Reach },
): Promise<Changed> {
  const { organisationId } = acting.scope;
  const affected = await markStale(trx, organisationId, { stale, locationIds: reach.locationIds });
  if (affected.weeks > 0) await acting.jobs.send(trx, rollupJob);
  await acting.audit(trx, {
    action,
    entity: 'calendar',
    entityId: reach.entityId,
    before,
    after: { ...after, locations: reach.locationIds.length, affected },
  });
  await acting.touch(trx);
  return { changeId: acting.requestId ?? '', locations: reach.locationIds.length, affected };
}

async function markStale(
  trx: Trx,
  organisationId: number,
  { stale, locationIds }: { stale: Work['stale']; locationIds: readonly number[] },
): Promise<Affected> {
  if (Array.isArray(stale)) {
    await markDirty(trx, organisationId, stale);
    const baselines = await countBaselinesOn(trx, organisationId, stale);
    return {
      weeks: stale.length,
      firstWeek: stale[0]?.weekStart ?? null,
      lastWeek: stale.at(-1)?.weekStart ?? null,
      baselines,
    };
  }
  const touched = await countTouchedWeeks(trx, organisationId, { locationIds, span: stale });
  const affected = {
    ...touched,
    baselines: await countBaselinesWithin(trx, organisationId, { locationIds, span: stale }),
  };
  await markLocationsDirty(trx, { organisationId, locationIds, from: stale.fromDate, to: stale.toDate ?? undefined });
  return affected;
}
