import type { ActingPersonally } from '../../../platform/acting';
import { fail, Failure } from '../../../platform/errors';
import { memberActions, userActions } from '../../identity.audit';
import { endSessionsBelowPolicy } from '../../policies/mfa/mfa-policy.store';
import { clearFailures, lockAccount } from '../accounts/account-lock';
import { invite } from '../invitations/invitation.service';
import { awaitsAnswer } from '../invitations/invitation.store';
import { setEnd } from '../memberships/membership.store';
import { changingRights } from '../roles/grants';
import { rolesOf } from '../roles/role.service';
import { members, setActiveIn } from './members';
import {
  addMemberIn,
  after,
  memberBelow,
  memberOf,
  removeMemberIn,
  selectTeamMember,
  setRolesIn,
  tenantOf,
} from './membership';
import type { NewTeamUser, TeamEdit } from './team.contract';
import { listTeam, renameUser, type TeamMember } from './team.store';

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

/** What became of one of several who were to be added. `linkAgain`: they were here, and wait for a link that was sent once more. */
export type Adding = { email: string } & (
  { outcome: 'added' | 'linkAgain' | 'alreadyHere'; id: string } | { outcome: 'refused'; failure: Failure }
);

/**
 * Adds several, each by itself: one who is refused keeps nobody else out.
 * @throws Failure 403 limitedToSites, beyondYours, 404 unknownRole, of which each would be refused
 */
export async function addTeamUsers(acting: ActingPersonally, people: readonly NewTeamUser[]): Promise<Adding[]> {
  const done: Adding[] = [];
  for (const person of people) done.push(await addOneOf(acting, person));
  return done;
}

async function addOneOf(acting: ActingPersonally, person: NewTeamUser): Promise<Adding> {
  const { email } = person;
  const before = await findByAddress(acting, email);
  try {
    await addTeamUser(acting, person);
  } catch (error) {
    const ofAll = !(error instanceof Failure) || error.status === 403 || error.status === 404;
    if (ofAll) throw error;
    return { email, outcome: 'refused', failure: error };
  }
  if (before) return { email, outcome: before.waits ? 'linkAgain' : 'alreadyHere', id: before.id };
  return { email, outcome: 'added', id: (await findByAddress(acting, email))?.id ?? '' };
}

async function findByAddress(acting: ActingPersonally, email: string) {
  const { members: found } = await listTeam(acting.db, {
    family: { top: tenantOf(acting), below: false },
    now: acting.now,
    email,
    limit: 50,
    offset: 0,
  });
  const one = found.find((member) => member.email.toLowerCase() === email.toLowerCase());
  return one && { id: one.id, waits: waitsForLink(one) };
}

/** Whether somebody is to follow a link before they can come in. */
export const waitsForLink = ({ awaitsAnswer, verified, disabled }: TeamMember): boolean =>
  awaitsAnswer || (!verified && !disabled);

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
    const { userId, status, email } = await memberOf(trx, acting, id);
    const key = { tenantNumber: tenantOf(acting), userId };
    if (await awaitsAnswer(trx, key)) {
      await invite(trx, acting.jobs, { ...key, requestId: acting.requestId ?? '', now: acting.now });
      await acting.audit(trx, {
        action: userActions.invitationLink,
        entity: 'user',
        entityId: userId,
        after: { email },
      });
      return;
    }
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

/**
 * Keeps somebody out until they are let in again: their roles stay.
 * @throws Failure 403 limitedToSites, beyondYours, 404 unknownUser, 422 yourself, lastAdministrator, notAccepted
 */
export const switchTeamUser = (
  acting: ActingPersonally,
  { id, active }: { id: string; active: boolean },
): Promise<void> =>
  changingRights(acting, async (trx) => {
    const { userId } = await memberBelow(trx, acting, id);
    await setActiveIn(trx, { tenantNumber: tenantOf(acting), userId, active, now: acting.now });
    await acting.audit(trx, {
      action: active ? memberActions.reactivate : memberActions.deactivate,
      entity: 'user',
      entityId: userId,
    });
    await acting.touch(trx);
  });

/**
 * Lets somebody who was locked out by failed sign-ins try again at once. An account is one for all tenants, and a lock keeps guessers out of
 * each: whoever belongs to another one, too, is let in by time alone, or by a new password.
 * @throws Failure 403 limitedToSites, beyondYours, 404 unknownUser, 422 yourself, notLocked, lockedElsewhere
 */
export const unlockTeamUser = (acting: ActingPersonally, id: string): Promise<void> =>
  changingRights(acting, async (trx) => {
    const { userId, elsewhere } = await memberBelow(trx, acting, id);
    await lockAccount(trx, userId);
    const { lockedUntil } = await selectTeamMember(trx, acting, id);
    if (lockedUntil === null) throw fail.unprocessable('team.notLocked');
    if (elsewhere) throw fail.unprocessable('team.lockedElsewhere');
    await clearFailures(trx, userId);
    await acting.audit(trx, {
      action: userActions.unlock,
      entity: 'user',
      entityId: userId,
      before: { lockedUntil },
    });
    await acting.touch(trx);
  });
