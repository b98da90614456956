import type { ActingPersonally } from '../../../platform/acting';
import { policyActions } from '../../identity.audit';
import { keepClientViewsAllowed, selectClientViewsAllowed } from './support-policy.store';

/** Lets staff take a client view of the tenant's people, or keeps them out; views under way end with their next request. */
export function changeSupportAccess({ scope, db, now, audit }: ActingPersonally, clientViews: boolean): Promise<void> {
  const tenantNumber = scope.organisationId;
  return db.transaction().execute(async (trx) => {
    const before = await selectClientViewsAllowed(trx, tenantNumber);
    if (before === clientViews) return;
    await keepClientViewsAllowed(trx, tenantNumber, { allowed: clientViews, now });
    await audit(trx, {
      action: policyActions.changeSupportAccess,
      entity: 'tenant',
      entityId: tenantNumber,
      before: { clientViews: before },
      after: { clientViews },
    });
  });
}
