import type { ActingPersonally } from '../../../platform/acting';
import type { Action } from '../../../platform/audit';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { seesAll } from '../../../platform/restriction.rules';
import { memberActions } from '../../identity.audit';
import { setReach } from '../memberships/membership.store';
import { changingRightsIn } from '../roles/grants';
import { rolesOf } from '../roles/role.service';
import { selectAccessType } from '../tenants/access-type.store';
import { selectTenantOf } from '../tenants/family';
import { leaveBelow } from '../tenants/from-above';
import type { NewSubUser, NewSubUsers, RemovedSubUser, SubUserRoles } from '../tenants/sub-tenant.contract';
import { selectOwn, type Family } from '../tenants/tenant.store';
import { addMemberIn, memberBelow, memberOf, removeMemberIn, setRolesIn, tenantOf } from './membership';
import { addingPeople } from './team.service';
import { listTeam } from './team.store';

/** How whoever asks acts in the tenants of their family. */
export interface Reaching {
  family: Family;
  /** @throws Failure 404 where they may not do there what the call asks for */
  actingIn(tenantNumber: number): Promise<ActingPersonally>;
}

interface Wanted {
  tenantId: string;
}

type Reached<Wish extends Wanted> = Wish & { there: ActingPersonally };

/**
 * The tenants that are named, each once, in the order in which everybody locks them.
 * @throws Failure 403 limitedToSites, 404 unknownTenant, 409 suspended
 */
async function reachAll<Wish extends Wanted>(
  acting: ActingPersonally,
  { family, actingIn }: Reaching,
  wishes: readonly Wish[],
): Promise<Reached<Wish>[]> {
  const reached = new Map<number, Reached<Wish>>();
  for (const wish of wishes) {
    const { number, status } = await selectTenantOf(acting.db, family, wish.tenantId);
    if (status !== 'ACTIVE') throw fail.conflict('subTenants.suspended');
    const there = number === tenantOf(acting) ? acting : await actingIn(number);
    if (!seesAll(there.scope)) throw fail.forbidden('identity.limitedToSites');
    reached.set(number, { ...wish, there });
  }
  return [...reached].sort(([a], [b]) => a - b).map(([, one]) => one);
}

const numbersOf = (reached: readonly { there: ActingPersonally }[]) => reached.map(({ there }) => tenantOf(there));

/**
 * Adds people to one tenant of the family, all or none.
 * @throws Failure 403 limitedToSites, beyondYours, 404 unknownTenant, unknownRole, 409 suspended, conflict, 422 for a domain that the tenant does not allow, 429
 */
export async function addSubUsers(
  acting: ActingPersonally,
  reaching: Reaching,
  { users, tenantId, roleIds, allowSubAccountAccess }: NewSubUsers,
): Promise<void> {
  const reached = await reachAll(acting, reaching, [{ tenantId }]);
  await addingPeople(
    changingRightsIn(acting, numbersOf(reached), async (trx) => {
      for (const { there } of reached)
        for (const user of users)
          await addMemberIn(trx, there, { ...user, roleIds, reachesBelow: allowSubAccountAccess });
      const emails = users.map(({ email }) => email);
      await noteAbove(trx, acting, { reached, action: memberActions.add, after: { emails, roleIds } });
    }),
  );
}

/** Adds somebody to several tenants of the family, all or none. @throws as `addSubUsers` */
export async function addSubUser(
  acting: ActingPersonally,
  reaching: Reaching,
  { user, subTenants }: NewSubUser,
): Promise<void> {
  const reached = await reachAll(acting, reaching, subTenants);
  const fresh = new Set<number>();
  await addingPeople(
    changingRightsIn(acting, numbersOf(reached), async (trx) => {
      for (const { there, roleIds } of reached) await addMemberIn(trx, there, { ...user, roleIds, fresh });
      await noteAbove(trx, acting, { reached, action: memberActions.add, after: { emails: [user.email] } });
    }),
  );
}

/** Ends somebody's memberships in tenants of the family. @throws Failure 403 limitedToSites, beyondYours, 404 unknownTenant, unknownUser, 409 suspended, 422 yourself, lastAdministrator */
export async function removeSubUser(
  acting: ActingPersonally,
  reaching: Reaching,
  { userId, subTenants }: RemovedSubUser,
): Promise<void> {
  const reached = await reachAll(acting, reaching, subTenants);
  await changingRightsIn(acting, numbersOf(reached), async (trx) => {
    for (const { there } of reached) await removeMemberIn(trx, there, userId);
    await noteAbove(trx, acting, { reached, action: memberActions.remove, after: { userId } });
  });
}

