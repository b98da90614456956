import { z } from 'zod';
import { EditEnterpriseGoalPage } from '../../../views/enterprise-goals/edit-enterprise-goal-page';
import { EnterpriseGoalPage } from '../../../views/enterprise-goals/enterprise-goal-page';
import { EnterpriseGoalsPage } from '../../../views/enterprise-goals/enterprise-goals-page';
import { listPlaces, listStages } from '../../domain/places';
import { may } from '../../platform/actor';
import { fail, type Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { addDays, localDateOf, weekStartOf } from '../../platform/time';
import { findBases, loadProgress } from './enterprise-figures.service';
import { enterpriseChanging, enterpriseReading } from './enterprise-goals.access';
import {
  editForm,
  enterpriseParams,
  exemptForm,
  newForm,
  siteParams,
  stepBody,
  stepParams,
} from './enterprise-goals.contract';
import { changeEnterpriseGoal, createEnterpriseGoal, setExempt, stepEnterpriseGoal } from './enterprise-goals.service';
import { findGoal, listBases, listChanges, listGoals, listGoalSites } from './enterprise-goals.store';
import { siteTable } from './enterprise-goals.table';

const path = '/enterprise-goals';

const reading = enterpriseReading;
const changing = enterpriseChanging;

type PageContext = Context<'signed-in'>;

const todayOf = ({ now, actor }: PageContext) => localDateOf(now, actor.organisation.timeZone);

const statusOf = (refused: RefusedForm | undefined) => (refused ? { status: refusedStatus(refused.failure) } : {});

async function goalsPage(context: PageContext): Promise<Reply> {
  const { t, db, acting, actor } = context;
  const goals = await listGoals(db, acting.scope);
  const progress = await loadProgress(db, acting.scope, {
    goals,
    today: todayOf(context),
    limit: actor.organisation.trackingLimit,
  });
  const rows = goals.flatMap((goal, at) => {
    const own = progress[at];
    return own ? [{ goal, progress: own }] : [];
  });
  return reply.page(
    <EnterpriseGoalsPage t={t} settings={settingsOf(context)} rows={rows} mayEdit={may(actor, 'EDIT_GOALS')} />,
    { title: t('enterpriseGoals.title') },
  );
}

/** What a form sent of its ticks. */
const ticked = (ids: string | undefined) => (ids === undefined ? [] : ids.split(',').map(Number));

const usualWeeks = 52;

async function formPage(
  context: PageContext,
  { goalId, refused }: { goalId?: number | undefined; refused?: RefusedForm | undefined },
): Promise<Reply> {
  const { t, db, acting, actor } = context;
  const { scope } = acting;
  const goal = goalId === undefined ? null : ((await findGoal(db, scope, goalId)) ?? null);
  if (goalId !== undefined && !goal) throw fail.notFound('goals.error.unknown');
  const [sites, stages] = await Promise.all([listPlaces(db, scope), listStages(db, scope)]);
  const chosen = goal ? await listGoalSites(db, scope, { goalIds: [goal.goalId] }) : null;
  const start = addDays(weekStartOf(todayOf(context)), 7);
  const title = goal ? t('goals.edit.title', { title: goal.title }) : t('enterpriseGoals.new.title');
  return reply.page(
    <EditEnterpriseGoalPage
      t={t}
      title={title}
      goal={goal}
      sites={sites.map(({ siteId, siteName }) => ({ siteId, siteName }))}
      chosen={
        refused
          ? ticked(refused.typed.siteId)
          : (chosen?.map(({ siteId }) => siteId) ?? sites.map(({ siteId }) => siteId))
      }
      stages={stages}
      currency={actor.organisation.currency}
      start={start}
      end={addDays(start, usualWeeks * 7 - 1)}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...statusOf(refused) },
  );
}

const goalQuery = z.object({
  ...siteTable.query(),
  exempt: z.coerce.number().int().positive().optional().catch(undefined),
});

