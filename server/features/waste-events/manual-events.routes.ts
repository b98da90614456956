import { Failure } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { restoreEvent, voidEvent } from './event-changes.service';
import { eventCreated, eventEdit, eventParams, manualEvent, reasonBody } from './event-input.contract';
import { wireField } from './event-input.rules';
import { correctEvent, enterEvent } from './manual-events.service';

export const manualEventRoutes: Route[] = [
  defineCall({
    method: 'post',
    path: '/waste-events/manual',
    access: 'EDIT_TRANSACTIONS',
    body: manualEvent,
    answer: eventCreated,
    summary: 'Takes one event that a person has typed in.',
    async handle({ body }, context) {
      const { metrics } = context.resources;
      const acting = await context.actingIn(body.organisationId);
      const { eventId, outcome } = await namedAsOnPages(enterEvent(acting, body)).catch((error: unknown) => {
        if (error instanceof Failure) metrics.ingested('web', { refused: 1 });
        throw error;
      });
      metrics.ingested('web', { [outcome]: 1 });
      return reply.json({ eventId });
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
      await namedAsOnPages(correctEvent(await context.actingIn(body.organisationId), { eventId: params.id, reason: body.reason, change: body.change }));
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
      await voidEvent(await context.actingIn(body.organisationId), { eventId: params.id, reason: body.reason });
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
      await restoreEvent(await context.actingIn(body.organisationId), { eventId: params.id, reason: body.reason });
      return reply.empty();
    },
  }),
];

/** A failure names fields as pages know them. */
async function namedAsOnPages<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Failure) || !error.options.fields) throw error;
    const fields = error.options.fields.map((field) => ({ ...field, field: wireField(field.field) }));
    throw new Failure(error.status, error.code, { ...error.options, fields });
  }
}
