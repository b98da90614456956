import type { Acting } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { DirectoryCaller } from '../../../platform/http/principals';
import { invite } from '../../core/invitations/invitation.service';
import { endInvitations } from '../../core/invitations/invitation.store';
import { freeUnprovenAddress } from '../../core/members/address-proof';
import { members, setActiveIn } from '../../core/members/members';
import { findAccountNamed } from '../../core/members/team.store';
import { keepingAdministrators, type RightsTrx } from '../../core/memberships/keeping-administrators';
import {
  activateMembership,
  deleteMembership,
  giveRoles,
  insertMembership,
  noteBeginning,
} from '../../core/memberships/membership.store';
import { sendActivationLinkJob } from '../../core/passwords/activation-link';
import { endPasswordLinks } from '../../core/passwords/password-link';
import { listDefaultRoles } from '../../core/roles/role.store';
import { reachOfNew } from '../../core/tenants/access-type.store';
import { memberActions, provisioningActions } from '../../identity.audit';
import { checkEmailDomain } from '../../policies/email-domains/email-domain-check';
import { provesDomainOf } from '../../policies/providers/proven-domain';
import { addressDomain } from '../../policies/providers/provider-domain.rules';
import { findRoute } from '../../policies/providers/provider-route';
import { lockNewcomers } from '../../ways-in/sso/sso-sign-in.store';
import { personOf, resourceOf, type Person } from './scim-person';
import { notUnique, problem } from './scim-problem';
import type { Resource } from './scim-schema';
import {
  findScimUser,
  findStandingOf,
  followDirectory,
  insertScimUser,
  isUserNameTaken,
  updateScimUser,
  type ScimUser,
} from './scim-user.store';
import { checkVersion, userVersion } from './scim-view';

export interface DirectoryActing {
  acting: Acting;
  directory: DirectoryCaller;
}

const tenantOf = ({ acting: { scope } }: DirectoryActing) => scope.organisationId;

/** @throws Failure 403 paused */
export function checkSync({ directory }: DirectoryActing): void {
  if (!directory.sync) throw fail.forbidden('scim.paused');
}

/** The one transaction of a change that may take a right or a membership. */
export const changing = <Answer>(caller: DirectoryActing, work: (trx: RightsTrx) => Promise<Answer>): Promise<Answer> =>
  caller.acting.db
    .transaction()
    .execute((trx) => keepingAdministrators(trx, { tenants: [tenantOf(caller)], now: caller.acting.now }, work));

/**
 * Makes somebody a member, or looks after one from now on. An account of the same address is taken over where the tenant has proved the
 * domain, or the person is its member; anybody else's is asked, and nothing of it is said.
 * @returns their public id
 * @throws Failure 400, 403 paused, 409 uniqueness, 422 for a domain that the tenant does not allow
 */
export async function createScimUser(caller: DirectoryActing, resource: Resource): Promise<ScimUser> {
  checkSync(caller);
  const person = personOf(resource);
  // Somebody new who may come in takes no right from anybody: they wait for no other change of rights.
  const made = person.active
    ? await caller.acting.db.transaction().execute((trx) => entered(trx, caller, { person, rights: null }))
    : null;
  return made ?? changing(caller, async (trx) => (await entered(trx, caller, { person, rights: trx })) as ScimUser);
}

interface Entering {
  person: Person;
  /** null: where it takes rights, it has to be begun again with them. */
  rights: RightsTrx | null;
}

/** @returns null where it needs rights */
async function entered(trx: Trx, caller: DirectoryActing, { person, rights }: Entering): Promise<ScimUser | null> {
  const { acting, directory } = caller;
  const { email, userName, active } = person;
  const tenantNumber = tenantOf(caller);
  await lockNewcomers(trx, [...new Set([email.toLowerCase(), userName.toLowerCase()])]);
  if (await isUserNameTaken(trx, { connection: directory.number, userName }))
    throw notUnique('scim.userNameTaken', { userName });
  await freeUnprovenAddress(trx, acting, { address: email });
  const account = await findAccountNamed(trx, email);
  if (account && !rights) return null;
  if (account && rights) await taken(rights, caller, { person, userId: account.userId });
  const userId = account?.userId ?? (await made(trx, caller, person));
  await insertScimUser(trx, {
    ...person,
    connection: directory.number,
    tenantNumber,
    userId,
    made: !account,
    now: acting.now,
  });
  if (!account && !active && rights)
    await setActiveIn(rights, { tenantNumber, userId, active: false, now: acting.now });
  await acting.audit(trx, {
    action: account ? provisioningActions.adopt : memberActions.add,
    entity: 'user',
    entityId: userId,
    after: { email, userName, externalId: person.externalId, active },
  });
  const kept = await findScimUser(trx, { connection: directory.number, userId });
  if (!kept) throw new Error('the user that was written is gone');
  await acting.touchPerson(trx, userId);
  return kept;
}

