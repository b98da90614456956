import { isInternal, scopeOf, type Scope } from '../../platform/actor';
import type { AuditEntry } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Context } from '../../platform/http/define-route';

/** Who acts in which organisation, as the use cases take it; audit rows go to the organisation that was changed. */
export interface ActingIn {
  scope: Scope;
  userId: number;
  now: Date;
  audit(trx: Trx, change: Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'before' | 'after'>): Promise<void>;
}

/**
 * What the actor may see of the organisation they ask for; their own when they ask for none.
 * @throws 404 for an organisation that is not their own, unless they belong to the internal one and it exists
 */
export async function scopeIn({ actor, db }: Context, organisationId?: number): Promise<Scope> {
  if (organisationId === undefined || organisationId === actor.organisation.id) return scopeOf(actor);
  const there = isInternal(actor) && (await db.selectFrom('organisation').select('id').where('id', '=', organisationId).executeTakeFirst());
  if (!there) throw fail.notFound('errors.notFound');
  return { organisationId, securedSites: [], securedLocations: [] };
}

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
