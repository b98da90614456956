import { listLocks, listVolumes, lockMonth, putVolumes, unlockMonth } from '../../domain/volumes';
import {
  lockBody,
  lockParams,
  locksAnswer,
  volumesAnswer,
  volumesBody,
  volumesQuery,
  volumesSaved,
} from '../../domain/volumes/volumes.contract';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';

const path = '/volumes';
const reading = { access: 'VIEW_VAM_DASHBOARD', opens: { programs: true, scopes: ['waste:read'] } } as const;
const editing = { access: 'EDIT_VOLUMES', opens: { programs: true } } as const;

export const volumeCalls: Route[] = [
  defineCall({
    method: 'get',
    path,
    ...reading,
    fresh: 'data',
    query: volumesQuery,
    answer: volumesAnswer,
    summary: 'List covers, transactions, revenue and food purchases of locations, by day or month.',
    async handle({ query }, { db, viewer }) {
      const { startDate: start, endDate: end, locationId, limit, offset, siteId, kind } = query;
      if (end < start)
        throw fail.badRequest('errors.badRequest', {
          fields: [{ field: 'endDate', code: 'errors.endDateBeforeStartDate' }],
        });
      const locationIds = locationId === undefined ? undefined : [locationId];
      const volumes = await listVolumes(db, viewer.scope, { start, end, siteId, locationIds, kind, limit, offset });
      return reply.json({ limit, offset, volumes });
    },
  }),

  defineCall({
    method: 'post',
    path,
    access: 'EDIT_VOLUMES',
    opens: { programs: true, scopes: ['waste:write'] },
    largestBody: { bytes: 1_048_576 },
    body: volumesBody,
    answer: volumesSaved,
    summary:
      'Enter covers, transactions, revenue or food purchases. Sending the same list again changes nothing. If any row is invalid, none is saved.',
    handle: async ({ body: { volumes } }, { acting }) =>
      reply.json(await putVolumes(acting, { volumes, origin: 'API' })),
  }),

  defineCall({
    method: 'get',
    path: `${path}/locks`,
    ...reading,
    answer: locksAnswer,
    summary: 'List the months whose volumes are locked, newest first.',
    async handle(_input, { db, acting }) {
      const locks = await listLocks(db, acting.scope);
      return reply.json({ locks: locks.map((one) => ({ ...one, lockedAt: one.lockedAt.toISOString() })) });
    },
  }),

  defineCall({
    method: 'put',
    path: `${path}/locks/:month`,
    ...editing,
    params: lockParams,
    body: lockBody,
    answerType: 'none',
    summary: 'Lock the volumes of a month, for one site or for all sites.',
    handle: ({ params, body }, { acting }) => reply.empty(lockMonth(acting, { ...params, ...body })),
  }),

  defineCall({
    method: 'post',
    path: `${path}/locks/:month/unlock`,
    ...editing,
    params: lockParams,
    body: lockBody,
    answerType: 'none',
    summary: 'Unlock the volumes of a month. The reason is recorded.',
    handle: ({ params, body }, { acting }) => reply.empty(unlockMonth(acting, { ...params, ...body })),
  }),
];
