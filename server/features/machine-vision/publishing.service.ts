import { findValueNames } from '../../domain/catalogue';
import { describeEvents, planBatch, setClassification, splitEventIn, writeBatch } from '../../domain/events';
import type { BatchChange } from '../../domain/events/event-batch.contract';
import type { WasteEvent } from '../../domain/events/event-list.contract';
import { gramsOfParts } from '../../domain/events/split.rules';
import type { ActingPersonally } from '../../platform/acting';
import type { Locale } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import type { MessageKey } from '../../platform/i18n/messages';
import { insertBatch, insertBatchEvents, type BatchEvent } from './batches.store';
import { listItems } from './labels.service';
import { listReady, publishLabels, type ReadyLabel } from './labels.store';
import { visionActions } from './vision.audit';
import { mostInBatch, type PlannedAnswer } from './vision.contract';

/** What an answer makes of its event, but for splitting; null where it changes nothing. */
function changeOf({ kind, parts }: ReadyLabel): BatchChange | null {
  if (kind === 'notFood') return { kind: 'void' };
  const [part] = parts;
  return kind === 'item' && part ? { kind: 'set', field: 'itemId', value: part.itemId } : null;
}

interface Step {
  change: BatchChange;
  labels: ReadyLabel[];
}

/** The answers that make the same change, together. */
function stepsOf(labels: readonly ReadyLabel[]): Step[] {
  const steps = new Map<string, Step>();
  for (const label of labels) {
    const change = changeOf(label);
    if (!change) continue;
    const key = JSON.stringify(change);
    const known = steps.get(key) ?? { change, labels: [] };
    known.labels.push(label);
    steps.set(key, known);
  }
  return [...steps.values()];
}

interface Outcome {
  outcome: PlannedAnswer['outcome'];
  refusal: MessageKey | null;
}

/** What may become of each answer, by its event. */
async function outcomesOf(
  db: Db,
  acting: ActingPersonally,
  labels: readonly ReadyLabel[],
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>(
    labels.map(({ eventId, kind }) => [
      eventId,
      { outcome: kind === 'split' ? 'changes' : 'same', refusal: null } as const,
    ]),
  );
  for (const { change, labels: own } of stepsOf(labels)) {
    const eventIds = own.map(({ eventId }) => eventId);
    for (const { before, outcome } of await planBatch(db, acting, { eventIds, change, lock: false }))
      outcomes.set(before.eventId, {
        outcome: outcome.kind,
        refusal: outcome.kind === 'refused' ? outcome.code : null,
      });
  }
  return outcomes;
}

/** Why an event cannot be split as it was answered; null where it can, or is not to be split. */
function splitRefusal(
  { kind, parts }: ReadyLabel,
  { event, inUse }: { event: WasteEvent; inUse: ReadonlySet<number> },
): Outcome | null {
  if (kind !== 'split') return null;
  if (parts.some(({ itemId }) => !inUse.has(itemId)))
    return { outcome: 'refused', refusal: 'machineVision.unknownItem' };
  const grams = gramsOfParts(event.netGrams, { by: 'share', amounts: parts.map(({ share }) => share) });
  return typeof grams === 'string' ? { outcome: 'refused', refusal: grams } : null;
}

/** So many times as many answers as fit a batch are looked at: those that are refused do not stand in the way of others. */
const mostRead = 10;

/** The answers that may be published next, with what would come of it, and the first of those that are refused. */
export async function planPublishing(acting: ActingPersonally, locale: Locale): Promise<PlannedAnswer[]> {
  const ready: PlannedAnswer[] = [];
  const refused: PlannedAnswer[] = [];
  let after = 0;
  for (let read = 0; read < mostRead && ready.length < mostInBatch; read += 1) {
    const labels = await listReady(acting.db, acting.scope, { limit: mostInBatch, after });
    for (const one of await planAnswers(acting, labels, locale))
      (one.outcome === 'refused' ? refused : ready).push(one);
    const last = labels[mostInBatch - 1];
    if (!last) break;
    after = last.eventId;
  }
  return [...ready.slice(0, mostInBatch), ...refused.slice(0, mostInBatch)];
}

async function planAnswers(
  acting: ActingPersonally,
  labels: readonly ReadyLabel[],
  locale: Locale,
): Promise<PlannedAnswer[]> {
  const { db, scope } = acting;
  const outcomes = await outcomesOf(db, acting, labels);
  const eventIds = labels.map(({ eventId }) => eventId);
  const events = new Map(
    (await describeEvents(db, { scope, locale }, eventIds)).map((event) => [event.eventId, event]),
  );
  const names = await findValueNames(db, {
    organisationId: scope.organisationId,
    ids: labels.flatMap(({ parts }) => parts.map(({ itemId }) => itemId)),
    locale,
  });
  const inUse = new Set((await listItems(db, scope.organisationId, locale)).map(({ itemId }) => itemId));
  return labels.flatMap((label) => {
    const event = events.get(label.eventId);
    const planned = event && (splitRefusal(label, { event, inUse }) ?? outcomes.get(label.eventId));
    if (!event || !planned) return [];
    const partNames = label.parts.map(({ itemId, share }) => ({ name: names.get(itemId) ?? '', share }));
    return [{ labelId: label.labelId, label, partNames, event, ...planned }];
  });
}

