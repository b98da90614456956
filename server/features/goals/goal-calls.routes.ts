import { z } from 'zod';
import { findActiveBaseline, findStagePlace } from '../../domain/measures';
import { fail } from '../../platform/errors';
import { onTheWire } from '../../platform/fraction.rules';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { addDays } from '../../platform/time';
import { finishAction, logAction, removeAction } from './goal-actions.service';
import { loadEffects } from './goal-figures.service';
import { eachGoal, findGoalRow, listGoalRows, readerOf } from './goal-list.service';
import {
  actionParams,
  actionSaved,
  baselineCheck,
  baselineCheckQuery,
  copyBody,
  endForm,
  goalAnswer,
  goalDetail,
  goalEdit,
  goalParams,
  goalSaved,
  goalsCopied,
  newAction,
  newGoal,
  stepBody,
  stepParams,
  type GoalAnswer,
  type GoalRow,
} from './goals.contract';
import { goalsCallQuery, goalsListQuery } from './goals.filters';
import { changeGoal, copyGoal, createGoal, stepGoal } from './goals.service';
import { listActions } from './goals.store';
import { goalsFile, goalTable } from './goals.table';

const path = '/goals';
const reading = { access: 'signed-in', opens: { programs: true, scopes: ['waste:read'] } } as const;
const editing = { access: 'EDIT_GOALS', opens: { programs: true } } as const;

function answerOf(row: GoalRow): GoalAnswer {
  const {
    stageId,
    startWeek,
    endWeek,
    values,
    progress,
    subject: _,
    result: __,
    timeZone: ___,
    siteCurrency: ____,
    ...goal
  } = row;
  const { weeks: _____, ...figures } = progress;
  return onTheWire({
    ...goal,
    ...values,
    wasteStageId: stageId,
    startDate: startWeek,
    endDate: addDays(endWeek, 6),
    ...figures,
  });
}

export const goalCalls: Route[] = [
  defineCall({
    method: 'get',
    path,
    ...reading,
    query: goalsListQuery,
    answer: z.object({ goals: z.array(goalAnswer), total: z.number(), limit: z.number(), offset: z.number() }),
    summary: 'List goals with their progress, by end date. Lists those that have not ended, 50 per page by default.',
    async handle({ query: { limit, offset, ...query } }, context) {
      const { rows, total } = await listGoalRows(context.db, context.acting.scope, {
        reader: readerOf(context),
        listed: { query, limit, offset },
      });
      return reply.json({ goals: rows.map(answerOf), total, limit, offset });
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/export`,
    ...reading,
    query: goalsCallQuery,
    answerType: 'text/csv',
    summary: 'Export goals with their progress as CSV.',
    async handle({ query }, context) {
      const { t, db, actor, acting } = context;
      const rows = eachGoal(db, acting.scope, { reader: readerOf(context), query });
      return reply.csv(goalTable.file(goalsFile, rows, { t, permissions: actor.permissions, unit: actor.unit }));
    },
  }),

  // Spec 7: goals baseline existence check for a location
  defineCall({
    method: 'get',
    path: `${path}/baseline`,
    ...reading,
    query: baselineCheckQuery,
    answer: baselineCheck,
    summary: 'Check whether a location has a baseline for a stage, without which no goal can be set.',
    async handle({ query: { locationId, wasteStageId } }, { db, acting: { scope } }) {
      const place = await findStagePlace(db, scope, { locationId, stageId: wasteStageId });
      if (!place || place.stageId === null) throw fail.notFound('goals.error.unknownPlace');
      const { siteName, locationName, locationStatus } = place;
      const baseline = await findActiveBaseline(db, {
        organisationId: scope.organisationId,
        locationId,
        stageId: wasteStageId,
      });
      return reply.json({ hasBaseline: baseline !== undefined, siteName, locationName, locationId, locationStatus });
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/:goalId`,
    ...reading,
    params: goalParams,
    answer: goalDetail,
    summary: 'Get a goal with its weeks, and its actions with their measured effects.',
    async handle({ params: { goalId } }, context) {
      const { db, acting, now } = context;
      const reader = readerOf(context);
      const row = await findGoalRow(db, acting.scope, { goalId, reader });
      const actions = await listActions(db, acting.scope, goalId);
      const effects = await loadEffects(db, acting.scope, { goal: row, actions, now, limit: reader.limit });
      return reply.json(
        onTheWire({
          ...answerOf(row),
          weeks: row.progress.weeks,
          actions: actions.map((action, at) => ({ ...action, effect: effects[at] })),
        }),
      );
    },
  }),

  defineCall({
    method: 'post',
    path,
    ...editing,
    body: newGoal,
    answer: goalSaved,
    summary: 'Set a goal for a location that has a baseline.',
    handle: async ({ body }, { acting }) => reply.json({ goalId: await createGoal(acting, body) }, 201),
  }),

  defineCall({
    method: 'put',
    path: `${path}/:goalId`,
    ...editing,
    params: goalParams,
    body: goalEdit,
    answerType: 'none',
    summary: 'Change the title, plan, target, weeks or owner of a goal.',
    async handle({ params, body }, { acting }) {
      await changeGoal(acting, { ...params, edit: body });
      return reply.empty();
    },
  }),

  defineCall({
    method: 'post',
    path: `${path}/:goalId/steps/:step`,
    ...editing,
    params: stepParams,
    body: stepBody,
    answerType: 'none',
    summary:
      'Pause, resume, close or rebase a goal. Rebasing measures it against the location’s current baseline and needs a reason.',
    async handle({ params, body }, { acting, actor }) {
      await stepGoal(acting, { ...params, ...body, limit: actor.organisation.trackingLimit });
      return reply.empty();
    },
  }),

  defineCall({
    method: 'post',
    path: `${path}/:goalId/copies`,
    ...editing,
    params: goalParams,
    body: copyBody,
    answer: goalsCopied,
    summary:
      'Set the same goal for other locations, each measured against its own baseline. Locations without one are left out.',
    async handle({ params, body }, { acting }) {
      const { goalIds } = await copyGoal(acting, { ...params, ...body });
      return reply.json({ goalIds }, 201);
    },
  }),

  defineCall({
    method: 'post',
    path: `${path}/:goalId/actions`,
    ...editing,
    params: goalParams,
    body: newAction,
    answer: actionSaved,
    summary: 'Log an action that was taken for a goal. Its effect is measured once enough weeks have passed.',
    handle: async ({ params, body }, { acting }) =>
      reply.json({ actionId: await logAction(acting, { ...params, fields: body }) }, 201),
  }),

  defineCall({
    method: 'put',
    path: `${path}/:goalId/actions/:actionId/end`,
    ...editing,
    params: actionParams,
    body: endForm,
    answerType: 'none',
    summary: 'Say when an action ended.',
    async handle({ params, body }, { acting }) {
      await finishAction(acting, { ...params, ...body });
      return reply.empty();
    },
  }),

  defineCall({
    method: 'delete',
    path: `${path}/:goalId/actions/:actionId`,
    ...editing,
    params: actionParams,
    answerType: 'none',
    summary: 'Remove an action that was logged by mistake.',
    async handle({ params }, { acting }) {
      await removeAction(acting, params);
      return reply.empty();
    },
  }),
];
