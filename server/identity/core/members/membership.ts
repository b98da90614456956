import type { ActingPersonally } from '../../../platform/acting';
import type { Db, Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Member, MemberReach } from '../../../platform/members';
import { memberActions, userActions } from '../../identity.audit';
import { checkEmailDomain } from '../../policies/email-domains/email-domain-check';
import { foreignTenantOf } from '../../policies/providers/foreign-provider';
import { invite } from '../invitations/invitation.service';
import { awaitsAnswer } from '../invitations/invitation.store';
import type { RightsTrx } from '../memberships/keeping-administrators';
import {
  deleteMembership,
  giveRoles,
  insertMembership,
  noteBeginning,
  replaceRoles,
} from '../memberships/membership.store';
import { checkGrant } from '../roles/grants';
import { rolesOf } from '../roles/role.service';
import { listTenantRoles, type TenantRole } from '../roles/role.store';
import { selectAccessType } from '../tenants/access-type.store';
import { findReach } from '../tenants/tenant.store';
import { freeUnprovenAddress } from './address-proof';
import { members, setActiveIn } from './members';
import type { NewTeamUser } from './team.contract';
import { findAccountNamed, listTeam, type TeamMember } from './team.store';

export const tenantOf = ({ scope }: Pick<ActingPersonally, 'scope'>) => scope.organisationId;
export const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);
const permissionsOf = (roles: readonly TenantRole[]) => roles.flatMap(({ permissions }) => permissions);

/** Somebody of the tenant that is acted in, by their public id. @throws Failure 404 unknownUser */
export async function selectTeamMember(
  db: Trx | Db,
  acting: Pick<ActingPersonally, 'scope' | 'now'>,
  id: string,
): Promise<TeamMember> {
  const {
    members: [found],
  } = await listTeam(db, {
    family: { top: tenantOf(acting), below: false },
    now: acting.now,
    ids: [id],
    limit: 1,
    offset: 0,
  });
  if (!found) throw fail.notFound('identity.unknownUser');
  return found;
}

/** @throws Failure 404 unknownUser */
export async function memberOf(trx: Trx, acting: ActingPersonally, id: string): Promise<Member & MemberReach> {
  const { userId } = await selectTeamMember(trx, acting, id);
  const member = await members.find(trx, { tenantNumber: tenantOf(acting), userId });
  if (!member) throw fail.notFound('identity.unknownUser');
  return member;
}

/** Somebody else, who may nothing that the actor may not. @throws Failure 404 unknownUser, 422 yourself, 403 beyondYours */
export async function memberBelow(trx: Trx, acting: ActingPersonally, id: string): Promise<Member & MemberReach> {
  const member = await memberOf(trx, acting, id);
  if (member.userId === acting.actor.userId) throw fail.unprocessable('identity.yourself');
  checkGrant(acting, member.permissionsHere);
  return member;
}

export interface NewMember extends NewTeamUser {
  /** Whether the membership leads on into the tenants below; as that of whoever adds them where it is not said. */
  reachesBelow?: boolean | undefined;
  /** Accounts that the same use case has made: what they accept, they accept by their first password. */
  fresh?: Set<number>;
}

/**
 * Adds somebody to the tenant that is acted in, behind its lock: with an account of theirs where they have none, or else by an invitation
 * that they have to accept. The link for their first password is mailed where they wait for one; again where they were added before, in
 * which case nothing else changes.
 * @returns their number
 * @throws Failure 403 beyondYours, 404 unknownRole, 422 addressOfOther, 429
 */
export async function addMemberIn(trx: Trx, acting: ActingPersonally, person: NewMember): Promise<number> {
  const { now } = acting;
  const { email, name, expirationInSeconds, fresh = new Set() } = person;
  const tenantNumber = tenantOf(acting);
  const roleIds = await givenRoles(trx, acting, person.roleIds);
  const reachesBelow = await givenReach(trx, acting, person.reachesBelow);
  await freeUnprovenAddress(trx, acting, { address: email, keeping: tenantNumber });
  const account = await findAccountNamed(trx, email);
  const before = account && (await members.find(trx, { tenantNumber, userId: account.userId }));
  if (before) return againIn(trx, acting, before);
  if (account && !account.reached)
    throw fail.unprocessable('identity.addressOfOther', {
      fields: [{ field: 'email', code: 'identity.addressOfOther' }],
    });
  const userId =
    account?.userId ??
    (await members.add(trx, {
      tenantNumber,
      login: email,
      email,
      fullName: name ?? email,
      locale: acting.actor.locale,
      roleIds,
      now,
    }));
  if (account)
    await joinAccount(trx, acting, {
      userId,
      email: account.email,
      roleIds,
      asked: !fresh.has(userId) || (await foreignTenantOf(trx, { userId, email: account.email })) !== null,
    });
  else fresh.add(userId);
  const endsAt = expirationInSeconds === undefined ? null : after(now, expirationInSeconds);
  await noteBeginning(trx, { tenantNumber, userId }, { now, endsAt, reachesBelow });
  if (!account || (account.waitsForPassword && !fresh.has(userId))) await sendLink(trx, acting, userId);
  await acting.audit(trx, {
    action: memberActions.add,
    entity: 'user',
    entityId: userId,
    after: { email, roleIds, expirationInSeconds, reachesBelow },
  });
  await acting.touch(trx);
  return userId;
}