/**
 * Publishes answers as one batch: their events take the items, are split, or count no more, and wait no more.
 * @param labelIds those that were shown. Each must still stand as it did
 * @returns the batch's id
 * @throws Failure 409 changedMeanwhile, 422 or 409 where an event refuses its change
 */
export async function publish(
  acting: ActingPersonally,
  { labelIds, reason }: { labelIds: readonly number[]; reason: string },
): Promise<number> {
  const { scope, now } = acting;
  const { organisationId } = scope;
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const labels = await listReady(trx, scope, { limit: labelIds.length, among: labelIds });
    if (labels.length < new Set(labelIds).size) throw fail.conflict('machineVision.changedMeanwhile');
    const written = [
      ...(await writeSteps(trx, acting, { labels, reason })),
      ...(await writeSplits(trx, acting, { labels, reason })),
      ...(await noteUnreadable(trx, acting, labels)),
    ];
    const batchId = await insertBatch(trx, organisationId, { by: acting.actor.userId, now });
    await insertBatchEvents(trx, { organisationId, batchId }, written);
    await publishLabels(trx, organisationId, { labelIds: labels.flatMap((one) => one.labelIds), batchId });
    const eventIds = written.map(({ eventId }) => eventId);
    await setClassification(trx, organisationId, { eventIds, state: 'CLASSIFIED' });
    await acting.audit(trx, {
      action: visionActions.publish,
      entity: 'classificationBatch',
      entityId: batchId,
      after: { events: written.length, changed: written.filter(({ revisionId }) => revisionId !== null).length },
    });
    await acting.touch(trx);
    return batchId;
  });
}

interface Writing {
  labels: readonly ReadyLabel[];
  reason: string;
}

async function writeSteps(trx: Trx, acting: ActingPersonally, { labels, reason }: Writing): Promise<BatchEvent[]> {
  const written: BatchEvent[] = [];
  for (const { change, labels: own } of stepsOf(labels)) {
    const labelOf = new Map(own.map(({ eventId, labelId }) => [eventId, labelId]));
    const planned = await planBatch(trx, acting, { eventIds: [...labelOf.keys()], change, lock: true });
    for (const { outcome } of planned) if (outcome.kind === 'refused') throw fail.conflict(outcome.code);
    const kept = await writeBatch(trx, acting, { planned, change, why: reason, moreFollow: false });
    const revisions = new Map(kept.map(({ eventId, revisionId }) => [eventId, revisionId]));
    for (const { before } of planned) {
      const revisionId = revisions.get(before.eventId) ?? null;
      written.push({
        eventId: before.eventId,
        labelId: labelOf.get(before.eventId) ?? 0,
        outcome: revisionId === null ? 'same' : 'written',
        revisionId,
        standing: revisionId ?? before.standing,
        partIds: [],
      });
    }
  }
  return written;
}

async function writeSplits(trx: Trx, acting: ActingPersonally, { labels, reason }: Writing): Promise<BatchEvent[]> {
  const written: BatchEvent[] = [];
  for (const { eventId, labelId, parts } of labels.filter(({ kind }) => kind === 'split')) {
    const { partIds, revisionId } = await splitEventIn(trx, acting, {
      eventId,
      reason,
      by: 'share',
      parts: parts.map(({ itemId, share }) => ({ amount: share, change: { itemId } })),
    });
    written.push({ eventId, labelId, outcome: 'written', revisionId, standing: revisionId, partIds });
  }
  return written;
}

/** Nobody can say more about these: they stay as they are. */
async function noteUnreadable(
  trx: Trx,
  acting: ActingPersonally,
  labels: readonly ReadyLabel[],
): Promise<BatchEvent[]> {
  const labelOf = new Map(
    labels.filter(({ kind }) => kind === 'unreadable').map(({ eventId, labelId }) => [eventId, labelId]),
  );
  const standing = await readStandings(trx, acting, [...labelOf.keys()]);
  return [...standing].map(([eventId, one]) => ({
    eventId,
    labelId: labelOf.get(eventId) ?? 0,
    outcome: 'same',
    revisionId: null,
    standing: one.standing,
    partIds: [],
  }));
}

/** How events stand now, locked; those that the scope does not see are left out. */
export async function readStandings(
  trx: Trx,
  acting: ActingPersonally,
  eventIds: readonly number[],
): Promise<Map<number, { standing: number; voided: boolean }>> {
  if (eventIds.length === 0) return new Map();
  const planned = await planBatch(trx, acting, { eventIds, change: { kind: 'void' }, lock: true });
  return new Map(planned.map(({ before: { eventId, standing, voided } }) => [eventId, { standing, voided }]));
}
