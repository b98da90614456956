import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { memberActions, userActions } from '../../identity.audit';
import { endSessionsBelowPolicy } from '../../policies/mfa/mfa-policy.store';
import { setEnd } from '../memberships/membership.store';
import { changingRights } from '../roles/grants';
import { rolesOf } from '../roles/role.service';
import { members } from './members';
import { addMemberIn, after, memberBelow, memberOf, removeMemberIn, setRolesIn, tenantOf } from './membership';
import type { NewTeamUser, TeamEdit } from './team.contract';
import { renameUser } from './team.store';

/** Two who add the same address at once: the second finds it taken. @throws Failure 409 conflict */
export async function addingPeople<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw fail.conflict('errors.conflict');
    throw error;
  }
}

/**
 * Adds somebody to the tenant, as `addMemberIn` does.
 * @returns their number
 * @throws Failure 403 limitedToSites, beyondYours, 404 unknownRole, 409 conflict where the address was taken in the same moment, 429
 */
export const addTeamUser = (acting: ActingPersonally, person: NewTeamUser): Promise<number> =>
  addingPeople(changingRights(acting, (trx) => addMemberIn(trx, acting, person)));

/** @throws Failure 403 limitedToSites, beyondYours, 404 unknownUser, unknownRole, 422 yourself, lastAdministrator */
export function changeTeamUser(acting: ActingPersonally, { id, name, roleIds }: TeamEdit): Promise<void> {
  return changingRights(acting, async (trx) => {
    const member = await memberOf(trx, acting, id);
    const { userId } = member;
    if (name !== undefined && name !== member.fullName) {
      // A name is shown in every tenant of the person.
      if (member.elsewhere) throw fail.forbidden('identity.beyondYours');
      await renameUser(trx, userId, name);
      await acting.audit(trx, {
        action: memberActions.rename,
        entity: 'user',
        entityId: userId,
        before: { name: member.fullName },
        after: { name },
      });
      await acting.touchPerson(trx, userId);
    }
    if (roleIds === undefined) return;
    const wanted = await rolesOf(trx, tenantOf(acting), roleIds);
    await setRolesIn(trx, acting, { member, roleIds: wanted.map(({ number }) => number) });
  });
}

/** Ends a membership, and the sessions in the tenant with it; the account stays. @throws Failure 403 limitedToSites, beyondYours, 404 unknownUser, 422 yourself, lastAdministrator */
export const removeTeamUser = (acting: ActingPersonally, id: string): Promise<void> =>
  changingRights(acting, (trx) => removeMemberIn(trx, acting, id));

/** @throws Failure 403 limitedToSites, 404 unknownUser, 422 alreadyActive, 429 */
export function resendActivation(acting: ActingPersonally, id: string): Promise<void> {
  return changingRights(acting, async (trx) => {
    const { userId, status } = await memberOf(trx, acting, id);
    if (status !== 'INVITED') throw fail.unprocessable('identity.alreadyActive');
    await members.sendLink(trx, acting.jobs, { userId, requestId: acting.requestId ?? '', now: acting.now });
    await acting.audit(trx, { action: userActions.passwordLink, entity: 'user', entityId: userId });
  });
}

/**
 * Lets a membership end by itself; null lets it last.
 * @returns when it ends
 * @throws Failure 403 limitedToSites, beyondYours, 404 unknownUser, 422 yourself, lastAdministrator
 */
export function limitTeamUser(acting: ActingPersonally, id: string, seconds: number | null): Promise<Date | null> {
  const endsAt = seconds === null ? null : after(acting.now, seconds);
  return changingRights(acting, async (trx) => {
    const { userId } = await memberBelow(trx, acting, id);
    const key = { tenantNumber: tenantOf(acting), userId };
    await setEnd(trx, key, endsAt);
    // Whose time had ended is a member again.
    await endSessionsBelowPolicy(trx, { ...key, now: acting.now });
    await acting.audit(trx, { action: memberActions.limit, entity: 'user', entityId: userId, after: { endsAt } });
    await acting.touch(trx);
    return endsAt;
  });
}
