import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { touch } from '../../platform/freshness';
import type { Clock } from '../../platform/time';
import { rebuildOpenDays, dropCalendarOutside } from '../calendar';
import type { DomainEvents } from '../events';
import { setFirstEventDates } from '../places';
import { clearMarks, lockMarkedOrganisation, seeMarks, type SeenMark } from '../weeks';
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
  /** Weeks marked in the last so many seconds stay marked: somebody may still be writing them. */
  restedSeconds?: number;
  /** Leave marks made after the start to the next run, which their writers enqueue: under a steady flow of events, this run would never end. */
  untilNow?: boolean;
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
  { clock, domain, limit = weeksInOneTransaction, restedSeconds = 0, untilNow, organisationId, onBatch }: Processing,
): Promise<Processed> {
  const organisations = new Set<number>();
  const heldByWriters: number[] = [];
  const markedUntil = untilNow ? await databaseNow(db) : undefined;
  let weeks = 0;
  for (;;) {
    const batch = await db.transaction().execute((trx) =>
      processBatch(trx, {
        now: clock.now(),
        domain,
        limit,
        restedSeconds,
        markedUntil,
        organisationId,
        except: heldByWriters,
      }),
    );
    if (!batch) return { weeks, organisations: [...organisations] };
    if (batch.weeks === 0) heldByWriters.push(batch.organisationId);
    else organisations.add(batch.organisationId);
    weeks += batch.weeks;
    onBatch?.(weeks);
  }
}

/** The clock that marks are dated by. */
async function databaseNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  return rows[0]?.now ?? 'infinity';
}

interface Batch {
  now: Date;
  domain: DomainEvents;
  limit: number;
  restedSeconds: number;
  markedUntil: string | undefined;
  organisationId?: number;
  except: readonly number[];
}

async function processBatch(
  trx: Trx,
  { now, domain, limit, restedSeconds, markedUntil, ...search }: Batch,
): Promise<{ organisationId: number; weeks: number } | null> {
  const organisationId = await lockMarkedOrganisation(trx, search);
  if (organisationId === undefined) return null;
  const marks = await seeMarks(trx, organisationId, { limit, restedSeconds, markedUntil });
  if (marks.length > 0) {
    await rebuild(trx, organisationId, { marks, now, domain });
  }
  return { organisationId, weeks: marks.length };
}

async function rebuild(
  trx: Trx,
  organisationId: number,
  { marks: weeks, now, domain }: { marks: SeenMark[]; now: Date; domain: DomainEvents },
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
  // Before the listeners: evaluation skips a location that still has marks.
  await clearMarks(trx, organisationId, weeks);
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
