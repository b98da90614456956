import { userIdOf, type Acting } from '../../platform/acting';
import type { Db, Trx } from '../../platform/db/database';
import type { MessageKey } from '../../platform/i18n/messages';
import { seesLocation } from '../places';
import type { CheckedEvent } from './checked-event.contract';
import type { BatchChange } from './event-batch.contract';
import { readStanding, returnRevisions } from './event-batches.store';
import { applyChange, refusalToRestore } from './event-change.rules';
import { laterOf, withClosedLocation } from './event-changes.service';
import { findEvents, keepRevisions, setVoid, type KeptRevision, type StoredEvent } from './event-changes.store';
import { updateEvents } from './event-replacing.store';
import { checkEvent, type References } from './event.rules';
import type { IngestCandidate } from './ingest.contract';
import { loadReferences } from './references.store';

/** What one change would make of an event that the scope sees. */
export interface Planned {
  before: StoredEvent;
  outcome: { kind: 'changes'; after: CheckedEvent | null } | { kind: 'same' } | { kind: 'refused'; code: MessageKey };
}

interface Planning {
  eventIds: readonly number[];
  change: BatchChange;
  /** They are written in the same transaction. */
  lock: boolean;
}

/** What a change would make of the events, with the checks of a single one. Events that the scope does not see are left out. */
export async function planBatch(
  trx: Db | Trx,
  { scope, now }: Pick<Acting, 'scope' | 'now'>,
  { eventIds, change, lock }: Planning,
): Promise<Planned[]> {
  const events = await findEvents(trx, scope, { eventIds, lock });
  const candidates = events.flatMap((event) => candidateWith(event, change) ?? []);
  const references = await loadReferences(trx, scope.organisationId, candidates);
  const reaches =
    change.kind !== 'set' || change.field !== 'locationId' || (await seesLocation(trx, scope, change.value));
  return events.map((before) => ({ before, outcome: outcomeOf(before, { change, references, now, reaches }) }));
}

interface Outcome {
  change: BatchChange;
  references: References;
  now: Date;
  reaches: boolean;
}

function outcomeOf(before: StoredEvent, { change, references, now, reaches }: Outcome): Planned['outcome'] {
  const refused = refusalOf(before, change);
  if (refused) return { kind: 'refused', code: refused };
  if (!reaches) return { kind: 'refused', code: 'wasteEvents.unknownLocation' };
  const candidate = candidateWith(before, change);
  if (!candidate) return { kind: 'changes', after: null };
  const { event, refusal } = checkEvent(
    candidate,
    withClosedLocation(references, before.locationId),
    laterOf(now, before.occurredAt),
  );
  if (refusal) return { kind: 'refused', code: refusal.code };
  return isSame(before, event) ? { kind: 'same' } : { kind: 'changes', after: event };
}

interface Writing {
  planned: readonly Planned[];
  change: BatchChange;
  why: string;
  /** Another step follows at once. */
  moreFollow: boolean;
}

/**
 * Writes what was planned in the same transaction, under the organisation's lock. The rows as they were are kept; the audit
 * row is the caller's.
 */
export async function writeBatch(
  trx: Trx,
  acting: Acting,
  { planned, change, why, moreFollow }: Writing,
): Promise<KeptRevision[]> {
  const { organisationId } = acting.scope;
  const changes = planned.flatMap(({ before, outcome }) =>
    outcome.kind === 'changes' ? [{ before, after: outcome.after }] : [],
  );
  const eventIds = changes.map(({ before }) => before.eventId);
  const kept =
    eventIds.length > 0 ? await keepRevisions(trx, organisationId, revisingOf(acting, { eventIds, why })) : [];
  if (eventIds.length > 0) {
    if (change.kind === 'void' || change.kind === 'restore')
      await setVoid(trx, acting, { eventIds, reason: change.kind === 'void' ? why : null });
    else
      await updateEvents(
        trx,
        organisationId,
        changes.flatMap(({ before, after }) => (after ? [{ ...after, eventId: before.eventId }] : [])),
      );
  }
  await acting.domain.eventsTaken(trx, {
    organisationId,
    change: toldAs(change),
    events: { ids: eventIds },
    weeks: changes.flatMap(({ before, after }) => (after ? [before, after] : [before])),
    now: acting.now,
    moreFollow,
  });
  return kept;
}