/** An account that there was not. @returns its number */
async function made(trx: Trx, caller: DirectoryActing, { email, fullName, locale, active }: Person): Promise<number> {
  const { acting } = caller;
  const { jobs, now, requestId = '' } = acting;
  const tenantNumber = tenantOf(caller);
  const userId = await members.add(trx, {
    tenantNumber,
    login: email,
    email,
    fullName,
    locale,
    roleIds: await listDefaultRoles(trx, tenantNumber),
    now,
  });
  const reachesBelow = await reachOfNew(trx, tenantNumber, false);
  await noteBeginning(trx, { tenantNumber, userId }, { now, endsAt: null, reachesBelow });
  if (!active) return userId;
  const provider = await providerOf(trx, email);
  // There is no link of before that could be open.
  if (provider === null) await jobs.send(trx, sendActivationLinkJob, { userId, at: now.toISOString(), requestId });
  else if (provider !== tenantNumber) await members.sendLink(trx, jobs, { userId, requestId, now });
  return userId;
}

/** The tenant by whose provider people of the domain come in, and need no password. */
async function providerOf(trx: Trx, email: string): Promise<number | null> {
  const domain = addressDomain(email);
  return domain === null ? null : ((await findRoute(trx, domain))?.tenantNumber ?? null);
}

interface Taking {
  person: Person;
  userId: number;
}

/** An account that there is: of a member, of a proven domain, or of somebody who has to be asked. Its address stays what it is. */
async function taken(rights: RightsTrx, caller: DirectoryActing, { person, userId }: Taking): Promise<void> {
  const { acting } = caller;
  const { now } = acting;
  const { email, active, fullName } = person;
  const tenantNumber = tenantOf(caller);
  const key = { tenantNumber, userId };
  const standing = await findStandingOf(rights, key);
  // Found by the name that they sign in with, or looked after already: there is one of them.
  if (standing.managed || standing.email.toLowerCase() !== email.toLowerCase())
    throw notUnique('scim.userNameTaken', { userName: person.userName });
  const proven = await provesDomainOf(rights, { tenantNumber, email });
  if (!standing.member || standing.awaits) await checkEmailDomain(rights, { tenantNumber, email });
  if (!standing.member) await joined(rights, caller, { userId, asked: !proven });
  if (standing.awaits && proven) {
    await endInvitations(rights, key, now);
    await activateMembership(rights, key);
  }
  const waits = !proven && (!standing.member || standing.awaits);
  if (waits) {
    if (active) await asked(rights, caller, userId);
  } else
    await switched(rights, caller, {
      userId,
      from: standing.awaits || !standing.member || standing.active,
      to: active,
    });
  if (standing.theirs && !waits && standing.fullName !== fullName)
    await rights.updateTable('identity.user').set({ full_name: fullName }).where('id', '=', userId).execute();
}

async function joined(
  trx: Trx,
  caller: DirectoryActing,
  { userId, asked: waits }: { userId: number; asked: boolean },
): Promise<void> {
  const tenantNumber = tenantOf(caller);
  await insertMembership(trx, { tenantNumber, userId, asked: waits });
  await giveRoles(trx, { tenantNumber, userId, roleIds: await listDefaultRoles(trx, tenantNumber) });
  const reachesBelow = await reachOfNew(trx, tenantNumber, false);
  await noteBeginning(trx, { tenantNumber, userId }, { now: caller.acting.now, endsAt: null, reachesBelow });
}

const asked = (trx: Trx, caller: DirectoryActing, userId: number): Promise<void> => {
  const { jobs, requestId = '', now } = caller.acting;
  return invite(trx, jobs, { tenantNumber: tenantOf(caller), userId, requestId, now });
};

interface Switching {
  userId: number;
  from: boolean;
  to: boolean;
}

/** Roles and groups of somebody who is switched off stay, and count again once they are back. */
async function switched(rights: RightsTrx, caller: DirectoryActing, { userId, from, to }: Switching): Promise<void> {
  if (from === to) return;
  const { acting } = caller;
  await setActiveIn(rights, { tenantNumber: tenantOf(caller), userId, active: to, now: acting.now });
  await acting.audit(rights, {
    action: to ? memberActions.reactivate : memberActions.deactivate,
    entity: 'user',
    entityId: userId,
  });
}

/** How a request says what somebody is to be, by what they were. */
export type Change = (before: Resource) => Resource;

/**
 * Changes somebody whom the connection looks after.
 * @throws Failure 400, 403 paused, 404 unknownUser, 409 uniqueness, 412, 422 lastAdministrator
 */
