import { userIdOf, type Acting } from '../../platform/acting';
import type { Action } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { seesLocation } from '../places';
import type { LocationWeek } from '../weeks/location-week.contract';
import type { EventsTaken } from './domain-events';
import { applyChange, refusalToRestore, type EventChange } from './event-change.rules';
import {
  confirmEvent,
  dropImportKeys,
  findEvent,
  insertRevision,
  setVoid,
  updateEvent,
  voidImport,
  type StoredEvent,
} from './event-changes.store';
import { insertReview } from './event-reviews.store';
import { eventActions } from './event.audit';
import { checkEvent, type CheckedEvent, type References } from './event.rules';
import type { Question } from './questions.contract';
import { unanswered } from './questions.rules';
import { askAbout, confirmFirst } from './questions.service';
import { loadReferences } from './references.store';

export interface Why {
  eventId: number;
  reason: string;
  /** The newest revision that whoever changes the event has seen, 0 for none; absent: whatever it is. */
  standing?: number | undefined;
}

/**
 * Changes what was reported and recomputes everything that follows from it, with the checks of ingest. The row as it
 * was is kept as a revision.
 * @throws 404 unknownEvent, 409 changedMeanwhile, eventIsVoided, or confirmFirst with the questions that are open, 422 reasonMissing or the refusal's code with its field
 */
export async function editEvent(
  acting: Acting,
  { eventId, reason, standing, change, confirm }: Why & { change: EventChange; confirm?: Question[] | undefined },
): Promise<void> {
  const { organisationId } = acting.scope;
  const why = reasonOf(reason);
  await acting.db.transaction().execute(async (trx) => {
    const before = await lockedEvent(trx, acting, { eventId, standing });
    if (before.voided) throw fail.conflict('wasteEvents.eventIsVoided');
    const candidate = applyChange(before, change);
    const references = await loadReferences(trx, organisationId, [candidate]);
    const now = change.occurredAt ? acting.now : laterOf(acting.now, before.occurredAt);
    const { event, refusal } = checkEvent(candidate, withClosedLocation(references, before.locationId), now);
    if (refusal) throw fail.unprocessable(refusal.code, { params: refusal.params, fields: [refusal] });
    if (!(await seesLocation(trx, acting.scope, event.locationId))) {
      throw fail.unprocessable('wasteEvents.unknownLocation', {
        fields: [{ field: 'locationId', code: 'wasteEvents.unknownLocation' }],
      });
    }
    const isOther = weighsOtherwise(before, event);
    const [asked = []] = isOther
      ? await askAbout(trx, organisationId, { events: [event], references, exceptEventId: eventId })
      : [];
    const open = unanswered(asked, confirm);
    if (open.length > 0) throw confirmFirst(acting, open);
    const left = isOther ? [] : (before.unconfirmed ?? []).filter((question) => !confirm?.includes(question));
    await insertRevision(trx, acting, { eventId, why });
    await updateEvent(trx, organisationId, { eventId, event, unconfirmed: left.length > 0 ? left : null });
    await finish(trx, acting, {
      action: eventActions.edit,
      change: 'corrected',
      eventId,
      weeks: [before, event],
      after: { change, reason: why },
    });
  });
}

/** The noon of a day that was reported this morning may lie ahead; it is refused only where it is new. */
export const laterOf = (now: Date, occurredAt: Date): Date => (occurredAt < now ? now : occurredAt);

const weighsOtherwise = (before: CheckedEvent, after: CheckedEvent) =>
  before.netGrams !== after.netGrams ||
  before.locationId !== after.locationId ||
  Number(before.costAmount) !== Number(after.costAmount);

/**
 * From here on the event counts nowhere. It is kept.
 * @throws 404 unknownEvent, 409 changedMeanwhile, eventIsVoided, 422 reasonMissing
 */
export async function voidEvent(acting: Acting, { eventId, reason, standing }: Why): Promise<void> {
  const why = reasonOf(reason);
  await acting.db.transaction().execute(async (trx) => {
    const event = await lockedEvent(trx, acting, { eventId, standing });
    if (event.voided) throw fail.conflict('wasteEvents.eventIsVoided');
    await insertRevision(trx, acting, { eventId, why });
    await setVoid(trx, acting, { eventIds: [eventId], reason: why });
    await finish(trx, acting, {
      action: eventActions.void,
      change: 'voided',
      eventId,
      weeks: [event],
      after: { reason: why },
    });
  });
}

