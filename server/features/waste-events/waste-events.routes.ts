import {
  searchChoices,
  readEventHead,
  exportEvents,
  findEventRow,
  listEvents,
  listRevisions,
  selectEvents,
  takeDeviceBatch,
} from '../../domain/events';
import { choicesQuery, eventChoices, eventHead } from '../../domain/events/event-choices.contract';
import {
  batchAnswer,
  describedBatch,
  deviceBatch,
  eventParams,
  type RowAnswer,
} from '../../domain/events/event-input.contract';
import { eventDetail, eventList, type EventDetail, type EventList } from '../../domain/events/event-list.contract';
import { eventFilter, eventQuery } from '../../domain/events/event-query.contract';
import { eventReader, eventTable } from '../../domain/events/event.table';
import { largestBatch } from '../../domain/events/ingest.contract';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import { weeklyTotals, weeklyTotalsQuery } from './weekly-totals.contract';
import { sumByElement } from './weekly-totals.service';

/** Fixed paths stand before those with an id. */
export const eventRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/waste-events/weekly-totals',
    access: 'VIEW_NEW_FOOD_WASTE_DASHBOARD',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    query: weeklyTotalsQuery,
    answer: weeklyTotals,
    summary: 'Get weight, cost and transactions of whole weeks by the values of one element, from the weekly roll-ups.',
    handle: async ({ query }, { db, locale, acting }) =>
      reply.json(await sumByElement(db, acting.scope, { ...query, locale })),
  }),

  defineCall({
    method: 'post',
    path: '/waste-events',
    access: 'device',
    body: deviceBatch,
    describedBody: describedBatch,
    largestBody: { bytes: 2_097_152, compressed: true },
    answer: batchAnswer,
    summary:
      'Record up to 1,000 events from a device. Sending the same event again is harmless. Each row has its own result.',
    async handle({ body }, context) {
      const { acting, resources, t } = context;
      if (body.events.length > largestBatch)
        throw fail.tooLarge('errors.tooLarge', { params: { max: largestBatch }, wire: { max: largestBatch } });
      const { outcomes, totals } = await takeDeviceBatch(acting, body.events);
      resources.metrics.ingested('device', totals);
      const events = outcomes.map((one): RowAnswer => {
        if (one.status !== 'refused') return one;
        const { index, status, code, field, params } = one;
        return { index, status, code: code.replace(/^errors\./, ''), field, message: sentence(t, code, params) };
      });
      return reply.json({ events });
    },
  }),

  defineCall({
    method: 'get',
    path: '/waste-events',
    access: 'EDIT_TRANSACTIONS',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    query: eventQuery,
    answer: eventList,
    summary: 'List waste events with all their values. Supports filters, sorting and pages.',
    async handle({ query }, { db, locale, acting: { scope } }) {
      const selection = await selectEvents(db, scope, query);
      return reply.json({
        ...(await listEvents(db, { scope, locale, selection, query })),
        page: query.page,
        limit: query.limit,
      } satisfies EventList);
    },
  }),

  defineCall({
    method: 'get',
    path: '/waste-events/head',
    access: 'EDIT_TRANSACTIONS',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    answer: eventHead,
    summary: 'Get the columns and filters of the waste event list, in the caller’s language.',
    handle: async (_input, { t, actor, acting }) => reply.json(await readEventHead(acting, { t, actor })),
  }),

  defineCall({
    method: 'get',
    path: '/waste-events/choices',
    access: 'EDIT_TRANSACTIONS',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    query: choicesQuery,
    answer: eventChoices,
    summary: 'List the values a field of an event can be set to or filtered by, searchable by name.',
    handle: async ({ query }, { t, locale, acting }) => reply.json(await searchChoices(acting, { t, locale, query })),
  }),

  defineCall({
    method: 'get',
    path: '/waste-events/export',
    access: 'EDIT_TRANSACTIONS',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    query: eventFilter,
    answerType: 'text/csv',
    summary: 'Export the filtered events as CSV, newest first.',
    async handle({ query }, { db, t, locale, actor, acting: { scope } }) {
      const selection = await selectEvents(db, scope, query);
      return reply.csv(
        eventTable.file('WasteEvents.csv', exportEvents(db, { scope, locale, selection }), eventReader(t, actor)),
      );
    },
  }),

  defineCall({
    method: 'get',
    path: '/waste-events/:id',
    access: 'EDIT_TRANSACTIONS',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    params: eventParams,
    answer: eventDetail,
    summary: 'Get an event and its state before each change.',
    async handle({ params }, { db, locale, acting: { scope } }) {
      const found = await findEventRow(db, scope, { eventId: params.id, locale });
      if (!found) throw fail.notFound('wasteEvents.unknownEvent');
      const { currency, ...event } = found;
      return reply.json({
        event,
        currency,
        revisions: await listRevisions(db, scope.organisationId, { eventId: event.eventId, locale }),
      } satisfies EventDetail);
    },
  }),
];
