import { ECDH } from 'node:crypto';
import type { ActingPersonally } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Outbox, Resources } from '../../platform/resources';
import { pushChannel } from './push-channel';
import type { PushSubscriptionInput } from './web-push.contract';
import { pushText, type PushText } from './web-push.rules';
import { deleteOwn, keepNewest, listSubscriptions, putSubscription } from './web-push.store';

const actions = defineActions('pushSubscription', { add: {}, remove: {} });

/** Browsers of one person; an eleventh takes the place of the oldest. */
export const mostSubscriptions = 10;

/**
 * Takes the acting person's browser among those that are told.
 * @throws 422 endpointRefused for an address that no push service has, wrongKey for a key that nothing can be encrypted for
 */
export async function subscribe(
  acting: ActingPersonally,
  { subscription, outbound }: { subscription: PushSubscriptionInput } & Pick<Resources, 'outbound'>,
): Promise<void> {
  if (outbound.faultOf(subscription.endpoint) !== null)
    throw fail.unprocessable('webPush.endpointRefused', {
      fields: [{ field: 'endpoint', code: 'webPush.endpointRefused' }],
    });
  if (!isPoint(subscription.keys.p256dh))
    throw fail.unprocessable('webPush.wrongKey', { fields: [{ field: 'keys.p256dh', code: 'webPush.wrongKey' }] });
  const {
    actor: { userId },
    scope: { organisationId },
    now,
  } = acting;
  await acting.db.transaction().execute(async (trx) => {
    const id = await putSubscription(trx, { organisationId, userId }, { subscription, now });
    await keepNewest(trx, { userId }, mostSubscriptions);
    // The address and the keys are secrets between the browser and us.
    await acting.audit(trx, {
      action: actions.add,
      entity: 'pushSubscription',
      entityId: id,
      after: { service: new URL(subscription.endpoint).origin },
    });
    await acting.touch(trx);
  });
}

/** Leaves the browser out; one that was not in stays out. */
export async function unsubscribe(acting: ActingPersonally, endpoint: string): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const id = await deleteOwn(trx, { userId: acting.actor.userId }, endpoint);
    if (id === undefined) return;
    await acting.audit(trx, { action: actions.remove, entity: 'pushSubscription', entityId: id });
    await acting.touch(trx);
  });
}

/** Whether 65 bytes lie on the curve P-256. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

export interface PushPosting extends PushText {
  userId: number;
  /** The one that it is about; a person who has left it by the time of sending gets nothing. */
  organisationId: number;
  /** Names what it is about: posted twice, a browser is told once. */
  key: string;
  now: Date;
}

/**
 * Posts a message to every browser of a person, in the caller's transaction. Title and body stand as given, in the person's
 * language, and are cut to what a push holds; `url` is a path on our own origin.
 * @returns how many browsers will be told; 0 for a person without any
 * @throws where `url` leads elsewhere
 */
export async function postPush(
  trx: Trx,
  outbox: Outbox,
  { userId, organisationId, key, now, ...text }: PushPosting,
): Promise<number> {
  const { title, body, url } = pushText(text);
  let posted = 0;
  for (const { id, endpoint } of await listSubscriptions(trx, userId)) {
    const payload = { subscriptionId: id, userId, organisationId, service: new URL(endpoint).origin, title, body, url };
    if (await outbox.post(trx, pushChannel, { key: `${key}/${id}`, organisationId, payload, now })) posted += 1;
  }
  return posted;
}