async function goalPage(
  context: PageContext,
  { goalId, query, refused }: { goalId: number; query: z.infer<typeof goalQuery>; refused?: RefusedForm },
): Promise<Reply> {
  const { t, db, acting, actor, url } = context;
  const { scope } = acting;
  const goal = await findGoal(db, scope, goalId);
  if (!goal) throw fail.notFound('goals.error.unknown');
  const of = { goalIds: [goalId] };
  const today = todayOf(context);
  const [[progress], changes, bases, sites] = await Promise.all([
    loadProgress(db, scope, { goals: [goal], today, limit: actor.organisation.trackingLimit }),
    listChanges(db, scope, goalId),
    listBases(db, scope, of),
    listGoalSites(db, scope, of),
  ]);
  if (!progress) throw fail.notFound('goals.error.unknown');
  const standing = await findBases(db, scope, {
    siteIds: sites.map(({ siteId }) => siteId),
    stageId: goal.stageId,
    today,
  });
  const own = new Map(bases.map(({ locationId, weeks }) => [locationId, weeks.join()]));
  const moved = standing.filter(({ locationId, weeks }) => own.get(locationId) !== weeks.join()).length;
  const reader = { t, permissions: actor.permissions, unit: actor.unit };
  const rows = progress.sites.map((site) => ({ ...site, metric: goal.metric }));
  return reply.page(
    <EnterpriseGoalPage
      t={t}
      settings={settingsOf(context)}
      goal={goal}
      progress={progress}
      table={siteTable.view({ reader, url, ...siteTable.paged(rows, siteTable.state(query, { reader })) })}
      csvHref={`/rest/v1${path}/${goalId}/export`}
      limit={actor.organisation.trackingLimit}
      moved={moved}
      changes={changes}
      exempting={progress.sites.find(({ siteId }) => siteId === query.exempt) ?? null}
      mayEdit={may(actor, 'EDIT_GOALS')}
      linked={may(actor, 'VIEW_BASE_LPO_PAGE')}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: goal.title, ...statusOf(refused) },
  );
}

const again = (failure: Failure, typed: Record<string, string>, context: PageContext) =>
  goalPage(context, {
    goalId: Number(typed.goalId),
    query: goalQuery.parse({ exempt: typed.siteId }),
    refused: { failure, typed },
  });

const fractionOf = (percent: string) => Math.round((Number(percent) / 100) * 1e6) / 1e6;

export const enterpriseGoalRoutes: Route[] = [
  definePage({ method: 'get', path, ...reading, handle: (_input, context) => goalsPage(context) }),

  definePage({ method: 'get', path: `${path}/new`, ...changing, handle: (_input, context) => formPage(context, {}) }),

  definePage({
    method: 'post',
    path,
    ...changing,
    body: newForm,
    async handle({ body: { siteId: siteIds, percent, ...terms } }, { acting }) {
      if (siteIds.length === 0) throw noSite();
      const goalId = await createEnterpriseGoal(acting, { ...terms, siteIds, target: fractionOf(percent) });
      return reply.redirect(`${path}/${goalId}`);
    },
    again: (failure, typed, context) => formPage(context, { refused: { failure, typed } }),
  }),

  definePage({
    method: 'get',
    path: `${path}/:goalId`,
    ...reading,
    params: enterpriseParams,
    query: goalQuery,
    handle: ({ params, query }, context) => goalPage(context, { ...params, query }),
  }),

  definePage({
    method: 'get',
    path: `${path}/:goalId/edit`,
    ...changing,
    params: enterpriseParams,
    handle: ({ params }, context) => formPage(context, params),
  }),

  definePage({
    method: 'post',
    path: `${path}/:goalId/edit`,
    ...changing,
    params: enterpriseParams,
    body: editForm,
    async handle({ params, body: { siteId: siteIds, percent, ...edit } }, { acting }) {
      if (siteIds.length === 0) throw noSite();
      await changeEnterpriseGoal(acting, { ...params, edit: { ...edit, siteIds, target: fractionOf(percent) } });
      return reply.redirect(`${path}/${params.goalId}`);
    },
    again: (failure, typed, context) =>
      formPage(context, { goalId: Number(typed.goalId), refused: { failure, typed } }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:goalId/steps/:step`,
    ...changing,
    params: stepParams,
    body: stepBody,
    async handle({ params, body }, { acting }) {
      await stepEnterpriseGoal(acting, { ...params, ...body });
      return reply.redirect(`${path}/${params.goalId}`);
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${path}/:goalId/sites/:siteId`,
    ...changing,
    params: siteParams,
    body: exemptForm,
    async handle({ params, body }, { acting }) {
      await setExempt(acting, { ...params, ...body });
      return reply.redirect(`${path}/${params.goalId}`);
    },
    again,
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  ...(['steps/:step', 'sites/:siteId'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${path}/:goalId/${part}`,
      ...reading,
      params: z.object({ goalId: enterpriseParams.shape.goalId }),
      walk: [],
      handle: ({ params }) => reply.redirect(`${path}/${params.goalId}`),
    }),
  ),
];

const noSite = () =>
  fail.unprocessable('goals.error.notSaved', { fields: [{ field: 'siteIds', code: 'enterpriseGoals.error.noSite' }] });