const revisingOf = (acting: Acting, { eventIds, why }: { eventIds: readonly number[]; why: string }) => ({
  eventIds,
  why,
  userId: userIdOf(acting),
  now: acting.now,
});

const toldAs = ({ kind }: BatchChange) =>
  kind === 'void' ? ('voided' as const) : kind === 'restore' ? ('restored' as const) : ('corrected' as const);

interface Returning extends Omit<Writing, 'planned'> {
  /** What the batch kept. */
  kept: readonly KeptRevision[];
}

/**
 * Gives events back what a batch has changed, in the same way. Those that were changed since, that the scope sees no more, or
 * that would count twice stay as they are.
 * @returns the ids of those that were given back
 */
export async function returnBatch(
  trx: Trx,
  acting: Acting,
  { kept, change, why, moreFollow }: Returning,
): Promise<number[]> {
  const { organisationId } = acting.scope;
  const events = await findEvents(trx, acting.scope, { eventIds: kept.map(({ eventId }) => eventId), lock: true });
  const latest = await readStanding(
    trx,
    organisationId,
    events.map(({ eventId }) => eventId),
  );
  const mine = new Map(kept.map(({ eventId, revisionId }) => [eventId, revisionId]));
  const back = events.filter(
    (event) =>
      latest.get(event.eventId) === mine.get(event.eventId) && (change.kind !== 'void' || !refusalToRestore(event)),
  );
  const eventIds = back.map(({ eventId }) => eventId);
  const told = change.kind === 'void' ? 'restored' : change.kind === 'restore' ? 'voided' : 'corrected';
  const weeks =
    eventIds.length === 0
      ? []
      : await returnRevisions(trx, acting, {
          revisionIds: eventIds.map((eventId) => mine.get(eventId) ?? 0),
          eventIds,
          keep: () => keepRevisions(trx, organisationId, revisingOf(acting, { eventIds, why })),
        });
  await acting.domain.eventsTaken(trx, {
    organisationId,
    change: told,
    events: { ids: eventIds },
    weeks: [...back, ...weeks],
    now: acting.now,
    moreFollow,
  });
  return eventIds;
}

/** The event as it would be reported with the change; null where the change is no new report. */
function candidateWith(event: CheckedEvent, change: BatchChange): IngestCandidate | null {
  if (change.kind === 'set') return applyChange(event, { [change.field]: change.value });
  return change.kind === 'recost' ? applyChange(event, { costAmount: null }) : null;
}

/** Why the event is left as it is, before anything is reckoned. */
function refusalOf(event: CheckedEvent & Parameters<typeof refusalToRestore>[0], { kind }: BatchChange) {
  if (kind === 'restore') return refusalToRestore(event);
  if (event.voided) return 'wasteEvents.eventIsVoided';
  return kind === 'recost' && event.costAmount !== null && event.costRuleId === null
    ? 'wasteEvents.costReported'
    : null;
}

const compared = [
  'locationId',
  'localDate',
  'itemId',
  'reasonId',
  'sourceId',
  'sinkId',
  'daypartId',
  'containerId',
  'grossGrams',
  'tareGrams',
  'netGrams',
  'countsAsWaste',
  'costCurrency',
] as const satisfies readonly (keyof CheckedEvent)[];

/** Whether nothing that is stored would differ. */
const isSame = (before: CheckedEvent, after: CheckedEvent) =>
  compared.every((field) => before[field] === after[field]) && Number(before.costAmount) === Number(after.costAmount);
