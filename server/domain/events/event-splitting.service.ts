import { randomUUID } from 'node:crypto';
import { userIdOf, type Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { gramsPerUnit, weightUnits } from '../../platform/weight-units.rules';
import { contentHash } from './content-hash';
import { applyChange, type EventChange } from './event-change.rules';
import { laterOf, lockedEvent, reasonOf, withClosedLocation, type Why } from './event-changes.service';
import { insertRevision, setSplitFrom, setVoid, type StoredEvent } from './event-changes.store';
import { eventActions } from './event.audit';
import { checkEvent } from './event.rules';
import type { IngestCandidate } from './ingest.contract';
import { insertEvents, insertIngestKeys, type NewEvent } from './ingest.store';
import { loadReferences } from './references.store';
import { costsOfParts, gramsOfParts, splitLimits, type Split } from './split.rules';

interface Part {
  /** A share of any sum, or grams. */
  amount: number;
  /** What it is, where it differs from the whole. */
  change: Pick<EventChange, 'itemId' | 'reasonId' | 'sourceId' | 'sinkId' | 'daypartId' | 'note'>;
}

type Splitting = Why & { by: Split['by']; parts: readonly Part[] };

/**
 * Cuts an event into parts, each an event of its own at the same place and time. Their net weights add up to that of the
 * whole, which is voided and kept; a reported cost is shared out by weight, others are reckoned by the rules.
 * @returns the ids of the parts
 * @throws 404 unknownEvent, 409 changedMeanwhile, eventIsVoided, 422 reasonMissing, the code of a `SplitProblem`, or the
 * refusal's code with its field
 */
export const splitEvent = (acting: Acting, splitting: Splitting): Promise<number[]> =>
  acting.db.transaction().execute(async (trx) => (await splitEventIn(trx, acting, splitting)).partIds);

/** The same in the use case's transaction. @returns the revision that the whole was kept by, too */
export async function splitEventIn(
  trx: Trx,
  acting: Acting,
  { eventId, reason, standing, by, parts }: Splitting,
): Promise<{ partIds: number[]; revisionId: number }> {
  const { organisationId } = acting.scope;
  const why = reasonOf(reason);
  const whole = await lockedEvent(trx, acting, { eventId, standing });
  if (whole.voided) throw fail.conflict('wasteEvents.eventIsVoided');
  const grams = gramsOfParts(whole.netGrams, { by, amounts: parts.map(({ amount }) => amount) });
  if (typeof grams === 'string')
    throw fail.unprocessable(grams, { params: { least: splitLimits.least, most: splitLimits.most } });
  const candidates = candidatesOf(whole, { parts, grams });
  const references = withClosedLocation(await loadReferences(trx, organisationId, candidates), whole.locationId);
  const now = laterOf(acting.now, whole.occurredAt);
  const keys: { uuid: string; hash: string }[] = [];
  const checked = candidates.map((candidate) => {
    const { event, refusal } = checkEvent(candidate, references, now);
    if (refusal) throw fail.unprocessable(refusal.code, { params: refusal.params, fields: [refusal] });
    keys.push({ uuid: event.clientEventUuid, hash: contentHash(candidate) });
    return event;
  });
  const ids = await insertIngestKeys(trx, organisationId, keys);
  const events = checked.map((event): NewEvent => ({ eventId: ids.get(event.clientEventUuid) ?? 0, event }));
  const source = {
    origin: 'WEB' as const,
    deviceId: null,
    importBatchId: null,
    createdBy: userIdOf(acting),
    now: acting.now,
  };
  const partIds = events.map((one) => one.eventId);
  const revisionId = await insertRevision(trx, acting, { eventId, why });
  await setVoid(trx, acting, { eventIds: [eventId], reason: why });
  await insertEvents(trx, organisationId, { events, source });
  await setSplitFrom(trx, organisationId, { eventIds: partIds, wholeId: eventId });
  const told = { organisationId, weeks: [whole], now: acting.now };
  await acting.domain.eventsTaken(trx, { ...told, change: 'voided', events: { ids: [eventId] }, moreFollow: true });
  await acting.domain.eventsTaken(trx, { ...told, change: 'corrected', events: { ids: partIds } });
  await acting.audit(trx, {
    action: eventActions.split,
    entity: 'wasteEvent',
    entityId: eventId,
    after: { parts: partIds, reason: why },
  });
  await acting.touch(trx);
  return { partIds, revisionId };
}

function candidatesOf(
  whole: StoredEvent,
  { parts, grams }: { parts: readonly Part[]; grams: readonly number[] },
): IngestCandidate[] {
  const reported = whole.costRuleId === null && whole.costAmount !== null ? costsOfParts(whole.costAmount, grams) : [];
  // Ids are given in the order of the UUIDs: the parts keep theirs.
  const uuids = parts.map(() => randomUUID()).sort();
  const unit = weightUnits.find((one) => one === whole.enteredUnit) ?? 'g';
  return parts.map(({ change }, at) => {
    const weight = grams[at] ?? 0;
    const { costAmount: _, importLine: __, ...candidate } = applyChange(whole, change);
    return {
      ...candidate,
      clientEventUuid: uuids[at] ?? '',
      grossGrams: weight,
      tareGrams: 0,
      enteredValue: Number((weight / gramsPerUnit[unit]).toFixed(4)),
      enteredUnit: unit,
      ...(reported[at] === undefined ? {} : { costAmount: reported[at] }),
    };
  });
}
