import { findValueNames } from '../../domain/catalogue';
import { describeEvents, findSelected, selectEvents } from '../../domain/events';
import type { BatchChange } from '../../domain/events/event-batch.contract';
import { lookUpSites } from '../../domain/places';
import { actorName, userIdOf, type Acting } from '../../platform/acting';
import type { Locale } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { mostEvents, undoDays } from './bulk-limits.rules';
import { noSums } from './bulk-sums.rules';
import { bulkActions } from './bulk.audit';
import type { BulkRow, BulkView, NewBulkForm } from './bulk.contract';
import { bulkJob } from './bulk.job-handle';
import { doneOf, eventsOf, mayUndo } from './bulk.rules';
import {
  changeBulk,
  deleteBulk,
  findBulk,
  insertBulk,
  insertRows,
  listRows,
  lockBulk,
  type BulkKey,
  type BulkReader,
  type BulkRecord,
  type StoredBulk,
} from './bulk.store';
import { dataFilter } from './data.filters';
import { conditionsOf } from './data.service';

/** A person; programs change single events. */
function byOf(acting: Acting): { userId: number; login: string } {
  const userId = userIdOf(acting);
  if (userId === null) throw fail.forbidden('errors.forbidden');
  return { userId, login: actorName(acting.actor) };
}

export const bulkReaderOf = (acting: Acting): BulkReader => ({ scope: acting.scope, userId: userIdOf(acting) });

/** The events that a form names. @throws 422 noEvents, tooManyEvents */
export async function chosenIds(
  { db, scope }: Acting,
  { eventId, filter }: Pick<NewBulkForm, 'eventId' | 'filter'>,
): Promise<number[]> {
  if (eventId) return [...new Set(eventId)];
  const asked = dataFilter.safeParse(Object.fromEntries(new URLSearchParams(filter)));
  if (!asked.success) throw fail.unprocessable('dataManager.noEvents');
  const selection = await selectEvents(db, scope, conditionsOf(asked.data));
  const ids = await findSelected(db, selection, mostEvents + 1);
  if (ids.length > mostEvents) throw fail.unprocessable('dataManager.tooManyEvents', { params: { max: mostEvents } });
  return ids;
}

/** What a form wants changed. An absent value takes the value away; a location there must be. @throws 422 errors.required */
export function changeOf({ kind, ...form }: NewBulkForm): BatchChange {
  if (kind === 'void' || kind === 'restore' || kind === 'recost') return { kind };
  if (kind !== 'locationId') return { kind: 'set', field: kind, value: form[kind] ?? null };
  if (form.locationId === undefined)
    throw fail.unprocessable('errors.required', { fields: [{ field: 'locationId', code: 'errors.required' }] });
  return { kind: 'set', field: kind, value: form.locationId };
}

/**
 * Begins to count what a change would make of these events; nothing is written before somebody has seen that.
 * @throws 422 noEvents
 */
export function prepareBulk(
  acting: Acting,
  { eventIds, change, reason }: { eventIds: readonly number[]; change: BatchChange; reason: string },
): Promise<number> {
  const { scope, now } = acting;
  const by = byOf(acting);
  return acting.db.transaction().execute(async (trx) => {
    const id = await insertBulk(trx, scope.organisationId, { change, reason, by, sums: noSums, now });
    const events = eventIds.length === 0 ? 0 : await insertRows(trx, scope, { id, eventIds });
    if (events === 0) throw fail.unprocessable('dataManager.noEvents');
    await acting.jobs.send(trx, bulkJob, { organisationId: scope.organisationId, id });
    await acting.audit(trx, {
      action: bulkActions.prepare,
      entity: 'bulkChange',
      entityId: id,
      after: { change, reason, events },
    });
    await acting.touch(trx);
    return id;
  });
}

/** In the transaction, under the organisation's lock. @throws 404 unknownChange */
async function changing(
  acting: Acting,
  id: number,
  work: (trx: Trx, found: { key: BulkKey; bulk: StoredBulk }) => Promise<void>,
): Promise<void> {
  const { organisationId } = acting.scope;
  if (!(await findBulk(acting.db, bulkReaderOf(acting), id))) throw fail.notFound('dataManager.unknownChange');
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const key = { organisationId, id };
    const bulk = await lockBulk(trx, key);
    if (!bulk) throw fail.notFound('dataManager.unknownChange');
    await work(trx, { key, bulk });
    await acting.touch(trx);
  });
}

