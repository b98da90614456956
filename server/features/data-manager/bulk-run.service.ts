import { planBatch, returnBatch, writeBatch, type Planned } from '../../domain/events';
import { actingFor, type Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { touch } from '../../platform/freshness';
import { covers } from '../../platform/permissions';
import type { Resources } from '../../platform/resources';
import { addPlanned } from './bulk-sums.rules';
import { bulkActions } from './bulk.audit';
import { isUnderWay } from './bulk.rules';
import { changeBulk, findAsker, lockBulk, nextRows, settleRows, type BulkKey, type StoredBulk } from './bulk.store';

const eventsInOneTransaction = 500;

type Dependencies = Pick<Resources, 'database' | 'clock' | 'domain' | 'jobs' | 'reach'>;

/**
 * Does the step of a change that is under way, some events in each transaction with what became of them, so that it may be
 * stopped anywhere and go on: it counts, writes, or takes back. Whoever asked must still be allowed to.
 */
export async function runBulk(means: Dependencies, key: BulkKey, limit = eventsInOneTransaction): Promise<void> {
  for (let more = true; more;) {
    const userId = await findAsker(means.database.db, key);
    if (userId === undefined) return;
    const found = await actingFor(means, { userId, organisationId: key.organisationId });
    const acting = found && mayChange(found) ? found : null;
    more = await means.database.db
      .transaction()
      .execute((trx) => (acting ? step(trx, acting, { key, limit }) : stop(trx, means, key)));
  }
}

const mayChange = ({ actor }: Acting) =>
  actor.kind === 'person' &&
  covers(actor.permissions, 'EDIT_TRANSACTIONS') &&
  covers(actor.permissions, 'VIEW_DATA_MANAGER');

interface Step {
  key: BulkKey;
  limit: number;
}

/** @returns whether there is more to do */
async function step(trx: Trx, acting: Acting, { key, limit }: Step): Promise<boolean> {
  await lockOrganisation(trx, key.organisationId);
  const bulk = await lockBulk(trx, key);
  if (!bulk || !isUnderWay(bulk.state)) return false;
  const work = { COUNTING: count, RUNNING: write, UNDOING: takeBack }[bulk.state as 'COUNTING'];
  return work(trx, acting, { key, limit, bulk });
}

type Work = Step & { bulk: StoredBulk };

async function count(trx: Trx, acting: Acting, { key, limit, bulk }: Work): Promise<boolean> {
  const rows = await nextRows(trx, key, { outcome: null, limit });
  const eventIds = rows.map(({ eventId }) => eventId);
  const planned = await planBatch(trx, acting, { eventIds, change: bulk.change, lock: false });
  const done = rows.length < limit;
  await settleRows(trx, key, [
    ...planned.map(({ before, outcome }) => ({
      eventId: before.eventId,
      standing: before.standing,
      outcome: outcome.kind,
      code: outcome.kind === 'refused' ? outcome.code : null,
    })),
    ...unseen(eventIds, planned).map((eventId) => ({ eventId, outcome: 'refused' as const, code: notSeen })),
  ]);
  const sums = addPlanned(bulk.sums, planned);
  await changeBulk(trx, key, { sums, now: acting.now, ...(done ? { state: 'COUNTED' } : {}) });
  if (done) await acting.touch(trx);
  return !done;
}

const notSeen = 'wasteEvents.unknownEvent';
const changed = 'wasteEvents.changedMeanwhile';

const unseen = (eventIds: readonly number[], planned: readonly Planned[]) => {
  const seen = new Set(planned.map(({ before }) => before.eventId));
  return eventIds.filter((eventId) => !seen.has(eventId));
};

async function write(trx: Trx, acting: Acting, { key, limit, bulk }: Work): Promise<boolean> {
  const rows = await nextRows(trx, key, { outcome: 'changes', limit });
  const standing = new Map(rows.map((row) => [row.eventId, row.standing]));
  const eventIds = [...standing.keys()];
  const all = await planBatch(trx, acting, { eventIds, change: bulk.change, lock: true });
  const planned = all.filter(({ before }) => before.standing === standing.get(before.eventId));
  const done = rows.length < limit;
  const { change, reason: why } = bulk;
  const kept = await writeBatch(trx, acting, { planned, change, why, moreFollow: !done });
  const revisions = new Map(kept.map(({ eventId, revisionId }) => [eventId, revisionId]));
  await settleRows(trx, key, [
    ...all.map(({ before: { eventId }, outcome }) => {
      const revisionId = revisions.get(eventId);
      if (revisionId !== undefined) return { eventId, outcome: 'written' as const, revisionId };
      if (outcome.kind === 'changes') return { eventId, outcome: 'refused' as const, code: changed };
      return { eventId, outcome: outcome.kind, code: outcome.kind === 'refused' ? outcome.code : null };
    }),
    ...unseen(eventIds, all).map((eventId) => ({ eventId, outcome: 'refused' as const, code: notSeen })),
  ]);
  const { now } = acting;
  await changeBulk(trx, key, { now, ...(done ? { state: 'DONE', finishedAt: now } : {}) });
  if (done) await tell(trx, acting, { key, bulk, action: bulkActions.end });
  return !done;
}

async function takeBack(trx: Trx, acting: Acting, { key, limit, bulk }: Work): Promise<boolean> {
  const rows = await nextRows(trx, key, { outcome: 'written', limit });
  const kept = rows.map(({ eventId, revisionId }) => ({ eventId, revisionId: revisionId ?? 0 }));
  const done = rows.length < limit;
  const why = bulk.undoReason ?? bulk.reason;
  const returned = new Set(await returnBatch(trx, acting, { kept, change: bulk.change, why, moreFollow: !done }));
  await settleRows(
    trx,
    key,
    rows.map(({ eventId }) =>
      returned.has(eventId) ? { eventId, outcome: 'returned' } : { eventId, outcome: 'left', code: changed },
    ),
  );
  const { now } = acting;
  await changeBulk(trx, key, { now, ...(done ? { state: 'UNDONE', undoneAt: now } : {}) });
  if (done) await tell(trx, acting, { key, bulk, action: bulkActions.undone });
  return !done;
}

async function tell(
  trx: Trx,
  acting: Acting,
  { key, bulk, action }: { key: BulkKey; bulk: StoredBulk; action: (typeof bulkActions)['end'] },
): Promise<void> {
  await acting.audit(trx, { action, entity: 'bulkChange', entityId: key.id, after: { change: bulk.change } });
  await acting.touch(trx);
}

/** Whoever asked may no more: what is done stays, and somebody else may take it back. */
async function stop(trx: Trx, { clock }: Dependencies, key: BulkKey): Promise<boolean> {
  await lockOrganisation(trx, key.organisationId);
  const bulk = await lockBulk(trx, key);
  if (!bulk || !isUnderWay(bulk.state)) return false;
  const now = clock.now();
  await changeBulk(trx, key, { state: 'STOPPED', now, ...(bulk.finishedAt ? {} : { finishedAt: now }) });
  await touch(trx, key.organisationId);
  return false;
}
