import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { judgeWeeks } from './baseline.rules';
import { acceptBaseline, proposeBaseline, rebaseBaseline, rejectBaseline, setManualBaseline, switchAutoBaseline } from './baseline.service';
import {
  autoBody, baselineCreated, baselineList, baselineQuery, baselineStage, decisionBody, organisationChoice, rebaseBody, stageParams, weeksBody,
  type BaselineList, type BaselineStage,
} from './manage-baselines.contract';
import { findBaselineStage, listBaselineHistory, listBaselineStages } from './manage-baselines.store';
import { listStageWeeks } from './readiness.store';

const access = 'EDIT_BASELINES';

export const manageBaselineRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/baselines',
    access,
    query: baselineQuery,
    answer: baselineList,
    summary: 'Every location and stage with its period, readiness and active baseline. Figures are per open day, weights in grams.',
    async handle({ query }, context) {
      const listed = await listBaselineStages(context.db, (await context.actingIn(query.organisationId)).scope, query);
      return reply.json({ ...listed, page: query.page, limit: query.limit } satisfies BaselineList);
    },
  }),

  defineCall({
    method: 'get',
    path: '/baselines/:locationId/:stageId',
    access,
    params: stageParams,
    query: organisationChoice,
    answer: baselineStage,
    summary: 'The weeks that a baseline may be made of, and every baseline that there was.',
    async handle({ params, query }, context) {
      const { scope } = await context.actingIn(query.organisationId);
      const stage = await findBaselineStage(context.db, scope, params);
      if (!stage) throw fail.notFound('baselines.unknownLocation');
      const known = (await listStageWeeks(context.db, scope.organisationId, [params.locationId])).find((one) => one.stageId === params.stageId);
      const weeks = (known ? judgeWeeks(known) : []).map((week) => ({
        weekStart: week.weekStart, openDays: week.openDays, transactions: week.txn, grams: week.g, cost: week.cost,
        gramsChange: week.gDelta, costChange: week.costDelta, issues: week.issues, running: known !== undefined && week.weekStart >= known.evaluatedMonday,
      }));
      return reply.json({ stage, weeks: weeks.reverse(), baselines: await listBaselineHistory(context.db, scope.organisationId, params) } satisfies BaselineStage);
    },
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/proposal',
    access,
    params: stageParams,
    body: weeksBody,
    answer: baselineCreated,
    summary: 'Puts a baseline of chosen weeks up for a decision; the active one stays.',
    handle: async ({ params, body }, context) =>
      reply.json({ baselineId: await proposeBaseline(await context.actingIn(body.organisationId), { ...params, weeks: body.weeks, reason: body.reason }) }),
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/acceptance',
    access,
    params: stageParams,
    body: decisionBody,
    answerType: 'none',
    summary: 'Makes a proposed baseline the active one.',
    async handle({ params, body }, context) {
      await acceptBaseline(await context.actingIn(body.organisationId), { ...params, baselineId: body.baselineId, reason: body.reason });
      return reply.empty();
    },
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/rejection',
    access,
    params: stageParams,
    body: decisionBody,
    answerType: 'none',
    summary: 'Turns a proposed baseline down.',
    async handle({ params, body }, context) {
      await rejectBaseline(await context.actingIn(body.organisationId), { ...params, baselineId: body.baselineId, reason: body.reason });
      return reply.empty();
    },
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/manual',
    access,
    params: stageParams,
    body: weeksBody,
    answer: baselineCreated,
    summary: 'Makes a baseline of chosen weeks the active one at once.',
    handle: async ({ params, body }, context) =>
      reply.json({ baselineId: await setManualBaseline(await context.actingIn(body.organisationId), { ...params, weeks: body.weeks, reason: body.reason }) }),
  }),

  defineCall({
    method: 'post',
    path: '/baselines/:locationId/:stageId/rebase',
    access,
    params: stageParams,
    body: rebaseBody,
    answer: baselineCreated,
    summary: 'Starts over from a week on: the earliest passing run since then becomes the active baseline.',
    handle: async ({ params, body }, context) =>
      reply.json({ baselineId: await rebaseBaseline(await context.actingIn(body.organisationId), { ...params, fromWeek: body.fromWeek, reason: body.reason }) }),
  }),

  defineCall({
    method: 'put',
    path: '/baselines/:locationId/:stageId/auto',
    access,
    params: stageParams,
    body: autoBody,
    answerType: 'none',
    summary: 'Switches auto-baseline of the location, for all of its stages, on or off.',
    async handle({ params, body }, context) {
      await switchAutoBaseline(await context.actingIn(body.organisationId), { locationId: params.locationId, enabled: body.enabled, reason: body.reason });
      return reply.empty();
    },
  }),
];
