import { z } from 'zod';
import type { WeightUnit } from '../../platform/actor';
import { definePage, reply, type Context, type Route } from '../../platform/http/define-route';
import { withParameters } from '../../platform/table/table-query';
import { finishAction, logAction, removeAction } from './goal-actions.service';
import { copyGoalPage, editGoalPage, goalPage, goalsPage, newGoalPage, path } from './goal-pages';
import {
  actionForm,
  actionParams,
  copyForm,
  endForm,
  goalEditForm,
  goalParams,
  newGoalForm,
  newGoalQuery,
  stepBody,
  stepParams,
  type GoalForm,
  type GoalTerms,
} from './goals.contract';
import { goalsQuery } from './goals.filters';
import { changeGoal, copyGoal, createGoal, stepGoal } from './goals.service';

const reading = 'signed-in' as const;
const editing = 'EDIT_GOALS' as const;

/** What a form says, as it is stored: a fraction, grams or money. */
function termsOf({ percent, amount, ...form }: GoalForm, unit: WeightUnit): GoalTerms {
  const { targetKind, metric } = form;
  const target =
    targetKind === 'percent' ? Number(percent) / 100 : Number(amount) * (metric === 'weight' ? unit.gramsPerUnit : 1);
  return { ...form, target: Math.round(target * 1e6) / 1e6 };
}

const goalQuery = z.object({
  copied: z.coerce.number().int().positive().max(1_000).optional().catch(undefined),
  leftOut: z.coerce.number().int().min(0).max(1_000).optional().catch(undefined),
});

type Again = NonNullable<Parameters<typeof definePage>[0]['again']>;
const again = (failure: Parameters<Again>[0], typed: Record<string, string>, context: Context<'signed-in'>) =>
  goalPage(context, { goalId: Number(typed.goalId) }, { failure, typed });

export const goalRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access: reading,
    walk: [path, `${path}?show=all`],
    query: goalsQuery,
    handle: ({ query }, context) => goalsPage(context, query),
  }),

  definePage({
    method: 'get',
    path: `${path}/new`,
    access: editing,
    query: newGoalQuery,
    handle: ({ query }, context) => newGoalPage(context, query),
  }),

  definePage({
    method: 'post',
    path,
    access: editing,
    body: newGoalForm,
    async handle(
      { body: { locationId, wasteStageId, itemId, reasonId, sourceId, sinkId, daypartId, containerId, ...form } },
      { acting, actor },
    ) {
      const values = { itemId, reasonId, sourceId, sinkId, daypartId, containerId };
      const terms = termsOf(form, actor.unit);
      const goalId = await createGoal(acting, { locationId, wasteStageId, ...values, ...terms });
      return reply.redirect(`${path}/${goalId}`);
    },
    again: (failure, typed, context) => newGoalPage(context, newGoalQuery.parse(typed), { failure, typed }),
  }),

  definePage({
    method: 'get',
    path: `${path}/:goalId`,
    access: reading,
    params: goalParams,
    query: goalQuery,
    handle: ({ params, query }, context) => goalPage(context, { ...params, ...query }),
  }),

  definePage({
    method: 'get',
    path: `${path}/:goalId/edit`,
    access: editing,
    params: goalParams,
    handle: ({ params }, context) => editGoalPage(context, params.goalId),
  }),

  definePage({
    method: 'post',
    path: `${path}/:goalId/edit`,
    access: editing,
    params: goalParams,
    body: goalEditForm,
    async handle({ params, body: { reason, version, ...form } }, { acting, actor }) {
      await changeGoal(acting, { ...params, edit: { ...termsOf(form, actor.unit), reason, version } });
      return reply.redirect(`${path}/${params.goalId}`);
    },
    again: (failure, typed, context) => editGoalPage(context, Number(typed.goalId), { failure, typed }),
  }),

  definePage({
    method: 'get',
    path: `${path}/:goalId/copy`,
    access: editing,
    params: goalParams,
    handle: ({ params }, context) => copyGoalPage(context, params.goalId),
  }),

  definePage({
    method: 'post',
    path: `${path}/:goalId/copy`,
    access: editing,
    params: goalParams,
    body: copyForm,
    async handle({ params, body: { locationId: locationIds } }, { acting }) {
      const { goalIds, leftOut } = await copyGoal(acting, { ...params, locationIds });
      return reply.redirect(
        withParameters(`${path}/${params.goalId}`, { copied: goalIds.length, leftOut: leftOut || null }),
      );
    },
    again: (failure, typed, context) => copyGoalPage(context, Number(typed.goalId), { failure, typed }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:goalId/steps/:step`,
    access: editing,
    params: stepParams,
    body: stepBody,
    async handle({ params, body }, { acting, actor }) {
      await stepGoal(acting, { ...params, ...body, limit: actor.organisation.trackingLimit });
      return reply.redirect(`${path}/${params.goalId}`);
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${path}/:goalId/actions`,
    access: editing,
    params: goalParams,
    body: actionForm,
    async handle({ params, body }, { acting }) {
      await logAction(acting, { ...params, fields: body });
      return reply.redirect(`${path}/${params.goalId}#actions`);
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${path}/:goalId/actions/:actionId/end`,
    access: editing,
    params: actionParams,
    body: endForm,
    async handle({ params, body }, { acting }) {
      await finishAction(acting, { ...params, ...body });
      return reply.redirect(`${path}/${params.goalId}#actions`);
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${path}/:goalId/actions/:actionId/delete`,
    access: editing,
    params: actionParams,
    body: z.strictObject({}),
    async handle({ params }, { acting }) {
      await removeAction(acting, params);
      return reply.redirect(`${path}/${params.goalId}#actions`);
    },
    again,
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  ...(['actions', 'steps/:step', 'actions/:actionId/end', 'actions/:actionId/delete'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${path}/:goalId/${part}`,
      access: reading,
      params: z.object({ goalId: goalParams.shape.goalId }),
      walk: [],
      handle: ({ params }) => reply.redirect(`${path}/${params.goalId}`),
    }),
  ),
];