const sendLink = (trx: Trx, { jobs, requestId = '', now }: ActingPersonally, userId: number) =>
  members.sendLink(trx, jobs, { userId, requestId, now });

/** The tenant's usual ones where none are named. @returns their numbers */
async function givenRoles(trx: Trx, acting: ActingPersonally, ids: readonly string[] | undefined): Promise<number[]> {
  const tenantNumber = tenantOf(acting);
  const roles =
    ids === undefined
      ? (await listTenantRoles(trx, tenantNumber)).filter(({ isDefault }) => isDefault)
      : await rolesOf(trx, tenantNumber, ids);
  checkGrant(acting, permissionsOf(roles));
  return roles.map(({ number }) => number);
}

/** Nobody leads others on into tenants that their own membership keeps them out of, and a tenant may say what holds of all, or where nobody says. */
async function givenReach(trx: Trx, acting: ActingPersonally, wanted: boolean | undefined): Promise<boolean> {
  // Whoever is no member here has come from above.
  const own = (await findReach(trx, { tenantNumber: tenantOf(acting), userId: acting.actor.userId })) ?? true;
  if (wanted && !own) throw fail.forbidden('identity.beyondYours');
  const type = await selectAccessType(trx, tenantOf(acting));
  return type === 'alwaysOn' ? own : (wanted ?? (own && type === 'defaultOn'));
}

/** Whoever has not answered yet is asked again. */
async function againIn(trx: Trx, acting: ActingPersonally, { userId, status, email }: Member): Promise<number> {
  const { jobs, requestId = '', now } = acting;
  const key = { tenantNumber: tenantOf(acting), userId };
  const asked = await awaitsAnswer(trx, key);
  if (asked) await invite(trx, jobs, { ...key, requestId, now });
  if (status === 'INVITED') await sendLink(trx, acting, userId);
  else if (!asked) return userId;
  await acting.audit(trx, {
    action: asked ? userActions.invitationLink : userActions.passwordLink,
    entity: 'user',
    entityId: userId,
    after: { email },
  });
  return userId;
}

/** Nobody is made a member of anything without being asked. */
async function joinAccount(
  trx: Trx,
  acting: ActingPersonally,
  { userId, email, roleIds, asked }: { userId: number; email: string; roleIds: readonly number[]; asked: boolean },
): Promise<void> {
  const { jobs, requestId = '', now } = acting;
  const key = { tenantNumber: tenantOf(acting), userId };
  await checkEmailDomain(trx, { tenantNumber: key.tenantNumber, email });
  await insertMembership(trx, { ...key, asked });
  await giveRoles(trx, { ...key, roleIds });
  if (asked) await invite(trx, jobs, { ...key, requestId, now });
}

/**
 * Puts exactly these roles in the place of those that somebody was given in the tenant that is acted in.
 * @throws Failure 422 yourself, 403 beyondYours for what changes
 */
export async function setRolesIn(
  trx: RightsTrx,
  acting: ActingPersonally,
  { member, roleIds }: { member: Member; roleIds: readonly number[] },
): Promise<void> {
  const tenantNumber = tenantOf(acting);
  const { userId } = member;
  const changing = (await listTenantRoles(trx, tenantNumber)).filter(
    ({ number }) => member.roleIds.includes(number) !== roleIds.includes(number),
  );
  if (changing.length === 0) return;
  if (userId === acting.actor.userId) throw fail.unprocessable('identity.yourself');
  checkGrant(acting, permissionsOf(changing));
  await replaceRoles(trx, { tenantNumber, userId, roleIds });
  await acting.audit(trx, {
    action: memberActions.setRoles,
    entity: 'user',
    entityId: userId,
    before: { roleIds: member.roleIds },
    after: { roleIds },
  });
  await acting.touch(trx);
}

/** Ends a membership, and the sessions in the tenant with it; the account stays. @throws Failure 403 beyondYours, 404 unknownUser, 422 yourself */
export async function removeMemberIn(trx: RightsTrx, acting: ActingPersonally, id: string): Promise<void> {
  const { userId, email, roleIds } = await memberBelow(trx, acting, id);
  const key = { tenantNumber: tenantOf(acting), userId };
  await setActiveIn(trx, { ...key, active: false, now: acting.now });
  await acting.audit(trx, {
    action: memberActions.remove,
    entity: 'user',
    entityId: userId,
    before: { email, roleIds },
  });
  await acting.touch(trx);
  await deleteMembership(trx, key);
}