export interface RolesWish {
  userId: string;
  how: 'add' | 'remove' | 'set';
  subTenantsRoles: SubUserRoles;
}

/**
 * Changes the roles that somebody was given in tenants of the family, in each by itself.
 * @throws Failure 403 limitedToSites, beyondYours, 404 unknownTenant, unknownUser, unknownRole, 409 suspended, 422 yourself, lastAdministrator
 */
export async function changeSubUserRoles(
  acting: ActingPersonally,
  reaching: Reaching,
  { userId, how, subTenantsRoles }: RolesWish,
): Promise<void> {
  const reached = await reachAll(acting, reaching, subTenantsRoles);
  await changingRightsIn(acting, numbersOf(reached), async (trx) => {
    for (const { there, roleIds } of reached) {
      const member = await memberOf(trx, there, userId);
      const named = (await rolesOf(trx, tenantOf(there), roleIds)).map(({ number }) => number);
      const others = member.roleIds.filter((role) => !named.includes(role));
      await setRolesIn(trx, there, {
        member,
        roleIds: { add: [...others, ...named], remove: others, set: named }[how],
      });
    }
    await noteAbove(trx, acting, { reached, action: memberActions.setRoles, after: { userId, how } });
  });
}

/**
 * Lets somebody's membership lead on into the tenants below, or end there: that in the tenant that is acted in, or else those that they
 * have below it.
 * @throws Failure 403 limitedToSites, beyondYours for whoever does not go on themselves, 404 unknownUser, 422 yourself
 */
export async function setSubAccess(
  acting: ActingPersonally,
  reaching: Reaching,
  { userId, allowAccess }: { userId: string; allowAccess: boolean },
): Promise<void> {
  const { family } = reaching;
  if (!family.below) throw fail.forbidden('identity.beyondYours');
  const [found] = (await listTeam(acting.db, { family, now: acting.now, ids: [userId], limit: 1, offset: 0 })).members;
  if (!found) throw fail.notFound('identity.unknownUser');
  const { id: own } = await selectOwn(acting.db, family);
  const places = found.tenantIds.includes(own) ? [own] : found.tenantIds;
  await setAccessIn(acting, reaching, { userId, allowAccess, tenantIds: places });
}

/** The same in tenants of the family that are named. @throws as `setSubAccess`, and Failure 404 unknownTenant, 409 suspended, accessAlwaysOn */
export async function setAccessIn(
  acting: ActingPersonally,
  reaching: Reaching,
  { userId, allowAccess, tenantIds }: { userId: string; allowAccess: boolean; tenantIds: readonly string[] },
): Promise<void> {
  if (!reaching.family.below) throw fail.forbidden('identity.beyondYours');
  const reached = await reachAll(
    acting,
    reaching,
    tenantIds.map((tenantId) => ({ tenantId })),
  );
  await changingRightsIn(acting, numbersOf(reached), async (trx) => {
    for (const { there } of reached) {
      if (!allowAccess && (await selectAccessType(trx, tenantOf(there))) === 'alwaysOn')
        throw fail.conflict('subTenants.accessAlwaysOn');
      const member = await memberBelow(trx, there, userId);
      const key = { tenantNumber: tenantOf(there), userId: member.userId };
      await setReach(trx, key, allowAccess);
      if (!allowAccess) await leaveBelow(trx, key, acting.now);
      await there.audit(trx, {
        action: memberActions.setAccess,
        entity: 'user',
        entityId: member.userId,
        after: { allowAccess },
      });
      await there.touch(trx);
    }
    await noteAbove(trx, acting, { reached, action: memberActions.setAccess, after: { userId, allowAccess } });
  });
}

interface Done {
  reached: readonly { there: ActingPersonally }[];
  action: Action;
  after: object;
}

/** What somebody did in tenants below is in the log of theirs, too: once, with the tenants. */
async function noteAbove(trx: Trx, acting: ActingPersonally, { reached, action, after }: Done): Promise<void> {
  const below = numbersOf(reached).filter((number) => number !== tenantOf(acting));
  if (below.length > 0) await acting.audit(trx, { action, entity: 'user', after: { ...after, tenants: below } });
}
