import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { withdrawItems } from '../../platform/outbox/outbox.store';
import type { Resources } from '../../platform/resources';
import type { SubscriptionChange } from './delivery-list.contract';
import { changeSubscription, lockDelivery, reopenDelivery, type OpenDelivery } from './delivery-list.store';
import { tellsSeveral } from './outbox-keys.rules';
import { standsStill, tellAnew } from './standing.service';

const actions = defineActions('alertDelivery', { resend: {}, changeSubscription: {} });

/** Sends again what failed or came too late to be sent. @throws 404 unknownDelivery, 409 notFailed, noLongerTold or forgotten */
export async function resendDelivery(
  acting: Acting,
  { deliveryId, means }: { deliveryId: number; means: Pick<Resources, 'outbox' | 'reach' | 'config' | 'signer'> },
): Promise<void> {
  const { scope, now } = acting;
  await acting.db.transaction().execute(async (trx) => {
    const delivery = await lockDelivery(trx, scope, { deliveryId, now });
    if (!delivery) throw fail.notFound('alertErrors.unknownDelivery');
    if (delivery.state !== 'FAILED' && delivery.state !== 'EXPIRED') throw fail.conflict('alertErrors.notFailed');
    if (await standsStill(trx, means, delivery.outboxKey))
      await sendAgain(trx, acting, { ...delivery, deliveryId, means });
    else await tellTheRest(trx, acting, delivery);
    await acting.audit(trx, { action: actions.resend, entity: 'alertDelivery', entityId: deliveryId });
  });
}

async function sendAgain(
  trx: Trx,
  { scope, now }: Acting,
  { itemId, deliveryId, means }: OpenDelivery & { deliveryId: number; means: Pick<Resources, 'outbox'> },
): Promise<void> {
  if (itemId === null || !(await means.outbox.retryParked(trx, itemId, now)))
    throw fail.conflict('alertErrors.forgotten');
  await reopenDelivery(trx, scope.organisationId, deliveryId);
}

/** Of several that were told together. */
async function tellTheRest(trx: Trx, { jobs, now }: Acting, { outboxKey, outboxChannel }: OpenDelivery): Promise<void> {
  if (tellsSeveral(outboxKey)) await withdrawItems(trx, [{ channel: outboxChannel, key: outboxKey }]);
  if (!tellsSeveral(outboxKey) || (await tellAnew(trx, { jobs }, { outboxKey, now })) === 0)
    throw fail.conflict('alertErrors.noLongerTold');
}

/** Lets somebody rest, or changes whether they are mailed at once or in the daily summary. @throws 404 unknownSubscription */
export async function editSubscription(
  acting: Acting,
  { id, change }: { id: number; change: SubscriptionChange },
): Promise<void> {
  const { scope, now } = acting;
  await acting.db.transaction().execute(async (trx) => {
    const before = await changeSubscription(trx, scope, { id, change, now });
    if (!before) throw fail.notFound('alertErrors.unknownSubscription');
    await acting.audit(trx, {
      action: actions.changeSubscription,
      entity: 'alertNotification',
      entityId: id,
      before,
      after: change,
    });
    await acting.touch(trx);
  });
}
