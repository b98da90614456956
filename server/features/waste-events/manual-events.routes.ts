import { restoreEvent, voidEvent, correctEvent, namedAsOnPages, takeTypedEvent } from '../../domain/events';
import {
  eventCreated,
  eventEdit,
  eventParams,
  manualEvent,
  reasonBody,
} from '../../domain/events/event-input.contract';
import { defineCall, reply, type Route } from '../../platform/http/define-route';

const voiding = {
  path: '/waste-events/:id/void',
  access: 'EDIT_TRANSACTIONS',
  opens: { programs: true },
  anyOrganisation: true,
  params: eventParams,
  body: reasonBody,
  answerType: 'none',
} as const;

export const manualEventRoutes: Route[] = [
  defineCall({
    method: 'post',
    path: '/waste-events/manual',
    access: 'EDIT_TRANSACTIONS',
    opens: { programs: true, scopes: ['waste:write'] },
    anyOrganisation: true,
    body: manualEvent,
    answer: eventCreated,
    summary: 'Record one event entered by hand.',
    async handle({ body }, { resources: { metrics }, acting }) {
      const { eventId } = await takeTypedEvent(acting, body, { metrics });
      return reply.json({ eventId });
    },
  }),

  defineCall({
    method: 'put',
    path: '/waste-events/:id',
    access: 'EDIT_TRANSACTIONS',
    opens: { programs: true },
    anyOrganisation: true,
    params: eventParams,
    body: eventEdit,
    answerType: 'none',
    summary: 'Correct an event, with a reason. The previous values are kept.',
    handle: ({ params, body }, { acting }) =>
      reply.empty(namedAsOnPages(correctEvent(acting, { eventId: params.id, ...body }))),
  }),

  defineCall({
    ...voiding,
    method: 'post',
    summary: 'Void an event. It no longer counts, but is kept and can be restored.',
    handle: ({ params, body }, { acting }) => reply.empty(voidEvent(acting, { eventId: params.id, ...body })),
  }),

  defineCall({
    ...voiding,
    method: 'delete',
    summary: 'Restore a voided event.',
    handle: ({ params, body }, { acting }) => reply.empty(restoreEvent(acting, { eventId: params.id, ...body })),
  }),
];