/**
 * Takes a void back.
 * @throws 404 unknownEvent, 409 changedMeanwhile or as `refusalToRestore` says, 422 reasonMissing
 */
export async function restoreEvent(acting: Acting, { eventId, reason, standing }: Why): Promise<void> {
  const why = reasonOf(reason);
  await acting.db.transaction().execute(async (trx) => {
    const event = await lockedEvent(trx, acting, { eventId, standing });
    const refusal = refusalToRestore(event);
    if (refusal) throw fail.conflict(refusal);
    await insertRevision(trx, acting, { eventId, why });
    await setVoid(trx, acting, { eventIds: [eventId], reason: null });
    await finish(trx, acting, {
      action: eventActions.restore,
      change: 'restored',
      eventId,
      weeks: [event],
      after: { reason: why },
    });
  });
}

/**
 * Undoes an import in the use case's transaction, under the organisation's lock: its events count nowhere, and the same file
 * may be imported again. The audit row is the caller's.
 * @returns how many events were voided
 */
export async function voidImportedEvents(
  trx: Trx,
  acting: Acting,
  { importBatchId, reason }: { importBatchId: number; reason: string },
): Promise<number> {
  const { organisationId } = acting.scope;
  const weeks = await voidImport(trx, acting, { importBatchId, reason: reasonOf(reason) });
  await dropImportKeys(trx, organisationId, importBatchId);
  await acting.domain.eventsTaken(trx, {
    organisationId,
    change: 'voided',
    events: { importBatchId },
    weeks,
    now: acting.now,
  });
  return weeks.reduce((sum, week) => sum + week.events, 0);
}

/** @throws 404 unknownEvent, 409 changedMeanwhile */
export async function lockedEvent(
  trx: Trx,
  { scope }: Acting,
  { eventId, standing }: Pick<Why, 'eventId' | 'standing'>,
): Promise<StoredEvent> {
  await lockOrganisation(trx, scope.organisationId);
  const event = await findEvent(trx, scope, eventId);
  if (!event) throw fail.notFound('wasteEvents.unknownEvent');
  if (standing !== undefined && standing !== event.standing) throw fail.conflict('wasteEvents.changedMeanwhile');
  return event;
}

/** @throws 422 reasonMissing */
export function reasonOf(reason: string): string {
  const text = reason.trim();
  if (text === '' || text.length > 500) throw fail.unprocessable('wasteEvents.reasonMissing', { params: { max: 500 } });
  return text;
}

/** An event may be put right although its location has closed since; it may not be moved into a closed one. */
export function withClosedLocation(references: References, locationId: number): References {
  const location = references.locations.get(locationId);
  return location
    ? { ...references, locations: new Map([...references.locations, [locationId, { ...location, active: true }]]) }
    : references;
}

interface Finish {
  action: Action;
  change: EventsTaken['change'];
  eventId: number;
  weeks: LocationWeek[];
  after: unknown;
}

async function finish(
  trx: Trx,
  { scope: { organisationId }, domain, now, audit, touch }: Acting,
  { action, change, eventId, weeks, after }: Finish,
): Promise<void> {
  await domain.eventsTaken(trx, { organisationId, change, events: { ids: [eventId] }, weeks, now });
  await audit(trx, { action, entity: 'wasteEvent', entityId: eventId, after });
  await touch(trx);
}

/**
 * Says that an event is right although it is suspicious: it is not suspected again until it changes. What a device reported
 * counts as confirmed from then on.
 * @throws 404 unknownEvent, 409 changedMeanwhile, eventIsVoided
 */
export async function reviewEvent(
  acting: Acting,
  { eventId, standing, why }: { eventId: number; standing: number; why: string },
): Promise<void> {
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    const event = await lockedEvent(trx, acting, { eventId, standing });
    if (event.voided) throw fail.conflict('wasteEvents.eventIsVoided');
    if (event.unconfirmed) {
      await insertRevision(trx, acting, { eventId, why });
      await confirmEvent(trx, organisationId, eventId);
    }
    await insertReview(trx, organisationId, { eventId, userId: userIdOf(acting), now: acting.now });
    await acting.audit(trx, { action: eventActions.review, entity: 'wasteEvent', entityId: eventId });
    await acting.touch(trx);
  });
}
