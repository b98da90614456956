import webPush from 'web-push';
import { z } from 'zod';
import { defineChannel } from '../../platform/outbox/define-channel';
import { Dropped } from '../../platform/outbox/dropped';
import type { Resources } from '../../platform/resources';
import { vapidKeys, vapidSubject } from './vapid-keys';
import { deleteSubscription, findSubscription, type Subscription } from './web-push.store';

const daySeconds = 86_400;
const longestBackOffMs = 600_000;
/** A push service that has forgotten a browser. */
const gone = new Set([404, 410]);

const push = z.object({
  subscriptionId: z.int(),
  userId: z.int(),
  organisationId: z.int(),
  /** Origin of the push service. */
  service: z.string(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
});

/** A message to one browser, encrypted (RFC 8291) and signed (RFC 8292). Its Topic is stable: a repeat takes the place of the first. */
export const pushChannel = defineChannel({
  name: 'push',
  payload: push,
  targetOf: ({ service }) => service,
  expiresAfterMs: daySeconds * 1_000,
  maxAttempts: 10,
  backOffMs: (attempts) => Math.min(1_000 * 2 ** (attempts - 1), longestBackOffMs),
  concurrency: 10,
  perTarget: 4,
  timeoutMs: 15_000,
  async deliver({ id, payload }, { resources, signal }) {
    const { subscriptionId, userId, organisationId, title, body, url } = payload;
    const {
      database: { db },
      reach,
      outbound,
    } = resources;
    const subscription = await findSubscription(db, { id: subscriptionId, userId });
    // Whoever was switched off, or has left the organisation, since it was posted is told nothing.
    if (!subscription || !(await reach.ofPerson(db, { userId, organisationId })))
      throw new Dropped('nobody asks for it any more');
    const { headers, body: sealed } = await sealedFor(resources, subscription, {
      id,
      text: JSON.stringify({ title, body, url, tag: id }),
    });
    const { status } = await outbound.call({
      url: subscription.endpoint,
      method: 'POST',
      headers,
      body: sealed,
      largestAnswer: 10_000,
      timeoutMs: 10_000,
      signal,
    });
    if (gone.has(status)) {
      await deleteSubscription(db, subscription.id);
      throw new Dropped(`the push service answered ${status}`);
    }
    if (status >= 300) throw new Error(`the push service answered ${status}`);
  },
});

async function sealedFor(
  resources: Resources,
  { endpoint, p256dh, auth }: Subscription,
  { id, text }: { id: string; text: string },
) {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject: vapidSubject(resources.config), ...(await vapidKeys(resources)) },
    TTL: daySeconds,
    urgency: 'high',
    topic: id.replaceAll('-', ''),
  });
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body,
  };
}
