import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Clock } from '../../platform/time';
import { markDeviceEvents } from '../places';
import { contentHash } from './content-hash';
import type { DomainEvents } from './domain-events';
import type { EventContent } from './event-content.contract';
import { checkEvent, type Check, type CheckedEvent, type References } from './event.rules';
import { largestBatch, type IngestCandidate, type IngestResult, type Origin } from './ingest.contract';
import { findIngestKeys, insertEvents, insertIngestKeys } from './ingest.store';
import type { Asked } from './questions.rules';
import { askAbout } from './questions.service';
import { loadReferences } from './references.store';
import { isInvalidUuid } from './values.rules';

export interface Ingest {
  organisationId: number;
  origin: Origin;
  deviceId?: number;
  importBatchId?: number;
  createdBy?: number;
  clock: Clock;
  domain: DomainEvents;
  /** Say what is implausible. */
  asks?: boolean;
  /** The caller sends another batch at once. */
  moreFollow?: boolean;
}

/**
 * Every waste event is taken here, whatever sends it. Each row stands alone: a bad one is refused with its reason and
 * the others are taken. The same client event UUID is taken once; sent again with the same content it is known, with
 * another it is refused. The number of statements does not depend on the number of rows.
 * @throws 413 wasteEvents.batchTooLarge
 */
export async function ingestEvents(
  trx: Trx,
  ingest: Ingest,
  candidates: readonly IngestCandidate[],
): Promise<IngestResult> {
  if (candidates.length > largestBatch)
    throw fail.tooLarge('wasteEvents.batchTooLarge', { params: { max: largestBatch } });
  const now = ingest.clock.now();
  const references = await loadReferences(trx, ingest.organisationId, candidates);
  const sorted = sortOut(candidates.map((candidate, index) => toRow(candidate, { index, references, now })));
  if (ingest.asks) {
    const events = sorted.leaders.map(({ event }) => event);
    const asked = await askAbout(trx, ingest.organisationId, { events, references });
    sorted.leaders.forEach((leader, at) => (leader.asked = asked[at]));
  }
  const taken = await take(trx, ingest, { leaders: sorted.leaders, now });
  const result = await settle(trx, ingest.organisationId, { ...sorted, taken });
  if (ingest.deviceId !== undefined)
    await markDeviceEvents(trx, ingest.organisationId, { deviceId: ingest.deviceId, now });
  await tell(trx, ingest, { taken: [...taken.values()], references, now });
  return result;
}

interface Row {
  index: number;
  /** In lower case; null where it is not one. */
  uuid: string | null;
  hash: string;
  check: Check;
}

interface Checking {
  index: number;
  references: References;
  now: Date;
}

function toRow(candidate: IngestCandidate, { index, references, now }: Checking): Row {
  const uuid = isInvalidUuid(candidate.clientEventUuid) ? null : candidate.clientEventUuid.toLowerCase();
  return { index, uuid, hash: contentHash(candidate), check: checkEvent(candidate, references, now) };
}

interface Leader {
  index: number;
  uuid: string;
  hash: string;
  event: CheckedEvent;
  asked?: readonly Asked[] | undefined;
}

type TakenRow = Leader & { eventId: number };

/** The first good row of a UUID is the event; other rows of the same UUID repeat it. */
function sortOut(rows: readonly Row[]): { leaders: Leader[]; others: Row[] } {
  const leaders = new Map<string, Leader>();
  const others: Row[] = [];
  for (const row of rows) {
    const { index, uuid, hash, check } = row;
    if (uuid !== null && check.event && !leaders.has(uuid))
      leaders.set(uuid, { index, uuid, hash, event: check.event });
    else others.push(row);
  }
  return { leaders: [...leaders.values()], others };
}