/** Writes what was counted. @throws 404 unknownChange, 409 notCounted */
export const startBulk = (acting: Acting, id: number): Promise<void> =>
  changing(acting, id, async (trx, { key, bulk }) => {
    if (bulk.state !== 'COUNTED' || bulk.sums.changes === 0) throw fail.conflict('dataManager.notCounted');
    await changeBulk(trx, key, { state: 'RUNNING', by: byOf(acting), now: acting.now });
    await acting.jobs.send(trx, bulkJob, key);
    await acting.audit(trx, {
      action: bulkActions.run,
      entity: 'bulkChange',
      entityId: id,
      after: { change: bulk.change, reason: bulk.reason, sums: bulk.sums },
    });
  });

/** Forgets a change that was not run. @throws 404 unknownChange, 409 alreadyRun */
export const dropBulk = (acting: Acting, id: number): Promise<void> =>
  changing(acting, id, async (trx, { key, bulk }) => {
    if (bulk.state !== 'COUNTED' && bulk.state !== 'COUNTING') throw fail.conflict('dataManager.alreadyRun');
    await deleteBulk(trx, key);
    await acting.audit(trx, { action: bulkActions.drop, entity: 'bulkChange', entityId: id });
  });

/** Takes a change back as one, for some weeks. @throws 404 unknownChange, 409 undoOver */
export const undoBulk = (acting: Acting, { id, reason }: { id: number; reason: string }): Promise<void> =>
  changing(acting, id, async (trx, { key, bulk }) => {
    if (!mayUndo(bulk, acting.now)) throw fail.conflict('dataManager.undoOver', { params: { days: undoDays } });
    await changeBulk(trx, key, { state: 'UNDOING', by: byOf(acting), undoReason: reason, now: acting.now });
    await acting.jobs.send(trx, bulkJob, key);
    await acting.audit(trx, { action: bulkActions.undo, entity: 'bulkChange', entityId: id, after: { reason } });
  });

/** With the name of the value that is set. @throws 404 unknownChange */
export async function readBulk(acting: Acting, { id, locale }: { id: number; locale: Locale }): Promise<BulkView> {
  const found = await findBulk(acting.db, bulkReaderOf(acting), id);
  if (!found) throw fail.notFound('dataManager.unknownChange');
  const [view] = await nameBulk(acting, { records: [found], locale });
  return view as BulkView;
}

export async function nameBulk(
  { db, scope }: Acting,
  { records, locale }: { records: readonly BulkRecord[]; locale: Locale },
): Promise<BulkView[]> {
  const set = records.flatMap(({ change }) => (change.kind === 'set' ? [change] : []));
  const names = await findValueNames(db, {
    organisationId: scope.organisationId,
    ids: set.flatMap(({ field, value }) => (field === 'locationId' || value === null ? [] : [value])),
    locale,
  });
  const sites = set.some(({ field }) => field === 'locationId') ? await lookUpSites(db, scope, ['A', 'I']) : [];
  const placeOf = (id: number) =>
    sites.flatMap(({ locations }) => locations).find(({ locationId }) => locationId === id)?.locationName ?? null;
  return records.map((record) => {
    const { change } = record;
    return {
      ...record,
      events: eventsOf(record),
      done: doneOf(record),
      valueName:
        change.kind !== 'set' || change.value === null
          ? null
          : change.field === 'locationId'
            ? placeOf(change.value)
            : (names.get(change.value) ?? null),
    };
  });
}

/** A page of its events; what the reader does not see any more is left without its values. */
export async function readRows(
  { db, scope }: Acting,
  { id, locale, limit, offset }: { id: number; locale: Locale; limit: number; offset: number },
): Promise<BulkRow[]> {
  const rows = await listRows(db, { organisationId: scope.organisationId, id }, { limit, offset });
  const described = await describeEvents(
    db,
    { scope, locale },
    rows.map(({ eventId }) => eventId),
  );
  const events = new Map(described.map((event) => [event.eventId, event]));
  return rows.map((row) => ({ ...row, event: events.get(row.eventId) ?? null }));
}
