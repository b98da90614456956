import type { Trx } from '../../../platform/db/database';
import { deleteFromAbove, deleteFromElsewhere } from '../memberships/from-above.store';
import type { MembershipKey } from '../memberships/membership.store';
import { endSessionsInTenant } from '../sessions/session.store';

async function endSessions(trx: Trx, left: readonly MembershipKey[], now: Date): Promise<void> {
  for (const key of left) await endSessionsInTenant(trx, key, { now, reason: 'no longer reached from above' });
}

/** Whose membership no longer leads on is in none of the tenants below from now on that they came into by it. */
export async function leaveBelow(
  trx: Trx,
  { tenantNumber, userId }: { tenantNumber: number; userId?: number },
  now: Date,
): Promise<void> {
  const whose = userId === undefined ? {} : { userId };
  await endSessions(trx, await deleteFromAbove(trx, { above: tenantNumber, ...whose }), now);
}

/** After a tenant was put elsewhere: who came into it, or into one below it, from where it no longer stands is in none of them. */
export async function leaveMoved(trx: Trx, tenantNumber: number, now: Date): Promise<void> {
  await endSessions(trx, await deleteFromElsewhere(trx, tenantNumber), now);
}
