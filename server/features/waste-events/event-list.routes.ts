import { fail } from '../../platform/errors';
import { readInBulk } from '../../platform/db/time-limits';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { keysetRows } from '../../platform/table/keyset';
import { eventParams } from './event-input.contract';
import { eventDetail, eventList, type EventDetail, type EventList } from './event-list.contract';
import { countEvents, findEventRow, listEvents, listEventsAfter, listRevisions, selectEvents, type ExportRow } from './event-list.store';
import { eventFilter, eventQuery, organisationChoice } from './event-query.contract';
import { eventReader, eventTable } from './event.table';

const exportPage = 1_000;

export const eventListRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/waste-events',
    access: 'EDIT_TRANSACTIONS',
    query: eventQuery,
    answer: eventList,
    summary: 'Waste events with all their values, filtered, sorted and paged.',
    async handle({ query }, context) {
      const { scope } = await context.actingIn(query.organisationId);
      const selection = await selectEvents(context.db, scope, query);
      const counted = await countEvents(context.db, selection);
      const events = await listEvents(context.db, scope, { selection, query });
      return reply.json({ events, ...counted, page: query.page, limit: query.limit } satisfies EventList);
    },
  }),

  defineCall({
    method: 'get',
    path: '/waste-events/export',
    access: 'EDIT_TRANSACTIONS',
    query: eventFilter,
    answerType: 'text/csv',
    summary: 'The events of a filter as CSV, newest first.',
    async handle({ query }, context) {
      const { scope } = await context.actingIn(query.organisationId);
      const selection = await selectEvents(context.db, scope, query);
      const rows = keysetRows<ExportRow>((after) => readInBulk(context.db, (trx) => listEventsAfter(trx, selection, { after, limit: exportPage })), exportPage);
      return reply.csv(eventTable.file('WasteEvents.csv', rows, eventReader(context.t, context.actor)));
    },
  }),

  defineCall({
    method: 'get',
    path: '/waste-events/:id',
    access: 'EDIT_TRANSACTIONS',
    params: eventParams,
    query: organisationChoice,
    answer: eventDetail,
    summary: 'One event and what it was before each change.',
    async handle({ params, query }, context) {
      const { scope } = await context.actingIn(query.organisationId);
      const found = await findEventRow(context.db, scope, params.id);
      if (!found) throw fail.notFound('wasteEvents.unknownEvent');
      const { currency, ...event } = found;
      return reply.json({ event, currency, revisions: await listRevisions(context.db, scope.organisationId, event.eventId) } satisfies EventDetail);
    },
  }),
];
