import { z } from 'zod';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { pageParameter } from '../../platform/table/table-query';
import { fileParams, reportRequest, runParams, runView } from './generate-reports.contract';
import { fileReply } from './report-pages';
import { listRuns } from './report-runs.store';
import { access, viewOf } from './reports.presentation';
import { cancelReport, readerOf, removeReport, requestReport, selectRun } from './reports.service';

const inPage = 50;
export const reportCalls: Route[] = [
  defineCall({
    method: 'get',
    path: '/reports/runs',
    access,
    summary: 'List the reports that were made of what you see, newest first, 50 per page.',
    query: z.object({ page: pageParameter }),
    answer: z.strictObject({ runs: z.array(runView), total: z.number() }),
    async handle({ query }, { db, actor }) {
      const { runs, total } = await listRuns(db, readerOf(actor), { limit: inPage, offset: (query.page - 1) * inPage });
      return reply.json({ runs: runs.map(viewOf), total });
    },
  }),

  defineCall({
    method: 'post',
    path: '/reports/runs',
    access,
    summary: 'Make a report. It is made in the background; asked for twice at the same time, it is made once.',
    body: reportRequest,
    answer: runView,
    async handle({ body }, { acting, actor, db }) {
      const runId = await requestReport(acting, { request: body, timeZone: actor.organisation.timeZone });
      return reply.json(viewOf(await selectRun(db, actor, { runId })), 202);
    },
  }),

  defineCall({
    method: 'get',
    path: '/reports/runs/:runId',
    access,
    summary: 'Get a report with its status.',
    params: runParams,
    answer: runView,
    handle: async ({ params }, { db, actor }) => reply.json(viewOf(await selectRun(db, actor, params))),
  }),

  defineCall({
    method: 'post',
    path: '/reports/runs/:runId/cancel',
    access,
    summary: 'Stop making a report; one that is made stays.',
    params: runParams,
    answer: runView,
    async handle({ params }, { db, actor, acting }) {
      await cancelReport(acting, await selectRun(db, actor, params));
      return reply.json(viewOf(await selectRun(db, actor, params)));
    },
  }),

  defineCall({
    method: 'delete',
    path: '/reports/runs/:runId',
    access,
    summary: 'Delete a report with its files.',
    params: runParams,
    async handle({ params }, { db, actor, acting }) {
      await removeReport(acting, await selectRun(db, actor, params));
      return reply.empty();
    },
  }),

  defineCall({
    method: 'get',
    path: '/reports/runs/:runId/files/:format',
    access,
    summary:
      'Download a report as `pdf`, `xlsx` (all tables), or `csv` (its main table). Of a raw export, `xlsx` and `csv` hold up to 10,000 events with all fields.',
    params: fileParams,
    answerType: 'none',
    handle: ({ params }, context) => fileReply(context, params),
  }),
];
