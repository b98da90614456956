import type { SecuredItems } from '../../domain/places/secured-items.contract';
import type { Acting, ActingPersonally } from '../../platform/acting';
import { internalOrganisation, type Locale } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Member, MemberReach, Members, TenantRole } from '../../platform/members';
import { seesAll } from '../../platform/restriction.rules';
import { revisionOf } from '../../platform/revision';
import { findRestriction, restrictWithin, type Restricting } from '../data-security';
import type { NewUser, UserEdit } from './users.contract';
import {
  isRoleOf,
  refusalOf,
  ungrantableAmong,
  type Change,
  type Edited,
  type Editor,
  type Refusal,
} from './users.rules';

/** Names and addresses belong to the person, whom every organisation of theirs shows. */
const accountActions = defineActions('user', {
  create: { severity: 'warning' },
  changeAccount: { severity: 'warning' },
  sendLink: { severity: 'warning' },
});
const memberActions = defineActions('member', {
  changeRoles: { severity: 'warning' },
  deactivate: { severity: 'warning' },
  reactivate: { severity: 'warning' },
});

/** Who acts, and identity's side of the people. */
export interface Editing {
  acting: ActingPersonally;
  members: Members;
  /** Belongs to the internal organisation, wherever they act. */
  staff: boolean;
}

/** Somebody as the page shows them: what may not be changed of them, and the state that a change begins with. */
export interface Found {
  member: Member & MemberReach;
  items: SecuredItems | null;
  revision: string;
  refused: Partial<Record<Change, Refusal>>;
}

const refuse = (code: Parameters<typeof fail.unprocessable>[0], field: string) =>
  fail.unprocessable(code, { fields: [{ field, code }] });
const ofInternal = ({ scope }: Pick<Acting, 'scope'>) => scope.organisationId === internalOrganisation;

export const editorOf = ({ acting, staff }: Pick<Editing, 'acting' | 'staff'>): Editor => ({
  userId: acting.actor.userId,
  permissions: acting.actor.permissions,
  seesAll: seesAll(acting.scope),
  staff,
});

const editedOf = (acting: Acting, member: Member & MemberReach): Edited => ({
  ...member,
  internal: ofInternal(acting),
  active: member.status !== 'INACTIVE',
});

/** The roles that the organisation gives its people. */
export async function rolesOf({ acting, members }: Pick<Editing, 'acting' | 'members'>): Promise<TenantRole[]> {
  return (await members.roles(acting.db, acting.scope.organisationId)).filter((role) =>
    isRoleOf(role, ofInternal(acting)),
  );
}

/** @throws 404 unknownUser for who is no member of the organisation that is acted in */
export async function findUser(
  editing: Editing,
  userId: number,
  db: Trx | Acting['db'] = editing.acting.db,
): Promise<Found> {
  const { acting, members } = editing;
  const { organisationId } = acting.scope;
  const member = await members.find(db, { tenantNumber: organisationId, userId });
  if (!member) throw fail.notFound('users.unknownUser');
  const items = await findRestriction(db, { organisationId, userId });
  const { fullName, email, status, roleIds } = member;
  const all = (['name', 'email', 'roles', 'state', 'links', 'access'] as const).map(
    (change) => [change, refusalOf(change, editorOf(editing), editedOf(acting, member))] as const,
  );
  // An invitation that was followed changes nothing that somebody else could have changed.
  const revision = revisionOf([fullName, email, status === 'INACTIVE', roleIds, items]);
  return { member, items, revision, refused: Object.fromEntries(all.filter(([, refusal]) => refusal !== null)) };
}

/** A new account as it is made; `items`: what it is limited to from the start, null for the whole organization. */
export type Invited = NewUser & { items?: SecuredItems | null };

/**
 * Makes an account with its first membership, and has the link mailed that activates it.
 * @returns the new user's id
 * @throws 422 limitedToSites, unknownRole, roleBeyondYours, emailTaken, loginTaken, loginOfOther, and as `restrictWithin`
 */
export const createUser = (editing: Editing, fields: Invited, usualLocale: Locale): Promise<number> =>
  editingPeople(editing, (trx) => createUserIn(trx, editing, { ...fields, locale: fields.locale ?? usualLocale }));

