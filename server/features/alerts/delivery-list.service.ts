import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import { fail } from '../../platform/errors';
import type { Resources } from '../../platform/resources';
import type { SubscriptionChange } from './delivery-list.contract';
import { changeSubscription, lockDelivery, reopenDelivery } from './delivery-list.store';
import { standsStill } from './standing.service';

const actions = defineActions('alertDelivery', { resend: { stales: 'never' }, changeSubscription: {} });

/** Sends again what failed or came too late to be sent. @throws 404 unknownDelivery, 409 notFailed, noLongerTold or forgotten */
export async function resendDelivery(acting: Acting, { deliveryId, means }: { deliveryId: number; means: Pick<Resources, 'outbox' | 'reach' | 'config'> }): Promise<void> {
  const { scope, now } = acting;
  await acting.db.transaction().execute(async (trx) => {
    const delivery = await lockDelivery(trx, scope, { deliveryId, now });
    if (!delivery) throw fail.notFound('alertErrors.unknownDelivery');
    if (delivery.state !== 'FAILED' && delivery.state !== 'EXPIRED') throw fail.conflict('alertErrors.notFailed');
    if (!(await standsStill(trx, means, delivery.outboxKey))) throw fail.conflict('alertErrors.noLongerTold');
    if (delivery.itemId === null || !(await means.outbox.retryParked(trx, delivery.itemId, now))) throw fail.conflict('alertErrors.forgotten');
    await reopenDelivery(trx, scope.organisationId, deliveryId);
    await acting.audit(trx, { action: actions.resend, entity: 'alertDelivery', entityId: deliveryId });
  });
}

/** Lets somebody rest, or changes whether they are mailed at once or in the daily summary. @throws 404 unknownSubscription */
export async function editSubscription(acting: Acting, { id, change }: { id: number; change: SubscriptionChange }): Promise<void> {
  const { scope, now } = acting;
  await acting.db.transaction().execute(async (trx) => {
    const before = await changeSubscription(trx, scope, { id, change, now });
    if (!before) throw fail.notFound('alertErrors.unknownSubscription');
    await acting.audit(trx, { action: actions.changeSubscription, entity: 'alertNotification', entityId: id, before, after: change });
  });
}
