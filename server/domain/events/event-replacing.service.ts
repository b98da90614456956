import { userIdOf, type Acting } from '../../platform/acting';
import type { Db, Trx } from '../../platform/db/database';
import { contentHash } from './content-hash';
import type { Correction } from './correction.contract';
import type { DomainEvents } from './domain-events';
import {
  insertRevisions,
  putBackEvents,
  readFigures,
  updateContentHashes,
  updateEvents,
  type PutBack,
} from './event-replacing.store';
import type { ChangedRow, IngestCandidate } from './ingest.contract';

interface Comparing {
  candidates: readonly IngestCandidate[];
  changed: readonly ChangedRow[];
  /** The events are locked until the transaction ends. */
  lock?: boolean;
}

/** Sets what ingest found changed beside what is there. The number of statements does not depend on the number of rows. */
export async function compareEvents(
  db: Db | Trx,
  organisationId: number,
  { candidates, changed, lock = false }: Comparing,
): Promise<Correction[]> {
  if (changed.length === 0) return [];
  const stored = await readFigures(db, organisationId, { eventIds: changed.map(({ eventId }) => eventId), lock });
  return changed.flatMap(({ index, eventId, event }) => {
    const [before, candidate] = [stored.get(eventId), candidates[index]];
    return before && candidate ? [{ index, eventId, before, after: event, hash: contentHash(candidate) }] : [];
  });
}

interface Replacing {
  organisationId: number;
  importBatchId: number;
  createdBy?: number | undefined;
  domain: DomainEvents;
  now: Date;
  moreFollow?: boolean;
  /** Stands in the history of each event, beside the figures that it had. */
  whyOf(correction: Correction): string;
}

/**
 * Gives events the figures of the corrected rows, in the use case's transaction and under the organisation's lock. The rows as
 * they were are kept as revisions of this import.
 */
export async function replaceEvents(
  trx: Trx,
  { organisationId, importBatchId, createdBy, domain, now, moreFollow, whyOf }: Replacing,
  corrections: readonly Correction[],
): Promise<void> {
  if (corrections.length === 0) return;
  const source = { now, userId: createdBy ?? null, importBatchId };
  await insertRevisions(trx, organisationId, {
    source,
    rows: corrections.map((one) => ({ eventId: one.eventId, why: whyOf(one) })),
  });
  await updateEvents(
    trx,
    organisationId,
    corrections.map(({ eventId, after }) => ({ ...after, eventId })),
  );
  await updateContentHashes(
    trx,
    organisationId,
    corrections.map(({ eventId, after, hash }) => ({ eventId, uuid: after.clientEventUuid, hash })),
  );
  const weeks = corrections
    .flatMap(({ before, after }) => [before, after])
    .map(({ locationId, weekStart }) => ({ locationId, weekStart }));
  await domain.eventsTaken(trx, {
    organisationId,
    change: 'corrected',
    events: { ids: corrections.map(({ eventId }) => eventId) },
    weeks,
    now,
    moreFollow,
  });
}

/**
 * Takes back what an import replaced, in the use case's transaction and under the organisation's lock. Events that were changed
 * or voided since stay as they are.
 */
export async function putBackReplaced(
  trx: Trx,
  acting: Acting,
  { importBatchId, reason }: { importBatchId: number; reason: string },
): Promise<PutBack> {
  const {
    scope: { organisationId },
    domain,
    now,
  } = acting;
  const done = await putBackEvents(trx, organisationId, {
    source: { now, userId: userIdOf(acting), importBatchId },
    why: reason.trim(),
  });
  if (done.eventIds.length > 0)
    await domain.eventsTaken(trx, {
      organisationId,
      change: 'corrected',
      events: { ids: done.eventIds },
      weeks: done.weeks,
      now,
    });
  return done;
}
