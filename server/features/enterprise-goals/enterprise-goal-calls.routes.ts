import { z } from 'zod';
import { fail } from '../../platform/errors';
import { onTheWire } from '../../platform/fraction.rules';
import { defineCall, reply, type Context, type Route } from '../../platform/http/define-route';
import { addDays, localDateOf } from '../../platform/time';
import { loadProgress } from './enterprise-figures.service';
import { enterpriseChanging, enterpriseReading } from './enterprise-goals.access';
import {
  enterpriseAnswer,
  enterpriseDetail,
  enterpriseEdit,
  enterpriseParams,
  enterpriseSaved,
  exemptBody,
  newEnterpriseGoal,
  siteParams,
  stepBody,
  stepParams,
  type EnterpriseAnswer,
  type EnterpriseGoal,
  type EnterpriseProgress,
} from './enterprise-goals.contract';
import { changeEnterpriseGoal, createEnterpriseGoal, setExempt, stepEnterpriseGoal } from './enterprise-goals.service';
import { findGoal, listGoals } from './enterprise-goals.store';
import { sitesFile, siteTable } from './enterprise-goals.table';

const path = '/enterprise-goals';
const reading = { ...enterpriseReading, opens: { programs: true, scopes: ['waste:read'] } } as const;
const changing = { ...enterpriseChanging, opens: { programs: true } } as const;

const clockOf = ({ now, actor }: Context<'signed-in'>) => ({
  today: localDateOf(now, actor.organisation.timeZone),
  limit: actor.organisation.trackingLimit,
});

function answerOf(goal: EnterpriseGoal, progress: EnterpriseProgress): EnterpriseAnswer {
  const { stageId, startWeek, endWeek, target: _, ...rest } = goal;
  const { window: __, spans: ___, sites: ____, ...figures } = progress;
  return onTheWire({
    ...rest,
    wasteStageId: stageId,
    startDate: startWeek,
    endDate: addDays(endWeek, 6),
    ...figures,
  });
}

/** @throws 404 unknown */
async function progressOf(context: Context<'signed-in'>, goalId: number) {
  const { db, acting } = context;
  const goal = await findGoal(db, acting.scope, goalId);
  const [progress] = goal ? await loadProgress(db, acting.scope, { goals: [goal], ...clockOf(context) }) : [];
  if (!goal || !progress) throw fail.notFound('goals.error.unknown');
  return { goal, progress };
}

export const enterpriseGoalCalls: Route[] = [
  defineCall({
    method: 'get',
    path,
    ...reading,
    answer: z.object({ goals: z.array(enterpriseAnswer) }),
    summary: 'List the goals of the organization with their progress, active ones first.',
    async handle(_input, context) {
      const { db, acting } = context;
      const goals = await listGoals(db, acting.scope);
      const progress = await loadProgress(db, acting.scope, { goals, ...clockOf(context) });
      return reply.json({
        goals: goals.flatMap((goal, at) => {
          const own = progress[at];
          return own ? [answerOf(goal, own)] : [];
        }),
      });
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/:goalId`,
    ...reading,
    params: enterpriseParams,
    answer: enterpriseDetail,
    summary: 'Get a goal of the organization with the progress of each site, those furthest above their line first.',
    async handle({ params }, context) {
      const { goal, progress } = await progressOf(context, params.goalId);
      return reply.json(onTheWire({ ...answerOf(goal, progress), sites: progress.sites }));
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/:goalId/export`,
    ...reading,
    params: enterpriseParams,
    answerType: 'text/csv',
    summary: 'Export the sites of a goal of the organization with their progress as CSV.',
    async handle({ params }, context) {
      const { goal, progress } = await progressOf(context, params.goalId);
      const { t, actor } = context;
      const rows = progress.sites.map((site) => ({ ...site, metric: goal.metric }));
      return reply.csv(siteTable.file(sitesFile, rows, { t, permissions: actor.permissions, unit: actor.unit }));
    },
  }),

  defineCall({
    method: 'post',
    path,
    ...changing,
    body: newEnterpriseGoal,
    answer: enterpriseSaved,
    summary: 'Set a goal of the organization for some of its sites.',
    handle: async ({ body }, { acting }) => reply.json({ goalId: await createEnterpriseGoal(acting, body) }, 201),
  }),

  defineCall({
    method: 'put',
    path: `${path}/:goalId`,
    ...changing,
    params: enterpriseParams,
    body: enterpriseEdit,
    answerType: 'none',
    summary: 'Change a goal of the organization, or the sites that take part.',
    handle: ({ params, body }, { acting }) => reply.empty(changeEnterpriseGoal(acting, { ...params, edit: body })),
  }),

  defineCall({
    method: 'post',
    path: `${path}/:goalId/steps/:step`,
    ...changing,
    params: stepParams,
    body: stepBody,
    answerType: 'none',
    summary:
      'Close or reopen a goal of the organization, rebase it on the current baselines (needs a reason), or set goals at its locations.',
    handle: ({ params, body }, { acting }) => reply.empty(stepEnterpriseGoal(acting, { ...params, ...body })),
  }),

  defineCall({
    method: 'put',
    path: `${path}/:goalId/sites/:siteId`,
    ...changing,
    params: siteParams,
    body: exemptBody,
    answerType: 'none',
    summary: 'Exempt a site from a goal of the organization, with a reason, or include it again.',
    handle: ({ params, body }, { acting }) => reply.empty(setExempt(acting, { ...params, ...body })),
  }),
];