export function changeScimUser(caller: DirectoryActing, id: string, change: Change): Promise<ScimUser> {
  checkSync(caller);
  const { acting, directory } = caller;
  return changing(caller, async (rights) => {
    const before = await ownUser(rights, caller, id);
    checkVersion(directory, userVersion(before));
    const was = personOf(resourceOf(before));
    const person = personOf(change(resourceOf(before)));
    const { userName, active } = person;
    if (await isUserNameTaken(rights, { connection: directory.number, userName, except: before.userId }))
      throw notUnique('scim.userNameTaken', { userName });
    await follow(rights, caller, { before, was, person });
    await setActive(rights, caller, { before, active });
    await updateScimUser(rights, { ...person, connection: directory.number, userId: before.userId, now: acting.now });
    const kept = await ownUser(rights, caller, id);
    await acting.touchPerson(rights, before.userId);
    return kept;
  });
}

async function setActive(
  rights: RightsTrx,
  caller: DirectoryActing,
  { before, active }: { before: ScimUser; active: boolean },
): Promise<void> {
  if (active === before.active) return;
  const { userId, awaits, hasWay, email } = before;
  const { jobs, now, requestId = '' } = caller.acting;
  const tenantNumber = tenantOf(caller);
  // They say yes by themselves; an invitation is all that the directory can give or take.
  if (awaits) return active ? asked(rights, caller, userId) : endInvitations(rights, { tenantNumber, userId }, now);
  await switched(rights, caller, { userId, from: before.active, to: active });
  if (active && !hasWay && (await providerOf(rights, email)) !== tenantNumber)
    await members.sendLink(rights, jobs, { userId, requestId, now });
}

interface Following {
  before: ScimUser;
  /** What the directory said before, and says now. */
  was: Person;
  person: Person;
}

/** The account follows what the directory changes: the name of who belongs to this tenant alone, and the address within its proven domains. */
async function follow(rights: RightsTrx, caller: DirectoryActing, { before, was, person }: Following): Promise<void> {
  const { acting } = caller;
  const readdressed = was.email !== person.email && before.email.toLowerCase() !== person.email.toLowerCase();
  const renamed =
    before.theirs && !before.awaits && was.fullName !== person.fullName && before.fullName !== person.fullName;
  if (readdressed) await checkReaddressing(rights, caller, { before, email: person.email });
  if (!readdressed && !renamed) return;
  const { userId, login } = before;
  const email = readdressed ? person.email : before.email;
  const fullName = renamed ? person.fullName : before.fullName;
  await followDirectory(rights, userId, {
    login: readdressed && login.toLowerCase() === before.email.toLowerCase() ? email : login,
    email,
    fullName,
  });
  // A link that lies in the mailbox of before must not open the account any more.
  if (readdressed) await endPasswordLinks(rights, userId, acting.now);
  await acting.audit(rights, {
    action: memberActions.rename,
    entity: 'user',
    entityId: userId,
    before: { email: before.email, name: before.fullName },
    after: { email, name: fullName },
  });
}

/** @throws Failure 400 mutability where the address is not the tenant's to change, 409 where another member has it */
async function checkReaddressing(
  trx: Trx,
  caller: DirectoryActing,
  { before, email }: { before: ScimUser; email: string },
): Promise<void> {
  const tenantNumber = tenantOf(caller);
  const notYours = problem('mutability', 'scim.addressNotYours', { email });
  if (!before.theirs || before.awaits) throw notYours;
  for (const one of [before.email, email])
    if (!(await provesDomainOf(trx, { tenantNumber, email: one }))) throw notYours;
  await lockNewcomers(trx, [email.toLowerCase()]);
  const holder = await findAccountNamed(trx, email);
  if (holder && holder.userId !== before.userId) {
    const { member } = await findStandingOf(trx, { tenantNumber, userId: holder.userId });
    throw member ? notUnique('scim.addressTaken', { email }) : notYours;
  }
  await checkEmailDomain(trx, { tenantNumber, email });
}

/** @throws Failure 404 unknownUser */
async function ownUser(trx: Trx, { directory }: DirectoryActing, id: string): Promise<ScimUser> {
  const found = await findScimUser(trx, { connection: directory.number, id });
  if (!found) throw fail.notFound('scim.unknownUser');
  return found;
}

/**
 * Ends somebody's membership, and with it their sessions and tokens in the tenant; the account stays.
 * @throws Failure 403 paused, 404 unknownUser, 412, 422 lastAdministrator
 */
export function removeScimUser(caller: DirectoryActing, id: string): Promise<void> {
  checkSync(caller);
  const { acting, directory } = caller;
  return changing(caller, async (rights) => {
    const before = await ownUser(rights, caller, id);
    checkVersion(directory, userVersion(before));
    const { userId, email, userName } = before;
    const key = { tenantNumber: tenantOf(caller), userId };
    await setActiveIn(rights, { ...key, active: false, now: acting.now });
    await acting.audit(rights, {
      action: memberActions.remove,
      entity: 'user',
      entityId: userId,
      before: { email, userName },
    });
    await acting.touchPerson(rights, userId);
    await deleteMembership(rights, key);
  });
}
