import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { touch } from '../../platform/freshness';
import type { Clock } from '../../platform/time';
import { rebuildOpenDays, dropCalendarOutside } from '../calendar';
import type { DomainEvents } from '../events';
import { setFirstEventDates } from '../places';
import { lockMarkedOrganisation, takeMarks } from '../weeks';
import type { LocationWeek } from '../weeks/location-week.contract';
import { markEverything } from './marks.store';
import { readinessCriteria } from './readiness.contract';
import { listSpans, rebuildFromEvents, rebuildWeeks } from './rollups.store';
import { planSpans } from './span.rules';

const weeksInOneTransaction = 400;

interface Processing {
  clock: Clock;
  domain: DomainEvents;
  /** Weeks in one transaction. */
  limit?: number;
  /** Only this organisation's. */
  organisationId?: number;
  /** Weeks that were marked again in the last so many seconds stay marked: whoever is still writing them would have to wait. */
  restedSeconds?: number;
  /** Told after each batch how many weeks are done. */
  onBatch?(weeks: number): void;
}

export interface Processed {
  weeks: number;
  /** Ids of the organisations whose figures may have changed. */
  organisations: number[];
}

/**
 * Rebuilds all weeks that are marked, and everything that follows from them, until none is left. May be stopped and
 * started at any time and run by several workers: a batch is one transaction, and each organisation is worked on by one
 * worker at a time. A mark that an open transaction still holds is left to the run that follows that transaction.
 */
export async function processDirtyWeeks(
  db: Db,
  { clock, domain, limit = weeksInOneTransaction, restedSeconds = 0, organisationId, onBatch }: Processing,
): Promise<Processed> {
  const organisations = new Set<number>();
  const heldByWriters: number[] = [];
  let weeks = 0;
  for (;;) {
    const batch = await db
      .transaction()
      .execute((trx) =>
        processBatch(trx, { now: clock.now(), domain, limit, restedSeconds, organisationId, except: heldByWriters }),
      );
    if (!batch) return { weeks, organisations: [...organisations] };
    if (batch.weeks === 0) heldByWriters.push(batch.organisationId);
    else organisations.add(batch.organisationId);
    weeks += batch.weeks;
    onBatch?.(weeks);
  }
}

interface Batch {
  now: Date;
  domain: DomainEvents;
  limit: number;
  restedSeconds: number;
  organisationId?: number;
  except: readonly number[];
}

async function processBatch(
  trx: Trx,
  { now, domain, limit, restedSeconds, ...search }: Batch,
): Promise<{ organisationId: number; weeks: number } | null> {
  const organisationId = await lockMarkedOrganisation(trx, search);
  if (organisationId === undefined) return null;
  const weeks = await takeMarks(trx, organisationId, { limit, restedSeconds });
  if (weeks.length > 0) await rebuild(trx, organisationId, { weeks, now, domain });
  return { organisationId, weeks: weeks.length };
}

async function rebuild(
  trx: Trx,
  organisationId: number,
  { weeks, now, domain }: { weeks: LocationWeek[]; now: Date; domain: DomainEvents },
): Promise<void> {
  await rebuildFromEvents(trx, organisationId, weeks);
  const plan = planSpans(await listSpans(trx, organisationId), weeks);
  await setFirstEventDates(trx, organisationId, plan.moved);
  await dropCalendarOutside(trx, organisationId, plan.cut);
  await rebuildOpenDays(trx, organisationId, plan.calendar);
  await rebuildWeeks(trx, organisationId, {
    weeks: [...plan.calendar, ...weeks],
    minTransactions: readinessCriteria.minTransactions,
  });
  await domain.weeksChanged(trx, {
    organisationId,
    weeks,
    locationIds: [...new Set(weeks.map((week) => week.locationId))],
    now,
  });
  await touch(trx, organisationId);
}

/** Rebuilds one organisation, or all, as if nothing derived were there. Readers see the old figures until a batch is done. */
export async function rebuildEverything(
  db: Db,
  { clock, domain, organisationId }: Pick<Processing, 'clock' | 'domain' | 'organisationId'>,
): Promise<Processed> {
  const organisations =
    organisationId === undefined
      ? (await db.selectFrom('organisation').select('id').orderBy('id').execute()).map((row) => row.id)
      : [organisationId];
  for (const id of organisations) {
    await db.transaction().execute(async (trx) => {
      await lockOrganisation(trx, id);
      await markEverything(trx, id);
    });
  }
  return processDirtyWeeks(db, { clock, domain, organisationId });
}
