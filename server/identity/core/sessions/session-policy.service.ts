import type { ActingPersonally } from '../../../platform/acting';
import { policyActions } from '../../identity.audit';
import type { SessionPolicyBody } from '../../policies/sessions/session-policy.contract';
import type { SessionPolicy } from '../../policies/sessions/session-policy.rules';
import { keepSessionPolicy, mostSessions, selectSessionPolicy } from '../../policies/sessions/session-policy.store';
import { endSurplus } from './session-limits.store';

function changed(
  before: SessionPolicy,
  {
    sessionConcurrentConfiguration: concurrent,
    sessionIdleTimeoutConfiguration: idle,
    sessionTimeoutConfiguration: life,
  }: SessionPolicyBody,
): SessionPolicy {
  return {
    concurrentActive: concurrent?.isActive ?? before.concurrentActive,
    maxSessions: concurrent?.maxSessions ?? before.maxSessions,
    idleActive: idle?.isActive ?? before.idleActive,
    idleSeconds: idle?.timeout ?? before.idleSeconds,
    lifeActive: life?.isActive ?? before.lifeActive,
    lifeSeconds: life?.timeout ?? before.lifeSeconds,
  };
}

/** The new limits hold for running sessions too: the times are judged with each request, and what people have too many of ends here. Whoever sets them stays. */
export function changeSessionPolicy(
  { scope, db, now, audit }: ActingPersonally,
  { body, sessionId }: { body: SessionPolicyBody; sessionId: string },
): Promise<void> {
  const tenantNumber = scope.organisationId;
  return db.transaction().execute(async (trx) => {
    const before = await selectSessionPolicy(trx, tenantNumber);
    const after = changed(before, body);
    await keepSessionPolicy(trx, tenantNumber, { policy: after, now });
    await endSurplus(trx, { tenantNumber, most: mostSessions(tenantNumber), keep: sessionId, now });
    await audit(trx, { action: policyActions.changeSessions, entity: 'tenant', entityId: tenantNumber, before, after });
  });
}
