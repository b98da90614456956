import type { Actor } from '../../../platform/actor';
import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { findReach, findTenantOf, type Family, type TenantBelow } from './tenant.store';

/**
 * The tenant that is acted in, with those below as far as whoever asks may go there: their membership has to lead on, and who sees
 * only some sites of the tenant sees nothing of what stands below it.
 */
export async function familyOf(db: Db, { organisation, userId, restriction }: Actor): Promise<Family> {
  const below = restriction === null && (await findReach(db, { tenantNumber: organisation.id, userId })) === true;
  return { top: organisation.id, below };
}

/** The tenant that is acted in without those below. */
export const ownAlone = ({ organisation }: Pick<Actor, 'organisation'>): Family => ({
  top: organisation.id,
  below: false,
});

/** One of the family by its public id. @throws Failure 404 unknownTenant, the same whether it is somebody else's or none */
export async function selectTenantOf(db: Db, family: Family, id: string): Promise<TenantBelow> {
  const found = await findTenantOf(db, family, id);
  if (!found) throw fail.notFound('identity.unknownTenant');
  return found;
}

/** One that stands below the tenant that is acted in. @throws Failure 404 unknownTenant, also for that tenant itself */
export async function selectTenantBelow(db: Db, family: Family, id: string): Promise<TenantBelow> {
  const found = await selectTenantOf(db, family, id);
  if (found.level === 0) throw fail.notFound('identity.unknownTenant');
  return found;
}