/** @returns the rows whose UUID nobody had, with their new ids */
async function take(
  trx: Trx,
  ingest: Ingest,
  { leaders, now }: { leaders: Leader[]; now: Date },
): Promise<Map<string, TakenRow>> {
  const { organisationId, origin, deviceId = null, importBatchId = null, createdBy = null } = ingest;
  const eventIds =
    leaders.length > 0 ? await insertIngestKeys(trx, organisationId, leaders) : new Map<string, number>();
  const taken: TakenRow[] = [];
  for (const leader of leaders) {
    const eventId = eventIds.get(leader.uuid);
    if (eventId !== undefined) taken.push({ ...leader, eventId });
  }
  if (taken.length > 0) {
    await insertEvents(trx, organisationId, {
      events: taken,
      source: { origin, deviceId, importBatchId, createdBy, now },
    });
  }
  return new Map(taken.map((one) => [one.uuid, one]));
}

async function tell(
  trx: Trx,
  { organisationId, domain, moreFollow, deviceId }: Ingest,
  { taken, references: { locations }, now }: { taken: readonly TakenRow[]; references: References; now: Date },
): Promise<void> {
  if (taken.length === 0) return;
  const events = { ids: taken.map((one) => one.eventId) };
  const content = () =>
    taken.map(({ eventId, event }) =>
      contentOf(event, { eventId, deviceId: deviceId ?? null, siteId: locations.get(event.locationId)?.siteId ?? 0 }),
    );
  await domain.eventsTaken(trx, {
    organisationId,
    change: 'taken',
    events,
    weeks: taken.map((one) => one.event),
    now,
    moreFollow,
    content,
  });
}

/** Field by field: a copy of all that an event has costs a batch as much as its checks. */
function contentOf(
  event: CheckedEvent,
  { eventId, deviceId, siteId }: Pick<EventContent, 'eventId' | 'deviceId' | 'siteId'>,
): EventContent {
  const {
    locationId,
    stageId,
    itemId,
    reasonId,
    sourceId,
    sinkId,
    daypartId,
    containerId,
    netGrams,
    costAmount,
    costCurrency,
    countsAsWaste,
    occurredAt,
  } = event;
  return {
    eventId,
    siteId,
    locationId,
    deviceId,
    stageId,
    itemId,
    reasonId,
    sourceId,
    sinkId,
    daypartId,
    containerId,
    netGrams,
    costAmount: costAmount === null ? null : Number(costAmount),
    costCurrency,
    countsAsWaste,
    occurredAt,
  };
}

interface Unsettled {
  leaders: Leader[];
  others: Row[];
  taken: Map<string, TakenRow>;
}

/**
 * Says of every row what became of it. A row that did not get its UUID is compared with the one that has it, also where it
 * would be refused today: what was taken once stays known, even if its location is closed by now.
 */
async function settle(trx: Trx, organisationId: number, { leaders, others, taken }: Unsettled): Promise<IngestResult> {
  const result: IngestResult = { taken: [], known: [], refused: [], changed: [] };
  const repeats: Row[] = [...others];
  for (const { index, uuid, hash, event } of leaders) {
    const mine = taken.get(uuid);
    if (mine === undefined) repeats.push({ index, uuid, hash, check: { event } });
    else result.taken.push({ index, eventId: mine.eventId, ...(mine.asked && { asked: mine.asked }) });
  }
  const keys = await findIngestKeys(
    trx,
    organisationId,
    repeats.flatMap((row) => row.uuid ?? []),
  );
  for (const { index, uuid, hash, check } of repeats.sort((a, b) => a.index - b.index)) {
    const key = uuid === null ? undefined : keys.get(uuid);
    if (key?.hash === hash) result.known.push({ index, eventId: key.eventId });
    else if (check.refusal) result.refused.push({ index, ...check.refusal });
    else {
      result.refused.push({ index, code: 'wasteEvents.duplicateUuid', field: 'clientEventUuid' });
      if (key && check.event) result.changed.push({ index, eventId: key.eventId, event: check.event });
    }
  }
  return result;
}
