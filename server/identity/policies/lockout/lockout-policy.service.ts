import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { policyActions } from '../../identity.audit';
import type { LockoutBody } from './lockout-policy.contract';
import { keepLockoutPolicy, selectLockoutPolicy, type LockoutPolicy } from './lockout-policy.store';

/** @throws Failure 404 for the policy of another tenant */
export function changeLockout(
  { scope, db, now, audit }: ActingPersonally,
  { id, enabled, maxAttempts }: LockoutBody,
): Promise<LockoutPolicy> {
  const tenantNumber = scope.organisationId;
  return db.transaction().execute(async (trx) => {
    const before = await selectLockoutPolicy(trx, tenantNumber);
    if (id !== undefined && id !== before.id) throw fail.notFound('errors.notFound');
    await keepLockoutPolicy(trx, tenantNumber, { enabled, maxAttempts: maxAttempts ?? before.maxAttempts, now });
    const after = await selectLockoutPolicy(trx, tenantNumber);
    await audit(trx, { action: policyActions.changeLockout, entity: 'tenant', entityId: tenantNumber, before, after });
    return after;
  });
}
