import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Clock } from '../../platform/time';
import { markDirty } from '../dirty-weeks';
import { contentHash } from './content-hash';
import { checkEvent, type CheckedEvent } from './event.rules';
import { largestBatch, type IngestCandidate, type IngestResult, type Origin, type Refusal } from './ingest.contract';
import { findIngestKeys, insertEvents, insertIngestKeys, markDeviceSeen } from './ingest.store';
import { loadReferences } from './references.store';
import { isInvalidUuid } from './values.rules';

export interface Ingest {
  organisationId: number;
  origin: Origin;
  deviceId?: number;
  importBatchId?: number;
  createdBy?: number;
  clock: Clock;
}

/**
 * The one way in for waste events, whatever sends them. Each row stands alone: a bad one is refused with its reason and
 * the others are taken. The same client event UUID is taken once; sent again with the same content it is known, with
 * another it is refused. The number of statements does not depend on the number of rows.
 * @throws 413 wasteEvents.batchTooLarge
 */
export async function ingestEvents(trx: Trx, ingest: Ingest, candidates: readonly IngestCandidate[]): Promise<IngestResult> {
  if (candidates.length > largestBatch) throw fail.tooLarge('wasteEvents.batchTooLarge', { params: { max: largestBatch } });
  const { organisationId, deviceId } = ingest;
  const now = ingest.clock.now();
  const rows = candidates.map(toRow);
  const result: IngestResult = { taken: [], known: [], refused: [] };
  await settleKnown(trx, organisationId, { rows, result });

  const open = rows.filter((row) => !row.settled);
  if (open.length > 0) {
    const references = await loadReferences(trx, organisationId, open.map((row) => row.candidate));
    const leaders = new Map<string, LeadingRow>();
    const repeats: Row[] = [];
    for (const row of open) {
      // The first good row of a UUID is the event; later ones repeat it.
      if (leaders.has(row.uuid)) {
        repeats.push(row);
        continue;
      }
      const { event, refusal } = checkEvent(row.candidate, references, now);
      if (event) leaders.set(row.uuid, { ...row, event });
      else refuse(result, row, refusal);
    }
    const eventIds = await take(trx, ingest, { leaders: [...leaders.values()], result, now });
    for (const row of repeats) settleRepeat(result, row, eventIds.get(row.uuid));
  }
  if (deviceId !== undefined) await markDeviceSeen(trx, organisationId, { deviceId, now });
  for (const list of [result.taken, result.known, result.refused]) list.sort((a, b) => a.index - b.index);
  return result;
}

interface Row {
  index: number;
  candidate: IngestCandidate;
  uuid: string;
  hash: string;
  settled: boolean;
}

type LeadingRow = Row & { event: CheckedEvent };

function toRow(candidate: IngestCandidate, index: number): Row {
  const uuid = isInvalidUuid(candidate.clientEventUuid) ? '' : candidate.clientEventUuid.toLowerCase();
  return { index, candidate, uuid, hash: contentHash(candidate), settled: false };
}

/** Before any check: what was taken once stays known, even if its location is closed today. */
async function settleKnown(trx: Trx, organisationId: number, { rows, result }: { rows: Row[]; result: IngestResult }): Promise<void> {
  const uuids = rows.map((row) => row.uuid).filter((uuid) => uuid !== '');
  const keys = await findIngestKeys(trx, organisationId, uuids);
  for (const row of rows) {
    const key = keys.get(row.uuid);
    if (!key) continue;
    settleRepeat(result, row, { hash: key.contentHash, eventId: key.eventId });
    row.settled = true;
  }
}

interface TakenRow {
  hash: string;
  eventId: number;
}

async function take(trx: Trx, ingest: Ingest, { leaders, result, now }: { leaders: LeadingRow[]; result: IngestResult; now: Date }): Promise<Map<string, TakenRow>> {
  const { organisationId, origin, deviceId = null, importBatchId = null, createdBy = null } = ingest;
  const eventIds = new Map<string, TakenRow>();
  if (leaders.length === 0) return eventIds;
  const ours = await insertIngestKeys(trx, organisationId, leaders.map((row) => ({ clientEventUuid: row.uuid, contentHash: row.hash })));
  const fresh = leaders.flatMap((row) => {
    const id = ours.get(row.uuid);
    return id === undefined ? [] : [{ ...row.event, id, index: row.index, hash: row.hash }];
  });
  if (fresh.length > 0) {
    await insertEvents(trx, organisationId, { events: fresh, source: { origin, deviceId, importBatchId, createdBy, now } });
    await markDirty(trx, organisationId, fresh);
  }
  for (const { id, index, hash, clientEventUuid } of fresh) {
    result.taken.push({ index, eventId: id });
    eventIds.set(clientEventUuid, { hash, eventId: id });
  }
  // Somebody else inserted these while we were checking.
  const lost = leaders.filter((row) => !ours.has(row.uuid));
  const theirs = lost.length > 0 ? await findIngestKeys(trx, organisationId, lost.map((row) => row.uuid)) : new Map<string, never>();
  for (const row of lost) {
    const key = theirs.get(row.uuid);
    const taken = key && { hash: key.contentHash, eventId: key.eventId };
    if (taken) eventIds.set(row.uuid, taken);
    settleRepeat(result, row, taken);
  }
  return eventIds;
}

function settleRepeat(result: IngestResult, row: Row, taken: TakenRow | undefined): void {
  if (taken?.hash === row.hash) result.known.push({ index: row.index, eventId: taken.eventId });
  else refuse(result, row, { code: 'wasteEvents.duplicateUuid', field: 'clientEventUuid' });
}

function refuse(result: IngestResult, row: Row, refusal: Refusal): void {
  result.refused.push({ index: row.index, ...refusal });
}
