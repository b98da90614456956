import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { factorPolicyActions } from '../../identity.audit';
import type { Enforcement } from './factor.rules';
import { spareDecider } from './forced-factor';
import { endSessionsBelowPolicy, findPolicy, keepPolicy, type KeptPolicy } from './mfa-policy.store';

interface PolicyWish {
  /** The policy that is changed; the tenant's own where none is named. */
  id?: string | undefined;
  enforceMFAType: Enforcement;
  allowRememberMyDevice?: boolean | undefined;
  /** Seconds. */
  mfaDeviceExpiration?: number | undefined;
}

/**
 * What the tenant asks of its people from now on. Where it forces a second factor, their sessions that were opened without one end,
 * but for that of whoever decides it.
 * @throws Failure 404 for a policy that is not the tenant's
 */
export function changePolicy(
  acting: ActingPersonally,
  sessionId: string,
  { id, enforceMFAType: enforce, allowRememberMyDevice: remembers, mfaDeviceExpiration: rememberSeconds }: PolicyWish,
): Promise<KeptPolicy> {
  const {
    db,
    now,
    scope: { organisationId: tenantNumber },
  } = acting;
  return db.transaction().execute(async (trx) => {
    const before = await findPolicy(trx, tenantNumber);
    if (id !== undefined && id !== before?.id) throw fail.notFound('identity.unknownPolicy');
    await keepPolicy(trx, tenantNumber, { enforce, remembers, rememberSeconds, now });
    await endSessionsBelowPolicy(trx, { tenantNumber, but: sessionId, now });
    await spareDecider(trx, { sessionId, tenantNumber });
    const kept = await findPolicy(trx, tenantNumber);
    if (!kept) throw new Error('a policy that was kept is not there');
    const told = (policy: KeptPolicy | null) =>
      policy && { enforce: policy.enforce, remembers: policy.remembers, rememberSeconds: policy.rememberSeconds };
    await acting.audit(trx, {
      action: factorPolicyActions.change,
      entity: 'tenant',
      entityId: tenantNumber,
      before: told(before),
      after: told(kept),
    });
    return kept;
  });
}
