import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Context, type Route } from '../../platform/http/define-route';
import { actingIn, scopeIn, type ActingIn } from '../organisations';
import { judgeWeeks } from './baseline.rules';
import { acceptBaseline, proposeBaseline, rebaseBaseline, rejectBaseline, setManualBaseline, switchAutoBaseline } from './baseline.service';
import { findBaseline } from './baseline.store';
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
      const listed = await listBaselineStages(context.db, await scopeIn(context, query.organisationId), query);
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
      const scope = await scopeIn(context, query.organisationId);
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
      creating(context, body.organisationId, (trx, acting) => proposeBaseline(trx, acting, { ...params, weeks: body.weeks, reason: body.reason })),
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
      await saving(context, body.organisationId, async (trx, acting) => {
        await checkPlace(trx, acting, { ...params, baselineId: body.baselineId });
        await acceptBaseline(trx, acting, body);
      });
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
      await saving(context, body.organisationId, async (trx, acting) => {
        await checkPlace(trx, acting, { ...params, baselineId: body.baselineId });
        await rejectBaseline(trx, acting, body);
      });
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
      creating(context, body.organisationId, (trx, acting) => setManualBaseline(trx, acting, { ...params, weeks: body.weeks, reason: body.reason })),
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
      creating(context, body.organisationId, (trx, acting) => rebaseBaseline(trx, acting, { ...params, fromWeek: body.fromWeek, reason: body.reason })),
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
      await saving(context, body.organisationId, (trx, acting) => switchAutoBaseline(trx, acting, { locationId: params.locationId, enabled: body.enabled, reason: body.reason }));
      return reply.empty();
    },
  }),
];

async function saving<T>(context: Context, organisationId: number | undefined, work: (trx: Trx, acting: ActingIn) => Promise<T>): Promise<T> {
  const acting = await actingIn(context, organisationId);
  return context.db.transaction().execute((trx) => work(trx, acting));
}

const creating = async (context: Context, organisationId: number | undefined, work: (trx: Trx, acting: ActingIn) => Promise<number>) =>
  reply.json({ baselineId: await saving(context, organisationId, work) });

/** A baseline is named by its own location and stage, so that nobody decides about another one by mistake. */
async function checkPlace(trx: Trx, { scope }: ActingIn, place: { locationId: number; stageId: number; baselineId: number }): Promise<void> {
  const baseline = await findBaseline(trx, scope.organisationId, place.baselineId);
  if (baseline?.locationId !== place.locationId || baseline.stageId !== place.stageId) throw fail.notFound('baselines.unknownBaseline');
}
