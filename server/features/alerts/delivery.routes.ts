import { z } from 'zod';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { alertChannel } from './alert-channels';
import { alertPreview, previewBody } from './alert-preview.contract';
import { orgParams } from './alerts.contract';
import { reading } from './alerts.routes';
import {
  deliveriesQuery,
  deliveryList,
  deliveryParams,
  subscriptionChange,
  subscriptionList,
  subscriptionParams,
  subscriptionsQuery,
} from './delivery-list.contract';
import { editSubscription, resendDelivery } from './delivery-list.service';
import { listDeliveries, listSubscriptions } from './delivery-list.store';
import { previewAlert } from './preview.service';

const access = 'EDIT_NOTIFICATIONS';

const declaredChannel = z.string().refine((name) => alertChannel(name) !== undefined, 'errors.notOneOf');

export const deliveryRoutes = (): Route[] => [
  defineCall({
    method: 'post',
    path: '/alert/participant/:orgId/preview',
    access: 'signed-in',
    params: orgParams,
    body: previewBody,
    answer: alertPreview,
    summary:
      'Preview what an alert would have caught in the last 90 days of the data the caller can see, with the ten newest events. Nothing is saved.',
    async handle({ params, body }, context) {
      const acting = await reading(context, params.orgId);
      return reply.json(
        await previewAlert(acting, body, {
          ownOrganisation: acting.scope.organisationId === context.actor.organisation.id,
        }),
      );
    },
  }),

  defineCall({
    method: 'get',
    path: '/alert/subscriptions',
    access,
    opens: { programs: true },
    anyOrganisation: true,
    query: subscriptionsQuery,
    answer: subscriptionList(),
    summary: 'List who is subscribed to which alert. Supports filters, sorting and pages.',
    handle: async ({ query }, { db, now, acting }) =>
      reply.json(await listSubscriptions(db, acting.scope, { query, now })),
  }),

  defineCall({
    method: 'put',
    path: '/alert/subscriptions/:alertNotificationId',
    access,
    anyOrganisation: true,
    params: subscriptionParams,
    body: subscriptionChange,
    answerType: 'none',
    summary: 'Mute a user’s notifications of an alert, or send them immediately or in the daily summary.',
    handle: ({ params, body: { muted, notifyFreqCode } }, { acting }) =>
      reply.empty(editSubscription(acting, { id: params.alertNotificationId, change: { muted, notifyFreqCode } })),
  }),

  defineCall({
    method: 'get',
    path: '/alert/deliveries',
    access,
    opens: { programs: true },
    anyOrganisation: true,
    query: deliveriesQuery.extend({ channel: declaredChannel.optional() }),
    answer: deliveryList,
    summary: 'List sent and pending notifications with their status. Supports filters, sorting and pages.',
    handle: async ({ query }, { db, now, acting }) =>
      reply.json(await listDeliveries(db, acting.scope, { query, now })),
  }),

  defineCall({
    method: 'post',
    path: '/alert/deliveries/:deliveryId/resend',
    access,
    anyOrganisation: true,
    params: deliveryParams,
    answerType: 'none',
    summary: 'Resend a notification that failed on its last attempt or was too old to send.',
    handle: ({ params }, { acting, resources }) =>
      reply.empty(resendDelivery(acting, { deliveryId: params.deliveryId, means: resources })),
  }),
];
