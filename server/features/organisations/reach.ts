import { internalOrganisation, isInternal, type Actor } from '../../platform/actor';
import type { Reach } from '../../platform/acting';
import type { Db } from '../../platform/db/database';
import { findPerson, findStaffPermissions, findUnitOf } from './person.store';
import { listReached, type Reached, type Reaching } from './reach.store';

export const reachingOf = (actor: Actor): Reaching => ({ userId: actor.userId, staff: isInternal(actor) ? actor.permissions : null });

const scopeOf = ({ organisationId, securedSites, securedLocations }: Reached) => ({ organisationId, securedSites, securedLocations });

export const reach: Reach = {
  async ofActor(db, actor, organisationId) {
    const [reached] = await listReached(db, reachingOf(actor), { organisationId });
    return reached ? { scope: scopeOf(reached), permissions: reached.permissions } : null;
  },

  async ofPerson(db, { userId, organisationId }) {
    const person = await findPerson(db, userId);
    const reached = person && (await reachedByPerson(db, userId, organisationId));
    if (!person || !reached) return null;
    const unit = await findUnitOf(db, { userId, organisationId });
    return { actor: { kind: 'person', ...person, permissions: reached.permissions, unit }, scope: scopeOf(reached) };
  },
};

/** By a membership of their own or above, else as staff. */
async function reachedByPerson(db: Db, userId: number, organisationId: number): Promise<Reached | undefined> {
  const [reached] = await listReached(db, { userId, staff: null }, { organisationId });
  if (reached) return reached;
  const staff = await findStaffPermissions(db, userId, internalOrganisation);
  return staff ? (await listReached(db, { userId, staff }, { organisationId }))[0] : undefined;
}
