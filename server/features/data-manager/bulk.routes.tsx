import { z } from 'zod';
import { definePage, defineCall, reply, type Route } from '../../platform/http/define-route';
import { bulkPage, bulksPage, newBulkPage } from './bulk-pages';
import { bulkMade, bulkParams, bulkStanding, newBulkBody, newBulkForm, newBulkQuery, undoForm } from './bulk.contract';
import { changeOf, chosenIds, dropBulk, prepareBulk, readBulk, startBulk, undoBulk } from './bulk.service';
import { bulkListQuery, bulkQuery } from './data.contract';
import { changingEvents as condition } from './data.routes';
import { path as root, type DataContext } from './grid-pages';

const access = 'VIEW_DATA_MANAGER';
const path = `${root}/changes` as const;
const addressOf = (id: number) => `${path}/${id}`;

/** What a browser sends again of ticks that stand under one name. */
const typedQuery = (typed: Record<string, string>) =>
  newBulkQuery.parse({ ...typed, eventId: typed.eventId ? typed.eventId.split(',') : undefined });

type Again = NonNullable<Parameters<typeof definePage>[0]['again']>;
const again = (failure: Parameters<Again>[0], typed: Record<string, string>, context: DataContext) =>
  bulkPage(context, { id: Number(typed.id) }, { failure, typed });

export const bulkRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    query: bulkListQuery,
    handle: ({ query }, context) => bulksPage(context, query),
  }),

  definePage({
    method: 'get',
    path: `${path}/new`,
    access,
    condition,
    query: newBulkQuery,
    walk: [`${path}/new?filter=state%3Dactive`, `${path}/new?filter=state%3Dactive&kind=itemId`],
    handle: ({ query }, context) => newBulkPage(context, query),
  }),

  definePage({
    method: 'post',
    path,
    access,
    condition,
    body: newBulkForm,
    async handle({ body }, { acting }) {
      const change = changeOf(body);
      const eventIds = await chosenIds(acting, body);
      return reply.redirect(addressOf(await prepareBulk(acting, { eventIds, change, reason: body.reason })));
    },
    again: (failure, typed, context) => newBulkPage(context, typedQuery(typed), { failure, typed }),
  }),

  definePage({
    method: 'get',
    path: `${path}/:id`,
    access,
    params: bulkParams,
    query: bulkQuery,
    handle: ({ params, query }, context) => bulkPage(context, { id: params.id, page: query.page }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:id/run`,
    access,
    condition,
    params: bulkParams,
    body: z.object({}),
    async handle({ params }, { acting }) {
      await startBulk(acting, params.id);
      return reply.redirect(addressOf(params.id));
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${path}/:id/drop`,
    access,
    condition,
    params: bulkParams,
    body: z.object({}),
    async handle({ params }, { acting }) {
      await dropBulk(acting, params.id);
      return reply.redirect(path);
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${path}/:id/undo`,
    access,
    condition,
    params: bulkParams,
    body: undoForm,
    async handle({ params, body }, { acting }) {
      await undoBulk(acting, { id: params.id, ...body });
      return reply.redirect(addressOf(params.id));
    },
    again,
  }),

  ...(['run', 'drop', 'undo'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${path}/:id/${part}`,
      access,
      params: bulkParams,
      walk: [],
      handle: ({ params }) => reply.redirect(addressOf(params.id)),
    }),
  ),

  defineCall({
    method: 'get',
    path: `${path}/:id`,
    access,
    params: bulkParams,
    answer: bulkStanding,
    summary: 'How far a change of many events is.',
    async handle({ params }, { acting, locale }) {
      const { changeId, state, events, done } = await readBulk(acting, { id: params.id, locale });
      return reply.json({ changeId, state, events, done });
    },
  }),

  defineCall({
    method: 'post',
    path,
    access,
    condition,
    body: newBulkBody,
    answer: bulkMade,
    summary: 'Prepare one change for up to 200 waste events. Nothing changes until it is run.',
    async handle({ body }, { acting }) {
      return reply.json({ changeId: await prepareBulk(acting, body) });
    },
  }),

  defineCall({
    method: 'post',
    path: `${path}/:id/run`,
    access,
    condition,
    params: bulkParams,
    answerType: 'none',
    summary: 'Run a prepared change.',
    handle: ({ params }, { acting }) => reply.empty(startBulk(acting, params.id)),
  }),

  defineCall({
    method: 'post',
    path: `${path}/:id/undo`,
    access,
    condition,
    params: bulkParams,
    body: z.strictObject({ reason: undoForm.shape.reason }),
    answerType: 'none',
    summary: 'Undo a change of many events. Events changed since are left as they are.',
    handle: ({ params, body }, { acting }) => reply.empty(undoBulk(acting, { id: params.id, ...body })),
  }),
];
