import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { covers } from '../../../platform/permissions.rules';
import { seesAll } from '../../../platform/restriction.rules';
import { keepingAdministrators, type RightsTrx } from '../memberships/keeping-administrators';

/** Nobody gives or takes away what they may not do themselves. @throws Failure 403 beyondYours */
export function checkGrant({ actor }: Pick<ActingPersonally, 'actor'>, permissions: Iterable<string>): void {
  for (const permission of permissions)
    if (!covers(actor.permissions, permission)) throw fail.forbidden('identity.beyondYours');
}

/**
 * The one transaction of every change of who may do what in the tenant that is acted in, which keeps an administrator.
 * @throws Failure 403 limitedToSites, 422 lastAdministrator
 */
export function changingRights<Answer>(
  acting: ActingPersonally,
  work: (trx: RightsTrx) => Promise<Answer>,
): Promise<Answer> {
  return changingRightsIn(acting, [acting.scope.organisationId], work);
}

/**
 * The same in several tenants, for who has been found to reach them. One below the tenant that is acted in may be left without an
 * administrator of its own: whoever stands above looks after it.
 */
export function changingRightsIn<Answer>(
  acting: ActingPersonally,
  tenants: readonly number[],
  work: (trx: RightsTrx) => Promise<Answer>,
): Promise<Answer> {
  if (!seesAll(acting.scope)) throw fail.forbidden('identity.limitedToSites');
  const {
    db,
    now,
    scope: { organisationId: own },
  } = acting;
  return db
    .transaction()
    .execute((trx) =>
      keepingAdministrators(trx, { tenants, keep: tenants.filter((tenant) => tenant === own), now }, work),
    );
}
