import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { vapidKeys } from './vapid-keys';
import { pushEndpoint, pushKey, pushSubscription } from './web-push.contract';
import { subscribe, unsubscribe } from './web-push.service';

export const webPushRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/push/key',
    access: 'signed-in',
    summary: 'Get the key browsers need to subscribe to push notifications (VAPID, base64url).',
    answer: pushKey,
    handle: async (_input, { resources }) => reply.json({ publicKey: (await vapidKeys(resources)).publicKey }),
  }),

  defineCall({
    method: 'put',
    path: '/push/subscriptions',
    access: 'signed-in',
    notInClientView: true,
    summary:
      'Subscribe this browser to the caller’s notifications. Its URL must be that of a push service, over https.',
    body: pushSubscription,
    answerType: 'none',
    handle: ({ body }, { acting, resources: { outbound } }) =>
      reply.empty(subscribe(acting, { subscription: body, outbound })),
  }),

  defineCall({
    method: 'post',
    path: '/push/subscriptions/remove',
    access: 'signed-in',
    notInClientView: true,
    summary: 'Unsubscribe this browser.',
    body: pushEndpoint,
    answerType: 'none',
    handle: ({ body }, { acting }) => reply.empty(unsubscribe(acting, body.endpoint)),
  }),
];
