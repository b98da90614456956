import {
  acceptBaseline,
  proposeBaseline,
  rebaseBaseline,
  rejectBaseline,
  setManualBaseline,
  switchAutoBaseline,
  listBaselineHistory,
} from '../../domain/measures';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { findBaselineStage, listBaselineStages } from './baselines.store';
import { listCandidateWeeks } from './candidate-weeks';
import {
  autoBody,
  baselineCreated,
  baselineList,
  baselineQuery,
  baselineStage,
  decisionBody,
  rebaseBody,
  stageParams,
  weeksBody,
  type BaselineStage,
} from './manage-baselines.contract';

const access = 'EDIT_BASELINES';

export const manageBaselineRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/baselines',
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    query: baselineQuery,
    answer: baselineList,
    summary:
      'List every location and stage with its period, readiness and active baseline. Figures are per open day, weights in grams.',
    handle: async ({ query }, { db, acting }) => reply.json(await listBaselineStages(db, acting.scope, query)),
  }),

  defineCall({
    method: 'get',
    path: '/baselines/:locationId/:stageId',
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    params: stageParams,
    answer: baselineStage,
    summary: 'List the weeks available for a baseline, and all past baselines.',
    async handle({ params }, { db, acting: { scope } }) {
      const stage = await findBaselineStage(db, scope, params);
      if (!stage) throw fail.notFound('baselines.unknownLocation');
      const weeks = await listCandidateWeeks(db, scope, params);
      return reply.json({
        stage,
        weeks,
        baselines: await listBaselineHistory(db, scope.organisationId, params),
      } satisfies BaselineStage);
    },
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/proposal',
    access,
    anyOrganisation: true,
    params: stageParams,
    body: weeksBody,
    answer: baselineCreated,
    summary: 'Propose a baseline from chosen weeks. The active one stays.',
    handle: async ({ params, body }, { acting }) =>
      reply.json({ baselineId: await proposeBaseline(acting, { ...params, ...body }) }),
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/acceptance',
    access,
    anyOrganisation: true,
    params: stageParams,
    body: decisionBody,
    answerType: 'none',
    summary: 'Accept a proposed baseline and make it active.',
    handle: ({ params, body }, { acting }) => reply.empty(acceptBaseline(acting, { ...params, ...body })),
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/rejection',
    access,
    anyOrganisation: true,
    params: stageParams,
    body: decisionBody,
    answerType: 'none',
    summary: 'Reject a proposed baseline.',
    handle: ({ params, body }, { acting }) => reply.empty(rejectBaseline(acting, { ...params, ...body })),
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/manual',
    access,
    anyOrganisation: true,
    params: stageParams,
    body: weeksBody,
    answer: baselineCreated,
    summary: 'Set a baseline from chosen weeks and make it active immediately.',
    handle: async ({ params, body }, { acting }) =>
      reply.json({ baselineId: await setManualBaseline(acting, { ...params, ...body }) }),
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/rebase',
    access,
    anyOrganisation: true,
    params: stageParams,
    body: rebaseBody,
    answer: baselineCreated,
    summary:
      'Start a new baseline from a week: the earliest run of weeks since then that meets the criteria becomes the active baseline.',
    handle: async ({ params, body }, { acting }) =>
      reply.json({ baselineId: await rebaseBaseline(acting, { ...params, ...body }) }),
  }),

  defineCall({
    method: 'put',
    path: '/baselines/:locationId/:stageId/auto',
    access,
    anyOrganisation: true,
    params: stageParams,
    body: autoBody,
    answerType: 'none',
    summary: 'Turn auto-baseline on or off for all stages of a location.',
    handle: ({ params, body }, { acting }) =>
      reply.empty(switchAutoBaseline(acting, { locationId: params.locationId, ...body })),
  }),
];
