import { z } from 'zod';
import { BaselineDetailPage, BaselineReadinessPage } from '../../../views/baselines/baseline-pages';
import { may, siteClock } from '../../platform/actor';
import { onTheWire } from '../../platform/fraction.rules';
import { defineCall, definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { findUnconfirmed, waitingDaysOf } from '../calendar';
import { readBaselineDetails, readReadiness, type Looking } from './baseline-detail.service';
import { baselineDetails, detailsQuery, readinessAnswer, readinessQuery } from './baselines.contract';

function lookingOf({ viewer }: KeptContext): Looking {
  return {
    scope: viewer.scope,
    unit: viewer.unit,
    now: siteClock(viewer),
    trackingLimit: viewer.organisation.trackingLimit,
  };
}

function viewOf({ t, locale, viewer }: KeptContext) {
  return {
    t,
    settings: settingsOf({ locale, actor: viewer }),
    mayManage: may(viewer, 'EDIT_BASELINES'),
  };
}

export const baselineRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/baselines/readiness',
    access: 'VIEW_BASE_LPO_PAGE',
    query: z.object(readinessQuery.shape),
    fresh: 'siteDays',
    async handle({ query }, context) {
      const data = await readReadiness(context.db, lookingOf(context), query);
      return reply.page(<BaselineReadinessPage {...viewOf(context)} data={data} />, {
        title: context.t('baselineModals.readiness.title'),
      });
    },
  }),

  definePage({
    method: 'get',
    path: '/baselines/detail',
    access: 'VIEW_BASE_LPO_PAGE',
    query: z.object(detailsQuery.shape),
    fresh: 'siteDays',
    async handle({ query }, context) {
      const data = await readBaselineDetails(context.db, lookingOf(context), query);
      const unconfirmed = await findUnconfirmed(context.db, context.viewer);
      return reply.page(
        <BaselineDetailPage
          {...viewOf(context)}
          data={data}
          waiting={waitingDaysOf(unconfirmed.listed, data.locationId)}
        />,
        { title: context.t('baselineModals.detail.title') },
      );
    },
  }),

  defineCall({
    method: 'get',
    path: '/baseline/readiness',
    access: 'VIEW_BASE_LPO_PAGE',
    opens: { programs: true, scopes: ['waste:read'] },
    summary: 'The weeks of a location and stage, held against the readiness criteria. Weights in the caller’s unit.',
    query: readinessQuery,
    answer: readinessAnswer,
    fresh: 'siteDays',
    handle: async ({ query }, context) =>
      reply.json(onTheWire(await readReadiness(context.db, lookingOf(context), query))),
  }),

  defineCall({
    method: 'get',
    path: '/baseline/details',
    access: 'VIEW_BASE_LPO_PAGE',
    opens: { programs: true, scopes: ['waste:read'] },
    summary:
      'The active baseline of a location and stage and the weeks since then. Weights in the caller’s unit, changes as fractions.',
    query: detailsQuery,
    answer: baselineDetails,
    fresh: 'siteDays',
    handle: async ({ query }, context) =>
      reply.json(onTheWire(await readBaselineDetails(context.db, lookingOf(context), query))),
  }),
];
