import { exportEvents, selectEvents } from '../../domain/events';
import { eventReader, eventTable } from '../../domain/events/event.table';
import { may } from '../../platform/actor';
import { defineCall, definePage, reply, type Condition, type Route } from '../../platform/http/define-route';
import { dataQuery, suspiciousQuery } from './data.contract';
import { dataCallFilter } from './data.filters';
import { conditionsOf } from './data.service';
import { correctForm, eventParams, eventQuery, splitForm, stepForm, stepParams } from './event-form.contract';
import { correctPage, eventPage, formUnit, readEvent, splitPage } from './event-pages';
import { correctTyped, splitTyped, stepEvent } from './event.service';
import { dataPage, path, suspiciousPage } from './grid-pages';

const access = 'VIEW_DATA_MANAGER';

export const changingEvents: Condition = {
  says: 'Needs the permission EDIT_TRANSACTIONS too.',
  holds: (actor) => may(actor, 'EDIT_TRANSACTIONS'),
};

const condition = changingEvents;
const one = `${path}/events/:id` as const;
const addressOf = (id: number) => `${path}/events/${id}`;

export const dataRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    query: dataQuery,
    handle: ({ query }, context) => dataPage(context, query),
  }),

  definePage({
    method: 'get',
    path: `${path}/suspicious`,
    access,
    query: suspiciousQuery,
    handle: ({ query }, context) => suspiciousPage(context, query),
  }),

  defineCall({
    method: 'get',
    path: `${path}/export`,
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    query: dataCallFilter,
    answerType: 'text/csv',
    summary: 'Export the events of the data manager’s filters as CSV, newest first.',
    async handle({ query }, { db, t, locale, actor, acting: { scope } }) {
      const selection = await selectEvents(db, scope, conditionsOf(query));
      return reply.csv(
        eventTable.file('WasteEvents.csv', exportEvents(db, { scope, locale, selection }), eventReader(t, actor)),
      );
    },
  }),

  definePage({
    method: 'get',
    path: one,
    access,
    params: eventParams,
    query: eventQuery,
    handle: ({ params, query }, context) => eventPage(context, { eventId: params.id, ...query }),
  }),

  definePage({
    method: 'get',
    path: `${one}/correct`,
    access,
    condition,
    params: eventParams,
    handle: ({ params }, context) => correctPage(context, params.id),
  }),

  definePage({
    method: 'post',
    path: `${one}/correct`,
    access,
    condition,
    params: eventParams,
    body: correctForm,
    async handle({ params, body }, context) {
      const { event } = await readEvent(context, params.id);
      await correctTyped(context.acting, { event, form: body, unit: formUnit(context) });
      return reply.redirect(`${addressOf(params.id)}?done=corrected`);
    },
    again: (failure, typed, context) => correctPage(context, Number(typed.id), { failure, typed }),
  }),

  definePage({
    method: 'get',
    path: `${one}/split`,
    access,
    condition,
    params: eventParams,
    handle: ({ params }, context) => splitPage(context, params.id),
  }),

  definePage({
    method: 'post',
    path: `${one}/split`,
    access,
    condition,
    params: eventParams,
    body: splitForm,
    async handle({ params, body }, context) {
      await splitTyped(context.acting, { eventId: params.id, form: body, unit: formUnit(context) });
      return reply.redirect(`${addressOf(params.id)}?done=split`);
    },
    again: (failure, typed, context) => splitPage(context, Number(typed.id), { failure, typed }),
  }),

  definePage({
    method: 'post',
    path: `${one}/steps/:step`,
    access,
    condition,
    params: stepParams,
    body: stepForm,
    async handle({ params: { id, step }, body }, { acting, t }) {
      const reason = step === 'confirm' && body.reason === '' ? t('dataManager.suspicious.foundRight') : body.reason;
      await stepEvent(acting, { eventId: id, step, ...body, reason });
      return reply.redirect(`${addressOf(id)}?done=${step}`);
    },
    again: (failure, typed, context) => eventPage(context, { eventId: Number(typed.id) }, { failure, typed }),
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  definePage({
    method: 'get',
    path: `${one}/steps/:step`,
    access,
    params: stepParams,
    walk: [],
    handle: ({ params }) => reply.redirect(addressOf(params.id)),
  }),
];
