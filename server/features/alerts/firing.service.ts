import type { EventsTaken } from '../../domain/events';
import type { Trx } from '../../platform/db/database';
import type { JobSender } from '../../platform/jobs/job-handle';
import { isNews } from './alerts.rules';
import { deliverJob } from './delivery.job';
import {
  insertFirings,
  releaseFirings,
  withdrawEvents,
  withdrawImport,
  withdrawOthers,
  type Raised,
} from './firing.store';
import { alertIndex, findAlertSet, listImported, listWatched, type AlertSet } from './watching.store';

/** So many events are looked at together. */
const eventsAtOnce = 5_000;
/** Nobody waits longer for an import to end: it may have been given up. */
const heldForMs = 30 * 60_000;

/**
 * Raises the alerts that events match, in the transaction that took or changed them, whatever way they came in by; what they
 * do not match any more is withdrawn. Telling people of it begins with the commit.
 */
export async function fireAlerts(trx: Trx, taken: EventsTaken, jobs: JobSender): Promise<void> {
  const toTell = (await fired(trx, taken)) + (await released(trx, taken));
  if (toTell > 0 && !taken.moreFollow) await jobs.send(trx, deliverJob, { organisationId: taken.organisationId });
}

async function fired(trx: Trx, taken: EventsTaken): Promise<number> {
  const { organisationId, change, events } = taken;
  if ('ids' in events && events.ids.length === 0) return 0;
  const set = await findAlertSet(trx, organisationId);
  if (!set || (set.alerts === 0 && change === 'taken')) return 0;
  return change === 'voided' ? withdrawAll(trx, taken) : evaluateAll(trx, taken, set);
}

/** The last of several transactions, which may bring nothing itself, lets go what the others have raised: it is told together. */
async function released(trx: Trx, { organisationId, change, events, moreFollow }: EventsTaken): Promise<number> {
  const isLast = !moreFollow && (change === 'corrected' || ('ids' in events && events.ids.length === 0));
  return isLast ? releaseFirings(trx, organisationId) : 0;
}

async function withdrawAll(trx: Trx, { organisationId, events, now }: EventsTaken): Promise<number> {
  await ('ids' in events
    ? withdrawEvents(trx, organisationId, { eventIds: events.ids, now })
    : withdrawImport(trx, organisationId, { ...events, now }));
  return 0;
}

async function evaluateAll(trx: Trx, taken: EventsTaken, set: AlertSet): Promise<number> {
  let toTell = 0;
  // What is known already is no more than came in together.
  if (taken.content && 'ids' in taken.events) return evaluate(trx, taken, { eventIds: taken.events.ids, set });
  for await (const eventIds of slicesOf(trx, taken)) toTell += await evaluate(trx, taken, { eventIds, set });
  return toTell;
}

async function* slicesOf(trx: Trx, { organisationId, events }: EventsTaken): AsyncGenerator<readonly number[]> {
  if ('ids' in events) {
    for (let from = 0; from < events.ids.length; from += eventsAtOnce)
      yield events.ids.slice(from, from + eventsAtOnce);
    return;
  }
  for (let after = 0; ;) {
    const ids = await listImported(trx, organisationId, { ...events, after, limit: eventsAtOnce });
    if (ids.length > 0) yield ids;
    if (ids.length < eventsAtOnce) return;
    after = ids.at(-1) ?? after;
  }
}

/** @returns how many firings are to be told at once */
async function evaluate(
  trx: Trx,
  { organisationId, change, content, moreFollow, now }: EventsTaken,
  { eventIds, set }: { eventIds: readonly number[]; set: AlertSet },
): Promise<number> {
  const index = await alertIndex(trx, organisationId, set);
  const raised: Raised[] = [];
  for (const event of content?.() ?? (await listWatched(trx, organisationId, eventIds))) {
    const { eventId, occurredAt } = event;
    for (const { alertId } of index.find(event))
      raised.push({ alertId, eventId, occurredAt, pending: isNews(occurredAt, now) });
  }
  const toTell = await insertFirings(trx, organisationId, {
    raised,
    now,
    heldUntil: moreFollow ? new Date(now.getTime() + heldForMs) : null,
  });
  if (change !== 'taken') await withdrawOthers(trx, organisationId, { eventIds, raised, now });
  return toTell;
}
