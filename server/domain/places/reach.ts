import type { Reach } from '../../platform/acting';
import { internalOrganisation, isInternal, type Actor } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { Flag } from '../../platform/feature-flags.rules';
import type { People } from '../../platform/people';
import type { Permission } from '../../platform/permissions';
import { findUnitOf, listReached, type Reached, type Reaching } from './reach.store';
import { countSeen } from './scope';

export const reachingOf = (actor: Actor): Reaching => ({
  userId: actor.userId,
  staff: isInternal(actor) ? actor.permissions : null,
});

const scopeOf = ({ organisationId, restriction }: Reached) => ({ organisationId, restriction });

/** The organisations from which a page with this permission, and this flag, lets somebody choose, by name. */
export async function listReachable(
  db: Db,
  actor: Actor,
  { permission, flag }: { permission: Permission; flag?: Flag },
): Promise<{ organisationId: number; name: string }[]> {
  return (await listReached(db, reachingOf(actor), { permission, flag })).map(({ organisationId, name }) => ({
    organisationId,
    name,
  }));
}

/** The organisations in which somebody holds the permission, by name, with the flags that are off there. */
export const listHolding = (
  db: Db,
  actor: Actor,
  { permission, organisationId }: { permission: Permission; organisationId?: number | undefined },
): Promise<Reached[]> =>
  listReached(db, reachingOf(actor), { permission, ...(organisationId === undefined ? {} : { organisationId }) });

/** Whether a customer's person sees, in some organisation that they reach, more than somebody who is narrowed there. */
export async function seesBeyond(db: Db, { userId, actor }: { userId: number; actor: Actor }): Promise<boolean> {
  const narrowed = new Set(
    (await listReached(db, reachingOf(actor))).flatMap(({ organisationId, restriction }) =>
      restriction === null ? [] : [organisationId],
    ),
  );
  if (narrowed.size === 0) return false;
  return (await listReached(db, { userId, staff: null })).some(({ organisationId }) => narrowed.has(organisationId));
}

export function createReach(people: People): Reach {
  /** By a membership there or above, else as staff. */
  async function reachedBy(db: Db, userId: number, organisationId: number): Promise<Reached | undefined> {
    const [reached] = await listReached(db, { userId, staff: null }, { organisationId });
    if (reached) return reached;
    const staff = await people.permissionsIn(db, { userId, tenantNumber: internalOrganisation });
    return staff ? (await listReached(db, { userId, staff }, { organisationId }))[0] : undefined;
  }

  return {
    async ofActor(db, actor, organisationId) {
      const [reached] = await listReached(db, reachingOf(actor), { organisationId });
      return reached
        ? { scope: scopeOf(reached), permissions: reached.permissions, switchedOff: reached.switchedOff }
        : null;
    },

    async ofPerson(db, { userId, organisationId }) {
      const person = await people.find(db, userId);
      const reached = person?.active ? await reachedBy(db, userId, organisationId) : undefined;
      if (!person || !reached) return null;
      const { login, fullName, locale } = person;
      const unit = await findUnitOf(db, { userId, organisationId });
      return {
        actor: { kind: 'person', userId, login, fullName, locale, permissions: reached.permissions, unit },
        scope: scopeOf(reached),
        forms: await people.formsOf(db, organisationId),
      };
    },

    countSeen,
  };
}