/** The same within `editingPeople`. */
export async function createUserIn(
  trx: Trx,
  editing: Editing,
  { login, items = null, ...fields }: Invited & { locale: Locale },
): Promise<number> {
  const { acting, members } = editing;
  if (!seesAll(acting.scope)) throw fail.unprocessable('users.limitedToSites');
  const tenantNumber = acting.scope.organisationId;
  const account = { ...fields, login: login === '' ? fields.email : login };
  await checkRoles(trx, editing, { before: [], after: fields.roleIds });
  await checkNames(trx, members, account);
  // What others mail to it would reach somebody else.
  if (account.login.includes('@') && account.login.toLowerCase() !== account.email.toLowerCase())
    throw refuse('users.loginOfOther', 'login');
  const userId = await members.add(trx, { ...account, tenantNumber, now: acting.now });
  if (items) await narrow(trx, editing, { userId, items });
  await members.sendLink(trx, acting.jobs, { userId, requestId: acting.requestId ?? '', now: acting.now });
  await acting.audit(trx, { action: accountActions.create, entity: 'user', entityId: userId, after: account });
  await acting.touch(trx);
  return userId;
}

/** @throws 404 unknownUser, 409 conflict, 422 the reason why one of the changes is refused, unknownRole, roleBeyondYours, lastAdministrator, emailTaken */
export const changeUser = (editing: Editing, change: { userId: number; edit: UserEdit }): Promise<void> =>
  editingPeople(editing, (trx) => changeUserIn(trx, editing, change));

/** The same within `editingPeople`. */
export async function changeUserIn(
  trx: Trx,
  editing: Editing,
  { userId, edit }: { userId: number; edit: UserEdit },
): Promise<void> {
  const { acting, members } = editing;
  const { fullName, email, roleIds } = edit;
  const found = await currentUser(trx, editing, { userId, revision: edit.revision });
  const { member } = found;
  const renamed = member.fullName !== fullName;
  const readdressed = member.email !== email;
  const before = [...member.roleIds];
  const otherRoles = roleIds.length !== before.length || roleIds.some((id) => !before.includes(id));
  if (renamed) check(found, 'name', 'fullName');
  if (readdressed) check(found, 'email', 'email');
  if (otherRoles) check(found, 'roles', 'roleIds');
  // First what locks every organisation of the person, in their order.
  if (renamed || readdressed) {
    await checkNames(trx, members, { login: member.login, email, exceptUserId: userId });
    await members.changeAccount(trx, { userId, fullName, email, now: acting.now });
    // The link of before went to another mailbox.
    if (readdressed && member.status === 'INVITED')
      await members.sendLink(trx, acting.jobs, { userId, requestId: acting.requestId ?? '', now: acting.now });
    await acting.audit(trx, {
      action: accountActions.changeAccount,
      entity: 'user',
      entityId: userId,
      before: { fullName: member.fullName, email: member.email },
      after: { fullName, email },
    });
    await acting.touchPerson(trx, userId);
  }
  if (!otherRoles) return;
  await giveRoles(trx, editing, { userId, before, after: roleIds });
  await acting.audit(trx, {
    action: memberActions.changeRoles,
    entity: 'user',
    entityId: userId,
    before: { roleIds: before },
    after: { roleIds },
  });
  await acting.touch(trx);
}

/**
 * Deactivated, somebody is signed out of the organisation at once and comes in no more; other organisations of theirs see nothing of it.
 * @throws 404 unknownUser, 409 conflict, 422 the reason why it is refused, lastAdministrator
 */
export const setActive = (editing: Editing, change: StatusChange): Promise<void> =>
  editingPeople(editing, (trx) => setActiveIn(trx, editing, change));

interface StatusChange {
  userId: number;
  active: boolean;
  revision: string;
}

/** The same within `editingPeople`. */
export async function setActiveIn(
  trx: Trx,
  editing: Editing,
  { userId, active, revision }: StatusChange,
): Promise<void> {
  const { acting, members } = editing;
  const tenantNumber = acting.scope.organisationId;
  const found = await currentUser(trx, editing, { userId, revision });
  check(found, 'state');
  if (active === (found.member.status !== 'INACTIVE')) return;
  await members.setActive(trx, { tenantNumber, userId, active, now: acting.now });
  await acting.audit(trx, {
    action: active ? memberActions.reactivate : memberActions.deactivate,
    entity: 'user',
    entityId: userId,
  });
  await acting.touch(trx);
}

/**
 * Has the link mailed that activates the account or, where it has a password, sets a new one.
 * @throws 404 unknownUser, 422 the reason why it is refused, 429
 */
export function sendLink(editing: Editing, userId: number): Promise<void> {
  const { acting, members } = editing;
  return editingPeople(editing, async (trx) => {
    const found = await findUser(editing, userId, trx);
    check(found, 'links');
    await members.sendLink(trx, acting.jobs, { userId, requestId: acting.requestId ?? '', now: acting.now });
    await acting.audit(trx, {
      action: accountActions.sendLink,
      entity: 'user',
      entityId: userId,
      after: { purpose: found.member.status === 'INVITED' ? 'ACTIVATION' : 'RESET' },
    });
  });
}

