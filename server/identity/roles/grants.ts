import type { ActingPersonally } from '../../platform/acting';
import { internalOrganisation } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { administering, covers } from '../../platform/permissions.rules';
import { seesAll } from '../../platform/restriction.rules';
import { lockTenant } from '../users/members.store';
import { isHeldByAnybody } from './role.store';

/** Nobody gives or takes away what they may not do themselves. @throws Failure 403 beyondYours */
export function checkGrant({ actor }: Pick<ActingPersonally, 'actor'>, permissions: Iterable<string>): void {
  for (const permission of permissions) if (!covers(actor.permissions, permission)) throw fail.forbidden('identity.beyondYours');
}

/** Permissions of which every tenant keeps somebody who holds them, once there is one. */
const kept = (tenantNumber: number) => [administering(tenantNumber === internalOrganisation), 'fe.secure.write.users'];

/**
 * The one transaction of every change of who may do what in the tenant that is acted in, one after the other: no two take away each
 * other's last administrator. A temporary member is no lasting administrator.
 * @throws Failure 403 limitedToSites, 422 lastAdministrator
 */
export function changingRights<Answer>(acting: ActingPersonally, work: (trx: Trx) => Promise<Answer>): Promise<Answer> {
  return changingRightsIn(acting, [acting.scope.organisationId], work);
}

/**
 * The same in several tenants, for who has been found to reach them. One below the tenant that is acted in may be left without an
 * administrator of its own: whoever stands above looks after it.
 */
export function changingRightsIn<Answer>(acting: ActingPersonally, tenants: readonly number[], work: (trx: Trx) => Promise<Answer>): Promise<Answer> {
  if (!seesAll(acting.scope)) throw fail.forbidden('identity.limitedToSites');
  return acting.db.transaction().execute(async (trx) => {
    const inOrder = [...new Set(tenants)].sort((a, b) => a - b);
    for (const tenant of inOrder) await lockTenant(trx, tenant);
    const held: { tenantNumber: number; permission: string }[] = [];
    const own = acting.scope.organisationId;
    if (inOrder.includes(own)) for (const permission of kept(own)) if (await isHeldByAnybody(trx, { tenantNumber: own, permission })) held.push({ tenantNumber: own, permission });
    const answer = await work(trx);
    for (const one of held) if (!(await isHeldByAnybody(trx, one))) throw fail.unprocessable('identity.lastAdministrator');
    return answer;
  });
}
