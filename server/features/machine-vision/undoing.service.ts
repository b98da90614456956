import { planBatch, returnBatch, setClassification, writeBatch } from '../../domain/events';
import type { BatchChange } from '../../domain/events/event-batch.contract';
import type { ActingPersonally } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';
import { closeBatch, listBatchEvents, lockBatch, type PublishedEvent } from './batches.store';
import { reopenLabels } from './labels.store';
import { readStandings } from './publishing.service';
import { visionActions } from './vision.audit';
import { mayUndo, undoDays } from './vision.rules';

interface Undoing {
  events: readonly PublishedEvent[];
  reason: string;
}

/**
 * Takes a batch back: its events are as they were and wait again, with their answers. Those that were changed since stay.
 * @returns how many stayed
 * @throws Failure 404 unknownBatch, 409 undoOver, 422 limitedToSites
 */
export async function undoPublished(
  acting: ActingPersonally,
  { batchId, reason }: { batchId: number; reason: string },
): Promise<number> {
  const { scope, now } = acting;
  const { organisationId } = scope;
  const { userId } = acting.actor;
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const batch = await lockBatch(trx, { scope, userId }, batchId);
    if (!batch) throw fail.notFound('machineVision.unknownBatch');
    if (!mayUndo(batch, now)) throw fail.conflict('machineVision.undoOver', { params: { days: undoDays } });
    const events = await listBatchEvents(trx, organisationId, batchId);
    await checkSees(trx, acting, events);
    const of = (kind: PublishedEvent['kind']) =>
      events.filter((event) => event.kind === kind && event.revisionId !== null);
    const returned = [
      ...(await giveBack(trx, acting, { events: of('item'), reason, change: setItem })),
      ...(await giveBack(trx, acting, { events: of('notFood'), reason, change: { kind: 'void' } })),
      ...(await joinParts(trx, acting, { events: of('split'), reason })),
      ...(await unchanged(
        trx,
        acting,
        events.filter(({ revisionId }) => revisionId === null),
      )),
    ];
    await closeBatch(trx, organisationId, { batchId, by: userId, now, returned });
    await reopenLabels(trx, organisationId, { batchId, eventIds: returned });
    await setClassification(trx, organisationId, { eventIds: returned, state: 'UNCLASSIFIED' });
    const left = events.length - returned.length;
    await acting.audit(trx, {
      action: visionActions.undo,
      entity: 'classificationBatch',
      entityId: batchId,
      after: { returned: returned.length, left },
    });
    await acting.touch(trx);
    return left;
  });
}

/** A batch is taken back once: nobody does it who would leave a part of it only for not seeing it. @throws Failure 422 limitedToSites */
async function checkSees(trx: Trx, acting: ActingPersonally, events: readonly PublishedEvent[]): Promise<void> {
  if (seesAll(acting.scope)) return;
  const eventIds = [...new Set(events.flatMap(({ eventId, partIds }) => [eventId, ...partIds]))];
  const seen = await readStandings(trx, acting, eventIds);
  if (seen.size < eventIds.length) throw fail.unprocessable('machineVision.limitedToSites');
}

const setItem: BatchChange = { kind: 'set', field: 'itemId', value: null };

const keptOf = (events: readonly PublishedEvent[]) =>
  events.map(({ eventId, revisionId }) => ({ eventId, revisionId: revisionId ?? 0 }));

async function giveBack(
  trx: Trx,
  acting: ActingPersonally,
  { events, reason, change }: Undoing & { change: BatchChange },
): Promise<number[]> {
  return events.length === 0
    ? []
    : returnBatch(trx, acting, { kept: keptOf(events), change, why: reason, moreFollow: false });
}

/** The whole counts again in the place of its parts, where neither it nor any of them was changed since. */
async function joinParts(trx: Trx, acting: ActingPersonally, { events, reason }: Undoing): Promise<number[]> {
  if (events.length === 0) return [];
  const wholes = await readStandings(
    trx,
    acting,
    events.map(({ eventId }) => eventId),
  );
  const change: BatchChange = { kind: 'void' };
  const planned = await planBatch(trx, acting, {
    eventIds: events.flatMap(({ partIds }) => partIds),
    change,
    lock: true,
  });
  const parts = new Map(planned.map((one) => [one.before.eventId, one]));
  const asLeft = events.filter(({ eventId, standing, partIds }) => {
    if (wholes.get(eventId)?.standing !== standing) return false;
    return partIds.every((id) => {
      const part = parts.get(id);
      return part?.outcome.kind === 'changes' && part.before.standing === 0;
    });
  });
  const ids = new Set(asLeft.flatMap(({ partIds }) => partIds));
  await writeBatch(trx, acting, {
    planned: planned.filter(({ before }) => ids.has(before.eventId)),
    change,
    why: reason,
    moreFollow: true,
  });
  return giveBack(trx, acting, { events: asLeft, reason, change });
}

/** Those of which nothing was changed wait again, too, unless somebody has changed them since. */
async function unchanged(trx: Trx, acting: ActingPersonally, events: readonly PublishedEvent[]): Promise<number[]> {
  const now = await readStandings(
    trx,
    acting,
    events.map(({ eventId }) => eventId),
  );
  return events.flatMap(({ eventId, standing }) => (now.get(eventId)?.standing === standing ? [eventId] : []));
}