/** Narrows somebody to sites and locations, or lifts that. @throws 404 unknownUser, 409 conflict, 422 the reason why it is refused, lastAdministrator, and as `restrictWithin` */
export const narrowUser = (editing: Editing, change: AccessChange): Promise<void> =>
  editingPeople(editing, (trx) => narrowUserIn(trx, editing, change));

interface AccessChange {
  userId: number;
  items: SecuredItems | null;
  revision: string;
}

/** The same within `editingPeople`. */
export async function narrowUserIn(
  trx: Trx,
  editing: Editing,
  { userId, items, revision }: AccessChange,
): Promise<void> {
  check(await currentUser(trx, editing, { userId, revision }), 'access');
  await narrow(trx, editing, { userId, items });
}

/**
 * Gives somebody the roles of another of the organisation's people, and narrows them as that one is.
 * @throws 404 unknownUser, 409 conflict, 422 unknownSource, roleBeyondYours, lastAdministrator and as `narrowUser`
 */
export function copyAccess(
  editing: Editing,
  { userId, fromUserId, revision }: { userId: number; fromUserId: number; revision: string },
): Promise<void> {
  const { acting, members } = editing;
  const { organisationId } = acting.scope;
  return editingPeople(editing, async (trx) => {
    const found = await currentUser(trx, editing, { userId, revision });
    check(found, 'roles', 'fromUserId');
    check(found, 'access', 'fromUserId');
    const source =
      fromUserId === userId ? null : await members.find(trx, { tenantNumber: organisationId, userId: fromUserId });
    if (!source) throw refuse('users.unknownSource', 'fromUserId');
    const before = [...found.member.roleIds];
    const after = [...source.roleIds];
    await giveRoles(trx, editing, { userId, before, after });
    await narrow(trx, editing, { userId, items: await findRestriction(trx, { organisationId, userId: fromUserId }) });
    await acting.audit(trx, {
      action: memberActions.changeRoles,
      entity: 'user',
      entityId: userId,
      before: { roleIds: before },
      after: { roleIds: after, copiedFrom: fromUserId },
    });
    await acting.touch(trx);
  });
}

const narrow = (trx: Trx, { acting, members }: Editing, wanted: Restricting): Promise<void> =>
  members.narrowing(trx, { tenantNumber: acting.scope.organisationId, now: acting.now }, () =>
    restrictWithin(trx, acting, wanted),
  );

/** In one transaction behind the lock of the organisation's people; a name that somebody else took in the same moment is refused like any other. */
export async function editingPeople<T>({ acting, members }: Editing, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await acting.db.transaction().execute(async (trx) => {
      await members.lock(trx, acting.scope.organisationId);
      return work(trx);
    });
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw refuse('users.emailTaken', 'email');
    throw error;
  }
}

async function currentUser(
  trx: Trx,
  editing: Editing,
  { userId, revision }: { userId: number; revision: string },
): Promise<Found> {
  const found = await findUser(editing, userId, trx);
  if (found.revision !== revision) throw fail.conflict('errors.conflict');
  return found;
}

function check({ refused }: Found, change: Change, field?: string): void {
  const refusal = refused[change];
  if (refusal === undefined) return;
  const code = `users.${refusal}` as const;
  throw field === undefined ? fail.unprocessable(code) : refuse(code, field);
}

interface RoleChange {
  userId: number;
  before: readonly number[];
  after: readonly number[];
}

async function giveRoles(trx: Trx, editing: Editing, { userId, before, after }: RoleChange): Promise<void> {
  await checkRoles(trx, editing, { before, after });
  await editing.members.setRoles(trx, {
    tenantNumber: editing.acting.scope.organisationId,
    userId,
    roleIds: after,
    now: editing.acting.now,
  });
}

async function checkRoles(trx: Trx, editing: Editing, { before, after }: Omit<RoleChange, 'userId'>): Promise<void> {
  const roles = await editing.members.roles(trx, editing.acting.scope.organisationId);
  const offered = roles.filter((role) => isRoleOf(role, ofInternal(editing.acting)));
  if (after.some((id) => !before.includes(id) && !offered.some((role) => role.roleId === id)))
    throw refuse('users.unknownRole', 'roleIds');
  if (ungrantableAmong(roles, editorOf(editing), { before, after }).length > 0)
    throw refuse('users.roleBeyondYours', 'roleIds');
}

async function checkNames(
  trx: Trx,
  members: Members,
  names: { login: string; email: string; exceptUserId?: number },
): Promise<void> {
  const taken = await members.takenName(trx, names);
  if (taken === 'email') throw refuse('users.emailTaken', 'email');
  if (taken === 'login') throw refuse('users.loginTaken', 'login');
}
