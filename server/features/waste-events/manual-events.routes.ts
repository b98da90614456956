import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { fail, Failure } from '../../platform/errors';
import { defineCall, reply, type Context, type Route } from '../../platform/http/define-route';
import { instantOf } from '../../platform/time';
import { rollupJob } from '../dirty-weeks';
import { actingIn } from '../organisations';
import { editEvent, restoreEvent, voidEvent } from './event-changes.service';
import { eventActions } from './event.audit';
import { eventCreated, eventEdit, eventParams, manualEvent, reasonBody, type EventEdit, type ManualEvent } from './event-input.contract';
import { changeOf, valuesOf, weigh, wireField } from './event-input.rules';
import { findEventRow, findTimeZone } from './event-list.store';
import type { IngestCandidate, IngestResult } from './ingest.contract';
import { ingestEvents } from './ingest.service';

export const manualEventRoutes: Route[] = [
  defineCall({
    method: 'post',
    path: '/waste-events/manual',
    access: 'EDIT_TRANSACTIONS',
    body: manualEvent,
    answer: eventCreated,
    summary: 'Takes one event that a person has typed in.',
    async handle({ body }, context) {
      const acting = await actingIn(context, body.organisationId);
      const candidate = await candidateOf(context.db, acting.scope, body);
      const { metrics } = context.resources;
      const saved = await saving(context, async (trx) => {
        const source = { organisationId: acting.scope.organisationId, origin: 'WEB' as const, createdBy: acting.userId, clock: context.resources.clock };
        const result = await ingestEvents(trx, source, [candidate]);
        if (result.refused.length > 0) metrics.ingested('web', { refused: 1 });
        const taken = takenOf(result);
        if (result.known.length === 0) await acting.audit(trx, { action: eventActions.enter, entity: 'wasteEvent', entityId: taken, after: body });
        return { eventId: taken, outcome: result.known.length === 0 ? 'taken' : 'known' };
      });
      metrics.ingested('web', { [saved.outcome]: 1 });
      return reply.json({ eventId: saved.eventId });
    },
  }),

  defineCall({
    method: 'put',
    path: '/waste-events/:id',
    access: 'EDIT_TRANSACTIONS',
    params: eventParams,
    body: eventEdit,
    answerType: 'none',
    summary: 'Puts an event right, with a reason; what it was before is kept.',
    async handle({ params, body }, context) {
      const acting = await actingIn(context, body.organisationId);
      const event = await findEventRow(context.db, acting.scope, params.id);
      if (!event) throw fail.notFound('wasteEvents.unknownEvent');
      const occurredAt = await instantOfEdit(context.db, acting.scope, { change: body.change, locationId: event.locationId });
      await saving(context, (trx) => editEvent(trx, acting, { eventId: params.id, reason: body.reason, change: changeOf(body.change, occurredAt) }));
      return reply.empty();
    },
  }),

  defineCall({
    method: 'post',
    path: '/waste-events/:id/void',
    access: 'EDIT_TRANSACTIONS',
    params: eventParams,
    body: reasonBody,
    answerType: 'none',
    summary: 'From here on the event counts nowhere. It is kept and can be restored.',
    async handle({ params, body }, context) {
      const acting = await actingIn(context, body.organisationId);
      await saving(context, (trx) => voidEvent(trx, acting, { eventId: params.id, reason: body.reason }));
      return reply.empty();
    },
  }),

  defineCall({
    method: 'delete',
    path: '/waste-events/:id/void',
    access: 'EDIT_TRANSACTIONS',
    params: eventParams,
    body: reasonBody,
    answerType: 'none',
    summary: 'Restores a voided event.',
    async handle({ params, body }, context) {
      const acting = await actingIn(context, body.organisationId);
      await saving(context, (trx) => restoreEvent(trx, acting, { eventId: params.id, reason: body.reason }));
      return reply.empty();
    },
  }),
];

/** One use case in one transaction, with the roll-ups of its weeks asked for; fields are named as pages know them. */
async function saving<T>({ db, resources }: Context, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await work(trx);
      await resources.jobs.send(trx, rollupJob);
      return result;
    });
  } catch (error) {
    if (!(error instanceof Failure) || !error.options.fields) throw error;
    const fields = error.options.fields.map((field) => ({ ...field, field: wireField(field.field) }));
    throw new Failure(error.status, error.code, { ...error.options, fields });
  }
}

async function zoneOf(db: Db, scope: Scope, locationId: number): Promise<string> {
  const zone = await findTimeZone(db, scope, locationId);
  if (zone === undefined) throw fail.unprocessable('wasteEvents.unknownLocation', { fields: [{ field: 'locationId', code: 'wasteEvents.unknownLocation' }] });
  return zone;
}

async function candidateOf(db: Db, scope: Scope, typed: ManualEvent): Promise<IngestCandidate> {
  const zone = await zoneOf(db, scope, typed.locationId);
  const weighed = weigh(typed);
  if ('code' in weighed) throw fail.unprocessable(weighed.code, { fields: [weighed] });
  return {
    clientEventUuid: typed.clientEventUuid,
    locationId: typed.locationId,
    occurredAt: instantOf(typed.localDate, `${typed.localTime}:00`, zone),
    stageId: typed.wasteStageId,
    ...weighed,
    ...valuesOf(typed),
    ...(typed.costAmount === null || typed.costAmount === undefined ? {} : { costAmount: typed.costAmount }),
  };
}

/** Day and time are the wall clock's of the location that the event will belong to. */
async function instantOfEdit(db: Db, scope: Scope, { change, locationId }: { change: EventEdit['change']; locationId: number }): Promise<Date | undefined> {
  const zone = await zoneOf(db, scope, change.locationId ?? locationId);
  if (change.localDate === undefined || change.localTime === undefined) return undefined;
  return instantOf(change.localDate, `${change.localTime}:00`, zone);
}

function takenOf({ taken, known, refused }: IngestResult): number {
  const there = taken[0] ?? known[0];
  if (there) return there.eventId;
  const refusal = refused[0];
  throw fail.unprocessable(refusal?.code ?? 'errors.badRequest', { params: refusal?.params, fields: refusal ? [refusal] : [] });
}
