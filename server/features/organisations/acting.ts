import { scopeOf, type Scope } from '../../platform/actor';
import type { Change } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Context, RouteAccess } from '../../platform/http/define-route';
import { listReached } from './reach.store';

/** Who acts in which organisation, as the use cases take it; audit rows go to the organisation that was changed. */
export interface ActingIn {
  scope: Scope;
  userId: number;
  now: Date;
  audit(trx: Trx, change: Change): Promise<void>;
}

/**
 * What the actor may see of the organisation they ask for; their own when they ask for none.
 * @throws 404 for an organisation that they do not reach, and for one in which they may not do what the route asks for: to a
 * page, 403 means that nobody is signed in any more
 */
export async function scopeIn({ actor, db, access }: Context, organisationId?: number): Promise<Scope> {
  if (organisationId === undefined || organisationId === actor.organisation.id) return scopeOf(actor);
  const [reached] = await listReached(db, actor, { organisationId });
  if (!reached || !holds(reached.permissions, access)) throw fail.notFound('errors.notFound');
  return { organisationId, securedSites: reached.securedSites, securedLocations: reached.securedLocations };
}

const holds = (held: ReadonlySet<string>, access: RouteAccess) => access === 'signed-in' || held.has(access);

/** @throws as `scopeIn` */
export async function actingIn(context: Context, organisationId?: number): Promise<ActingIn> {
  const scope = await scopeIn(context, organisationId);
  return {
    scope,
    userId: context.actor.userId,
    now: context.now,
    audit: (trx, change) => context.audit(trx, { ...change, organisationId: scope.organisationId }),
  };
}
